// Builds DOM nodes: the only way in which this page makes markup.

/** @typedef {string | Node | null | undefined | false | Child[]} Child What stands in an element. */
/** @typedef {string | number | boolean | null | undefined} Value */
/** @typedef {HTMLElementEventMap} Events */
/** @typedef {{ [E in keyof Events as `on${E}`]?: (event: Events[E]) => unknown }} Listeners */
/**
 * @typedef {"alt" | "autocapitalize" | "class" | "datetime" | "download" | "draggable" | "enterkeyhint"
 *   | "for" | "hidden" | "href" | "id" | "loading" | "maxlength" | "multiple" | "novalidate" | "placeholder"
 *   | "rel" | "role" | "rows" | "spellcheck" | "src" | "start" | "tabindex" | "target" | "title" | "type"} Name
 */
/** @typedef {Listeners & Partial<Record<Name | `aria-${string}` | `data-${string}`, Value>>} Attributes */

/**
 * Make an element; attributes that are null or false are left out, "on…" ones become listeners.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Attributes} attributes @param {...Child} children
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
  node.append(...laidOut(children));
  return node;
}

/** @param {HTMLElement} node @param {string} name @param {Attributes[keyof Attributes]} value */
function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function") node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  else node.setAttribute(name, value === true ? "" : String(value));
}

/** The children in one row, without gaps. @param {Child[]} children @returns {(string | Node)[]} */
function laidOut(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return laidOut(child);
    return child === null || child === undefined || child === false ? [] : [child];
  });
}

/** Fill an element with new children. @param {HTMLElement} node @param {...Child} children */
export function fill(node, ...children) {
  node.replaceChildren(...laidOut(children));
  return node;
}

/**
 * Where something happened: the nearest element there that fits.
 * @param {Event} event @param {string} selector
 */
export function around({ target }, selector) {
  /** @type {HTMLElement | null} */
  const found = target instanceof Element ? target.closest(selector) : null;
  return found;
}

/** All elements inside that fit. @param {Element} root @param {string} selector */
export function all(root, selector) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = root.querySelectorAll(selector);
  return [...found];
}

/** True where the screen is as narrow as a phone's. */
export function onPhone() {
  return window.matchMedia("(max-width: 700px)").matches;
}
