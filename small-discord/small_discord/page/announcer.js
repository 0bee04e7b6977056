// Says news to screen readers without moving the focus.

const LONGEST = 240;
const BLOCKS = "p, div, h2, li, ul, ol, pre, blockquote";

/** @typedef {{ text: string, pictured: boolean }} Line */

/** Say a text politely. @param {string} text */
export function announce(text) {
  const region = document.querySelector("#announcer");
  if (region) region.textContent = text;
}

/** Lines in one text, cut to a length one can listen to. @param {string[]} lines */
export function inBrief(lines) {
  const text = lines.join(" ");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/**
 * The lines that a node says, with the names of its emoji; those with emoji come last, as rows of them are long.
 * @param {Node} node
 */
export function spokenLines(node) {
  /** @type {Line[]} */
  const read = [];
  readInto(read, node);
  const lines = read.map((line) => ({ ...line, text: line.text.replace(/\s+/g, " ").trim() }));
  const inWords = lines.filter(({ pictured }) => !pictured);
  const inPictures = lines.filter(({ pictured }) => pictured);
  return [...inWords, ...inPictures].map(({ text }) => text).filter((text) => text !== "");
}

/** @param {Line[]} lines @param {Node} node */
function readInto(lines, node) {
  if (node instanceof Text) return addText(lines, node.data);
  if (!(node instanceof Element) || isUnheard(node)) return;
  if (node instanceof HTMLImageElement) return addPicture(lines, node.alt);
  const apart = node.matches(BLOCKS);
  if (apart) lines.push({ text: "", pictured: false });
  for (const child of node.childNodes) readInto(lines, child);
  if (apart) lines.push({ text: "", pictured: false });
}

/** @param {Element} node */
function isUnheard(node) {
  return node.getAttribute("aria-hidden") === "true" || node.matches("button:not(.mention)");
}

/** @param {Line[]} lines @param {string} text */
function addText(lines, text) {
  const [first, ...rest] = text.split("\n");
  lastOf(lines).text += first;
  for (const line of rest) lines.push({ text: line, pictured: false });
}

/** @param {Line[]} lines @param {string} says */
function addPicture(lines, says) {
  const line = lastOf(lines);
  line.text += ` ${says} `;
  line.pictured = true;
}

/** @param {Line[]} lines */
function lastOf(lines) {
  if (lines.length === 0) lines.push({ text: "", pictured: false });
  return lines[lines.length - 1];
}
