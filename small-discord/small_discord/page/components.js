// Draws Discord's components: the layout ones here, controls and media in their own files.
import { drawButton, drawSelect } from "./controls.js";
import { el } from "./dom.js";
import { CHANNELS, MENTIONABLES, ROLES, USERS, withOptions } from "./entities.js";
import { markdown } from "./markdown.js";
import { drawFile, drawGallery, drawThumbnail } from "./media.js";
/** @import { Component, Container, Drawers, Drawn, EntitySelect, Section, Separator } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

/** @type {Drawers} */
const DRAWERS = {
  1: (row, names) => el("div", { class: "row" }, drawComponents(row.components, names)),
  2: drawButton,
  3: drawSelect,
  [USERS]: drawFilled,
  [ROLES]: drawFilled,
  [MENTIONABLES]: drawFilled,
  [CHANNELS]: drawFilled,
  9: drawSection,
  10: (text, names) => el("div", { class: "text" }, markdown(text.content, names)),
  11: drawThumbnail,
  12: drawGallery,
  13: drawFile,
  14: drawSeparator,
  17: drawContainer,
};

/**
 * Draw a list of components as the bot sent them.
 * @param {Component[]} components @param {State} names @returns {Drawn[]}
 */
export function drawComponents(components, names) {
  return components.map((component) => drawerOf(component)(component, names));
}

/** Each drawer takes only its own kind, which is what this finds. @param {Component} component */
function drawerOf({ type }) {
  return /** @type {(component: Component, names: State) => Drawn} */ (DRAWERS[type] ?? drawUnknown);
}

/** A colour number as CSS writes it. @param {number} number */
export function cssColour(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}

/** @param {EntitySelect} select @param {State} names */
function drawFilled(select, names) {
  return drawSelect(withOptions(select, names));
}

/** @param {Section} section @param {State} names */
function drawSection(section, names) {
  return el(
    "div",
    { class: "section" },
    el("div", { class: "section-text" }, drawComponents(section.components, names)),
    drawComponents([section.accessory], names),
  );
}

/** @param {Separator} separator */
function drawSeparator({ divider = true, spacing = 1 }) {
  const size = spacing === 2 ? "large" : "small";
  return el(divider ? "hr" : "div", { class: `separator ${size}` });
}

/** @param {Container} container @param {State} names */
function drawContainer(container, names) {
  const node = el("div", { class: "container" }, drawComponents(container.components, names));
  if (typeof container.accent_color === "number") {
    node.classList.add("accented");
    node.style.setProperty("--accent", cssColour(container.accent_color));
  }
  return node;
}

/** @param {{ type: number }} component */
function drawUnknown({ type }) {
  return el("p", { class: "unsupported" }, `This page cannot show components of type ${type}.`);
}
