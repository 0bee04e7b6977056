// Whom a client can name: Discord tells it of those who write, are named or used something where one looks.

export class Acquaintance {
  #met = new Map();

  /** Take in everybody whom a message brings, as `user` sees it. */
  meet(user, { channel_id: channel, author, interaction, mentions }) {
    const met = this.#in(user, channel);
    for (const each of [author, interaction?.user, ...mentions]) if (each) met.add(each.id);
  }

  /** True if `user` can name somebody in a channel. */
  knows(user, channel, id) {
    return id === user || this.#in(user, channel).has(id);
  }

  #in(user, channel) {
    const key = `${user} ${channel}`;
    if (!this.#met.has(key)) this.#met.set(key, new Set());
    return this.#met.get(key);
  }
}
