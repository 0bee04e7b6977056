// The commands as one flat list ("/deal accordion"), searched as people type, and written in Discord's form.

const CHAT_INPUT = 1;
const SUBCOMMAND = 1;
const GROUP = 2;
const IN_GUILD = 0;
const IN_BOT_DM = 1;

/** All commands that the current user may use in the current channel, subcommands as entries of their own. */
export function usableCommands(state) {
  if (!state.world) return [];
  const guild = state.guild();
  const context = guild ? IN_GUILD : IN_BOT_DM;
  return state.world.commands
    .filter(({ type }) => (type ?? CHAT_INPUT) === CHAT_INPUT)
    .filter(({ contexts }) => !contexts || contexts.includes(context))
    .filter((command) => !deniedIn(command, guild).includes(state.user))
    .flatMap((command) => flatten(command, command.id, [command.name], []))
    .sort((one, other) => one.title.localeCompare(other.title));
}

// Who may not use a command differs from server to server; nobody is denied in direct messages.
function deniedIn({ denied = [], denied_in: byGuild = {} }, guild) {
  return guild ? (byGuild[guild.id] ?? denied) : [];
}

function flatten(node, id, path, types) {
  const options = node.options ?? [];
  const inner = options.filter(({ type }) => type === SUBCOMMAND || type === GROUP);
  if (inner.length === 0)
    return [{ id, path, types, title: `/${path.join(" ")}`, description: node.description, options }];
  return inner.flatMap((option) => flatten(option, id, [...path, option.name], [...types, option.type]));
}

/** The commands that fit what was typed, best first: by name, then by any word of it, then by description. */
export function searchCommands(commands, typed) {
  const words = typed.replace(/^\//, "").toLowerCase().split(/\s+/).filter(Boolean);
  return commands
    .map((command) => ({ command, rank: rankOf(command, words) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((one, other) => one.rank - other.rank)
    .map(({ command }) => command);
}

function rankOf({ path, title, description }, words) {
  if (title.slice(1).startsWith(words.join(" "))) return 0;
  if (words.every((word) => path.some((part) => part.startsWith(word)))) return 1;
  if (words.every((word) => title.includes(word))) return 2;
  return words.every((word) => description.toLowerCase().includes(word)) ? 3 : Infinity;
}

/** The options of an interaction: the values wrapped in their subcommand and group. */
export function wrapOptions(command, values) {
  return command.types.reduceRight(
    (inner, type, depth) => [{ name: command.path[depth + 1], type, options: inner }],
    values,
  );
}
