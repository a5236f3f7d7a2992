import type { Inline, Leaf, Text } from '../document.ts';
import { type ComparisonCache, canonical } from './comparison.ts';

/** A word, white space, punctuation mark or inline of a line. */
export interface Token {
  readonly identity: string;
  readonly isWord: boolean;
  readonly leaf?: Leaf;
  readonly inline?: Inline;
}

// Scripts without spaces are split by character.
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}_]+|\s+|./gsu;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** The tokens of a line; a link or another inline with content is one token. */
export const tokensOf = (nodes: readonly (Inline | Text)[]): Token[] =>
  nodes.flatMap((node): Token[] => {
    if (node.object === 'inline') return [{ identity: canonical(node), isWord: true, inline: node }];
    return node.leaves.flatMap((leaf) => {
      const marks = canonical(leaf.marks);
      return Array.from(leaf.text.matchAll(PIECES), ([text]) => ({
        identity: `${marks}${text}`,
        isWord: HAS_WORD.test(text),
        leaf: { ...leaf, text },
      }));
    });
  });

/** Joins tokens to a line, merging adjacent texts with equal marks. */
export const lineOf = (tokens: readonly Token[]): (Inline | Text)[] => {
  const line: (Inline | Text)[] = [];
  let leaves: Leaf[] = [];
  const endText = () => {
    if (leaves.length > 0) line.push({ object: 'text', leaves });
    leaves = [];
  };
  for (const { leaf, inline } of tokens) {
    if (inline !== undefined) {
      endText();
      line.push(inline);
    } else if (leaf !== undefined) {
      const last = leaves.at(-1);
      if (last !== undefined && canonical(last.marks) === canonical(leaf.marks)) {
        leaves[leaves.length - 1] = { ...last, text: last.text + leaf.text };
      } else leaves.push(leaf);
    }
  }
  endText();
  return line;
};

/** A number for each token, equal for equal ones. */
export const tokenNumbers = (cache: ComparisonCache, tokens: readonly Token[]): number[] =>
  tokens.map(({ identity }) => cache.numberOfText(`token ${identity}`));
