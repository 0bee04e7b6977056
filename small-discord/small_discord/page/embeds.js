// Draws embeds, the framed texts of older messages.
import { cssColour } from "./components.js";
import { el } from "./dom.js";
import { inline, link } from "./inline.js";
import { markdown } from "./markdown.js";
import { drawImage } from "./media.js";
/** @import { Embed, EmbedField } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

/**
 * Draw one embed: author, title, description, fields, pictures, footer.
 * @param {Embed} embed @param {State} names
 */
export function drawEmbed(embed, names) {
  const node = el(
    "div",
    { class: "embed" },
    embed.thumbnail ? drawImage(embed.thumbnail.url, "", "thumbnail") : null,
    embed.author ? el("p", { class: "embed-author" }, embed.author.name) : null,
    embed.title ? el("h3", { class: "embed-title" }, drawTitle(embed.title, embed.url, names)) : null,
    embed.description ? el("div", { class: "text" }, markdown(embed.description, names)) : null,
    embed.fields?.length
      ? el(
          "dl",
          { class: "fields" },
          embed.fields.map((field) => drawField(field, names)),
        )
      : null,
    embed.image ? drawImage(embed.image.url, "", "picture alone") : null,
    embed.footer ? el("p", { class: "embed-footer" }, embed.footer.text) : null,
  );
  if (typeof embed.color === "number") node.style.setProperty("--accent", cssColour(embed.color));
  return node;
}

/** @param {string} title @param {string | null | undefined} url @param {State} names */
function drawTitle(title, url, names) {
  const text = inline(title, names);
  return url && /^https?:\/\//.test(url) ? link(url, text) : text;
}

/** @param {EmbedField} field @param {State} names */
function drawField({ name, value, inline: beside }, names) {
  return el(
    "div",
    { class: beside ? "field beside" : "field" },
    el("dt", {}, inline(name, names)),
    el("dd", {}, markdown(value, names)),
  );
}
