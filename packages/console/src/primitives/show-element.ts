// A jump is over when the element stays where it is for some frames.
const QUIET_FRAMES = 3;
const MOST_FRAMES = 30;

/** Events by which somebody scrolls elsewhere. */
const OWN_SCROLLS = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/** Scrolls to an element, and again while what comes near the screen is laid out and has another height than was estimated. */
export const showElement = (element: Element, block: ScrollLogicalPosition): void => {
  const own = new AbortController();
  for (const event of OWN_SCROLLS)
    window.addEventListener(event, () => own.abort(), { capture: true, passive: true, signal: own.signal });
  const topOf = (): number => element.getBoundingClientRect().top;
  let top = Number.NaN;
  let quiet = 0;
  let frames = 0;
  const show = () => {
    if (own.signal.aborted) return;
    quiet = Math.abs(topOf() - top) < 1 ? quiet + 1 : 0;
    if (quiet === 0) {
      element.scrollIntoView({ block, behavior: 'instant' });
      top = topOf();
    }
    if (quiet < QUIET_FRAMES && frames++ < MOST_FRAMES) requestAnimationFrame(show);
    else own.abort();
  };
  show();
};
