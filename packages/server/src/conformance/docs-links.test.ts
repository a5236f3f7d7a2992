import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsIn, type DocsFile, inlineCodeIn, linksIn, ROOT, readDocsFiles } from './docs-files.ts';

const files = readDocsFiles();
const textOf = new Map(files.map((file) => [file.path, file.text]));

/** The relative links of a file without a target. */
const brokenLinks = ({ path: from, text }: DocsFile): string[] =>
  linksIn(text).filter((link) => {
    if (/^[a-z][a-z+.-]*:/i.test(link)) return false;
    const [target, anchor] = link.split('#') as [string, string?];
    const to = target === '' ? from : path.posix.join(path.posix.dirname(from), target);
    if (!existsSync(path.join(ROOT, to))) return true;
    if (anchor === undefined || !to.endsWith('.md')) return false;
    return !anchorsIn(to === from ? text : (textOf.get(to) ?? '')).has(anchor);
  });

const SOURCE = /^(?:packages|scripts|bench|acceptance|docs|\.github)\/[\w./-]+$/;
// Stand for the number and name of any migration, and for files that the build creates.
const NOT_IN_REPOSITORY = new Set([
  'packages/server/migrations/NNNN_name.sql',
  'packages/server/dist',
  'packages/console/screenshots',
]);

/** The source files that a text names in inline code and that do not exist. */
const missingSources = ({ text }: Pick<DocsFile, 'text'>): string[] =>
  inlineCodeIn(text).filter(
    (code) => SOURCE.test(code) && !NOT_IN_REPOSITORY.has(code) && !existsSync(path.join(ROOT, code)),
  );

describe('links of the documentation', () => {
  test.each(files)('$path: every relative link and anchor has a target', (file) => {
    expect(brokenLinks(file)).toEqual([]);
    expect(missingSources(file)).toEqual([]);
  });

  test('a missing file and a missing anchor are found', () => {
    const text =
      '# A b\n\n[1](#a-b) [2](#c) [3](docs/SUMMARY.md) [4](docs/absent.md) [5](https://example.com)';
    expect(brokenLinks({ path: 'README.md', text })).toEqual(['#c', 'docs/absent.md']);
    expect(missingSources({ text: '`packages/absent.ts`, `packages/server/src/app.ts`' })).toEqual([
      'packages/absent.ts',
    ]);
  });
});

test('SUMMARY.md lists every page of docs/ once, and no other', () => {
  const pages = files.map((file) => file.path).filter((name) => name.startsWith('docs/'));
  const listed = linksIn(textOf.get('docs/SUMMARY.md')!).map((link) => `docs/${link}`);
  expect(listed.toSorted()).toEqual(pages.filter((name) => name !== 'docs/SUMMARY.md').toSorted());
});
