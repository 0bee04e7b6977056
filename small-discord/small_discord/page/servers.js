// The list of channels: those of each server, with their threads, and conversations.
import { el } from "./dom.js";
/** @import { Channel, Guild } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

/**
 * Draw it; channels carry data-channel, and what only owners may press carries data-guild.
 * @param {State} state
 */
export function drawServers(state) {
  const dm = state.dm();
  const { name } = state.world.app.bot_user;
  return el(
    "nav",
    { class: "servers", "aria-label": "Channels" },
    state.guilds().map((guild) => drawServer(guild, state)),
    el(
      "section",
      {},
      el("h2", {}, "Direct messages"),
      dm ? drawChannel(state, dm.channel, "@", name) : null,
      state.talks().map((talk) => drawChannel(state, talk.channel, "@", talk.name)),
    ),
  );
}

/** @param {Guild} guild @param {State} state */
function drawServer(guild, state) {
  const channels = guild.channels.filter(({ parent }) => !parent);
  return el(
    "section",
    { "aria-label": guild.name },
    el("div", { class: "server-name" }, el("h2", {}, guild.name), drawBotSwitch(guild, state)),
    guild.has_outage ? el("p", { class: "server-note" }, "Not available: an outage") : null,
    channels.map((channel) => [
      drawChannel(state, channel.id, "#", channel.name),
      guild.channels.filter(({ parent }) => parent === channel.id).map((thread) => drawThread(state, thread)),
    ]),
  );
}

/** @param {State} state @param {Channel} thread */
function drawThread(state, { id, name, archived }) {
  const node = drawChannel(state, id, "↳", archived ? `${name} (archived)` : name);
  node.classList.add("thread");
  return node;
}

/** @param {State} state @param {string} id @param {string} mark @param {string} name */
function drawChannel(state, id, mark, name) {
  return el(
    "button",
    {
      type: "button",
      class: "channel",
      "data-channel": id,
      "aria-current": id === state.channel ? "page" : null,
    },
    el("span", { class: "mark", "aria-hidden": "true" }, mark),
    el("span", { class: "channel-name" }, name),
  );
}

/** @param {Guild} guild @param {State} state */
function drawBotSwitch({ id, owner, has_bot: hasBot }, state) {
  const { name } = state.world.app;
  if (owner !== state.user) return hasBot ? null : el("small", { class: "server-note" }, `without ${name}`);
  const attributes = { type: "button", class: "switch", "data-guild": id, "data-invite": String(!hasBot) };
  return el("button", attributes, hasBot ? `Remove ${name}` : `Invite ${name}`);
}
