// The left side: servers with their channels, direct messages, and who I am.
import { avatar } from "./avatar.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { morph } from "./morph.js";

/** Draws the sidebar; its buttons carry data-channel or data-user and are listened to by `root`. */
export class Places {
  constructor(root, state, { goTo, become, close }) {
    this.root = root;
    this.state = state;
    root.addEventListener("click", ({ target }) => {
      const { channel, user } = target.closest("button")?.dataset ?? {};
      if (channel) goTo(channel);
      else if (user) become(user);
      else if (target.closest("[data-close]")) close();
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
      this.#drawServers(),
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

  #drawServers() {
    const dm = this.state.dm();
    const { name } = this.state.world.app.bot_user;
    return el(
      "nav",
      { class: "servers", "aria-label": "Channels" },
      this.state.guilds().map((guild) =>
        el(
          "section",
          {},
          el("h2", {}, guild.name),
          guild.channels.map((channel) => this.#drawChannel(channel.id, "#", channel.name)),
        ),
      ),
      dm
        ? el("section", {}, el("h2", {}, "Direct messages"), this.#drawChannel(dm.channel, "@", name))
        : null,
    );
  }

  #drawChannel(id, mark, name) {
    return el(
      "button",
      {
        type: "button",
        class: "channel",
        "data-channel": id,
        "aria-current": id === this.state.channel ? "page" : null,
      },
      el("span", { class: "mark", "aria-hidden": "true" }, mark),
      el("span", { class: "channel-name" }, name),
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
    );
  }
}
