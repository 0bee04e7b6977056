// Draws Discord's components: the layout ones here, controls and media in their own files.
import { drawButton, drawSelect } from "./controls.js";
import { el } from "./dom.js";
import { CHANNELS, MENTIONABLES, ROLES, USERS, withOptions } from "./entities.js";
import { markdown } from "./markdown.js";
import { drawFile, drawGallery, drawThumbnail } from "./media.js";

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

/** Draw a list of components as the bot sent them. */
export function drawComponents(components, names) {
  return components.map((component) => (DRAWERS[component.type] ?? drawUnknown)(component, names));
}

/** A colour number as CSS writes it. */
export function cssColour(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}

function drawFilled(select, names) {
  return drawSelect(withOptions(select, names));
}

function drawSection(section, names) {
  return el(
    "div",
    { class: "section" },
    el("div", { class: "section-text" }, drawComponents(section.components, names)),
    drawComponents([section.accessory], names),
  );
}

function drawSeparator({ divider = true, spacing = 1 }) {
  const size = spacing === 2 ? "large" : "small";
  return el(divider ? "hr" : "div", { class: `separator ${size}` });
}

function drawContainer(container, names) {
  const node = el("div", { class: "container" }, drawComponents(container.components, names));
  if (typeof container.accent_color === "number") {
    node.classList.add("accented");
    node.style.setProperty("--accent", cssColour(container.accent_color));
  }
  return node;
}

function drawUnknown({ type }) {
  return el("p", { class: "unsupported" }, `This page cannot show components of type ${type}.`);
}
