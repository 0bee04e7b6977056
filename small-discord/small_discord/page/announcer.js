// Says news to screen readers without moving the focus.

const LONGEST = 240;

/** Say a text politely. @param {string} text */
export function announce(text) {
  const region = document.querySelector("#announcer");
  if (region) region.textContent = text;
}

/** What a node says, with the names of its emoji, cut to a length one can listen to. @param {Node} node */
export function spoken(node) {
  const text = wordsOf(node).replace(/\s+/g, " ").trim();
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** @param {Node} node @returns {string} */
function wordsOf(node) {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return "";
  if (node instanceof HTMLImageElement) return ` ${node.alt.replaceAll("_", " ")} `;
  if (node.getAttribute("aria-hidden") === "true" || node.matches("button:not(.mention)")) return " ";
  return [...node.childNodes].map(wordsOf).join(node.matches("p, div, li, ul, ol") ? " " : "");
}
