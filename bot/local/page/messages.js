// The list of messages: adds, edits in place, removes; keeps scroll and keyboard focus where they were.
import { announce, spoken } from "./announcer.js";
import { onPhone } from "./dom.js";
import { bookmark, restore } from "./focus.js";
import { drawMessage } from "./message.js";
import { morph } from "./morph.js";

export class MessageList {
  /** `onRedraw(node)` is called after a message was drawn, new or edited. */
  constructor(root, state, onRedraw) {
    this.root = root;
    this.state = state;
    this.onRedraw = onRedraw;
  }

  /** Show exactly these messages; those that stay are edited in place. */
  show(messages) {
    const kept = new Set(messages.map(({ id }) => id));
    for (const node of this.#nodes()) if (!kept.has(node.dataset.message)) node.remove();
    for (const message of messages) this.state.meet(message);
    for (const message of messages) this.#draw(message);
  }

  /** Show a message that was sent or edited just now, and say it to screen readers. */
  put(message) {
    const before = this.find(message.id)?.querySelector(".body").textContent;
    const node = this.#draw(message);
    const changed = node.querySelector(".body").textContent !== before;
    if (message.author.bot && changed)
      announce(`${message.author.name}: ${spoken(node.querySelector(".body"))}`);
  }

  /** Take a message away; the focus that was in it goes to the composer. */
  remove(id) {
    const node = this.find(id);
    const hadFocus = node?.contains(document.activeElement);
    node?.remove();
    const input = /** @type {HTMLElement | null} */ (document.querySelector("#composer input"));
    if (hadFocus && !onPhone()) input?.focus();
  }

  /** Take all messages away. */
  clear() {
    this.root.replaceChildren();
  }

  /** The drawn message, or null. */
  find(id) {
    return this.#nodes().find((node) => node.dataset.message === id) ?? null;
  }

  /** True if nothing is shown. */
  isEmpty() {
    return this.root.childElementCount === 0;
  }

  #draw(message) {
    this.state.meet(message);
    const fresh = drawMessage(message, this.state);
    fresh.message = message;
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

  #insert(fresh) {
    const id = BigInt(fresh.dataset.message);
    const later = this.#nodes().find((node) => BigInt(node.dataset.message) > id);
    this.root.insertBefore(fresh, later ?? null);
  }

  #nodes() {
    return [...this.root.children];
  }
}
