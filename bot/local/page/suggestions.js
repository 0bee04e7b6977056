// The list above the composer: commands, choices, autocomplete answers. The keyboard stays in the input.
import { el, fill } from "./dom.js";

export class Suggestions {
  #items = [];
  #active = -1;
  /** @type {((item: any) => void) | null} */
  #pick = null;
  /** @type {HTMLElement | null} */
  #input = null;

  constructor(root) {
    this.root = root;
    // A press must not take the focus out of the input.
    root.addEventListener("pointerdown", (event) => event.preventDefault());
    root.addEventListener("click", (event) => this.#clicked(event));
  }

  /** Show items `{label, detail}` for an input; `active` is the one that Enter takes, -1 for none. */
  show(input, items, { heading = "", active = -1, pick }) {
    if (items.length === 0) return this.hide();
    this.#items = items;
    this.#input = input;
    this.#pick = pick;
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
    this.#items = [];
    this.#active = -1;
    this.#input?.setAttribute("aria-expanded", "false");
    this.#input?.removeAttribute("aria-activedescendant");
  }

  /** Handle a key of the input; true if it was meant for the list. */
  key(event) {
    if (this.root.hidden) return false;
    const count = this.#items.length;
    if (event.key === "ArrowDown") this.#activate((this.#active + 1) % count);
    else if (event.key === "ArrowUp") this.#activate((Math.max(this.#active, 0) - 1 + count) % count);
    else if (event.key === "Escape") this.hide();
    else if (isPick(event) && this.#active >= 0) this.#choose(this.#active);
    else return false;
    event.preventDefault();
    return true;
  }

  #clicked(event) {
    const option = event.target.closest("[role=option]");
    if (option) this.#choose(Number(option.dataset.index));
  }

  #choose(index) {
    const item = this.#items[index];
    this.hide();
    this.#pick?.(item);
  }

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

function isPick({ key, ctrlKey, shiftKey }) {
  return (key === "Enter" && !ctrlKey) || (key === "Tab" && !shiftKey);
}

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
