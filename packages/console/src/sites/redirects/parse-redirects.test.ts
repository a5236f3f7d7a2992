import { describe, expect, test } from 'vitest';
import { destinationNamed, parseRedirects } from './parse-redirects.ts';

const written = (text: string) =>
  parseRedirects(text).map(({ source, destination, isPermanent }) => [source, destination, isPermanent]);

describe('written redirects', () => {
  test('are read from CSV, tables and plain lines', () => {
    expect(
      written(
        'source,destination,permanent\n/old,/new,true\n"/a,b","https://example.com/?q=""x"""\n/c\t/d\t308\ne /f\n/g -> /h\n\n# note\n/gone,',
      ),
    ).toEqual([
      ['/old', '/new', true],
      ['/a,b', 'https://example.com/?q="x"', false],
      ['/c', '/d', true],
      ['/e', '/f', false],
      ['/g', '/h', false],
      ['/gone', '', false],
    ]);
  });

  test('are deleted only by a separator without a destination', () => {
    expect(written('/keep-a\n/gone,\n/gone-too;\nnonsense')).toEqual([
      ['/keep-a', undefined, false],
      ['/gone', '', false],
      ['/gone-too', '', false],
      ['/nonsense', undefined, false],
    ]);
  });

  test('know their lines', () => {
    expect(parseRedirects('\n/a /b\n\n/c /d').map(({ line }) => line)).toEqual([2, 4]);
  });
});

test('destinations are found by the paths of readers', () => {
  const places = [
    { siteSpaceId: 'docs', path: '/', pages: new Map([['guides/start', 'p1']]) },
    { siteSpaceId: 'api', path: '/api', pages: new Map([['start', 'p2']]) },
  ];
  const find = (text: string) => destinationNamed(text, places);
  expect(find('https://example.com/x')).toEqual({ kind: 'external', url: 'https://example.com/x' });
  expect(find('/')).toEqual({ kind: 'site-space', siteSpaceId: 'docs' });
  expect(find('/api/')).toEqual({ kind: 'site-space', siteSpaceId: 'api' });
  expect(find('/api/start')).toEqual({ kind: 'site-page', siteSpaceId: 'api', pageId: 'p2' });
  expect(find('guides/start')).toEqual({ kind: 'site-page', siteSpaceId: 'docs', pageId: 'p1' });
  expect(find('/nothing')).toBeUndefined();
});
