import { useEffect, useRef } from 'react';

/** A keyboard shortcut, such as `mod+k`; `mod` is the Command key on a Mac and Ctrl elsewhere. */
export interface Shortcut {
  readonly keys: string;
  readonly run: () => void;
}

const isEditable = (target: EventTarget | null): boolean =>
  typeof HTMLElement !== 'undefined' &&
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Whether an event is the shortcut. Shortcuts without `mod` do nothing while the user types. */
export const matches = (
  keys: string,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>,
): boolean => {
  const parts = keys.split('+');
  const wantsMod = parts.includes('mod');
  return (
    event.key.toLowerCase() === parts.at(-1) &&
    (event.ctrlKey || event.metaKey) === wantsMod &&
    !event.altKey &&
    (wantsMod || !isEditable(event.target))
  );
};

/** Listens for shortcuts while the component is shown. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const found = current.current.find(({ keys }) => matches(keys, event));
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
};
