// Times as people read them: of messages, and Discord's <t:…> timestamps in their seven styles.
import { el } from "./dom.js";

const LOCALE = "en-GB";
/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const REFRESH = 5000;

/**
 * A <time> for a Unix time in seconds; style R ("in 9 hours") keeps itself up to date.
 * @param {number} unix @param {string} style
 */
export function timestamp(unix, style) {
  const date = new Date(unix * 1000);
  return el(
    "time",
    {
      class: "timestamp",
      datetime: date.toISOString(),
      title: format(date, "F"),
      "data-relative": style === "R" ? unix : null,
    },
    style === "R" ? relative(unix) : format(date, style),
  );
}

/** When a message was sent: the time today, the date and time before. @param {string} iso */
export function sentAt(iso) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date().toDateString();
  const text = today ? format(date, "t") : `${format(date, "d")} ${format(date, "t")}`;
  return el("time", { class: "sent-at", datetime: iso, title: format(date, "F") }, text);
}

/** Keep all relative times on the page true. */
export function keepTime() {
  setInterval(() => {
    /** @type {NodeListOf<HTMLElement>} */
    const times = document.querySelectorAll("time[data-relative]");
    for (const node of times) {
      node.textContent = relative(Number(node.dataset.relative));
    }
  }, REFRESH);
}

/** @param {Date} date @param {string} style */
function format(date, style) {
  return new Intl.DateTimeFormat(LOCALE, STYLES[style]).format(date);
}

/** @param {number} unix */
function relative(unix) {
  const seconds = unix - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[UNITS.length - 1];
  return new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" }).format(Math.trunc(seconds / size), unit);
}
