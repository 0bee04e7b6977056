// Draws buttons and selects. They carry no listeners: a redraw keeps the node and swaps its component.
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { partialEmoji } from "./inline.js";
/** @import { Child } from "./dom.js" */
/** @import { Button, Control, Select, SelectNode, SelectOption } from "./shapes.d.ts" */

/** @type {Record<number, string>} */
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const LINK = 5;

/** A button, or a link that looks like one. @param {Button} component */
export function drawButton(component) {
  const look = `button ${STYLES[component.style] ?? "secondary"}`;
  const face = [partialEmoji(component.emoji), component.label ? el("span", {}, component.label) : null];
  if (component.style === LINK) return drawLink(component, look, face);
  return asControl(
    el("button", { type: "button", class: look, "aria-disabled": blocked(component) }, face),
    component,
  );
}

/** The closed face of a select; picker.js opens it. @param {Select} component @returns {SelectNode} */
export function drawSelect(component) {
  const chosen = defaultsOf(component);
  const placeholder = component.placeholder ?? "Make a choice";
  const node = el(
    "button",
    {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": placeholder,
      "aria-disabled": blocked(component),
    },
    faceOf(chosen, placeholder),
    icon("chevron"),
  );
  return asControl(node, component);
}

/**
 * Keep the options that were just chosen in a select, and show them on its face.
 * @param {SelectNode} select @param {SelectOption[]} options
 */
export function showChosen(select, options) {
  select.chosen = options.map(({ value }) => value);
  const placeholder = select.component.placeholder ?? "Make a choice";
  select.firstElementChild?.replaceWith(faceOf(options, placeholder));
}

/**
 * The values that are chosen in a select: those that showChosen() keeps, or else its defaults.
 * @param {SelectNode} select
 */
export function chosenIn({ chosen, component }) {
  return chosen ?? defaultsOf(component).map(({ value }) => value);
}

/** True for a select, false for a button. @param {Element} control @returns {control is SelectNode} */
export function isSelect(control) {
  return control.matches(".select");
}

/** True if pressing the control does nothing. @param {Control} control */
export function isBlocked(control) {
  return control.getAttribute("aria-disabled") === "true";
}

/** @param {Select} component */
function defaultsOf({ options }) {
  return options.filter((option) => option.default);
}

/** @param {SelectOption[]} options @param {string} placeholder */
function faceOf(options, placeholder) {
  if (options.length === 0) return el("span", { class: "face placeholder" }, placeholder);
  const names = options.map((option) => [partialEmoji(option.emoji), el("span", {}, option.label)]);
  return el("span", { class: "face" }, names);
}

/** @param {Button} button @param {string} look @param {Child[]} face */
function drawLink({ url, disabled }, look, face) {
  const safe = /^https?:\/\//.test(url ?? "") && !disabled;
  const attributes = safe
    ? { href: url, target: "_blank", rel: "noopener noreferrer" }
    : { "aria-disabled": "true" };
  return el("a", { class: look, ...attributes }, face, icon("away"));
}

/** @template {Button | Select} C @param {HTMLElement} node @param {C} component */
function asControl(node, component) {
  node.dataset.customId = component.custom_id ?? "";
  return Object.assign(node, { component });
}

/**
 * Not the attribute "disabled": it would throw the keyboard focus away when an edit disables the control.
 * @param {Button | Select} component
 */
function blocked(component) {
  return component.disabled ? "true" : null;
}
