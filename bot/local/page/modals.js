// Opens the modals that the bot answers with, each with its selects.
import { showChosen } from "./controls.js";
import { findByKey, keyOf } from "./focus.js";
import { ModalDialog } from "./modal.js";

export class Modals {
  constructor(interactions, state, picker) {
    this.interactions = interactions;
    this.state = state;
    this.picker = picker;
  }

  /** Show a modal; at its end the keyboard goes back to what opened it. */
  open(nonce, modal) {
    const opener = /** @type {HTMLElement} */ (document.activeElement ?? document.body);
    const message = opener.closest("[data-message]");
    const key = message && opener.dataset.customId ? keyOf(message, opener) : null;
    const dialog = new ModalDialog(modal, this.state, {
      send: (components, answer) => this.interactions.start({ op: "modal", modal: nonce, components }, answer),
      closed: () => (key ? findByKey(message, key) : opener)?.focus(),
    });
    dialog.node.addEventListener("click", ({ target }) => {
      const select = target.closest(".select");
      if (select) this.picker.open(select, dialog.node, (options, trigger) => showChosen(trigger, options));
    });
    dialog.open();
  }
}
