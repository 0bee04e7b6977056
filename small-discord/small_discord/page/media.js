// Draws pictures and files: thumbnails, galleries, file components and plain attachments.
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { link } from "./inline.js";
/** @import { Attachment, FileComponent, Gallery, Thumbnail } from "./shapes.d.ts" */

const LOOPBACK = ["127.0.0.1", "localhost"];

/**
 * A picture; one from another address is only linked, because this page loads nothing from elsewhere.
 * @param {string} url @param {string | null | undefined} description @param {string} look
 */
export function drawImage(url, description, look) {
  const path = ownPath(url);
  if (!path) return /^https?:/.test(url) ? link(url, description || url) : el("span", {}, description);
  return el("img", {
    class: look,
    src: path,
    alt: description || "",
    title: description || null,
    loading: "lazy",
  });
}

/** The small picture beside a section. @param {Thumbnail} thumbnail */
export function drawThumbnail({ media, description }) {
  return drawImage(media.url, description, "thumbnail");
}

/** One to ten pictures in a grid. @param {Gallery} gallery */
export function drawGallery({ items }) {
  const pictures = items.map(({ media, description }) => drawImage(media.url, description, "picture"));
  return el("div", { class: items.length === 1 ? "gallery single" : "gallery" }, pictures);
}

/** A file component. @param {FileComponent} component */
export function drawFile({ file, name, size }) {
  return drawDownload(file.url, name ?? ownPath(file.url)?.split("?")[0].split("/").at(-1), size);
}

/** A file that came with a message: pictures are shown, others offered. @param {Attachment} attachment */
export function drawAttachment({ url, filename, content_type: type, description, size }) {
  if (type?.startsWith("image/")) return drawImage(url, description || filename, "picture alone");
  return drawDownload(url, filename, size);
}

/** @param {string} url @param {string | undefined} name @param {number | undefined} size */
function drawDownload(url, name, size) {
  const note = size ? el("small", {}, `${Math.ceil(size / 1024)} KiB`) : null;
  return el(
    "a",
    { class: "file", href: ownPath(url), download: name },
    icon("file"),
    el("span", {}, name),
    note,
  );
}

/**
 * The server writes its addresses with 127.0.0.1; the page may have been opened as localhost.
 * @param {string} url
 */
function ownPath(url) {
  if (!URL.canParse(url, location.href)) return null;
  const { hostname, port, pathname, search } = new URL(url, location.href);
  return LOOPBACK.includes(hostname) && port === location.port ? pathname + search : null;
}
