import { parseMarkdown } from '@lectern/document';
import { expect, test } from 'vitest';
import type { PageNode } from '../../spaces/tree/page-node.ts';
import { addressOf, headingChoices, pageChoices, refOfAddress } from './link-targets.ts';

const page = (id: string, title: string, pages: readonly PageNode[] = []): PageNode => ({
  id,
  type: 'document',
  title,
  path: id,
  pages,
});
const PAGES = [page('a', 'Install the café', [page('b', 'Reinstall')]), page('c', 'Using Install scripts')];

test('pages are found by their titles, those that begin with the query first', () => {
  expect(pageChoices(PAGES, 'install').map(({ id }) => id)).toEqual(['a', 'c', 'b']);
  expect(pageChoices(PAGES, 'CAFE').map(({ id }) => id)).toEqual(['a']);
  expect(pageChoices(PAGES, 're')[0]).toMatchObject({ title: 'Reinstall', detail: 'Install the café' });
  expect(pageChoices(PAGES, 'nothing')).toEqual([]);
});

test('headings of this page and of others, also inside of other blocks', () => {
  const document = parseMarkdown(
    '## One\n\n{% hint style="info" %}\n### Two *words*\n{% endhint %}\n\n## One\n',
  );
  expect(headingChoices(document, undefined, '').map(({ title, ref }) => [title, ref])).toEqual([
    ['One', { kind: 'anchor', anchor: 'one' }],
    ['Two words', { kind: 'anchor', anchor: 'two-words' }],
    ['One', { kind: 'anchor', anchor: 'one-1' }],
  ]);
  expect(headingChoices(document, 'p', '#two')[0]!.ref).toEqual({
    kind: 'anchor',
    anchor: 'two-words',
    page: 'p',
  });
});

test('addresses as people write them', () => {
  expect(addressOf('example.com/x')).toBe('https://example.com/x');
  expect(addressOf('http://localhost:3000')).toBe('http://localhost:3000');
  expect(addressOf('ann@example.com')).toBe('mailto:ann@example.com');
  for (const text of ['javascript:alert(1)', 'two words', '', 'Install'])
    expect(addressOf(text), text).toBeUndefined();
});

test('an address of the console is a reference to its page', () => {
  const refOf = (address: string) => refOfAddress(address, 'https://docs.test', PAGES, 's1');
  expect(refOf('https://docs.test/app/s/s1/b')).toEqual({ kind: 'page', page: 'b' });
  expect(refOf('https://docs.test/app/s/s1/b#x')).toEqual({ kind: 'anchor', anchor: 'x', page: 'b' });
  expect(refOf('https://docs.test/app/s/s2/b')).toEqual({ kind: 'url', url: 'https://docs.test/app/s/s2/b' });
});
