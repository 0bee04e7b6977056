// Sends presses of buttons and choices of selects; one at a time for each message.
import { findByKey, keyOf } from "./focus.js";

export class Presses {
  #waiting = new Map();

  /** `find(id)` gives the message as it is drawn now, or null. */
  constructor(interactions, find) {
    this.interactions = interactions;
    this.find = find;
  }

  /** Press a control of a drawn message; `values` are those chosen in a select. */
  press(message, control, values) {
    const id = message.dataset.message;
    if (this.#waiting.has(id)) return;
    this.#fail(id, "");
    this.#waiting.set(id, keyOf(message, control));
    this.redrawn(message);
    const { custom_id: customId, type } = control.component;
    const frame = { op: "component", message: id, custom_id: customId, component_type: type, values };
    this.interactions.start(frame, {
      done: () => this.#settle(id),
      failed: (reason) => {
        this.#settle(id);
        this.#fail(id, reason);
      },
    });
  }

  /** After a redraw: show again which control waits for its answer. */
  redrawn(message) {
    const key = this.#waiting.get(message.dataset.message);
    if (key !== undefined) findByKey(message, key)?.setAttribute("aria-busy", "true");
  }

  #settle(id) {
    this.#waiting.delete(id);
    const busy = this.find(id)?.querySelectorAll("[data-custom-id][aria-busy]") ?? [];
    for (const control of busy) control.removeAttribute("aria-busy");
  }

  #fail(id, reason) {
    const line = this.find(id)?.querySelector(".failure");
    if (!line) return;
    line.textContent = reason;
    line.hidden = reason === "";
  }
}
