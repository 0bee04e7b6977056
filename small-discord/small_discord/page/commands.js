// The commands as one flat list ("/deal accordion"), searched as people type, and written in Discord's form.
/** @import { Choice, Command, GivenOption, Option } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

export const SLASH = 1;
export const ON_USER = 2;
export const ON_MESSAGE = 3;
const SUBCOMMAND = 1;
const GROUP = 2;

/**
 * @typedef {object} SlashCommand A slash command or one of its subcommands.
 * @property {string} id
 * @property {string[]} path Its name, word by word.
 * @property {number[]} types Those of the groups and the subcommand it is in.
 * @property {string} title
 * @property {string} description
 * @property {Option[]} options
 */

/**
 * All slash commands that the current channel offers to the current user, each subcommand as one.
 * @param {State} state
 */
export function usableCommands(state) {
  return offered(state, SLASH)
    .flatMap((command) => flatten(command, command.id, [command.name], []))
    .sort((one, other) => one.title.localeCompare(other.title));
}

/**
 * The commands of one kind that the current channel offers to the current user, as the bot registered them.
 * @param {State} state @param {number} kind
 */
export function offered(state, kind) {
  if (!state.knows()) return [];
  const ids = new Set(state.offers()[state.channel] ?? []);
  const locale = state.language();
  const offers = state.world.commands.filter(({ id, type }) => type === kind && ids.has(id));
  return offers.map((command) => translated(command, locale));
}

/**
 * A command, or an option, with what its user reads about it in the user's language; names stay.
 * @template {Command | Option} Node
 * @param {Node} node @param {string} locale @returns {Node}
 */
function translated(node, locale) {
  return {
    ...node,
    description: node.description_localizations?.[locale] ?? node.description,
    options: node.options?.map((option) => translated(option, locale)),
    ...("choices" in node && { choices: node.choices?.map((choice) => named(choice, locale)) }),
  };
}

/** @param {Choice} choice @param {string} locale @returns {Choice} */
function named(choice, locale) {
  return { ...choice, name: choice.name_localizations?.[locale] ?? choice.name };
}

/**
 * @param {Command | Option} node @param {string} id @param {string[]} path @param {number[]} types
 * @returns {SlashCommand[]}
 */
function flatten(node, id, path, types) {
  const options = node.options ?? [];
  const inner = options.filter(({ type }) => type === SUBCOMMAND || type === GROUP);
  if (inner.length === 0)
    return [{ id, path, types, title: `/${path.join(" ")}`, description: node.description, options }];
  return inner.flatMap((option) => flatten(option, id, [...path, option.name], [...types, option.type]));
}

/**
 * The commands that fit what was typed, best first: by name, then by any word of it, then by description.
 * @param {SlashCommand[]} commands @param {string} typed
 */
export function searchCommands(commands, typed) {
  const words = typed.replace(/^\//, "").toLowerCase().split(/\s+/).filter(Boolean);
  return commands
    .map((command) => ({ command, rank: rankOf(command, words) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((one, other) => one.rank - other.rank)
    .map(({ command }) => command);
}

/** @param {SlashCommand} command @param {string[]} words */
function rankOf({ path, title, description }, words) {
  if (title.slice(1).startsWith(words.join(" "))) return 0;
  if (words.every((word) => path.some((part) => part.startsWith(word)))) return 1;
  if (words.every((word) => title.includes(word))) return 2;
  return words.every((word) => description.toLowerCase().includes(word)) ? 3 : Infinity;
}

/**
 * The options of an interaction: the values wrapped in their subcommand and group.
 * @param {SlashCommand} command @param {GivenOption[]} values
 */
export function wrapOptions(command, values) {
  return command.types.reduceRight(
    (inner, type, depth) => [{ name: command.path[depth + 1], type, options: inner }],
    values,
  );
}
