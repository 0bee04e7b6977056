// Builds DOM nodes: the only way in which this page makes markup.

/** Make an element; attributes that are null or false are left out, "on…" ones become listeners. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
  node.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else node.setAttribute(name, value === true ? "" : value);
}

/** Fill an element with new children. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

/** True where the screen is as narrow as a phone's. */
export function onPhone() {
  return window.matchMedia("(max-width: 700px)").matches;
}
