// Says news to screen readers without moving the focus.

const LONGEST = 240;

/** Say a text politely. */
export function announce(text) {
  const region = document.querySelector("#announcer");
  if (region) region.textContent = text;
}

/** What a node says, with the names of its emoji, cut to a length one can listen to. */
export function spoken(node) {
  const text = wordsOf(node).replace(/\s+/g, " ").trim();
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function wordsOf(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeName === "IMG") return ` ${node.alt.replaceAll("_", " ")} `;
  if (node.getAttribute?.("aria-hidden") === "true" || node.matches?.("button:not(.mention)")) return " ";
  return [...node.childNodes].map(wordsOf).join(node.matches?.("p, div, li, ul, ol") ? " " : "");
}
