// On phones the sidebar is a drawer: opened by a button, closed by a choice, the scrim or Escape.
import { onPhone } from "./dom.js";

export class Drawer {
  /** @param {HTMLElement} sidebar @param {HTMLElement} scrim */
  constructor(sidebar, scrim) {
    this.sidebar = sidebar;
    this.scrim = scrim;
    scrim.addEventListener("click", () => this.close());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    window.matchMedia("(max-width: 700px)").addEventListener("change", () => this.close());
    this.close();
  }

  /** Slide the sidebar in. */
  open() {
    this.#set(true);
    /** @type {HTMLElement | null} */
    const current = this.sidebar.querySelector("[aria-current]");
    current?.focus();
  }

  /** Slide the sidebar out; on wide screens it simply stays. */
  close() {
    const held = this.sidebar.contains(document.activeElement);
    this.#set(false);
    /** @type {HTMLElement | null} */
    const toggle = document.querySelector("#drawer-toggle");
    if (held && onPhone()) toggle?.focus();
  }

  /** @param {boolean} isOpen */
  #set(isOpen) {
    this.sidebar.classList.toggle("open", isOpen);
    this.sidebar.inert = onPhone() && !isOpen;
    this.scrim.hidden = !isOpen;
    document.querySelector("#drawer-toggle")?.setAttribute("aria-expanded", String(isOpen));
  }
}
