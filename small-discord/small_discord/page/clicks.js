// What a click in a message does.
import { isBlocked, isSelect, showChosen } from "./controls.js";
import { around } from "./dom.js";
import { reveal } from "./inline.js";
import { messageMenu } from "./message_menu.js";
/** @import { Composer } from "./composer.js" */
/** @import { Interactions } from "./interactions.js" */
/** @import { Menu } from "./menu.js" */
/** @import { MessageDeeds } from "./message_menu.js" */
/** @import { MessageList } from "./messages.js" */
/** @import { Picker } from "./picker.js" */
/** @import { Presses } from "./presses.js" */
/** @import { Control, MessageNode } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

/** @typedef {{ composer: Composer, interactions: Interactions, list: MessageList, menu: Menu }} Places */
/** @typedef {Places & { picker: Picker, presses: Presses }} Parts */
/** @typedef {Omit<MessageDeeds, "react"> & { goTo: (channel: string) => void }} Run */
/** @typedef {(hit: HTMLElement, message: MessageNode, event: Event) => unknown} Deed */

export class Clicks {
  /**
   * `parts` are those of the page that clicks lead to.
   * @param {HTMLElement} root @param {State} state @param {Parts} parts @param {Run} run
   */
  constructor(root, state, parts, run) {
    this.state = state;
    this.parts = parts;
    this.run = run;
    root.addEventListener("click", (event) => this.#clicked(event));
  }

  /**
   * What to do, by what was hit. The first that fits counts: a press on a link in a spoiler uncovers it.
   * @type {[string, Deed][]}
   */
  get #deeds() {
    const { composer, interactions, list, menu } = this.parts;
    return [
      ["[data-dismiss]", (_hit, { message }) => interactions.dismiss(message.id)],
      ["[data-jump]", ({ dataset }) => list.find(dataset.jump)?.scrollIntoView({ behavior: "smooth" })],
      [".spoiler[role]", reveal],
      ["[data-place]", ({ dataset }, _message, event) => this.#followed(event, dataset.place)],
      ["[data-command]", ({ dataset }) => composer.openCommand(dataset.command, dataset.title)],
      ["[data-reaction]", (button, message) => this.#reacted(message, button)],
      ["[data-menu]", (button, message) => menu.open(button, this.#menuOf(message))],
      ["[data-custom-id]", (hit, message) => this.#pressed(message, /** @type {Control} */ (hit))],
    ];
  }

  /** @param {Event} event */
  #clicked(event) {
    const message = /** @type {MessageNode | null} */ (around(event, "[data-message]"));
    if (!message) return;
    for (const [selector, act] of this.#deeds) {
      const hit = around(event, selector);
      if (hit) return void act(hit, message, event);
    }
  }

  /**
   * A channel that there is not, here or any more, is left to the browser.
   * @param {Event} event @param {string} [channel]
   */
  #followed(event, channel) {
    const known = this.state.channels().find(({ id }) => id === channel);
    if (!known) return;
    event.preventDefault();
    this.run.goTo(known.id);
  }

  /** @param {MessageNode} node */
  #menuOf(node) {
    const react = (/** @type {string} */ emoji) => this.parts.presses.react(node, emoji, true);
    return messageMenu(node.message, this.state, { ...this.run, react });
  }

  /** @param {MessageNode} message @param {HTMLElement} button */
  #reacted(message, button) {
    const mine = button.getAttribute("aria-pressed") === "true";
    this.parts.presses.react(message, button.dataset.reaction ?? "", !mine);
  }

  /** @param {MessageNode} message @param {Control} control */
  #pressed(message, control) {
    const { picker, presses } = this.parts;
    if (isBlocked(control)) return;
    if (!isSelect(control)) presses.press(message, control);
    else
      picker.open(control, message, (options, trigger) => {
        showChosen(trigger, options);
        const values = options.map(({ value }) => value);
        presses.press(message, trigger, values);
      });
  }
}
