import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../testing/server.ts';
import { callOrThrow, createSpaceWith, insertPage, publishSpaces } from '../../testing/showcase.ts';
import { requestFromHost } from '../../testing/sites.ts';

const MERGES = 12;

// Two processes of one installation, with one database and one public URL.
const config = { publicUrl: 'http://lectern.test', sitesDomain: 'sites.test' };
let servers: readonly TestServer[];

beforeAll(async () => {
  const first = await startServer({ config });
  servers = [first, await startServer({ config, connectionString: first.connectionString })];
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close();
});

test('a merge is visible in the next response of every process, under concurrent requests', async () => {
  const org = await servers[0]!.organization();
  const space = await createSpaceWith(org, [insertPage('Welcome', 'At first.')]);
  const site = await publishSpaces(org, [space]);
  const { host, pathname } = new URL(site.url);
  const ask = (server: TestServer, headers = {}) => requestFromHost(server, host, pathname, headers);
  const { pages } = await callOrThrow(org, 'GET', `/spaces/${space}/content/pages`);

  let isOver = false;
  // Concurrent readers: the cache is warm, and requests are always in progress.
  const crowd = servers.flatMap((server) =>
    Array.from({ length: 4 }, async () => {
      while (!isOver) expect((await ask(server)).status).toBe(200);
    }),
  );
  let etag = '';
  try {
    for (let round = 1; round <= MERGES; round++) {
      const { id } = await callOrThrow(org, 'POST', `/spaces/${space}/change-requests`, { subject: 'More' });
      const at = `/spaces/${space}/change-requests/${id}`;
      const document = { markdown: `Said in round ${round}.` };
      await callOrThrow(org, 'POST', `${at}/content`, {
        changes: [{ operation: 'update_page', page: pages[0].id, document }],
      });
      expect((await callOrThrow(org, 'POST', `${at}/merge`)).result).toBe('merge');
      const answers = await Promise.all(servers.map((server) => ask(server, { 'if-none-match': etag })));
      for (const { status, text } of answers) {
        expect(status).toBe(200);
        expect(text).toContain(`Said in round ${round}.`);
      }
      etag = String(answers[0]!.headers.etag);
      expect(answers[1]!.headers.etag).toBe(etag);
      expect((await ask(servers[1]!, { 'if-none-match': etag })).status).toBe(304);
    }
  } finally {
    isOver = true;
    await Promise.all(crowd);
  }
});

test('a change of settings and unpublishing a site are visible at once, too', async () => {
  const org = await servers[0]!.organization();
  const space = await createSpaceWith(org, [insertPage('Welcome', 'At first.')]);
  const site = await publishSpaces(org, [space]);
  const { host, pathname } = new URL(site.url);
  const ask = () => requestFromHost(servers[1]!, host, pathname);
  const at = `/orgs/${org.id}/sites/${site.id}`;
  expect((await ask()).text).toContain('<title>Welcome | Orchard</title>');
  const looks = await callOrThrow(org, 'GET', `${at}/customization`);
  await callOrThrow(org, 'PUT', `${at}/customization`, { ...looks, title: 'Grove' });
  expect((await ask()).text).toContain('<title>Welcome | Grove</title>');
  await callOrThrow(org, 'POST', `${at}/unpublish`);
  expect((await ask()).status).toBe(404);
});

test('tracking parameters share the cached page', async () => {
  const [server] = servers as [TestServer];
  const org = await server.organization();
  const space = await createSpaceWith(org, [
    insertPage('Welcome', 'At first.'),
    insertPage('Second', 'And then.'),
  ]);
  const site = await publishSpaces(org, [space]);
  const { host, pathname } = new URL(site.url);
  const ask = (query: string) => requestFromHost(server, host, `${pathname}/second${query}`);
  const { etag } = (await ask('')).headers;
  const made = async () => (await server.app.metrics.siteResponsesRendered.get()).values[0]!.value;
  const before = await made();
  const crowd = await Promise.all([1, 2, 3].map((one) => ask(`?utm_source=${one}`)));
  expect(crowd.map(({ headers }) => headers.etag)).toEqual([etag, etag, etag]);
  expect(await made()).toBe(before);
  // Query parameters that pages read have pages of their own, and so do redirects.
  expect((await ask('?q=tree')).headers['x-robots-tag']).toContain('noindex');
  const onward = await Promise.all(
    ['?a=1', '?a=2', '?a=2'].map((query) => requestFromHost(server, host, `${pathname}/Second${query}`)),
  );
  expect(onward.map(({ headers }) => String(headers.location).split('?')[1])).toEqual(['a=1', 'a=2', 'a=2']);
});
