// What a reload keeps: the token of the address, and who I was and where I looked.

const TOKEN = "token";
const CHOICE = "choice";

/** @typedef {{ user?: string, channel?: string }} Choice */

/** The token from the address, or the one this tab had before; null if there is none. */
export function readToken() {
  const given = decodeURIComponent(location.hash.slice(1));
  if (given) sessionStorage.setItem(TOKEN, given);
  return given || sessionStorage.getItem(TOKEN);
}

/** Keep the user and channel of this tab. @param {string} user @param {string} channel */
export function keepChoice(user, channel) {
  sessionStorage.setItem(CHOICE, JSON.stringify({ user, channel }));
}

/** The user and channel this tab had; an empty object at first. @returns {Choice} */
export function readChoice() {
  return JSON.parse(sessionStorage.getItem(CHOICE) ?? "{}");
}
