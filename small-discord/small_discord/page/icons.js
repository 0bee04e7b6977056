// The few line icons of the page, drawn as SVG in the colour of the text around them.

const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  send: "M4 12h15M13 6l6 6-6 6",
  chevron: "M6 9.500l6 6 6-6",
  check: "M5 12.500l4.5 4.500L19 7.5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z",
  file: "M7 3h7l5 5v13H7zM14 3v5h5",
  away: "M9 5h10v14M19 5L6 18",
  reply: "M9 7L4 12l5 5M4 12h11a5 5 0 0 1 5 5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  command: "M14.5 4l-5 16",
};

/** Draw the icon of that name; it is hidden from screen readers. @param {keyof typeof PATHS} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
