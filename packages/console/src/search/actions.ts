import type { LucideIcon } from 'lucide-react';

/** An action of the palette. */
export interface Action {
  readonly id: string;
  readonly title: string;
  /** More words to find it by. */
  readonly words?: string;
  readonly icon: LucideIcon;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly run: () => void;
}

const wordsOf = (text: string): readonly string[] => text.toLocaleLowerCase().split(/\s+/).filter(Boolean);

/** Whether every word of a query is the beginning of a word of a text. */
export const matchesText = (query: string, text: string): boolean => {
  const words = wordsOf(text);
  return wordsOf(query).every((wanted) => words.some((word) => word.startsWith(wanted)));
};

/** The actions that match a query. */
export const findActions = (query: string, actions: readonly Action[]): readonly Action[] =>
  actions.filter(({ title, words = '' }) => matchesText(query, `${title} ${words}`));
