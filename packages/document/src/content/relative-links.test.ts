import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { folderOf, resolveRelativeLink } from './relative-links.ts';

describe('relative links', () => {
  test.each([
    ['./sibling.md', 'guides', 'guides/sibling'],
    ['sibling.md', 'guides', 'guides/sibling'],
    ['../other.md', 'guides/deep', 'guides/other'],
    ['../README.md', 'guides/deep', 'guides'],
    ['README.md', '', ''],
    ['./section', 'guides', 'guides/section'],
    ['section/', 'guides', 'guides/section'],
    ['/pages/guides/start', 'elsewhere', 'guides/start'],
    ['/pages/guides/start.md', '', 'guides/start'],
    ['/pages/guides/README.md', '', 'guides'],
    ['/pages/README.md', 'guides', ''],
    ['my%20page.md', '', 'my page'],
    ['%zz.md', '', '%zz'],
  ])('%s in %s is %s', (address, folder, path) => {
    expect(resolveRelativeLink(address, folder)).toEqual({ path });
  });

  test('keep the anchor with any characters', () => {
    expect(resolveRelativeLink('../other.md#part-1', 'guides')).toEqual({ path: 'other', anchor: 'part-1' });
    expect(resolveRelativeLink('a.md#b#c', '')).toEqual({ path: 'a', anchor: 'b#c' });
    expect(resolveRelativeLink('a.md#', '')).toEqual({ path: 'a' });
    expect(resolveRelativeLink('a.md?x=1#b', '')).toEqual({ path: 'a', anchor: 'b' });
  });

  test.each([
    'https://a.test/b.md',
    'mailto:a@b.test',
    '//a.test/b',
    '#part',
    '',
    '/files/x',
    '../../out.md',
  ])('%s is not a relative link', (address) => {
    expect(resolveRelativeLink(address, 'guides')).toBeUndefined();
  });

  const segment = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/).filter((text) => text !== 'readme');
  const path = fc.array(segment, { minLength: 1, maxLength: 4 });

  test('resolve from every page to every page', () => {
    fc.assert(
      fc.property(path, path, fc.boolean(), (from, to, hasChildren) => {
        const folder = folderOf(from.join('/'), hasChildren);
        const up = folder === '' ? [] : folder.split('/').map(() => '..');
        const meant = { path: to.join('/') };
        expect(resolveRelativeLink([...up, ...to].join('/'), folder)).toEqual(meant);
        expect(resolveRelativeLink(`${[...up, ...to].join('/')}.md`, folder)).toEqual(meant);
        expect(resolveRelativeLink([...up, ...to, 'README.md'].join('/'), folder)).toEqual(meant);
      }),
    );
  });
});
