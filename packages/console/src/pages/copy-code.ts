import { copyToClipboard } from '../primitives/clipboard.ts';

const SHOWN_MS = 1800;

const copyCode = async (button: HTMLElement): Promise<void> => {
  // A difference has lines that are gone.
  const lines = button.closest('figure')?.querySelectorAll('.line:not(.diff-removed)') ?? [];
  const text = [...lines].map(({ textContent }) => textContent).join('');
  await copyToClipboard(text.replace(/\n$/, ''));
  if (button.classList.contains('done')) return;
  const before = button.getAttribute('aria-label') ?? '';
  button.classList.add('done');
  button.setAttribute('aria-label', button.dataset.done ?? before);
  setTimeout(() => {
    button.classList.remove('done');
    button.setAttribute('aria-label', before);
  }, SHOWN_MS);
};

/** Makes the copy buttons of rendered code work, wherever it is shown. */
export const enableCopyButtons = (): void => {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-copy]');
    if (button) void copyCode(button);
  });
};
