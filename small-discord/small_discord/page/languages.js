// The languages that Discord speaks, each called as in itself.
/** @import { MenuSection } from "./menu.js" */
/** @import { State } from "./state.js" */

/** What a language is called, with its code. @param {string} locale */
export function languageName(locale) {
  return `${new Intl.DisplayNames([locale], { type: "language" }).of(locale)} (${locale})`;
}

/**
 * The menu of all languages.
 * @param {State} state @param {(locale: string) => void} choose @returns {MenuSection}
 */
export function languageMenu(state, choose) {
  const items = state.world.locales.map((locale) => ({
    label: languageName(locale),
    run: () => choose(locale),
  }));
  return { title: "Language of your Discord", items };
}
