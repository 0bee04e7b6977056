// The list of messages: adds, edits in place, removes; keeps scroll and keyboard focus where they were.
import { announce, inBrief, spokenLines } from "./announcer.js";
import { onPhone } from "./dom.js";
import { bookmark, restore } from "./focus.js";
import { drawMessage } from "./message.js";
import { morph } from "./morph.js";
/** @import { Message, MessageNode } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

export class MessageList {
  /**
   * `onRedraw(node)` is called after a message was drawn, new or edited.
   * @param {HTMLElement} root @param {State} state @param {(node: MessageNode) => void} onRedraw
   */
  constructor(root, state, onRedraw) {
    this.root = root;
    this.state = state;
    this.onRedraw = onRedraw;
  }

  /** Show exactly these messages; those that stay are edited in place. @param {Message[]} messages */
  show(messages) {
    const kept = new Set(messages.map(({ id }) => id));
    for (const node of this.#nodes()) if (!kept.has(node.message.id)) node.remove();
    for (const message of messages) this.state.meet(message);
    for (const message of messages) this.#draw(message);
  }

  /**
   * Show a message that was sent or edited just now, and say to screen readers what of it is new.
   * @param {Message} message
   */
  put(message) {
    const before = saidBy(this.find(message.id));
    const news = saidBy(this.#draw(message)).filter((line) => !before.includes(line));
    if (message.author.bot && news.length > 0) announce(`${message.author.name}: ${inBrief(news)}`);
  }

  /** Take a message away; the focus that was in it goes to the composer. @param {string} id */
  remove(id) {
    const node = this.find(id);
    const hadFocus = node?.contains(document.activeElement);
    node?.remove();
    /** @type {HTMLElement | null} */
    const input = document.querySelector("#composer input");
    if (hadFocus && !onPhone()) input?.focus();
  }

  /** Take all messages away. */
  clear() {
    this.root.replaceChildren();
  }

  /** The drawn message, or null. @param {string} [id] */
  find(id) {
    return this.#nodes().find((node) => node.message.id === id) ?? null;
  }

  /** True if nothing is shown. */
  isEmpty() {
    return this.root.childElementCount === 0;
  }

  /** @param {Message} message */
  #draw(message) {
    this.state.meet(message);
    const fresh = Object.assign(drawMessage(message, this.state), { message });
    const old = this.find(message.id);
    if (old) {
      const mark = bookmark(old);
      morph(old, fresh);
      old.message = message;
      restore(old, mark);
    } else this.#insert(fresh);
    const node = old ?? fresh;
    this.onRedraw(node);
    return node;
  }

  /** @param {MessageNode} fresh */
  #insert(fresh) {
    const id = BigInt(fresh.message.id);
    const later = this.#nodes().find((node) => BigInt(node.message.id) > id);
    this.root.insertBefore(fresh, later ?? null);
  }

  #nodes() {
    return /** @type {MessageNode[]} */ ([...this.root.children]);
  }
}

/** @param {MessageNode | null} node */
function saidBy(node) {
  const body = node?.querySelector(".body");
  return body ? spokenLines(body) : [];
}
