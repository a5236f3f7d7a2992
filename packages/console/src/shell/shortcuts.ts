import { useEffect, useRef } from 'react';

/**
 * A keyboard shortcut, such as `mod+k`, `mod+alt+m` or `g h`, one key after the other; `mod` is the Command key on a Mac and Ctrl
 * elsewhere.
 */
export interface Shortcut {
  readonly keys: string;
  readonly run: () => void;
}

// A part of the screen with `data-writing` is there to write in, so that a key beside its fields is no command.
const isEditable = (target: EventTarget | null): boolean =>
  typeof HTMLElement !== 'undefined' &&
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[data-writing]') !== null);

// A dialog or a menu is above the screen that the shortcuts belong to.
const isAboveScreen = (target: EventTarget | null): boolean =>
  typeof Element !== 'undefined' &&
  target instanceof Element &&
  target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

/** Whether an event is the shortcut. Shortcuts without `mod` do nothing while the user types. */
export const matches = (
  keys: string,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'> & {
    readonly code?: string;
  },
): boolean => {
  const parts = keys.split('+');
  const wantsMod = parts.includes('mod');
  const wantsAlt = parts.includes('alt');
  const key = parts.at(-1)!;
  return (
    // On a Mac, Option makes another character of a letter.
    (event.key.toLowerCase() === key || (wantsAlt && event.code === `Key${key.toUpperCase()}`)) &&
    (event.ctrlKey || event.metaKey) === wantsMod &&
    event.altKey === wantsAlt &&
    (wantsMod || !isEditable(event.target))
  );
};

// The time between two keys of a sequence.
const SEQUENCE_MS = 1500;

/** Listens for shortcuts while the component is shown. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    let before: { readonly key: string; readonly at: number } | undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isAboveScreen(event.target)) return;
      const first = before && event.timeStamp - before.at < SEQUENCE_MS ? before.key : undefined;
      const found = current.current.find(({ keys }) => {
        const [one, two] = keys.split(' ') as [string, string?];
        return two === undefined ? matches(one, event) : one === first && matches(two, event);
      });
      before = { key: event.key.toLowerCase(), at: event.timeStamp };
      if (!found) return;
      before = undefined;
      event.preventDefault();
      found.run();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
};
