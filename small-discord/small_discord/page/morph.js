// Turns a drawn tree into a freshly built one in place: focus, scroll and loaded images survive an edit.
/** @import { Control, SelectNode } from "./shapes.d.ts" */

/** @typedef {{ component?: Control["component"], chosen?: SelectNode["chosen"] }} Kept */
/** @typedef {(HTMLElement | SVGElement) & Kept} Made */

/**
 * Make `old` look like `fresh`; what is of another kind is replaced. Listeners must be delegated.
 * @param {Node} old @param {Node} fresh
 */
export function morph(old, fresh) {
  if (old.nodeName !== fresh.nodeName) old.parentNode?.replaceChild(fresh, old);
  else if (old.nodeType === Node.ELEMENT_NODE)
    morphElement(/** @type {Made} */ (old), /** @type {Made} */ (fresh));
  else if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
}

/** @param {Made} old @param {Made} fresh */
function morphElement(old, fresh) {
  copyAttributes(old, fresh);
  old.component = fresh.component;
  old.chosen = fresh.chosen; // nothing: an edit ends what was chosen before
  morphChildren(old, fresh);
}

/** @param {Element} old @param {Element} fresh */
function morphChildren(old, fresh) {
  const children = [...fresh.childNodes];
  children.forEach((child, index) => {
    if (index < old.childNodes.length) morph(old.childNodes[index], child);
    else old.append(child);
  });
  while (old.childNodes.length > children.length) old.lastChild?.remove();
}

/** @param {Made} old @param {Made} fresh */
function copyAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (name !== "style" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  // Setting the attribute "style" is what the content security policy forbids; the object model is allowed.
  if (old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
}
