/** Copies by a selected field: browsers have no clipboard for scripts at addresses without TLS. */
const copySelected = (text: string): void => {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  const focused = document.activeElement;
  // Inside a dialog, which keeps the focus.
  (focused?.closest('[role="dialog"]') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (!isCopied) throw new Error('The browser did not copy the text.');
};

/** Copies a text to the clipboard. */
export const copyToClipboard = async (text: string): Promise<void> =>
  // The types say that it is always there.
  (navigator.clipboard as Clipboard | undefined) ? navigator.clipboard.writeText(text) : copySelected(text);
