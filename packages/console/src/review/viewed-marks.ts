import { useCallback, useState } from 'react';
import type { ChangedItem } from './changed-items.ts';

// A short hash is enough to notice that a change is another one.
const hashOf = (text: string): string => {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash.toString(36);
};

const read = (name: string): Readonly<Record<string, string>> => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
};

/** Which items of a comparison were viewed in this browser; an item that changes again is no longer viewed. */
export const useViewedMarks = (comparison: string) => {
  const name = `viewed:${comparison}`;
  const [marks, setMarks] = useState(() => read(name));
  const isViewed = useCallback(
    ({ key, fingerprint }: ChangedItem) => marks[key] === hashOf(fingerprint),
    [marks],
  );
  const setViewed = useCallback(
    ({ key, fingerprint }: ChangedItem, viewed: boolean) =>
      setMarks((previous) => {
        const { [key]: _removed, ...others } = previous;
        const next = viewed ? { ...others, [key]: hashOf(fingerprint) } : others;
        try {
          localStorage.setItem(name, JSON.stringify(next));
        } catch {
          // Without storage the marks last until the page is closed.
        }
        return next;
      }),
    [name],
  );
  return { isViewed, setViewed };
};
