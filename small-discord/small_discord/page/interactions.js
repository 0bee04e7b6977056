// Starts interactions (commands, presses, answers to modals) as the current user in the current channel.
/** @import { Connection } from "./connection.js" */
/** @import { Answer, Choice, Deed, GivenOption } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

/** @typedef {{ done: () => void, failed: (reason: string) => void }} Ends */

export class Interactions {
  /** @param {Connection} connection @param {State} state */
  constructor(connection, state) {
    this.connection = connection;
    this.state = state;
  }

  /**
   * Send an interaction; exactly one of `done()` and `failed(reason)` is called. A modal counts as done.
   * @param {Deed} frame @param {Ends} ends
   */
  start(frame, { done, failed }) {
    return this.#send(frame, (answer) => (answer.op === "failed" ? failed(answer.reason) : done()));
  }

  /**
   * Ask for autocomplete choices; `found(choices)` is called once, with none on failure.
   * @param {string} command @param {GivenOption[]} options @param {(choices: Choice[]) => void} found
   */
  complete(command, options, found) {
    return this.#send({ op: "autocomplete", command, options }, (answer) =>
      found(answer.op === "choices" ? answer.choices : []),
    );
  }

  /** Dismiss a message that only the current user sees. @param {string} message */
  dismiss(message) {
    this.connection.send({ op: "dismiss", user: this.state.user, message });
  }

  /** Add the app to the current user's account, or remove it. @param {boolean} add */
  changeApp(add) {
    this.connection.send({ op: "app", user: this.state.user, add });
  }

  /** Change the language of the current user's Discord. @param {string} locale */
  changeLanguage(locale) {
    this.connection.send({ op: "language", user: this.state.user, locale });
  }

  /**
   * Invite the bot to a server of the current user's, or remove it.
   * @param {string} guild @param {boolean} invite
   */
  changeBot(guild, invite) {
    this.connection.send({ op: "bot", user: this.state.user, guild, invite });
  }

  /** @param {Deed} frame @param {(answer: Answer) => void} answer */
  #send(frame, answer) {
    const { user, channel } = this.state;
    return this.connection.request({ ...frame, user, channel }, answer);
  }
}
