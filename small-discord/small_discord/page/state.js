// What the page knows: the world, who I am and where I look.
import { Acquaintance } from "./acquaintance.js";
/** @import { Choice } from "./session.js" */
/** @import { Message, World } from "./shapes.d.ts" */

export class State {
  /** @type {World | null} */
  #world = null;
  /** The id of the current user; "" until the world has come. */
  user = "";
  /** The id of the channel I look at; "" until the world has come. */
  channel = "";
  #acquaintance = new Acquaintance();

  /** True once the world has come. */
  knows() {
    return this.#world !== null;
  }

  /** The world, for what happens only once it has come. */
  get world() {
    if (!this.#world) throw new Error("The world has not come yet.");
    return this.#world;
  }

  /**
   * Take in a world; keeps user and channel, or picks ones that exist.
   * @param {World} world @param {Choice} wanted
   */
  learn(world, wanted = {}) {
    this.#world = world;
    this.user = this.person(this.user || wanted.user)?.id ?? world.users[0]?.id ?? "";
    this.settle(this.channel || wanted.channel);
  }

  /** Look at that channel if I may see it, else at the first that I may see. @param {string} [channel] */
  settle(channel) {
    const seen = this.channels().map(({ id }) => id);
    this.channel = seen.find((id) => id === channel) ?? seen[0] ?? "";
  }

  /** The language of the current user's Discord. */
  language() {
    return this.world.languages[this.user] ?? "";
  }

  /** The channels that the current user sees, by id, each with the ids of the commands that it offers. */
  offers() {
    return this.world.offers[this.user] ?? {};
  }

  /** The servers of the current user, with those of their channels that the user sees. */
  guilds() {
    const seen = this.offers();
    return this.world.guilds
      .filter(({ members }) => members.includes(this.user))
      .map((guild) => ({ ...guild, channels: guild.channels.filter(({ id }) => id in seen) }));
  }

  /** The current user's direct messages with the bot, or null. */
  dm() {
    return this.world.dms.find(({ user }) => user === this.user) ?? null;
  }

  /** The current user's conversations, named by the others in them. */
  talks() {
    const name = (/** @type {string[]} */ people) =>
      people
        .filter((id) => id !== this.user)
        .map((id) => this.person(id)?.name)
        .join(", ");
    return this.world.talks
      .filter(({ people }) => people.includes(this.user))
      .map((talk) => ({ ...talk, name: name(talk.people) }));
  }

  /** All channels that the current user may see, conversations last. */
  channels() {
    const dm = this.dm();
    const talk = dm ? [{ id: dm.channel, name: this.world.app.bot_user.name }] : [];
    const talks = this.talks().map(({ channel, name }) => ({ id: channel, name }));
    return [...this.guilds().flatMap(({ channels }) => channels), ...talk, ...talks];
  }

  /** The server that holds the current channel; null in direct messages. */
  guild() {
    return this.guilds().find(({ channels }) => channels.some(({ id }) => id === this.channel)) ?? null;
  }

  /** The current channel as people write it: "#lobby", or the bot's name in direct messages. */
  channelTitle() {
    const { name } = this.channels().find(({ id }) => id === this.channel) ?? { name: "" };
    return this.guild() ? `#${name}` : name;
  }

  /** A person or the bot by id. @param {string} [id] */
  person(id) {
    const bot = this.world.app.bot_user;
    return id === bot.id ? bot : this.world.users.find((user) => user.id === id);
  }

  /** Take in whom a message brings, before it is drawn. @param {Message} message */
  meet(message) {
    this.#acquaintance.meet(this.user, message);
  }

  /**
   * The name of a user as a mention shows it: of those alone whom the client has met here.
   * @param {string} id
   */
  userName(id) {
    const known = this.#acquaintance.knows(this.user, this.channel, id);
    return (known && this.person(id)?.name) || "unknown-user";
  }

  /** The name of a channel, for mentions. @param {string} id */
  channelName(id) {
    const channels = this.world.guilds.flatMap((guild) => guild.channels);
    return channels.find((channel) => channel.id === id)?.name ?? "unknown channel";
  }

  /** The people who share the current channel, the bot among them. */
  peopleHere() {
    if (!this.knows()) return [];
    const talk = this.talks().find(({ channel }) => channel === this.channel);
    const bot = this.world.app.bot_user;
    const here = this.guild()?.members ?? talk?.people ?? [this.user, bot.id];
    return [...this.world.users, bot].filter(({ id }) => here.includes(id));
  }
}
