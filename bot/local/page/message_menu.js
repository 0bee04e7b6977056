// What can be done with a message: answer it, and the bot's commands on it and on who wrote it.
import { ON_MESSAGE, ON_USER, offered } from "./commands.js";

/** The sections of a message's menu; `run` has reply(message) and use(command, kind, target). */
export function messageMenu(message, state, { reply, use }) {
  const { name: app } = state.world.app;
  const { id, author } = message;
  const commands = (kind, target) =>
    offered(state, kind).map((command) => ({
      label: command.name,
      run: () => use(command, kind, target),
    }));
  return [
    { title: "", items: [{ label: "Reply", run: () => reply(message) }] },
    { title: `${app}, on this message`, items: commands(ON_MESSAGE, id) },
    { title: `${app}, on ${author.name}`, items: commands(ON_USER, author.id) },
  ];
}
