// The left side: servers with their channels, direct messages, and who I am.
import { avatar } from "./avatar.js";
import { around, el } from "./dom.js";
import { icon } from "./icons.js";
import { languageName } from "./languages.js";
import { morph } from "./morph.js";
import { drawServers } from "./servers.js";
/** @import { State } from "./state.js" */

/**
 * @typedef {object} Run What the buttons do.
 * @property {(channel: string) => void} goTo
 * @property {(user: string) => void} become
 * @property {() => void} close
 * @property {(guild: string, invite: boolean) => void} changeBot
 * @property {(add: boolean) => void} changeApp
 * @property {(button: HTMLElement) => void} chooseLanguage
 */

/** Draws the sidebar; what its buttons do stands in their data, and is listened to by `root`. */
export class Places {
  /** @param {HTMLElement} root @param {State} state @param {Run} run */
  constructor(root, state, { goTo, become, close, changeBot, changeApp, chooseLanguage }) {
    this.root = root;
    this.state = state;
    root.addEventListener("click", (event) => {
      const button = around(event, "button");
      if (!button) return;
      const { channel, user, guild, invite, add, language, close: isClose } = button.dataset;
      if (channel) goTo(channel);
      else if (user) become(user);
      else if (guild) changeBot(guild, invite === "true");
      else if (add) changeApp(add === "true");
      else if (language !== undefined) chooseLanguage(button);
      else if (isClose !== undefined) close();
    });
  }

  /** Draw everything anew; the keyboard stays where it is. */
  draw() {
    const { id } = this.root;
    const look = this.root.className;
    const fresh = el(
      "aside",
      { id, class: look, "aria-label": "Servers and people" },
      this.#drawBrand(),
      drawServers(this.state),
      this.#drawPeople(),
    );
    morph(this.root, fresh);
  }

  #drawBrand() {
    const { app, bot_online: online } = this.state.world;
    return el(
      "div",
      { class: "brand" },
      avatar(app.bot_user, [], "large"),
      el(
        "div",
        {},
        el("strong", { class: "brand-name" }, app.name),
        el("small", { class: online ? "presence online" : "presence" }, online ? "at the table" : "offline"),
      ),
      el(
        "button",
        { type: "button", class: "round drawer-close", "aria-label": "Close the list", "data-close": true },
        icon("close"),
      ),
    );
  }

  #drawPeople() {
    const { users } = this.state.world;
    return el(
      "section",
      { class: "people", "aria-label": "Who you are" },
      el("h2", {}, "You play as"),
      el(
        "div",
        { class: "seats" },
        users.map((user) =>
          el(
            "button",
            {
              type: "button",
              class: "seat",
              "data-user": user.id,
              "aria-pressed": String(user.id === this.state.user),
            },
            avatar(user, users, "large"),
            el("span", {}, user.name),
          ),
        ),
      ),
      this.#drawLanguage(),
      this.#drawAppSwitch(),
    );
  }

  #drawLanguage() {
    const attributes = { type: "button", class: "switch", "data-language": true, "aria-haspopup": "menu" };
    return el("button", attributes, `Language: ${languageName(this.state.language())}`);
  }

  #drawAppSwitch() {
    const { app, installs } = this.state.world;
    const has = installs.includes(this.state.user);
    const label = has ? `Remove ${app.name} from my apps` : `Add ${app.name} to my apps`;
    return el("button", { type: "button", class: "switch", "data-add": String(!has) }, label);
  }
}
