// What can be done with a message: answer it, react to it, and the bot's commands on it and on who wrote it.
import { ON_MESSAGE, ON_USER, offered } from "./commands.js";
/** @import { MenuSection } from "./menu.js" */
/** @import { Command, Message } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

/** @typedef {(command: Command, kind: number, target: string) => void} Using */
/** @typedef {{ reply: (message: Message) => void, react: (emoji: string) => void, use: Using }} MessageDeeds */

const REACTIONS = ["👍", "👎", "❤️", "⭐", "✅", "❌"];

/**
 * The sections of a message's menu.
 * @param {Message} message @param {State} state @param {MessageDeeds} run @returns {MenuSection[]}
 */
export function messageMenu(message, state, { reply, react, use }) {
  const { name: app } = state.world.app;
  const { id, author } = message;
  const commands = (/** @type {number} */ kind, /** @type {string} */ target) =>
    offered(state, kind).map((command) => ({
      label: command.name,
      run: () => use(command, kind, target),
    }));
  return [
    { title: "", items: [{ label: "Reply", run: () => reply(message) }] },
    { title: `${app}, on this message`, items: commands(ON_MESSAGE, id) },
    { title: `${app}, on ${author.name}`, items: commands(ON_USER, author.id) },
    { title: "React", items: REACTIONS.map((emoji) => ({ label: emoji, run: () => react(emoji) })) },
  ];
}
