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

test('a search page shows the found pages, and whether there are more', async () => {
  const small = await published(12);
  expect((await small('/~lectern/search?q=gardening')).text).toContain('Results for “gardening”: 12<');
  const large = await published(40);
  const { text } = await large('/~lectern/search?q=gardening');
  expect(text).toContain('Results for “gardening”: 30+<');
  expect(JSON.parse((await large('/~lectern/search.json?q=gardening')).text).items).toHaveLength(30);
});
