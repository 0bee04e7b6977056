// Selects that Discord fills itself: with people, roles and channels of where they stand.
/** @import { EntitySelect, Select } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

export const USERS = 5;
export const ROLES = 6;
export const MENTIONABLES = 7;
export const CHANNELS = 8;
const TEXT = 0;
const THREAD = 11;

/**
 * The component with options as a string select has them.
 * @param {EntitySelect} component @param {State} state @returns {Select}
 */
export function withOptions(component, state) {
  const chosen = new Set((component.default_values ?? []).map(({ id }) => id));
  const options = offersOf(component, state);
  return {
    ...component,
    options: options.map(({ label, value }) => ({ label, value, default: chosen.has(value) })),
  };
}

/** @param {EntitySelect} select @param {State} state */
function offersOf({ type, channel_types: kinds }, state) {
  const guild = state.guild();
  const people = () => state.peopleHere().map(({ id, name }) => ({ label: name, value: id }));
  const roles = () => (guild?.roles ?? []).map(({ id, name }) => ({ label: name, value: id }));
  if (type === USERS) return people();
  if (type === ROLES) return roles();
  if (type === MENTIONABLES) return [...people(), ...roles()];
  return (guild?.channels ?? [])
    .filter(({ parent }) => !kinds?.length || kinds.includes(parent ? THREAD : TEXT))
    .map(({ id, name }) => ({ label: `#${name}`, value: id }));
}
