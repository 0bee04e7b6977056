// Finds "the same" control again after a message was redrawn.

import { all } from "./dom.js";

const REACHABLE = "button, a[href], [tabindex]";

/** @typedef {{ held: HTMLElement, key: string | null, index: number }} Bookmark */

/**
 * Name a control by its place among those whose custom_id is the same but for numbers, which edits change.
 * @param {Element} root @param {HTMLElement} control
 */
export function keyOf(root, control) {
  const name = plainId(control);
  const equals = all(root, "[data-custom-id]").filter((other) => plainId(other) === name);
  return `${name}|${equals.indexOf(control)}`;
}

/** Find the control with that key, or null. @param {Element} root @param {string} key */
export function findByKey(root, key) {
  return all(root, "[data-custom-id]").find((control) => keyOf(root, control) === key) ?? null;
}

/**
 * Remember where the focus is inside `root`; null if it is elsewhere.
 * @param {Element} root @returns {Bookmark | null}
 */
export function bookmark(root) {
  const held = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!held || !root.contains(held)) return null;
  const key = held.dataset.customId === undefined ? null : keyOf(root, held);
  return { held, key, index: reachable(root).indexOf(held) };
}

/**
 * Put the focus back: on the same control, else on the one that took its place.
 * @param {Element} root @param {Bookmark | null} mark
 */
export function restore(root, mark) {
  if (mark === null || (root.contains(mark.held) && !movedOn(root, mark))) return;
  const places = reachable(root);
  const same = mark.key === null ? null : findByKey(root, mark.key);
  const target = same ?? places[Math.min(mark.index, places.length - 1)];
  target?.focus({ preventScroll: true });
}

/** @param {Element} root @param {Bookmark} mark */
function movedOn(root, mark) {
  return (
    mark.key !== null && (mark.held.dataset.customId === undefined || keyOf(root, mark.held) !== mark.key)
  );
}

/** @param {HTMLElement} control */
function plainId({ dataset }) {
  return dataset.customId?.replace(/\d+/g, "#");
}

/** @param {Element} root */
function reachable(root) {
  return all(root, REACHABLE);
}
