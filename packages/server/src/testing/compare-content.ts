import path from 'node:path';
import { expect } from 'vitest';
import { words } from '../../../document/src/markdown/words.testing.ts';
import { runs } from '../../../document/src/testing/deep.ts';

/** Texts by path: a repository as somebody wrote it, or as it was written anew. */
export type Texts = Readonly<Record<string, string | Uint8Array>>;

const textOf = (content: string | Uint8Array): string => Buffer.from(content as Uint8Array).toString();

/** The files that a table of contents lists, found without the code that is tested. */
export const listedFiles = (files: Texts): string[] => {
  const addresses = [...textOf(files['SUMMARY.md']!).matchAll(/^\s*[*+-]\s+\[.*?\]\(<?([^)>\s]+)/gm)];
  const paths = addresses.map(([, address]) => path.posix.normalize(decodeURIComponent(address!)));
  return [...new Set(paths)].filter((file) => files[file] !== undefined).sort();
};

/** The words of a text besides its addresses: a link may come to be written from elsewhere. */
const wordsOf = (text: string): ReadonlyMap<string, number> =>
  words(
    text
      // An escape that is not needed may go: what looks like an address is none to compare on both sides.
      .replace(/\\([[\]()])/g, '$1')
      .replace(/\]\((?:<[^>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)/g, '] ')
      .replace(/\b(?:href|src|srcset|url|cover)\s*[=:]\s*(?:"[^"\n]*"|\S+)/g, ' '),
  );

/** The words of texts that are not in those that were made of them, with how often they stood in both. */
export const lostWords = (source: Texts, made: Texts, paths: readonly string[]): string[] =>
  paths.flatMap((file) => {
    const kept = wordsOf(textOf(made[file] ?? ''));
    return [...wordsOf(textOf(source[file]!))]
      .filter(([word, count]) => (kept.get(word) ?? 0) < count)
      .map(([word, count]) => `${file}: ${word} ${count} > ${kept.get(word) ?? 0}`);
  });

interface Listed {
  readonly id: string;
  readonly git?: { readonly path: string };
  readonly pages?: readonly Listed[];
}

/** The pages of a space by the paths of their files, out of one answer. */
export const idsByFile = (pages: readonly Listed[]): Record<string, string> =>
  Object.fromEntries(
    pages.flatMap(({ id, git, pages: below = [] }) => [
      ...(git ? [[git.path, id] as const] : []),
      ...Object.entries(idsByFile(below)),
    ]),
  );

/** Every file that a table of contents lists is a page, and says all that its file says. */
export const expectSameContent = (source: Texts, pages: readonly Listed[], made: Texts): void => {
  const listed = listedFiles(source);
  expect(listed.length).toBeGreaterThan(runs(50, 30));
  expect(Object.keys(idsByFile(pages)).sort()).toEqual(listed);
  expect(lostWords(source, made, listed)).toEqual([]);
};
