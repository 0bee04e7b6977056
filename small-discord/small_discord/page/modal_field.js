// The fields of a modal: how each is drawn, checked and read.
import { chosenIn, drawSelect } from "./controls.js";
import { el } from "./dom.js";
import { CHANNELS, MENTIONABLES, ROLES, USERS, withOptions } from "./entities.js";
import { ChosenFiles } from "./files.js";
import { markdown } from "./markdown.js";
/** @import { ChosenFile, EntitySelect, FileUpload, Filled, InputRow, Label } from "./shapes.d.ts" */
/** @import { Modal, ModalInput, Select, Text, TextInput } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

const ROW = 1;
const SELECT = 3;
const TEXT_INPUT = 4;
const TEXT = 10;
const LABEL = 18;
const FILES = 19;
const PARAGRAPH = 2;

/** @typedef {() => void | Promise<void>} Ready */
/**
 * @typedef {object} Field A component of a modal, as it is drawn.
 * @property {HTMLElement} node
 * @property {Ready} ready Waits for files that are being read.
 * @property {() => boolean} check Shows what is wrong; false if anything is.
 * @property {() => Filled | null} read
 */
/** @typedef {{ label: string, description?: string | null }} Texts */
/** @typedef {{ value: string } | { values: (string | ChosenFile)[] }} Values */
/** @typedef {{ node: HTMLElement, problemOf: () => string, values: () => Values, ready?: Ready }} Input */
/** @template {ModalInput} I @typedef {(input: I, id: string, label: string, state: State) => Input} Drawer */
/** @typedef {{ [I in ModalInput as I["type"]]: Drawer<I> }} Drawers */

/** @type {Drawers} */
const DRAWERS = {
  [TEXT_INPUT]: drawTextInput,
  [SELECT]: drawChoice,
  [USERS]: drawFilled,
  [ROLES]: drawFilled,
  [MENTIONABLES]: drawFilled,
  [CHANNELS]: drawFilled,
  [FILES]: drawFiles,
};
let count = 0;

/**
 * Draw a top-level component of a modal.
 * @param {Modal["components"][number]} component @param {State} state @returns {Field}
 */
export function drawField(component, state) {
  if (component.type === TEXT) return drawText(component, state);
  if (component.type === LABEL)
    return wrap(component, component.component, component, state, (part) => ({ component: part }));
  if (component.type === ROW) {
    const [inner] = component.components;
    return wrap(component, inner, inner, state, (part) => ({ components: [part] }));
  }
  return drawUnknown(component);
}

/**
 * `place` puts the answer of the inner component into that of the outer one.
 * @param {InputRow | Label} outer @param {ModalInput} inner @param {Texts} texts @param {State} state
 * @param {(part: Filled) => Partial<Filled>} place @returns {Field}
 */
function wrap(outer, inner, { label, description }, state, place) {
  // Each takes only its own kind, which is how it is found; some kinds may have none.
  const draw = /** @type {Drawer<ModalInput> | undefined} */ (DRAWERS[inner.type]);
  if (!draw) return drawUnknown(inner);
  count += 1;
  const id = `field-${count}`;
  const problem = el("p", { class: "problem", id: `${id}-problem`, role: "alert" });
  const { node, problemOf, values, ready = () => {} } = draw(inner, id, label, state);
  const check = () => {
    const text = problemOf();
    problem.textContent = text;
    node.toggleAttribute("data-invalid", text !== "");
    if (text) node.focus();
    return text === "";
  };
  const required = inner.required ?? true;
  const parts = [
    el(
      "label",
      { for: id },
      label,
      required ? el("span", { class: "required", title: "required" }, " *") : null,
    ),
    description ? el("p", { class: "description" }, description) : null,
  ];
  const answer = () => ({
    ...named(outer),
    ...place({ ...named(inner), custom_id: inner.custom_id, ...values() }),
  });
  return { node: el("div", { class: "field" }, parts, node, problem), ready, check, read: answer };
}

/** @param {TextInput} input @param {string} id @param {string} label @returns {Input} */
function drawTextInput(input, id, label) {
  const long = input.style === PARAGRAPH;
  const node = el(long ? "textarea" : "input", {
    id,
    class: "modal-input",
    rows: long ? 4 : null,
    placeholder: input.placeholder,
    maxlength: input.max_length,
    "aria-required": String(input.required ?? true),
    "aria-describedby": `${id}-problem`,
  });
  node.value = input.value ?? "";
  const problemOf = () => textProblem(input, node.value, label);
  return { node, problemOf, values: () => ({ value: node.value }) };
}

/** @param {TextInput} input @param {string} text @param {string} label */
function textProblem({ required = true, min_length: least }, text, label) {
  if (text === "") return required ? `Fill in “${label}”.` : "";
  return least && text.length < least ? `“${label}” needs at least ${least} characters.` : "";
}

/** @param {Select} select @param {string} id @param {string} label @returns {Input} */
function drawChoice(select, id, label) {
  const node = drawSelect(select);
  node.id = id;
  const problemOf = () =>
    (select.required ?? true) && chosenIn(node).length === 0 ? `Choose “${label}”.` : "";
  return { node, problemOf, values: () => ({ values: chosenIn(node) }) };
}

/** @param {EntitySelect} select @param {string} id @param {string} label @param {State} state */
function drawFilled(select, id, label, state) {
  return drawChoice(withOptions(select, state), id, label);
}

/** @param {FileUpload} upload @param {string} id @param {string} label @returns {Input} */
function drawFiles({ min_values: least, max_values: most, required = true }, id, label) {
  const node = el("input", { type: "file", id, class: "modal-input", multiple: (most ?? 1) > 1 });
  const files = new ChosenFiles(node);
  const problemOf = () => {
    const count = node.files?.length ?? 0;
    const problem = files.problemOf(label);
    if (problem) return problem;
    if (count < Math.max(least ?? 0, required ? 1 : 0)) return `Choose a file for “${label}”.`;
    return count > (most ?? 1) ? `“${label}” takes at most ${most ?? 1}.` : "";
  };
  return { node, problemOf, values: () => ({ values: files.read }), ready: () => files.ready() };
}

/** @param {Text} component @param {State} state @returns {Field} */
function drawText(component, state) {
  const node = el("div", { class: "text" }, markdown(component.content, state));
  return { node, ready() {}, check: () => true, read: () => named(component) };
}

/** @param {{ type: number }} component @returns {Field} */
function drawUnknown({ type }) {
  const node = el("p", { class: "unsupported" }, `This page cannot show fields of type ${type}.`);
  return { node, ready() {}, check: () => true, read: () => null };
}

/** @param {{ type: number, id?: number }} component @returns {Filled} */
function named({ type, id }) {
  return id === undefined ? { type } : { type, id };
}
