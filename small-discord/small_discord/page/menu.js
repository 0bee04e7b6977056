// A popup with things to do, beside the button that opened it.
import { all, around, el } from "./dom.js";
import { place } from "./placing.js";

/** @typedef {{ label: string, run: () => void }} Item */
/** @typedef {{ title: string, items: Item[] }} MenuSection */

export class Menu {
  /** @type {{ trigger: HTMLElement, panel: HTMLElement, scrim: HTMLElement } | null} */
  #open = null;

  constructor() {
    document.addEventListener("keydown", (event) => this.#key(event), true);
  }

  /** Open below `trigger`. @param {HTMLElement} trigger @param {MenuSection[]} sections */
  open(trigger, sections) {
    this.close();
    const filled = sections.filter(({ items }) => items.length > 0);
    const panel = el("div", { class: "picker menu", role: "menu", "aria-label": "Actions" }, filled.map(drawSection));
    const scrim = el("div", { class: "picker-scrim", onclick: () => this.close() });
    const items = filled.flatMap((section) => section.items);
    panel.addEventListener("click", (event) => {
      const button = around(event, "[role=menuitem]");
      if (!button) return;
      const index = all(panel, "[role=menuitem]").indexOf(button);
      this.close();
      items[index].run();
    });
    document.body.append(scrim, panel);
    this.#open = { trigger, panel, scrim };
    trigger.setAttribute("aria-expanded", "true");
    place(panel, trigger);
    all(panel, "[role=menuitem]")[0]?.focus();
  }

  /** Close without doing anything; the keyboard goes back to where it was. */
  close() {
    if (!this.#open) return;
    const { trigger, panel, scrim } = this.#open;
    this.#open = null;
    panel.remove();
    scrim.remove();
    trigger.setAttribute("aria-expanded", "false");
    trigger.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#open) return;
    const items = all(this.#open.panel, "[role=menuitem]");
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
    const step = steps[event.key];
    if (step !== undefined) items[(step + items.length) % items.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {MenuSection} section */
function drawSection({ title, items }) {
  const heading = title ? el("p", { class: "menu-title" }, title) : null;
  const buttons = items.map(({ label }) =>
    el("button", { type: "button", class: "option", role: "menuitem" }, label),
  );
  return el("div", { class: "options", role: "group", "aria-label": title }, heading, buttons);
}
