// A popup with things to do, beside the button that opened it.
import { el } from "./dom.js";
import { place } from "./placing.js";

export class Menu {
  /** @type {{ trigger: HTMLElement, panel: HTMLElement, scrim: HTMLElement } | null} */
  #open = null;

  constructor() {
    document.addEventListener("keydown", (event) => this.#key(event), true);
  }

  /** Open below `trigger`; `sections` are `{title, items: [{label, run}]}`. */
  open(trigger, sections) {
    this.close();
    const filled = sections.filter(({ items }) => items.length > 0);
    const panel = el("div", { class: "picker menu", role: "menu", "aria-label": "Actions" }, filled.map(drawSection));
    const scrim = el("div", { class: "picker-scrim", onclick: () => this.close() });
    const items = filled.flatMap((section) => section.items);
    panel.addEventListener("click", ({ target }) => {
      const button = target.closest("[role=menuitem]");
      if (!button) return;
      const index = [...panel.querySelectorAll("[role=menuitem]")].indexOf(button);
      this.close();
      items[index].run();
    });
    document.body.append(scrim, panel);
    this.#open = { trigger, panel, scrim };
    trigger.setAttribute("aria-expanded", "true");
    place(panel, trigger);
    panel.querySelector("[role=menuitem]")?.focus();
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

  #key(event) {
    if (!this.#open) return;
    /** @type {NodeListOf<HTMLElement>} */
    const found = this.#open.panel.querySelectorAll("[role=menuitem]");
    const items = [...found];
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (step !== undefined) items[(step + items.length) % items.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function drawSection({ title, items }) {
  const heading = title ? el("p", { class: "menu-title" }, title) : null;
  const buttons = items.map(({ label }) =>
    el("button", { type: "button", class: "option", role: "menuitem" }, label),
  );
  return el("div", { class: "options", role: "group", "aria-label": title }, heading, buttons);
}
