import { describe, expect, test } from 'vitest';
import { type Location, positionsOf, targetInWords } from './link-words.ts';

const page = (id: string, node?: string, type = 'document') =>
  ({
    kind: 'page',
    page: { id, type, title: id.toUpperCase(), path: `guide/${id}` },
    ...(node && { internalLocation: { type: 'node', node } }),
  }) as Location;

describe('broken links in words', () => {
  test('name the address, or what is not there any more', () => {
    const url = (text: string) => targetInWords({ kind: 'url', url: text });
    expect(targetInWords(undefined)).toEqual({ words: 'no address' });
    expect(url('./no.md')).toEqual({ address: './no.md' });
    expect(url('/pages/abc').words).toMatch(/^a page/);
    expect(url('/pages/abc#top').words).toMatch(/^a page/);
    expect(url('/spaces/a/pages/b').words).toMatch(/^a page/);
    expect(url('/spaces/a').words).toMatch(/^a space/);
    expect(url('/files/a').words).toMatch(/^a file/);
    expect(url('/pages/abc/more')).toEqual({ address: '/pages/abc/more' });
    const anchored = { ...page('a'), internalLocation: { type: 'anchor', anchor: 'top' } } as Location;
    expect(targetInWords(anchored)).toEqual({
      address: '#top',
      words: 'a heading that “A” does not have',
    });
  });

  test('have each block once, and no path to a page that cannot be opened', () => {
    const shared = { kind: 'reusable-content', reusableContent: { id: 'r', title: '' } } as Location;
    const found = positionsOf([
      page('a', 'x'),
      page('a', 'x'),
      page('a', 'y'),
      page('l', undefined, 'link'),
      shared,
    ]);
    expect(found.map(({ key, title, path }) => [key, title, path])).toEqual([
      ['a x', 'A', 'guide/a'],
      ['a y', 'A', 'guide/a'],
      ['l ', 'L', undefined],
      ['r', 'Untitled', undefined],
    ]);
  });
});
