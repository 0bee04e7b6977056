// The line above the messages, the title of the tab, and what an empty channel says.
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { morph } from "./morph.js";
/** @import { State } from "./state.js" */

/**
 * Draw the header for where I look now. Its button has the id "drawer-toggle".
 * @param {HTMLElement} root @param {State} state
 */
export function drawHeader(root, state) {
  const title = state.channelTitle();
  const expanded = root.querySelector("#drawer-toggle")?.getAttribute("aria-expanded") ?? "false";
  document.title = `${state.world.app.name} · ${title}`;
  morph(
    root,
    el(
      "header",
      { id: root.id, class: root.className },
      el(
        "button",
        {
          type: "button",
          id: "drawer-toggle",
          class: "round drawer-toggle",
          "aria-label": "Channels and people",
          "aria-controls": "sidebar",
          "aria-expanded": expanded,
        },
        icon("menu"),
      ),
      el("h1", {}, title),
      el("span", { class: "where" }, state.guild()?.name ?? "Direct messages"),
      el("span", { class: "whoami" }, `as ${state.userName(state.user)}`),
    ),
  );
}

/**
 * Greet in an empty channel: a hand of cards, a line, and a button that shows the commands.
 * @param {HTMLElement} root @param {State} state @param {() => void} openPalette
 */
export function drawWelcome(root, state, openPalette) {
  const cards = ["♠", "♥", "♦", "♣"].map((suit, index) =>
    el("span", { class: `fan-card suit-${index}` }, suit),
  );
  fill(
    root,
    el("div", { class: "fan", "aria-hidden": "true" }, cards),
    el("h2", {}, `Welcome to ${state.channelTitle()}`),
    el(
      "p",
      {},
      "Nothing has been dealt here yet. Type ",
      el("kbd", {}, "/"),
      " and choose a command to begin.",
    ),
    el("button", { type: "button", class: "button primary", onclick: openPalette }, "Show the commands"),
  );
}
