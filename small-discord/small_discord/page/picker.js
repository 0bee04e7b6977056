// The open list of a select: a popup, on phones a sheet. It stays open when its message is edited.
import { chosenIn, isBlocked, isSelect } from "./controls.js";
import { el, fill } from "./dom.js";
import { findByKey, keyOf } from "./focus.js";
import { icon } from "./icons.js";
import { partialEmoji } from "./inline.js";
import { place } from "./placing.js";
import { TypeAhead } from "./typeahead.js";
/** @import { SelectNode, SelectOption } from "./shapes.d.ts" */

const PAGE = 8;

/** @typedef {(options: SelectOption[], trigger: SelectNode) => void} Choose */

/**
 * @typedef {object} Open An open list, and what it was opened with.
 * @property {SelectNode} trigger
 * @property {HTMLElement} root
 * @property {Choose} choose
 * @property {HTMLElement} list
 * @property {HTMLElement} bar
 * @property {HTMLElement} panel
 * @property {HTMLElement} scrim
 * @property {Set<string>} chosen
 * @property {string} key
 * @property {number} active
 */

export class Picker {
  /** @type {Open | null} */
  #open = null;
  #typed = new TypeAhead();

  constructor() {
    document.addEventListener("keydown", (event) => this.#key(event), true);
    window.addEventListener("resize", () => this.#open && place(this.#open.panel, this.#open.trigger));
  }

  /**
   * Open the list of `trigger`, a drawn select inside `root`; `choose(options, trigger)` gets the choice.
   * @param {SelectNode} trigger @param {HTMLElement} root @param {Choose} choose
   */
  open(trigger, root, choose) {
    this.close();
    if (isBlocked(trigger)) return;
    const list = el("ul", {
      class: "options",
      role: "listbox",
      id: "picker-list",
      "aria-label": trigger.getAttribute("aria-label"),
    });
    const bar = el("div", { class: "picker-bar" });
    const panel = el("div", { class: "picker" }, list, bar);
    const scrim = el("div", { class: "picker-scrim", onclick: () => this.close() });
    const chosen = new Set(chosenIn(trigger));
    this.#open = {
      trigger,
      root,
      choose,
      list,
      bar,
      panel,
      scrim,
      chosen,
      key: keyOf(root, trigger),
      active: 0,
    };
    // Inside an open dialog, or the dialog would make the list unreachable.
    (trigger.closest("dialog") ?? document.body).append(scrim, panel);
    this.#draw();
    this.#activate(this.#options.findIndex(({ value }) => chosen.has(value)));
    trigger.focus({ preventScroll: true });
  }

  /** Close the list without choosing. */
  close() {
    if (!this.#open) return;
    const { trigger, panel, scrim } = this.#open;
    trigger.setAttribute("aria-expanded", "false");
    trigger.removeAttribute("aria-activedescendant");
    panel.remove();
    scrim.remove();
    this.#open = null;
  }

  /**
   * After `root` was redrawn: go on with the select that stands there now, or close if it is gone.
   * @param {HTMLElement} root
   */
  refresh(root) {
    const open = this.#open;
    if (!open || open.root !== root) return;
    const trigger = findByKey(root, open.key);
    if (!trigger || !isSelect(trigger) || isBlocked(trigger)) return this.close();
    const value = this.#options[open.active]?.value;
    open.trigger = trigger;
    this.#draw();
    const same = this.#options.findIndex((option) => option.value === value);
    this.#activate(same === -1 ? 0 : same);
    return undefined;
  }

  /** The open list, for what happens only while there is one. */
  get #shown() {
    if (!this.#open) throw new Error("No list is open.");
    return this.#open;
  }

  get #component() {
    return this.#shown.trigger.component;
  }

  get #options() {
    return this.#component.options;
  }

  get #most() {
    return this.#component.max_values ?? 1;
  }

  get #isMultiple() {
    return this.#most > 1;
  }

  #draw() {
    const { list, bar, panel, trigger, chosen } = this.#shown;
    list.setAttribute("aria-multiselectable", String(this.#isMultiple));
    const options = this.#options.map((option, index) =>
      this.#drawOption(option, index, chosen.has(option.value)),
    );
    fill(list, options.length > 0 ? options : drawNothing());
    fill(
      bar,
      this.#isMultiple
        ? el(
            "button",
            { type: "button", class: "button primary", onclick: () => this.#confirm() },
            `Choose ${chosen.size} of ${this.#options.length}`,
          )
        : null,
    );
    bar.hidden = !this.#isMultiple;
    trigger.setAttribute("aria-expanded", "true");
    trigger.setAttribute("aria-controls", list.id);
    place(panel, trigger);
  }

  /** @param {SelectOption} option @param {number} index @param {boolean} isChosen */
  #drawOption({ label, description, emoji }, index, isChosen) {
    return el(
      "li",
      {
        id: `option-${index}`,
        role: "option",
        class: "option",
        "aria-selected": String(isChosen),
        onclick: () => this.#take(index),
        onpointermove: () => this.#activate(index, false),
      },
      partialEmoji(emoji),
      el(
        "span",
        { class: "option-text" },
        el("span", {}, label),
        description ? el("small", {}, description) : null,
      ),
      isChosen ? icon("check") : null,
    );
  }

  /** @param {number} index @param {boolean} scroll */
  #activate(index, scroll = true) {
    const shown = this.#shown;
    const { list, trigger } = shown;
    list.children[shown.active]?.classList.remove("active");
    shown.active = Math.min(Math.max(index, 0), this.#options.length - 1);
    const option = list.children[shown.active];
    option?.classList.add("active");
    if (option) trigger.setAttribute("aria-activedescendant", option.id);
    if (scroll) option?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} index */
  #take(index) {
    if (this.#options.length === 0) return undefined;
    const { value } = this.#options[index];
    const { chosen } = this.#shown;
    if (!this.#isMultiple) {
      const again = chosen.has(value) && this.#component.min_values === 0;
      chosen.clear();
      if (!again) chosen.add(value);
      return this.#confirm();
    }
    if (!chosen.delete(value) && chosen.size < this.#most) chosen.add(value);
    this.#draw();
    return this.#activate(index);
  }

  #confirm() {
    const { choose, chosen, trigger } = this.#shown;
    const least = this.#component.min_values ?? 1;
    const options = this.#options.filter(({ value }) => chosen.has(value));
    if (options.length < least) return;
    this.close();
    choose(options, trigger);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Tab") return void this.close();
    const { active } = this.#open;
    const last = this.#options.length - 1;
    /** @type {Record<string, number>} */
    const steps = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + PAGE,
      PageUp: active - PAGE,
      Home: 0,
      End: last,
    };
    const step = steps[event.key];
    if (step !== undefined) this.#activate(step);
    else if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && this.#isMultiple) this.#confirm();
    else if (event.key === "Enter" || event.key === " ") this.#take(active);
    else if (event.key.length === 1) this.#activate(this.#typed.find(event.key, this.#options, active));
    else return;
    event.preventDefault();
    event.stopPropagation();
    // A button is pressed when the space bar comes up again, which would open the list anew.
    if (event.key === " ")
      window.addEventListener("keyup", (up) => up.preventDefault(), { once: true, capture: true });
  }
}

function drawNothing() {
  const attributes = { role: "option", class: "option nothing", "aria-disabled": "true" };
  return el("li", attributes, "Nothing to choose");
}
