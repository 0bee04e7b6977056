// Places a popup below a control, or above it where there is more room. On phones picker.css overrules it.

const GAP = 6;
const LEAST_WIDTH = 260;
const MOST_HEIGHT = 380;

/**
 * Set the custom properties from which the style sheet places `panel` beside `anchor`.
 * @param {HTMLElement} panel @param {HTMLElement} anchor
 */
export function place(panel, anchor) {
  const box = anchor.getBoundingClientRect();
  const above = box.top - 2 * GAP;
  const below = window.innerHeight - box.bottom - 2 * GAP;
  const width = Math.min(Math.max(box.width, LEAST_WIDTH), window.innerWidth - 2 * GAP);
  const goesDown = below >= Math.min(MOST_HEIGHT, panel.scrollHeight) || below > above;
  const sides = {
    "--left": `${Math.max(GAP, Math.min(box.left, window.innerWidth - width - GAP))}px`,
    "--width": `${width}px`,
    "--top": goesDown ? `${box.bottom + GAP}px` : "auto",
    "--bottom": goesDown ? "auto" : `${window.innerHeight - box.top + GAP}px`,
    "--height": `${Math.min(MOST_HEIGHT, goesDown ? below : above)}px`,
  };
  for (const [name, value] of Object.entries(sides)) panel.style.setProperty(name, value);
}
