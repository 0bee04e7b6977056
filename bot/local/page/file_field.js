// One option of a command that takes a file: a chip with its name and the browser's own way to choose one.
import { el } from "./dom.js";
import { MOST_BYTES, readFile } from "./files.js";

export class FileField {
  #given; // what was read of the file, or undefined

  /** `form` is the CommandForm around it. */
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
    this.shown = el("span", { class: "chip-file" });
    const name = el("span", { class: "chip-name" }, option.name);
    this.node = el("label", { class: "chip" }, name, this.input, this.shown);
  }

  /** Read the field: `{value}`, with undefined for an empty one, or `{problem}`. */
  read() {
    const { name, required } = this.option;
    if (this.input.files[0]?.size > MOST_BYTES) return { problem: `“${name}” takes at most 2 MB.` };
    if (this.input.files[0] && !this.#given) return { problem: `“${name}” is still being read.` };
    if (!this.#given && required) return { problem: `Choose a file for “${name}”.` };
    return { value: this.#given };
  }

  /** What the field holds, as set() takes it: `{name, value}`. */
  filling() {
    return { name: this.#given?.filename ?? "", value: this.#given };
  }

  /** True if no file is chosen. */
  isEmpty() {
    return !this.#given && !this.input.files[0];
  }

  /** A value as an option of an interaction. */
  as(value) {
    const { name, type } = this.option;
    return { name, type, value };
  }

  /** Put a file back in that was chosen before; the browser's own input cannot show its name. */
  set({ name, value }) {
    this.#given = value;
    this.shown.textContent = name;
  }

  async #chosen() {
    const [file] = this.input.files;
    this.set({ name: "", value: undefined });
    this.input.removeAttribute("aria-invalid");
    if (!file || file.size > MOST_BYTES) return;
    const value = await readFile(file);
    if (this.input.files[0] === file) this.set({ name: "", value });
  }

  #focused() {
    this.form.suggestions.hide();
    this.form.say(`${this.option.name} — ${this.option.description}`);
  }

  #key(event) {
    if (this.form.keyForAll(event)) return;
    if (event.key === "Enter" && !this.isEmpty()) this.form.next(this);
    else if (event.key === "Backspace" && this.isEmpty()) this.form.leave(this);
    else return;
    event.preventDefault();
  }
}
