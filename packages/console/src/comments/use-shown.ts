import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { showElement } from '../primitives/show-element.ts';

/** Scrolls to an element, also after the router has put the screen to its top. */
export const useShown = (element: HTMLElement | undefined, block: ScrollLogicalPosition): void => {
  const router = useRouter();
  useEffect(() => {
    if (!element) return;
    const show = () => showElement(element, block);
    show();
    return router.subscribe('onRendered', show);
  }, [router, element, block]);
};
