// Turns a drawn tree into a freshly built one in place: focus, scroll and loaded images survive an edit.

/** Make `old` look like `fresh`; returns the node that now stands there. Listeners must be delegated. */
export function morph(old, fresh) {
  if (old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  copyAttributes(old, fresh);
  old.component = fresh.component;
  morphChildren(old, fresh);
  return old;
}

function morphChildren(old, fresh) {
  const children = [...fresh.childNodes];
  children.forEach((child, index) => {
    if (index < old.childNodes.length) morph(old.childNodes[index], child);
    else old.append(child);
  });
  while (old.childNodes.length > children.length) old.lastChild.remove();
}

function copyAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (name !== "style" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  // Setting the attribute "style" is what the content security policy forbids; the object model is allowed.
  if (old.style && old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
}
