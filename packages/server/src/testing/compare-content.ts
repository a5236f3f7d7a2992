import path from 'node:path';
import { expect } from 'vitest';
import { words } from '../../../document/src/markdown/words.testing.ts';
import { runs } from '../../../document/src/testing/deep.ts';

/** Files by path: of the original or the exported repository. */
export type Texts = Readonly<Record<string, string | Uint8Array>>;

const textOf = (content: string | Uint8Array): string => Buffer.from(content as Uint8Array).toString();

/** The files in a table of contents, found independently of the tested code. */
export const listedFiles = (files: Texts): string[] => {
  const addresses = [...textOf(files['SUMMARY.md']!).matchAll(/^\s*[*+-]\s+\[.*?\]\(<?([^)>\s]+)/gm)];
  const paths = addresses.map(([, address]) => path.posix.normalize(decodeURIComponent(address!)));
  return [...new Set(paths)].filter((file) => files[file] !== undefined).sort();
};

/** The words of a text without URLs, because relative links may change. */
const wordsOf = (text: string): ReadonlyMap<string, number> =>
  words(
    text
      // Unnecessary escapes may be dropped.
      .replace(/\\([[\]()])/g, '$1')
      .replace(/\]\((?:<[^>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)/g, '] ')
      // The alignment of cells has a syntax of its own.
      .replace(/\bstyle="text-align: *\w+;?"/g, ' ')
      .replace(/\b(?:href|src|srcset|url|cover)\s*[=:]\s*(?:"[^"\n]*"|\S+)/g, ' '),
  );

/** The words of the source that are missing in the result, with their counts in both. */
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

/** The ids of pages by the paths of their files. */
export const idsByFile = (pages: readonly Listed[]): Record<string, string> =>
  Object.fromEntries(
    pages.flatMap(({ id, git, pages: below = [] }) => [
      ...(git ? [[git.path, id] as const] : []),
      ...Object.entries(idsByFile(below)),
    ]),
  );

/** Expects that every file in the table of contents is a page with the same words. */
export const expectSameContent = (source: Texts, pages: readonly Listed[], made: Texts): void => {
  const listed = listedFiles(source);
  expect(listed.length).toBeGreaterThan(runs(50, 30));
  expect(Object.keys(idsByFile(pages)).sort()).toEqual(listed);
  expect(lostWords(source, made, listed)).toEqual([]);
};
