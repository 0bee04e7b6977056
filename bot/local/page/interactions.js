// Starts interactions (commands, presses, answers to modals) as the current user in the current channel.

export class Interactions {
  constructor(connection, state) {
    this.connection = connection;
    this.state = state;
  }

  /** Send an interaction; exactly one of `done()` and `failed(reason)` is called. A modal counts as done. */
  start(frame, { done, failed }) {
    return this.#send(frame, (answer) => (answer.op === "failed" ? failed(answer.reason) : done()));
  }

  /** Ask for autocomplete choices; `found(choices)` is called once, with none on failure. */
  complete(command, options, found) {
    const frame = { op: "autocomplete", command, options };
    return this.#send(frame, (answer) => found(answer.choices ?? []));
  }

  /** Dismiss a message that only the current user sees. */
  dismiss(message) {
    this.connection.send({ op: "dismiss", user: this.state.user, message });
  }

  /** Add the app to the current user's account, or remove it. */
  changeApp(add) {
    this.connection.send({ op: "app", user: this.state.user, add });
  }

  /** Invite the bot to a server of the current user's, or remove it. */
  changeBot(guild, invite) {
    this.connection.send({ op: "bot", user: this.state.user, guild, invite });
  }

  #send(frame, answer) {
    const { user, channel } = this.state;
    return this.connection.request({ ...frame, user, channel }, answer);
  }
}
