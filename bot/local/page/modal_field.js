// The fields of a modal: how each is drawn, checked and read.
import { chosenIn, drawSelect } from "./controls.js";
import { el } from "./dom.js";
import { CHANNELS, MENTIONABLES, ROLES, USERS, withOptions } from "./entities.js";
import { ChosenFiles } from "./files.js";
import { markdown } from "./markdown.js";

const ROW = 1;
const SELECT = 3;
const TEXT_INPUT = 4;
const TEXT = 10;
const LABEL = 18;
const FILES = 19;
const PARAGRAPH = 2;
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

/** Draw a top-level component of a modal: `{node, ready(), check(), read()}`. */
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

function wrap(outer, inner, { label, description }, state, place) {
  const draw = DRAWERS[inner.type];
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

function textProblem({ required = true, min_length: least }, text, label) {
  if (text === "") return required ? `Fill in “${label}”.` : "";
  return least && text.length < least ? `“${label}” needs at least ${least} characters.` : "";
}

function drawChoice(select, id, label) {
  const node = drawSelect(select);
  node.id = id;
  const problemOf = () =>
    (select.required ?? true) && chosenIn(node).length === 0 ? `Choose “${label}”.` : "";
  return { node, problemOf, values: () => ({ values: chosenIn(node) }) };
}

function drawFilled(select, id, label, state) {
  return drawChoice(withOptions(select, state), id, label);
}

function drawFiles({ min_values: least, max_values: most, required = true }, id, label) {
  const node = el("input", { type: "file", id, class: "modal-input", multiple: (most ?? 1) > 1 });
  const files = new ChosenFiles(node);
  const problemOf = () => {
    const count = node.files.length;
    const problem = files.problemOf(label);
    if (problem) return problem;
    if (count < Math.max(least ?? 0, required ? 1 : 0)) return `Choose a file for “${label}”.`;
    return count > (most ?? 1) ? `“${label}” takes at most ${most ?? 1}.` : "";
  };
  return { node, problemOf, values: () => ({ values: files.read }), ready: () => files.ready() };
}

function drawText(component, state) {
  const node = el("div", { class: "text" }, markdown(component.content, state));
  return { node, ready() {}, check: () => true, read: () => named(component) };
}

function drawUnknown({ type }) {
  const node = el("p", { class: "unsupported" }, `This page cannot show fields of type ${type}.`);
  return { node, ready() {}, check: () => true, read: () => null };
}

function named({ type, id }) {
  return id === undefined ? { type } : { type, id };
}
