// One option of a command that takes a file: a chip with its name and the browser's own way to choose one.
import { el } from "./dom.js";
import { ChosenFiles } from "./files.js";
/** @import { CommandForm, Filling, Reading } from "./command_form.js" */
/** @import { ChosenFile, Given, GivenOption, Option } from "./shapes.d.ts" */

export class FileField {
  /** A file chosen when the command was used before. @type {ChosenFile | null} */
  #before = null;

  /** @param {Option} option @param {CommandForm} form */
  constructor(option, form) {
    this.option = option;
    this.form = form;
    this.input = el("input", {
      type: "file",
      class: "option-input",
      "aria-label": `${option.name}: ${option.description}`,
      "aria-describedby": "composer-hint",
      "aria-required": option.required ? "true" : "false",
      onchange: () => this.#chosen(),
      onfocus: () => this.#focused(),
      onkeydown: (event) => this.#key(event),
    });
    this.files = new ChosenFiles(this.input);
    this.shown = el("span", { class: "chip-file" });
    const name = el("span", { class: "chip-name" }, option.name);
    this.node = el("label", { class: "chip" }, name, this.input, this.shown);
  }

  /** Wait until the chosen file has been read. */
  ready() {
    return this.files.ready();
  }

  /** Read the field. @returns {Reading} */
  read() {
    const { name, required } = this.option;
    const problem = this.files.problemOf(name);
    if (problem) return { problem };
    if (required && this.isEmpty()) return { problem: `Choose a file for “${name}”.` };
    return { value: this.#given() };
  }

  /** What the field holds, as set() takes it. @returns {Filling} */
  filling() {
    return { name: this.#given()?.filename ?? "", value: this.#given() };
  }

  /** True if no file is chosen. */
  isEmpty() {
    return !this.#before && !this.input.files?.[0];
  }

  /** A value as an option of an interaction. @param {Given} value @returns {GivenOption} */
  as(value) {
    const { name, type } = this.option;
    return { name, type, value };
  }

  /**
   * Put a file back in that was chosen before; the browser's own input cannot show its name.
   * @param {Filling} filling
   */
  set({ name, value }) {
    this.#before = /** @type {ChosenFile | null} */ (value); // what filling() gave
    this.shown.textContent = name;
  }

  #given() {
    return this.files.read[0] ?? this.#before ?? undefined;
  }

  #chosen() {
    this.set({ name: "", value: null });
    this.input.removeAttribute("aria-invalid");
  }

  #focused() {
    this.form.suggestions.hide();
    this.form.say(`${this.option.name} — ${this.option.description}`);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.form.keyForAll(event)) return;
    if (event.key === "Enter" && !this.isEmpty()) this.form.next(this);
    else if (event.key === "Backspace" && this.isEmpty()) this.form.leave(this);
    else return;
    event.preventDefault();
  }
}
