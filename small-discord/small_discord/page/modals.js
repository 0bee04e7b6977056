// Opens the modals that the bot answers with, each with its selects.
import { showChosen } from "./controls.js";
import { around } from "./dom.js";
import { findByKey, keyOf } from "./focus.js";
import { ModalDialog } from "./modal.js";
/** @import { Interactions } from "./interactions.js" */
/** @import { Picker } from "./picker.js" */
/** @import { Modal, SelectNode } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

export class Modals {
  /** @param {Interactions} interactions @param {State} state @param {Picker} picker */
  constructor(interactions, state, picker) {
    this.interactions = interactions;
    this.state = state;
    this.picker = picker;
  }

  /**
   * Show a modal; at its end the keyboard goes back to what opened it.
   * @param {string} nonce @param {Modal} modal
   */
  open(nonce, modal) {
    const opener = /** @type {HTMLElement} */ (document.activeElement ?? document.body);
    const message = opener.closest("[data-message]");
    const key = message && opener.dataset.customId ? keyOf(message, opener) : null;
    const back = () => (message && key ? findByKey(message, key) : opener);
    const dialog = new ModalDialog(modal, this.state, {
      send: (components, ends) => this.interactions.start({ op: "modal", modal: nonce, components }, ends),
      closed: () => back()?.focus(),
    });
    dialog.node.addEventListener("click", (event) => {
      const select = /** @type {SelectNode | null} */ (around(event, ".select"));
      if (select) this.picker.open(select, dialog.node, (options, trigger) => showChosen(trigger, options));
    });
    dialog.open();
  }
}
