import { useEffect } from 'react';

/** Sets the title of the tab: the most specific part first. */
export const useTitle = (...parts: readonly (string | undefined)[]): void => {
  const title = [...parts.filter(Boolean), 'Lectern'].join(' · ');
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = 'Lectern';
    };
  }, [title]);
};
