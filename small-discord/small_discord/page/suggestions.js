// The list above the composer: commands, choices, autocomplete answers. The keyboard stays in the input.
import { around, el, fill } from "./dom.js";

/** @typedef {{ label: string, detail?: string }} Item */

export class Suggestions {
  #count = 0;
  #active = -1;
  /** Picks an item by its place. @type {((index: number) => void) | null} */
  #pick = null;
  /** @type {HTMLElement | null} */
  #input = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    // A press must not take the focus out of the input.
    root.addEventListener("pointerdown", (event) => event.preventDefault());
    root.addEventListener("click", (event) => this.#clicked(event));
  }

  /**
   * Show items for an input; `active` is the one that Enter takes, -1 for none.
   * @template {Item} I
   * @param {HTMLElement} input @param {I[]} items
   * @param {{ heading?: string, active?: number, pick: (item: I) => void }} about
   */
  show(input, items, { heading = "", active = -1, pick }) {
    if (items.length === 0) return this.hide();
    this.#count = items.length;
    this.#input = input;
    this.#pick = (index) => pick(items[index]);
    const list = el(
      "ul",
      { class: "options", role: "listbox", id: "suggestions", "aria-label": heading || "Suggestions" },
      items.map((item, index) => drawItem(item, index)),
    );
    fill(this.root, heading ? el("p", { class: "suggestions-heading" }, heading) : null, list);
    this.root.hidden = false;
    input.setAttribute("aria-expanded", "true");
    input.setAttribute("aria-controls", "suggestions");
    this.#activate(active);
    return undefined;
  }

  /** Hide the list. */
  hide() {
    this.root.hidden = true;
    this.root.replaceChildren();
    this.#count = 0;
    this.#active = -1;
    this.#input?.setAttribute("aria-expanded", "false");
    this.#input?.removeAttribute("aria-activedescendant");
  }

  /** Handle a key of the input; true if it was meant for the list. @param {KeyboardEvent} event */
  key(event) {
    if (this.root.hidden) return false;
    const count = this.#count;
    if (event.key === "ArrowDown") this.#activate((this.#active + 1) % count);
    else if (event.key === "ArrowUp") this.#activate((Math.max(this.#active, 0) - 1 + count) % count);
    else if (event.key === "Escape") this.hide();
    else if (isPick(event) && this.#active >= 0) this.#choose(this.#active);
    else return false;
    event.preventDefault();
    return true;
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const option = around(event, "[role=option]");
    if (option) this.#choose(Number(option.dataset.index));
  }

  /** @param {number} index */
  #choose(index) {
    this.hide();
    this.#pick?.(index);
  }

  /** @param {number} index */
  #activate(index) {
    const options = this.root.querySelectorAll("[role=option]");
    options[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = index;
    const option = options[index];
    if (!option) return this.#input?.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    this.#input?.setAttribute("aria-activedescendant", option.id);
    return option.scrollIntoView({ block: "nearest" });
  }
}

/** @param {KeyboardEvent} event */
function isPick({ key, ctrlKey, shiftKey }) {
  return (key === "Enter" && !ctrlKey) || (key === "Tab" && !shiftKey);
}

/** @param {Item} item @param {number} index */
function drawItem({ label, detail }, index) {
  return el(
    "li",
    {
      class: "option",
      role: "option",
      id: `suggestion-${index}`,
      "aria-selected": "false",
      "data-index": index,
    },
    el(
      "span",
      { class: "option-text" },
      el("span", { class: "option-label" }, label),
      detail ? el("small", {}, detail) : null,
    ),
  );
}
