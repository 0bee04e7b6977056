// Ordinary messages: what somebody writes, perhaps as an answer to another message.
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
/** @import { Interactions } from "./interactions.js" */
/** @import { Deed, Message } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

/** @typedef {(reason: string, text: string) => void} Failed */

export class Speech {
  /** @type {string | null} */
  #target = null;

  /**
   * `root` shows which message is answered; `failed(reason, text)` is called with what was not sent.
   * @param {HTMLElement} root @param {Interactions} interactions @param {State} state @param {Failed} failed
   */
  constructor(root, interactions, state, failed) {
    this.root = root;
    this.interactions = interactions;
    this.state = state;
    this.failed = failed;
    this.forget();
  }

  /** Write a message; "@Ben" names Ben. @param {string} text */
  send(text) {
    /** @type {Deed} */
    const frame = { op: "say", content: this.#withIds(text.trim()), reply_to: this.#target };
    this.forget();
    this.interactions.start(frame, { done: () => {}, failed: (reason) => this.failed(reason, text) });
  }

  /** Answer this message with what is sent next. @param {Message} message */
  replyTo({ id, author }) {
    this.#target = id;
    const attributes = { type: "button", class: "round", "aria-label": "Do not reply" };
    fill(
      this.root,
      el("span", {}, `Replying to ${author.name}`),
      el("button", { ...attributes, onclick: () => this.forget() }, icon("close")),
    );
    this.root.hidden = false;
  }

  /** Answer nothing in particular. */
  forget() {
    this.#target = null;
    this.root.hidden = true;
  }

  /** @param {string} text */
  #withIds(text) {
    const people = this.state.peopleHere().sort((one, other) => other.name.length - one.name.length);
    return people.reduce((said, { id, name }) => said.replaceAll(`@${name}`, `<@${id}>`), text);
  }
}
