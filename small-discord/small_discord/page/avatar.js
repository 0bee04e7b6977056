// Little playing cards as pictures of people: everybody has a suit, the bot shows its back.
import { el } from "./dom.js";
/** @import { User } from "./shapes.d.ts" */

const SUITS = ["♠", "♥", "♦", "♣"];

/** The card of a user; `people` gives the order of suits. @param {User} user @param {User[]} people */
export function avatar(user, people, look = "") {
  const seat = people.findIndex(({ id }) => id === user.id);
  const suit = seat === -1 ? null : SUITS[seat % SUITS.length];
  const kind = suit === null ? "back" : `suit-${seat % SUITS.length}`;
  return el(
    "span",
    { class: `avatar ${kind} ${look}`, "aria-hidden": "true" },
    el("span", { class: "initial" }, [...user.name][0] ?? "?"),
    suit === null ? null : el("span", { class: "pip" }, suit),
  );
}
