import { expect, test } from 'vitest';
import { sortedReport, summarizeReport } from './import-report.ts';

const links = Array.from({ length: 400 }, (_, at) => ({
  path: `page-${at}.md`,
  message: `links to gone-${at}.md, which is not one of the imported files`,
}));
const leftOut = { path: 'draft.md', message: 'is not in the table of contents, and was left out' };
const other = { path: 'a.md', message: 'has something new' };

test('warnings are summed up by kind, grave ones first', () => {
  expect(summarizeReport([...links, other, leftOut])).toEqual([
    '1 left out:',
    '  draft.md: is not in the table of contents, and was left out',
    '400 links to files that are not imported:',
    ...links.slice(0, 3).map(({ path, message }) => `  ${path}: ${message}`),
    '  and 397 more',
    '1 other warnings:',
    '  a.md: has something new',
  ]);
});

test('the whole list has every warning, grave ones first', () => {
  const lines = sortedReport([...links, other, leftOut]);
  expect(lines).toHaveLength(402);
  expect(lines[0]).toContain('draft.md');
});
