// Reads what was typed into an option: the value to send, or one sentence on what is wrong with it.
/** @import { Reading } from "./command_form.js" */
/** @import { Choice, Option } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

export const STRING = 3;
export const INTEGER = 4;
export const BOOLEAN = 5;
export const USER = 6;
export const CHANNEL = 7;
export const NUMBER = 10;
export const ATTACHMENT = 11;

/**
 * The choices that are known without asking the bot; null if any text will do.
 * @param {Option} option @param {State} state @returns {Choice[] | null}
 */
export function knownChoices(option, state) {
  if (option.choices?.length) return option.choices;
  if (option.type === BOOLEAN)
    return [
      { name: "True", value: true },
      { name: "False", value: false },
    ];
  if (option.type === USER) return state.peopleHere().map(({ id, name }) => ({ name, value: id }));
  if (option.type === CHANNEL)
    return (state.guild()?.channels ?? []).map(({ id, name }) => ({ name: `#${name}`, value: id }));
  return null;
}

/** Read a text. @param {Option} option @param {string} text @param {State} state @returns {Reading} */
export function readValue(option, text, state) {
  if (text.trim() === "") {
    return option.required ? { problem: `Fill in “${option.name}”: ${lowerFirst(option.description)}.` } : {};
  }
  const choices = knownChoices(option, state);
  if (choices) return readChoice(option, text, choices);
  if (option.type === INTEGER || option.type === NUMBER) return readNumber(option, text.trim());
  if (option.type === STRING) return readText(option, text);
  return { problem: `“${option.name}” cannot be filled in on this page.` };
}

/** @param {Option} option @param {string} text @param {Choice[]} choices @returns {Reading} */
function readChoice({ name }, text, choices) {
  const wanted = text.trim().replace(/^[@#]/, "").toLowerCase();
  const found = choices.find((choice) => choice.name.replace(/^#/, "").toLowerCase() === wanted);
  return found ? { value: found.value } : { problem: `Choose “${name}” from the list.` };
}

/** @param {Option} option @param {string} text @returns {Reading} */
function readNumber({ name, type, min_value: least, max_value: most }, text) {
  const number = Number(text);
  if (type === INTEGER && !/^[-+]?\d+$/.test(text)) return { problem: `“${name}” must be a whole number.` };
  if (!Number.isFinite(number)) return { problem: `“${name}” must be a number.` };
  if (number < (least ?? -Infinity)) return { problem: `“${name}” must be at least ${least}.` };
  if (number > (most ?? Infinity)) return { problem: `“${name}” must be at most ${most}.` };
  return { value: number };
}

/** @param {Option} option @param {string} text @returns {Reading} */
function readText({ name, min_length: least, max_length: most }, text) {
  if (text.length < (least ?? 0))
    return { problem: `“${name}” needs at least ${least} characters.` };
  if (text.length > (most ?? Infinity))
    return { problem: `“${name}” takes at most ${most} characters.` };
  return { value: text };
}

/** @param {string} text */
function lowerFirst(text) {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, "");
}
