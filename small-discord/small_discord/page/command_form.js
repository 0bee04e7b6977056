// A chosen command being filled in: its chips, what the keys do in them, and the sending.
import { wrapOptions } from "./commands.js";
import { el } from "./dom.js";
import { FileField } from "./file_field.js";
import { OptionAdder } from "./option_adder.js";
import { OptionField } from "./option_field.js";
import { ATTACHMENT } from "./values.js";
/** @import { SlashCommand } from "./commands.js" */
/** @import { Composer } from "./composer.js" */
/** @import { Choice, Given, GivenOption, Option } from "./shapes.d.ts" */

/** @typedef {FileField | OptionField} Field */
/** @typedef {{ name: string, value: Given }} Filling What a field holds, as it is shown and as it is sent. */
/** @typedef {{ value?: Given, problem?: string }} Reading What a field holds, or what is wrong with it. */
/** @typedef {{ send: (options: GivenOption[]) => void, cancel: () => void }} Ends */

export class CommandForm {
  /** @type {Field[]} */
  #fields = [];

  /**
   * `composer` gives state, suggestions, autocomplete and say(); `send(options)`, `cancel()` end the form.
   * @param {SlashCommand} command @param {Composer} composer @param {Ends} ends
   */
  constructor(command, composer, { send, cancel }) {
    this.command = command;
    this.state = composer.state;
    this.suggestions = composer.suggestions;
    this.autocomplete = composer.autocomplete;
    this.say = composer.say;
    this.send = send;
    this.cancel = cancel;
    this.chips = el("span", { class: "chips" });
    this.adder = new OptionAdder(this);
    this.node = el("div", { class: "command-form" }, this.#drawName(), this.chips, this.adder.input);
    this.adder.refresh();
    for (const option of command.options) if (option.required) this.add(option);
  }

  /** Fill in values by option name, as a former use left them. @param {Map<string, Filling>} values */
  restore(values) {
    for (const option of this.command.options) {
      const value = values.get(option.name);
      if (value) (this.#field(option) ?? this.add(option)).set(value);
    }
  }

  /** The filled-in values by option name, for restore(). */
  values() {
    return new Map(this.#filled().map((field) => [field.option.name, field.filling()]));
  }

  /** Put the keyboard where typing goes on. */
  focus() {
    const empty = this.#fields.find((field) => field.isEmpty());
    (empty?.input ?? this.#end()).focus();
  }

  /** Add the chip of an option; returns its field. @param {Option} option */
  add(option) {
    const field = new (option.type === ATTACHMENT ? FileField : OptionField)(option, this);
    this.#fields.push(field);
    this.chips.append(field.node);
    this.adder.refresh();
    return field;
  }

  /** The options that have no chip yet. */
  left() {
    return this.command.options.filter((option) => !this.#field(option));
  }

  /** True if there are no chips at all. */
  isBare() {
    return this.#fields.length === 0;
  }

  /** Check all options, once they are read; send them, or go to the first that is wrong and say why. */
  async submit() {
    await Promise.all(this.#fields.map((field) => field.ready()));
    if (!this.node.isConnected) return; // sent or given up in the meantime
    const wrong = this.#fields.find((field) => field.read().problem);
    if (wrong) {
      wrong.input.focus();
      wrong.input.setAttribute("aria-invalid", "true");
      this.say(wrong.read().problem ?? "", true);
      return;
    }
    const given = this.#filled().map((field) => field.as(field.read().value));
    this.send(wrapOptions(this.command, given));
  }

  /**
   * Ask the bot for choices of a field, with what the other fields hold.
   * @param {Field} field @param {(choices: Choice[]) => void} found
   */
  complete(field, found) {
    const others = () => this.#filled().filter((other) => other !== field);
    const options = () => [
      ...others().map((other) => other.as(other.filling().value)),
      { ...field.as(field.input.value), focused: true },
    ];
    this.autocomplete.ask(this.command.id, () => wrapOptions(this.command, options()), found);
  }

  /** Go on after a choice was picked, without sending yet. @param {Field} field */
  advance(field) {
    (this.#after(field)?.input ?? this.#end()).focus();
  }

  /** Go on after a field: to the next one, to a required one that is empty, or send. @param {Field} field */
  next(field) {
    const missing = this.#fields.find((other) => other.option.required && other.isEmpty());
    const target = this.#after(field) ?? missing;
    if (target && target !== field) return target.input.focus();
    return this.submit();
  }

  /** Go to the last chip, or give the command up if there is none. */
  goBack() {
    const last = this.#fields.at(-1);
    if (last) last.input.focus();
    else this.cancel();
  }

  /** Leave an empty field backwards; an optional one goes away. @param {Field} field */
  leave(field) {
    const before = this.#fields[this.#fields.indexOf(field) - 1];
    if (!field.option.required) this.#remove(field);
    else if (!before) return this.cancel();
    return (before?.input ?? this.adder.input).focus();
  }

  /**
   * Handle the keys that mean the same everywhere in the form; true if this was one.
   * @param {KeyboardEvent} event
   */
  keyForAll(event) {
    if (this.suggestions.key(event)) return true;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.submit();
    else if (event.key === "Escape") this.cancel();
    else return false;
    event.preventDefault();
    return true;
  }

  #drawName() {
    const attributes = { type: "button", class: "command-name", title: "Take another command" };
    return el("button", { ...attributes, onclick: this.cancel }, this.command.title);
  }

  /** @param {Field} field */
  #remove(field) {
    this.#fields = this.#fields.filter((other) => other !== field);
    field.node.remove();
    this.adder.refresh();
  }

  #end() {
    const last = this.#fields.at(-1);
    return last && this.adder.input.hidden ? last.input : this.adder.input;
  }

  /** @param {Field} field @returns {Field | undefined} */
  #after(field) {
    return this.#fields[this.#fields.indexOf(field) + 1];
  }

  #filled() {
    return this.#fields.filter((field) => !field.isEmpty());
  }

  /** @param {Option} option */
  #field(option) {
    return this.#fields.find((field) => field.option === option);
  }
}
