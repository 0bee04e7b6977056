// Asks the bot for choices while someone types: waits for a pause and drops answers that come too late.
/** @import { Interactions } from "./interactions.js" */
/** @import { Choice, GivenOption } from "./shapes.d.ts" */

const PAUSE = 120;

export class Autocomplete {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {string | null} */
  #latest = null;

  /** @param {Interactions} interactions */
  constructor(interactions) {
    this.interactions = interactions;
  }

  /**
   * Ask soon, with `options()` of that time; `found(choices)` is not called if something newer was asked.
   * @param {string} command @param {() => GivenOption[]} options @param {(choices: Choice[]) => void} found
   */
  ask(command, options, found) {
    this.cancel();
    this.#timer = setTimeout(() => {
      const nonce = this.interactions.complete(command, options(), (choices) => {
        if (this.#latest === nonce) found(choices);
      });
      this.#latest = nonce;
    }, PAUSE);
  }

  /** Forget what was asked. */
  cancel() {
    clearTimeout(this.#timer);
    this.#latest = null;
  }
}
