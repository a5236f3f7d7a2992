import { parseMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import type { Token } from '../../../../site/src/document/context.ts';
import { highlightMarked } from './highlight-marked.ts';
import { renderUnified } from './render-rows.ts';
import { differenceRows } from './rows.ts';

// Words are keywords, everything else is plain.
const highlight = (code: string): Token[][] =>
  code
    .split('\n')
    .map((line) =>
      (line.match(/\w+|\W+/g) ?? []).map((text) => (/\w/.test(text) ? { text, kind: 'keyword' } : { text })),
    );

const context = {
  language: 'en',
  hrefOf: () => undefined,
  fileOf: () => undefined,
  highlight: highlightMarked(highlight),
};
const code = (text: string) => parseMarkdown(`\`\`\`js\n${text}\n\`\`\``);
const htmlOf = (before: string, after: string): string =>
  renderUnified(differenceRows(code(before), code(after)), context)
    .flatMap(({ parts }) => parts.map(({ html }) => html))
    .join('');

test('changed code is colored, and its changes stay marked', () => {
  const html = htmlOf('let one;\nkeep(it);', 'let other;\nkeep(it);\nmore();');
  const lines = [...html.matchAll(/<span class="line([^"]*)">(.*?)\n<\/span>/gs)].map(([, names, line]) => [
    names!.trim(),
    line!.replaceAll(/<[^>]*>/g, ''),
  ]);
  expect(lines).toEqual([
    ['diff-removed', 'let one;'],
    ['diff-added', 'let other;'],
    ['', 'keep(it);'],
    ['diff-added', 'more();'],
  ]);
  expect(html).toContain('<span class="t-keyword">keep</span>');
  expect(html).toContain('<span class="t-keyword">let</span>');
  expect(html).not.toMatch(/[\uFDD0-\uFDEF]/);
  for (const name of ['ins', 'del', 'span'])
    expect(html.split(`<${name}`).length).toBe(html.split(`</${name}>`).length);
});

test('a mark inside of a word cuts its token', () => {
  const marked = highlightMarked(highlight)('ab\uFDD0cd\uFDD1 e', 'js');
  expect(marked).toEqual([
    [
      { text: 'ab', kind: 'keyword' },
      { text: '\uFDD0' },
      { text: 'cd', kind: 'keyword' },
      { text: '\uFDD1' },
      { text: ' ' },
      { text: 'e', kind: 'keyword' },
    ],
  ]);
});
