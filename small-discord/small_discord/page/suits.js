// Suits in text. Without a variation selector Discord draws them as coloured emoji, whatever the theme.
import { el } from "./dom.js";

const SUIT = /([♠♣♥♦])(?!\ufe0e)\ufe0f?/g;
/** @type {Record<string, string>} */
const NAMES = { "♠": "spades", "♣": "clubs", "♥": "hearts", "♦": "diamonds" };

/** Split a text into strings and the emoji between them; suits with U+FE0E stay text. @param {string} text */
export function withSuits(text) {
  const parts = [];
  let from = 0;
  for (const { 0: whole, 1: suit, index } of text.matchAll(SUIT)) {
    parts.push(text.slice(from, index), drawSuit(suit));
    from = index + whole.length;
  }
  return [...parts, text.slice(from)];
}

/** @param {string} suit */
function drawSuit(suit) {
  return el("span", { class: `suit-emoji ${NAMES[suit]}`, title: `:${NAMES[suit]}:` }, suit);
}
