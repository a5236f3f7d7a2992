import { useEffect } from 'react';

/** Marks ranges of the page without changing its elements; browsers that cannot do it show no marks. */
export const useHighlights = (name: string, ranges: readonly Range[]): void => {
  useEffect(() => {
    if (typeof Highlight === 'undefined' || ranges.length === 0) return;
    CSS.highlights.set(name, new Highlight(...ranges));
    return () => void CSS.highlights.delete(name);
  }, [name, ranges]);
};
