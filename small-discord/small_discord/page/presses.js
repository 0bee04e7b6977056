// Sends presses of buttons and choices of selects, one at a time for each state of a message, and reactions.
/** @import { Interactions } from "./interactions.js" */
/** @import { Control, Deed, MessageNode } from "./shapes.d.ts" */

export class Presses {
  /** The nonces of presses, by message. @type {Map<string, string>} */
  #waiting = new Map();

  /**
   * `find(id)` gives the message as it is drawn now, or null.
   * @param {Interactions} interactions @param {(id: string) => MessageNode | null} find
   */
  constructor(interactions, find) {
    this.interactions = interactions;
    this.find = find;
  }

  /**
   * Press a control of a drawn message; `values` are those chosen in a select.
   * @param {MessageNode} node @param {Control} control @param {string[]} [values]
   */
  press({ message: { id } }, control, values) {
    if (this.#waiting.has(id)) return;
    this.#fail(id, "");
    control.setAttribute("aria-busy", "true");
    const { custom_id: customId, type } = control.component;
    /** @type {Deed} */
    const frame = { op: "component", message: id, custom_id: customId ?? "", component_type: type, values };
    const nonce = this.interactions.start(frame, {
      done: () => this.#settle(id, nonce),
      failed: (reason) => {
        this.#settle(id, nonce);
        this.#fail(id, reason);
      },
    });
    this.#waiting.set(id, nonce);
  }

  /**
   * Add the current user's reaction to a drawn message, or take it back.
   * @param {MessageNode} node @param {string} emoji @param {boolean} add
   */
  react({ message: { id } }, emoji, add) {
    this.#fail(id, "");
    const failed = (/** @type {string} */ reason) => this.#fail(id, reason);
    this.interactions.start({ op: "react", message: id, emoji, add }, { done: () => {}, failed });
  }

  /**
   * After a redraw: let people press what they see now, though the word that all went well may still be due.
   * @param {MessageNode} node
   */
  redrawn({ message }) {
    this.#waiting.delete(message.id);
  }

  /** @param {string} id @param {string} nonce */
  #settle(id, nonce) {
    // A newer press may be waiting by now.
    if (this.#waiting.get(id) !== nonce) return;
    this.#waiting.delete(id);
    const busy = this.find(id)?.querySelectorAll("[data-custom-id][aria-busy]") ?? [];
    for (const control of busy) control.removeAttribute("aria-busy");
  }

  /** @param {string} id @param {string} reason */
  #fail(id, reason) {
    /** @type {HTMLElement | null | undefined} */
    const line = this.find(id)?.querySelector(".failure");
    if (!line) return;
    line.textContent = reason;
    line.hidden = reason === "";
  }
}
