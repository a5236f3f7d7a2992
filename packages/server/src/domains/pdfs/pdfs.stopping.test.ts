import { expect, test } from 'vitest';
import { startServer } from '../../testing/server.ts';
import { callOrThrow, createSpaceWith, insertPage } from '../../testing/showcase.ts';

test('a client that waits for a PDF does not delay the shutdown of the server', async () => {
  // Nobody works here: the PDF is waited for.
  const server = await startServer({ roles: ['api'] });
  const org = await server.organization();
  const space = await createSpaceWith(org, [insertPage('Pears', 'They keep.')]);
  const { url } = await callOrThrow(org, 'GET', `/spaces/${space}/pdf`);
  const seen = new Promise((resolve) => server.app.http.server.once('request', resolve));
  const waiting = fetch(url, { redirect: 'manual' });
  await seen;
  const began = performance.now();
  await server.app.close();
  // Readers are held for 20 s else.
  expect(performance.now() - began).toBeLessThan(12_000);
  const { status, headers } = await waiting;
  expect([status, new URL(headers.get('location')!, url).href]).toEqual([307, url]);
  await server.close();
});
