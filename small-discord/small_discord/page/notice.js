// The line above the composer that says when something is wrong: no connection, an old link, the bot offline.
/** @import { Status } from "./connection.js" */
/** @import { World } from "./shapes.d.ts" */

/** @type {Partial<Record<Status, string>>} */
const TEXTS = {
  lost: "Reconnecting…",
  refused: "This address has no token, or an old one: open the address that was printed at the last start.",
};

export class Notice {
  #connection = "";
  #bot = "";

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /** Tell how the connection is. @param {Status} status */
  connection(status) {
    this.#connection = TEXTS[status] ?? "";
    this.#draw();
  }

  /** Tell whether the bot is there. @param {World} world */
  bot({ app, bot_online: online }) {
    this.#bot = online ? "" : `${app.name} is offline. It answers again when it is back.`;
    this.#draw();
  }

  #draw() {
    const text = this.#connection || this.#bot;
    this.root.hidden = text === "";
    if (this.root.textContent !== text) this.root.textContent = text;
  }
}
