// Finds "the same" control again after a message was redrawn.

const REACHABLE = "button, a[href], [tabindex]";

/** Name a control by its place among those whose custom_id is the same but for numbers, which edits change. */
export function keyOf(root, control) {
  const name = plainId(control);
  const equals = [...root.querySelectorAll("[data-custom-id]")].filter((other) => plainId(other) === name);
  return `${name}|${equals.indexOf(control)}`;
}

/** Find the control with that key, or null. */
export function findByKey(root, key) {
  const controls = [...root.querySelectorAll("[data-custom-id]")];
  return controls.find((control) => keyOf(root, control) === key) ?? null;
}

/** Remember where the focus is inside `root`; null if it is elsewhere. */
export function bookmark(root) {
  const held = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!held || !root.contains(held)) return null;
  const key = held.dataset.customId === undefined ? null : keyOf(root, held);
  return { held, key, index: reachable(root).indexOf(held) };
}

/** Put the focus back: on the same control, else on the one that took its place. */
export function restore(root, mark) {
  if (mark === null || (root.contains(mark.held) && !movedOn(root, mark))) return;
  const places = reachable(root);
  const target = (mark.key && findByKey(root, mark.key)) ?? places[Math.min(mark.index, places.length - 1)];
  target?.focus({ preventScroll: true });
}

function movedOn(root, mark) {
  return (
    mark.key !== null && (mark.held.dataset.customId === undefined || keyOf(root, mark.held) !== mark.key)
  );
}

function plainId(control) {
  return control.dataset.customId.replace(/\d+/g, "#");
}

function reachable(root) {
  return [...root.querySelectorAll(REACHABLE)];
}
