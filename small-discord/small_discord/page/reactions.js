// Draws the reactions below a message; a press adds or takes back one's own.
import { el } from "./dom.js";
import { partialEmoji } from "./inline.js";
/** @import { Message, Reaction } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

/**
 * The emoji below a message, with how many react so; nothing if nobody does.
 * @param {Message} message @param {State} state
 */
export function drawReactions({ reactions }, state) {
  if (reactions.length === 0) return null;
  return el(
    "div",
    { class: "reactions", role: "group", "aria-label": "Reactions" },
    reactions.map((reaction) => drawReaction(reaction, state)),
  );
}

/** @param {Reaction} reaction @param {State} state */
function drawReaction({ emoji, users }, state) {
  const names = users.map((id) => state.person(id)?.name).join(", ");
  return el(
    "button",
    {
      type: "button",
      class: "reaction",
      "data-reaction": emoji.id ? `${emoji.name}:${emoji.id}` : emoji.name,
      "aria-pressed": users.includes(state.user) ? "true" : "false",
      "aria-label": `${emoji.name}, ${users.length}: ${names}`,
      title: names,
    },
    partialEmoji(emoji),
    el("span", {}, `${users.length}`),
  );
}
