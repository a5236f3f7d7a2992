import { useEffect, useRef } from 'react';

/** Whether an editor is open. Once it is, it stays under the hands of its writer, even if they may no longer save there. */
export const useOpenEditor = (isAsked: boolean, maySave: boolean): boolean => {
  const wasOpen = useRef(false);
  const isOpen = isAsked && (maySave || wasOpen.current);
  useEffect(() => {
    wasOpen.current = isOpen;
  }, [isOpen]);
  return isOpen;
};
