import type { Editor } from '@tiptap/core';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus of a popup back to the text as soon as it closes, because the next keys are for the text. What else has the focus
 * keeps it: somebody may have clicked there, or keys may have moved the cursor of the text since.
 */
export const useReturnFocus = (
  editor: Editor,
  isOpen: boolean,
): { readonly popup: RefObject<HTMLDivElement | null>; readonly returnFocus: () => false } => {
  const popup = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  const returnFocus = () => {
    const { activeElement, body } = document;
    const isLeft = activeElement === body || popup.current?.contains(activeElement) === true;
    if (isLeft && !editor.isDestroyed) editor.view.focus();
    return false as const;
  };
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) returnFocus();
    wasOpen.current = isOpen;
  });
  return { popup, returnFocus };
};
