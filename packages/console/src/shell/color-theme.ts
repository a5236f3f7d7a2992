import { useSyncExternalStore } from 'react';

/** The themes of the console. */
export const THEMES = ['system', 'light', 'dark'] as const;

/** A theme of the console; `system` is that of the operating system. */
export type Theme = (typeof THEMES)[number];

// The same as on sites, which are on other hosts.
const KEY = 'theme';
const listeners = new Set<() => void>();

/** The stored theme. */
export const storedTheme = (): Theme => {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
};

/** Shows the stored theme. */
export const applyTheme = (): void => {
  document.documentElement.dataset.theme = storedTheme();
};

/** Stores and shows a theme. */
export const setTheme = (theme: Theme): void => {
  localStorage.setItem(KEY, theme);
  applyTheme();
  for (const listener of listeners) listener();
};

/** The colors that are shown. */
export const shownColors = (): 'light' | 'dark' =>
  storedTheme() === 'dark' ||
  (storedTheme() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
    ? 'dark'
    : 'light';

/** Switches between light and dark. */
export const toggleTheme = (): void => setTheme(shownColors() === 'dark' ? 'light' : 'dark');

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The stored theme, kept up to date. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, storedTheme);
