// Keeps the newest message in view, but only for those who were looking at it.

const NEAR = 48;

/**
 * Follow the bottom of `content` in `scroller` while the reader is there; returns a function that jumps down.
 * @param {HTMLElement} scroller @param {HTMLElement} content
 */
export function followBottom(scroller, content) {
  let following = true;
  let heights = "";
  const measure = () => `${scroller.scrollHeight} ${scroller.clientHeight}`;
  const toBottom = () => {
    following = true;
    scroller.scrollTop = scroller.scrollHeight;
  };
  scroller.addEventListener(
    "scroll",
    () => {
      // A scroll event that comes while the content grows is not the reader's doing.
      if (measure() !== heights) return;
      following = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
    },
    { passive: true },
  );
  const observer = new ResizeObserver(() => {
    heights = measure();
    if (following) toBottom();
  });
  observer.observe(content);
  observer.observe(scroller);
  return toBottom;
}
