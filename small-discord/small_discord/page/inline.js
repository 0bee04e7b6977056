// Discord's inline markdown: bold, code, links, emoji, mentions, timestamps, spoilers.
import { el } from "./dom.js";
import { withSuits } from "./suits.js";
import { timestamp } from "./time.js";
/** @import { Child } from "./dom.js" */
/** @import { Emoji } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

const LONG = 30;
const CHANNEL = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)/;
const SPECIAL = /[\\`<[h|*_~]/g;

/**
 * Sticky patterns and what they become. The first that matches wins, so longer marks come first.
 * @type {[RegExp, (match: string[], names: State) => Node | string][]}
 */
const RULES = [
  [/\\([^\sA-Za-z0-9])/y, ([, character]) => character],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, ([, , text]) => inlineCode(text)],
  [/<a?:(\w+):(\d+)>/y, ([, name, id]) => customEmoji(name, id)],
  [/<t:(-?\d{1,12})(?::([tTdDfFR]))?>/y, ([, unix, style]) => timestamp(Number(unix), style ?? "f")],
  [/<@!?(\d+)>/y, ([, id], names) => el("span", { class: "mention" }, `@${names.userName(id)}`)],
  [/<#(\d+)>/y, ([, id], names) => el("span", { class: "mention" }, `#${names.channelName(id)}`)],
  [/<\/([^:>]+):(\d+)>/y, ([, name, id]) => commandMention(name, id)],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, ([, text, url], names) => link(url, inline(text, names))],
  [/<(https?:\/\/[^\s>]+)>/y, ([, url]) => link(url, url)],
  [/https?:\/\/[^\s<]*[^\s<.,:;"')\]]/y, ([url]) => link(url, url)],
  [/\|\|([\s\S]+?)\|\|/y, ([, text], names) => spoiler(inline(text, names))],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, ([, text], names) => el("strong", {}, inline(text, names))],
  [/__([\s\S]+?)__(?!_)/y, ([, text], names) => el("u", {}, inline(text, names))],
  [/~~([\s\S]+?)~~/y, ([, text], names) => el("s", {}, inline(text, names))],
  [/\*(?=\S)([\s\S]*?[^\s*])\*(?!\*)/y, ([, text], names) => el("em", {}, inline(text, names))],
  [/(?<!\w)_(?=\S)([\s\S]*?[^\s_])_(?!\w)/y, ([, text], names) => el("em", {}, inline(text, names))],
];

/**
 * Parse a run of text into nodes and strings; `names` knows users and channels by id.
 * @param {string} text @param {State} names @returns {(Node | string)[]}
 */
export function inline(text, names) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let plainFrom = 0;
  let at = nextSpecial(text, 0);
  while (at !== -1) {
    const [end, node] = matchRule(text, at, names);
    if (end > at) {
      parts.push(...withSuits(text.slice(plainFrom, at)), node);
      plainFrom = end;
    }
    at = nextSpecial(text, Math.max(end, at + 1));
  }
  parts.push(...withSuits(text.slice(plainFrom)));
  return parts.filter((part) => part !== "");
}

/**
 * Short code stands on the line; long code scrolls by itself, since it must not wrap.
 * @param {string} text
 */
function inlineCode(text) {
  return el("code", { class: text.length > LONG ? "long" : null }, text);
}

/** A press puts the command into the composer. @param {string} name @param {string} id */
function commandMention(name, id) {
  const attributes = { type: "button", class: "mention", "data-command": id, "data-title": `/${name}` };
  return el("button", attributes, `/${name}`);
}

/**
 * An emoji of the application as an image, small enough for ten cards on a phone's line; its name is what it says.
 * @param {string} name @param {string} id
 */
export function customEmoji(name, id) {
  return el("img", {
    class: "emoji",
    src: `/emoji/${id}.png`,
    alt: name.replaceAll("_", " ").trim(),
    title: `:${name}:`,
    draggable: "false",
  });
}

/**
 * The emoji of a button or an option: one of the application's, or plain text.
 * @param {Emoji | null | undefined} emoji
 */
export function partialEmoji(emoji) {
  if (!emoji) return null;
  return emoji.id ? customEmoji(emoji.name, emoji.id) : el("span", { class: "emoji-text" }, emoji.name);
}

/**
 * A link that opens in a new tab, or here if it leads to a channel. The caller made sure that it is http(s).
 * @param {string} url @param {...Child} children
 */
export function link(url, ...children) {
  const place = CHANNEL.exec(url)?.[1] ?? null;
  const attributes = { href: url, target: "_blank", rel: "noopener noreferrer", "data-place": place };
  return el("a", attributes, ...children);
}

/** @param {string} text @param {number} from */
function nextSpecial(text, from) {
  SPECIAL.lastIndex = from;
  return SPECIAL.exec(text)?.index ?? -1;
}

/**
 * Where what begins there ends, and what becomes of it; the same place if nothing begins there.
 * @param {string} text @param {number} at @param {State} names @returns {[number, Node | string]}
 */
function matchRule(text, at, names) {
  for (const [pattern, build] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    // Building may parse inside and move lastIndex, so the end is taken from the match.
    if (match) return [at + match[0].length, build(match, names)];
  }
  return [at, ""];
}

/** @param {Child[]} children */
function spoiler(children) {
  const hidden = el("span", { "aria-hidden": "true" }, children);
  return el(
    "span",
    { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler, press to show" },
    hidden,
  );
}

/** Uncover a spoiler. @param {Element} node */
export function reveal(node) {
  node.classList.add("shown");
  for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
  node.firstElementChild?.removeAttribute("aria-hidden");
}
