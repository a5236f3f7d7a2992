import { useCallback, useState } from 'react';

const readStored = (key: string | undefined): ReadonlySet<string> => {
  if (key === undefined) return new Set();
  try {
    return new Set(JSON.parse(localStorage.getItem(key) ?? '[]') as string[]);
  } catch {
    return new Set();
  }
};

/** The collapsed entries of a tree, remembered in this browser under a key if there is one. */
export const useCollapsed = (key?: string) => {
  const [collapsed, setCollapsed] = useState(() => readStored(key));
  const toggle = useCallback(
    (id: string, isExpanded: boolean) =>
      setCollapsed((old) => {
        const next = new Set(old);
        if (isExpanded) next.delete(id);
        else next.add(id);
        if (key !== undefined) localStorage.setItem(key, JSON.stringify([...next]));
        return next;
      }),
    [key],
  );
  return { collapsed, toggle };
};
