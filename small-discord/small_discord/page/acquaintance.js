// Whom a client can name: Discord tells it of those who write, are named or used something where one looks.
/** @import { Message } from "./shapes.d.ts" */

export class Acquaintance {
  /** @type {Map<string, Set<string>>} */
  #met = new Map();

  /**
   * Take in everybody whom a message brings, as `user` sees it.
   * @param {string} user @param {Message} message
   */
  meet(user, { channel_id: channel, author, interaction, mentions }) {
    const met = this.#in(user, channel);
    for (const each of [author, interaction?.user, ...mentions]) if (each) met.add(each.id);
  }

  /**
   * True if `user` can name somebody in a channel.
   * @param {string} user @param {string} channel @param {string} id
   */
  knows(user, channel, id) {
    return id === user || this.#in(user, channel).has(id);
  }

  /** @param {string} user @param {string} channel */
  #in(user, channel) {
    const key = `${user} ${channel}`;
    const met = this.#met.get(key) ?? new Set();
    this.#met.set(key, met);
    return met;
  }
}
