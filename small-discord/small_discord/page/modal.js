// A modal of the bot as a dialog: text inputs, selects, texts; sent in Discord's modal-submit form.
import { all, el } from "./dom.js";
import { icon } from "./icons.js";
import { drawField } from "./modal_field.js";
/** @import { Ends } from "./interactions.js" */
/** @import { Filled, Modal } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

/** @typedef {{ send: (components: Filled[], ends: Ends) => void, closed: () => void }} Run */

export class ModalDialog {
  /**
   * `send(components, {done, failed})` sends the answers; `closed()` is called at the end.
   * @param {Modal} modal @param {State} state @param {Run} run
   */
  constructor(modal, state, { send, closed }) {
    this.send = send;
    this.fields = modal.components.map((component) => drawField(component, state));
    this.failure = el("p", { class: "failure", role: "alert", hidden: true });
    this.submit = el("button", { type: "submit", class: "button primary" }, "Submit");
    this.node = el(
      "dialog",
      { class: "modal", "aria-labelledby": "modal-title" },
      this.#drawForm(modal.title),
    );
    this.node.addEventListener("close", () => {
      this.node.remove();
      closed();
    });
  }

  /** Open the dialog with the keyboard in its first field. */
  open() {
    document.body.append(this.node);
    this.node.showModal();
    all(this.node, "input, textarea, .select")[0]?.focus();
  }

  /** @param {string} title @returns {HTMLFormElement} */
  #drawForm(title) {
    const close = () => this.node.close();
    return el(
      "form",
      { novalidate: true, onsubmit: (event) => this.#submitted(event) },
      el(
        "header",
        { class: "modal-header" },
        el("h2", { id: "modal-title" }, title),
        el(
          "button",
          { type: "button", class: "round", "aria-label": "Close", onclick: close },
          icon("close"),
        ),
      ),
      el(
        "div",
        { class: "modal-body" },
        this.fields.map(({ node }) => node),
      ),
      this.failure,
      el(
        "footer",
        { class: "modal-footer" },
        el("button", { type: "button", class: "button secondary", onclick: close }, "Cancel"),
        this.submit,
      ),
    );
  }

  /** @param {SubmitEvent} event */
  async #submitted(event) {
    event.preventDefault();
    if (this.submit.disabled) return;
    this.submit.disabled = true;
    this.failure.hidden = true;
    await Promise.all(this.fields.map(({ ready }) => ready()));
    if (!this.node.open) return; // given up while its files were read
    if (!this.fields.every(({ check }) => check())) {
      this.submit.disabled = false;
      return;
    }
    const answers = this.fields.map(({ read }) => read()).filter((answer) => answer !== null);
    this.send(answers, { done: () => this.node.close(), failed: (reason) => this.#failed(reason) });
  }

  /** @param {string} reason */
  #failed(reason) {
    this.submit.disabled = false;
    this.failure.textContent = reason;
    this.failure.hidden = false;
  }
}
