// Discord's block markdown: paragraphs that keep their line breaks, headings, lists, quotes, code blocks.
import { el } from "./dom.js";
import { inline } from "./inline.js";
/** @import { State } from "./state.js" */

const FENCE = /```(?:[\w+-]*\n)?([\s\S]*?)```/g;
const ITEM = /^(\s*)([-*]|\d+\.) (.+)$/;
const HEADING = /^(#{1,3}) (.+)$/;
const SUBTEXT = /^-# (.+)$/;
const QUOTE = /^> ?(.*)$/;

/**
 * Parse a text into block nodes; `names` knows users and channels by id.
 * @param {string} text @param {State} names
 */
export function markdown(text, names) {
  const blocks = [];
  let from = 0;
  for (const fence of text.matchAll(FENCE)) {
    blocks.push(...parseLines(text.slice(from, fence.index), names));
    blocks.push(el("pre", {}, el("code", {}, fence[1].replace(/\n$/, ""))));
    from = fence.index + fence[0].length;
  }
  blocks.push(...parseLines(text.slice(from), names));
  return blocks;
}

/** @param {string} text @param {State} names @returns {HTMLElement[]} */
function parseLines(text, names) {
  const lines = text.split("\n");
  const blocks = [];
  while (lines.length > 0) {
    const block =
      takeQuoteRest(lines, names) ??
      takeHeading(lines, names) ??
      takeSubtext(lines, names) ??
      takeQuote(lines, names) ??
      takeList(lines, names) ??
      takeParagraph(lines, names);
    if (block.textContent !== "" || block.querySelector("img")) blocks.push(block);
  }
  return blocks;
}

/** @param {string[]} lines @param {State} names */
function takeQuoteRest(lines, names) {
  if (!lines[0].startsWith(">>> ")) return null;
  const rest = lines.splice(0).join("\n").slice(4);
  return el("blockquote", {}, parseLines(rest, names));
}

/** @param {string[]} lines @param {State} names */
function takeHeading(lines, names) {
  const match = HEADING.exec(lines[0]);
  if (!match) return null;
  lines.shift();
  // Bots choose headings by their size. To a screen reader each is one below the page's own, and none is skipped.
  return el("h2", { class: `heading-${match[1].length}` }, inline(match[2], names));
}

/** @param {string[]} lines @param {State} names */
function takeSubtext(lines, names) {
  const match = SUBTEXT.exec(lines[0]);
  if (!match) return null;
  lines.shift();
  return el("p", { class: "subtext" }, inline(match[1], names));
}

/** @param {string[]} lines @param {State} names */
function takeQuote(lines, names) {
  const quoted = takeWhile(lines, (line) => QUOTE.test(line)).map((line) => line.replace(QUOTE, "$1"));
  return quoted.length > 0 ? el("blockquote", {}, parseLines(quoted.join("\n"), names)) : null;
}

/** @param {string[]} lines @param {State} names */
function takeList(lines, names) {
  const first = ITEM.exec(lines[0]);
  if (!first) return null;
  // A list ends where the other kind of mark begins on the same level.
  const belongs = (/** @type {string[] | null} */ item) =>
    item !== null && (item[1].length > first[1].length || isNumbered(item) === isNumbered(first));
  const taken = takeWhile(lines, (line) => belongs(ITEM.exec(line)));
  const root = openList(first);
  const open = [{ list: root, indent: first[1].length }];
  for (const line of taken) placeItem(open, /** @type {string[]} */ (ITEM.exec(line)), names);
  return root;
}

/** @typedef {{ list: HTMLElement, indent: number }} OpenList */
/**
 * `open` holds the lists that may go on, the innermost last.
 * @param {OpenList[]} open @param {string[]} item @param {State} names
 */
function placeItem(open, item, names) {
  const indent = item[1].length;
  while (open.length > 1 && indent < open[open.length - 1].indent) open.pop();
  const { list, indent: outer } = open[open.length - 1];
  const node = el("li", {}, inline(item[3], names));
  if (indent > outer && list.lastElementChild) {
    const inner = openList(item);
    inner.append(node);
    list.lastElementChild.append(inner);
    open.push({ list: inner, indent });
  } else list.append(node);
}

/** @param {string[]} item */
function openList(item) {
  return isNumbered(item) ? el("ol", { start: parseInt(item[2], 10) }) : el("ul");
}

/** @param {string[]} item */
function isNumbered([, , mark]) {
  return mark.endsWith(".");
}

/** @param {string[]} lines @param {State} names */
function takeParagraph(lines, names) {
  const first = lines.shift();
  const rest = takeWhile(lines, (line) => ![HEADING, SUBTEXT, QUOTE, ITEM].some((mark) => mark.test(line)));
  return el("p", {}, inline([first, ...rest].join("\n").replace(/^\n+|\n+$/g, ""), names));
}

/** @param {string[]} lines @param {(line: string) => boolean} accept */
function takeWhile(lines, accept) {
  const end = lines.findIndex((line) => !accept(line));
  return lines.splice(0, end === -1 ? lines.length : end);
}
