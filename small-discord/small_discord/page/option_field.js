// One option of a command being typed: a chip with its name and an input that suggests values.
import { el } from "./dom.js";
import { knownChoices, readValue } from "./values.js";
/** @import { CommandForm, Filling, Reading } from "./command_form.js" */
/** @import { Choice, Given, GivenOption, Option } from "./shapes.d.ts" */

export class OptionField {
  /** @type {Filling | null} */
  #picked = null;
  /** @type {string | null} */
  #listFor = null;

  /** @param {Option} option @param {CommandForm} form */
  constructor(option, form) {
    this.option = option;
    this.form = form;
    /** @type {HTMLInputElement} */
    this.input = el("input", {
      class: "option-input",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-label": `${option.name}: ${option.description}`,
      "aria-describedby": "composer-hint",
      "aria-required": option.required ? "true" : "false",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "next",
      oninput: () => this.#typed(),
      onfocus: () => this.#focused(),
      onblur: () => form.suggestions.hide(),
      onkeydown: (event) => this.#key(event),
    });
    this.node = el("label", { class: "chip" }, el("span", { class: "chip-name" }, option.name), this.input);
    this.#fit();
  }

  /** What is typed is there at once, unlike a file. */
  ready() {}

  /** Read the field. @returns {Reading} */
  read() {
    if (this.#picked && this.#picked.name === this.input.value) return { value: this.#picked.value };
    return readValue(this.option, this.input.value, this.form.state);
  }

  /** What the field holds, right or wrong, as set() takes it. @returns {Filling} */
  filling() {
    return { name: this.input.value, value: this.read().value ?? this.input.value };
  }

  /** True if nothing is typed. */
  isEmpty() {
    return this.input.value.trim() === "";
  }

  /** A value as an option of an interaction. @param {Given} value @returns {GivenOption} */
  as(value) {
    const { name, type } = this.option;
    return { name, type, value };
  }

  /** Put in a choice or a text. @param {Filling} filling */
  set({ name, value }) {
    this.#picked = { name: String(name), value };
    this.input.value = this.#picked.name;
    this.input.removeAttribute("aria-invalid");
    this.#fit();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.form.keyForAll(event)) return;
    if (event.key === "Enter") this.form.next(this);
    else if (event.key === "Backspace" && this.input.value === "") this.form.leave(this);
    else return;
    event.preventDefault();
  }

  #focused() {
    this.form.say(`${this.option.name} — ${this.option.description}`);
    this.#suggest();
  }

  #typed() {
    this.input.removeAttribute("aria-invalid");
    this.form.say(`${this.option.name} — ${this.option.description}`);
    this.#fit();
    this.#suggest();
  }

  #fit() {
    this.input.size = Math.min(Math.max(this.input.value.length, 6), 32);
  }

  #suggest() {
    if (this.option.autocomplete) return this.#askBot();
    const typed = this.#picked?.name === this.input.value ? "" : this.input.value.trim().toLowerCase();
    const choices = knownChoices(this.option, this.form.state) ?? [];
    return this.#list(choices.filter(({ name }) => name.toLowerCase().includes(typed)));
  }

  #askBot() {
    const text = this.input.value;
    if (this.#listFor !== text) this.form.suggestions.hide();
    this.form.complete(this, (choices) => {
      if (document.activeElement !== this.input) return;
      this.#listFor = text;
      this.#list(choices);
    });
  }

  /** Enter takes what was typed if it is a choice itself, else the first choice. @param {Choice[]} choices */
  #list(choices) {
    const typed = this.input.value.trim().toLowerCase();
    const exact = choices.findIndex(({ name, value }) =>
      [name, String(value)].some((text) => text.toLowerCase() === typed),
    );
    const items = choices.map((choice) => ({ label: choice.name, choice }));
    this.form.suggestions.show(this.input, items, {
      active: Math.max(exact, 0),
      pick: ({ choice }) => {
        this.set(choice);
        this.form.advance(this);
      },
    });
  }
}
