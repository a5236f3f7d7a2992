// A screen that takes longer than this is left alone: its reader may have gone on.
const MAX_FRAMES = 300;

const isNothingFocused = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/** Moves the focus to the main part of the screen as soon as it is there, unless something else has it by then. */
export const focusContent = (frames = 0): void => {
  if (!isNothingFocused() || frames > MAX_FRAMES) return;
  const content = document.querySelector<HTMLElement>('#content[tabindex]:not([aria-busy])');
  if (content) content.focus({ preventScroll: true });
  else requestAnimationFrame(() => focusContent(frames + 1));
};
