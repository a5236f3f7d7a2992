import { expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { createSpaceWith, insertPage, publishSpaces } from '../../../testing/showcase.ts';
import { requestFromHost } from '../../../testing/sites.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

const published = async (pages: number) => {
  const space = await createSpaceWith(
    org,
    Array.from({ length: pages }, (_, at) => insertPage(`Page ${at}`, 'All about gardening.')),
  );
  const { host, pathname } = new URL((await publishSpaces(org, [space])).url);
  const ask = (path: string) => requestFromHost(server, host, pathname + path);
  // Pages are indexed in the background.
  await expect
    .poll(async () => (await ask('/~lectern/search?q=gardening')).text, { timeout: 240_000 })
    .toContain('Page 1<');
  return ask;
};

test('results mark what was found, and lead to the beginning of a page with that title', async () => {
  const space = await createSpaceWith(org, [
    insertPage(
      'Changelog',
      'Text.\n\n## Pruning trees\n\nPruning trees is better now. Trees, pruning, trees.',
    ),
    insertPage('Pruning trees', 'Begin in winter.\n\n## Tools for pruning trees\n\nA saw.'),
  ]);
  const { host, pathname } = new URL((await publishSpaces(org, [space])).url);
  const ask = (path: string) => requestFromHost(server, host, pathname + path);
  const items = async () => JSON.parse((await ask('/~lectern/search.json?q=pruning%20trees')).text).items;
  await expect.poll(items, { timeout: 240_000 }).toHaveLength(2);
  const [first, second] = await items();
  expect([first.title, first.titleMatches, new URL(first.href, 'https://x').hash]).toEqual([
    'Pruning trees',
    [
      [0, 7],
      [8, 13],
    ],
    '',
  ]);
  expect(second.title).toBe('Changelog');
  expect(second.href).toMatch(/#pruning-trees$/);
  expect([second.heading, second.headingMatches]).toEqual([first.title, first.titleMatches]);
  const marked = second.matches.map(([start, end]: [number, number]) => second.excerpt.slice(start, end));
  expect(marked.slice(0, 2)).toEqual(['Pruning', 'trees']);
  expect((await ask('/~lectern/search?q=pruning%20trees')).text).toContain(
    '<strong><mark>Pruning</mark> <mark>trees</mark></strong>',
  );
  expect((await ask('/~lectern/search?q=pruning%20trees')).text).toContain(
    '<b><mark>Pruning</mark> <mark>trees</mark></b>',
  );
});

test('a search page shows the found pages, and whether there are more', async () => {
  const small = await published(12);
  expect((await small('/~lectern/search?q=gardening')).text).toContain('Results for “gardening”: 12<');
  const large = await published(40);
  const { text } = await large('/~lectern/search?q=gardening');
  expect(text).toContain('Results for “gardening”: 30+<');
  expect(JSON.parse((await large('/~lectern/search.json?q=gardening')).text).items).toHaveLength(30);
});
