// The line at the bottom: finds a command as one types "/", then shows its form; other text is a message.
import { Autocomplete } from "./autocomplete.js";
import { CommandForm } from "./command_form.js";
import { searchCommands, usableCommands } from "./commands.js";
import { el, fill, onPhone } from "./dom.js";
import { icon } from "./icons.js";
import { Suggestions } from "./suggestions.js";
/** @import { Ends, Filling } from "./command_form.js" */
/** @import { SlashCommand } from "./commands.js" */
/** @import { Interactions } from "./interactions.js" */
/** @import { GivenOption } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

const PLACEHOLDER = "Type / to play";
const UNREAD = "Enter sends this as a message, which the bot does not read. Type / to see what it can do.";
const MESSAGE = "Enter sends this as a message. Type / to see what the bot can do.";
const UNKNOWN = "There is no such command here. Type / to see all of them.";

/** @typedef {(command: SlashCommand, options: GivenOption[], line: string) => void} Send */
/** @typedef {{ send: Send, say: (text: string) => void }} Run */

export class Composer {
  /** @type {CommandForm | null} */
  #form = null;
  /** @type {{ command: SlashCommand, values: Map<string, Filling> } | null} */
  #last = null;

  /**
   * `send(command, options, line)` is called with a command that was filled in, `say(text)` with a text.
   * @param {HTMLElement} root @param {State} state @param {Interactions} interactions @param {Run} run
   */
  constructor(root, state, interactions, { send, say }) {
    this.state = state;
    this.onSend = send;
    this.onSay = say;
    this.autocomplete = new Autocomplete(interactions);
    const list = el("div", { class: "suggestions", hidden: true });
    this.suggestions = new Suggestions(list);
    this.hint = el("p", { class: "hint", id: "composer-hint", role: "status" });
    this.search = this.#drawSearch();
    this.place = el("div", { class: "place" }, this.search);
    fill(
      root,
      list,
      el("div", { class: "line" }, this.#drawSlash(), this.place, this.#drawSend()),
      this.hint,
    );
    root.addEventListener("submit", (event) => event.preventDefault());
  }

  /**
   * Say something below the line; problems are shown in red.
   * @param {string} text @param {boolean} isProblem
   */
  say = (text, isProblem = false) => {
    this.hint.textContent = text;
    this.hint.classList.toggle("problem", isProblem);
  };

  /** Put the keyboard into the composer. */
  focus() {
    if (this.#form) this.#form.focus();
    else this.search.focus();
  }

  /** Show all commands. */
  openPalette() {
    if (this.#form) this.reset();
    if (!this.search.value.startsWith("/")) this.search.value = "/";
    this.search.focus();
    this.#searched();
  }

  /**
   * Put in a command by id and title, as a mention in a text names it.
   * @param {string} [id] @param {string} [title]
   */
  openCommand(id, title) {
    const command = usableCommands(this.state).find((each) => each.id === id && each.title === title);
    this.reset();
    if (command) this.#choose(command);
    else this.say(UNKNOWN, true);
  }

  /** Put a text back that was not sent. @param {string} text */
  putBack(text) {
    if (this.#form || this.search.value) return;
    this.search.value = text;
  }

  /** Go back to the empty line. */
  reset() {
    this.#form = null;
    this.autocomplete.cancel();
    this.suggestions.hide();
    this.search.value = "";
    this.say("");
    fill(this.place, this.search);
  }

  /** @returns {HTMLInputElement} */
  #drawSearch() {
    return el("input", {
      class: "search",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-label": PLACEHOLDER,
      "aria-describedby": "composer-hint",
      placeholder: PLACEHOLDER,
      autocapitalize: "off",
      spellcheck: "false",
      oninput: () => this.#searched(),
      onfocus: () => this.#searched(),
      onblur: () => this.suggestions.hide(),
      onkeydown: (event) => this.#key(event),
    });
  }

  #drawSlash() {
    return el(
      "button",
      {
        type: "button",
        class: "round slash",
        "aria-label": "Show all commands",
        onclick: () => this.openPalette(),
      },
      icon("command"),
    );
  }

  #drawSend() {
    return el(
      "button",
      { type: "button", class: "round send", "aria-label": "Send", onclick: () => this.#submit() },
      icon("send"),
    );
  }

  #searched() {
    const typed = this.search.value;
    if (!typed.startsWith("/")) {
      this.suggestions.hide();
      return this.say(typed === "" ? "" : this.#aboutMessages());
    }
    const whole = this.#exact(typed);
    if (whole && typed.endsWith(" ")) return this.#choose(whole);
    this.say("");
    const items = searchCommands(usableCommands(this.state), typed).map((command) => ({
      label: command.title,
      detail: command.description,
      command,
    }));
    if (items.length === 0) {
      this.suggestions.hide();
      return this.say(UNKNOWN);
    }
    return this.suggestions.show(this.search, items, {
      heading: `Commands of ${this.state.world.app.name}`,
      active: 0,
      pick: ({ command }) => this.#choose(command),
    });
  }

  #aboutMessages() {
    const { state } = this;
    if (!state.knows()) return MESSAGE;
    return state.world.bot_reads || state.dm()?.channel === state.channel ? MESSAGE : UNREAD;
  }

  /** @param {string} typed */
  #exact(typed) {
    return usableCommands(this.state).find(({ title }) => title === typed.trimEnd().toLowerCase());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.suggestions.key(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.#submit();
    } else if (event.key === "ArrowUp" && this.search.value === "" && this.#last) {
      event.preventDefault();
      this.#choose(this.#last.command, this.#last.values);
    }
  }

  /** @param {SlashCommand} command @param {Map<string, Filling>} values */
  #choose(command, values = new Map()) {
    /** @type {Ends} */
    const actions = {
      send: (options) => this.#send(command, options, form.values()),
      cancel: () => {
        this.reset();
        this.focus();
      },
    };
    this.suggestions.hide();
    const form = new CommandForm(command, this, actions);
    this.#form = form;
    form.restore(values);
    fill(this.place, form.node);
    this.say(command.description);
    form.focus();
  }

  #submit() {
    if (this.#form) return this.#form.submit();
    const command = this.#exact(this.search.value);
    if (command) return this.#choose(command);
    if (this.search.value.startsWith("/")) this.say(UNKNOWN);
    else this.#speak(this.search.value.trim());
    return this.search.focus();
  }

  /** @param {string} text */
  #speak(text) {
    if (text === "") return;
    this.reset();
    this.onSay(text);
  }

  /** @param {SlashCommand} command @param {GivenOption[]} options @param {Map<string, Filling>} values */
  #send(command, options, values) {
    this.#last = { command, values };
    const parts = [...values].map(([name, { name: text }]) => `${name}:${text}`);
    this.reset();
    // On a phone the keyboard would hide the answer.
    if (!onPhone()) this.focus();
    this.onSend(command, options, [command.title, ...parts].join(" "));
  }
}
