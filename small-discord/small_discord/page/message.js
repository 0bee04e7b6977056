// Draws one message: who used what, author and time, content, and what only I can see.
import { avatar } from "./avatar.js";
import { drawComponents } from "./components.js";
import { el } from "./dom.js";
import { drawEmbed } from "./embeds.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { drawAttachment } from "./media.js";
import { drawReactions } from "./reactions.js";
import { sentAt } from "./time.js";
/** @import { Message, Use, User } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

const ACTION_ROW = 1;

/**
 * Draw a message as an article; `state` names people and channels.
 * @param {Message} message @param {State} state
 */
export function drawMessage(message, state) {
  const { author, ephemeral } = message;
  return el(
    "article",
    {
      class: ephemeral ? "message ephemeral" : "message",
      "data-message": message.id,
      "aria-label": `Message by ${author.name}`,
      "aria-busy": message.thinking ? "true" : null,
    },
    drawOrigin(message, state),
    avatar(author, state.world.users),
    drawHeader(message),
    el("div", { class: "body" }, message.thinking ? drawThinking(author) : drawBody(message, state)),
    drawReactions(message, state),
    ephemeral ? drawPrivateNote() : null,
    el("p", { class: "failure", role: "alert", hidden: true }),
  );
}

/** @param {Message} message @param {State} state */
function drawOrigin({ interaction, reply_to: reply }, state) {
  if (interaction) return drawUse(interaction, state);
  if (!reply) return null;
  return el(
    "p",
    { class: "origin" },
    icon("reply"),
    el("button", { type: "button", "data-jump": reply }, "Answer to a message above"),
  );
}

/**
 * The line "Ada used /deal accordion variant:goren"; what a context menu offers has no slash.
 * @param {Use} use @param {State} state
 */
export function drawUse({ user, name, from_menu: fromMenu, command_line: line }, state) {
  return el(
    "p",
    { class: "origin" },
    avatar(user, state.world.users, "tiny"),
    el("b", {}, user.name),
    " used ",
    el("code", { class: "used" }, line || (fromMenu ? name : `/${name}`)),
  );
}

/** @param {Message} message */
function drawHeader({ author, timestamp, edited, ephemeral }) {
  return el(
    "header",
    { class: "message-header" },
    el("span", { class: "author" }, author.name),
    author.bot ? el("span", { class: "tag" }, "bot") : null,
    sentAt(timestamp),
    edited ? el("span", { class: "edited" }, "(edited)") : null,
    // What only one person sees cannot be answered, nor handed to a command.
    ephemeral ? null : drawMore(),
  );
}

function drawMore() {
  const attributes = { type: "button", class: "round more", "data-menu": true, "aria-haspopup": "menu" };
  return el("button", { ...attributes, "aria-label": "What to do with this message" }, icon("more"));
}

/** @param {User} author */
function drawThinking(author) {
  const cards = [1, 2, 3].map(() => el("i"));
  return el(
    "p",
    { class: "thinking" },
    el("span", { class: "dealing", "aria-hidden": "true" }, cards),
    `${author.name} is thinking…`,
  );
}

/** @param {Message} message @param {State} state */
function drawBody(message, state) {
  const layout = message.components.some(({ type }) => type !== ACTION_ROW);
  return [
    message.content ? el("div", { class: "text" }, markdown(message.content, state)) : null,
    message.embeds.map((embed) => drawEmbed(embed, state)),
    // Components V2 place their own files; only older messages list them.
    layout ? null : message.attachments.map(drawAttachment),
    drawComponents(message.components, state),
  ];
}

function drawPrivateNote() {
  return el(
    "footer",
    { class: "private" },
    icon("eye"),
    "Only you can see this · ",
    el("button", { type: "button", "data-dismiss": true }, "Dismiss"),
  );
}
