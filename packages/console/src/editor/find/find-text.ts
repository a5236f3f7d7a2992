import type { Node } from '@tiptap/pm/model';

/** What is searched for, and how. */
export interface FindQuery {
  readonly text: string;
  readonly isCaseSensitive: boolean;
  readonly isWholeWord: boolean;
}

/** A place in the document. */
export interface Match {
  readonly from: number;
  readonly to: number;
}

// Stands for something without text, which no search finds.
const OBJECT = '\ufffc';
const MAX_MATCHES = 10_000;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The expression that finds a query; undefined if there is nothing to find. */
const patternOf = ({ text, isCaseSensitive, isWholeWord }: FindQuery): RegExp | undefined => {
  if (text === '') return undefined;
  const word = '[\\p{L}\\p{N}_]';
  const source = isWholeWord ? `(?<!${word})${escaped(text)}(?!${word})` : escaped(text);
  return new RegExp(source, isCaseSensitive ? 'gu' : 'giu');
};

/** The places where a text is found, line by line: a match may have several formats, but no images or mentions inside. */
export const findMatches = (doc: Node, query: FindQuery): readonly Match[] => {
  const pattern = patternOf(query);
  const matches: Match[] = [];
  if (!pattern) return matches;
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    const text = node.textBetween(0, node.content.size, undefined, (leaf) =>
      leaf.type.name === 'lineBreak' ? '\n' : OBJECT,
    );
    for (const found of text.matchAll(pattern)) {
      if (matches.length === MAX_MATCHES) return false;
      const from = position + 1 + found.index;
      matches.push({ from, to: from + found[0].length });
    }
    return false;
  });
  return matches;
};

/** The first match at or after a position, or the first one at all. */
export const matchAfter = (matches: readonly Match[], position: number): number => {
  return Math.max(
    0,
    matches.findIndex(({ from }) => from >= position),
  );
};
