// The end of a command being typed: offers the options that may be added, and sends on Enter.
import { el } from "./dom.js";
/** @import { CommandForm } from "./command_form.js" */

export class OptionAdder {
  /** `form` is what is around it; it knows which options are left. @param {CommandForm} form */
  constructor(form) {
    this.form = form;
    this.input = el("input", {
      class: "tail",
      role: "combobox",
      "aria-expanded": "false",
      "aria-label": "Add an option, or press Enter to send",
      "aria-describedby": "composer-hint",
      autocapitalize: "off",
      oninput: () => this.#offer(),
      onfocus: () => this.#offer(),
      onblur: () => form.suggestions.hide(),
      onkeydown: (event) => this.#key(event),
    });
  }

  /** Show how many options are left. */
  refresh() {
    const count = this.form.left().length;
    this.input.value = "";
    this.input.placeholder = count > 0 ? `+ ${count} optional` : "Press Enter to send";
    this.input.hidden = count === 0 && !this.form.isBare();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.form.keyForAll(event)) return;
    if (event.key === "Enter") this.form.submit();
    else if (event.key === "Backspace" && this.input.value === "") this.form.goBack();
    else return;
    event.preventDefault();
  }

  #offer() {
    const { form, input } = this;
    const typed = input.value.trim().toLowerCase();
    const fitting = form.left().filter(({ name }) => name.startsWith(typed));
    const items = fitting.map((option) => ({ label: option.name, detail: option.description, option }));
    form.say(form.command.description);
    form.suggestions.show(input, items, {
      heading: "Options that you may add",
      active: typed === "" ? -1 : 0,
      pick: ({ option }) => form.add(option).input.focus(),
    });
  }
}
