import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { type Receiver, startReceiver } from '../../../testing/webhook-receiver.ts';

const EDITS = 12;

let server: TestServer;
let org: TestOrganization;
let [quick, slow] = [] as unknown as [Receiver, Receiver];
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { config: { egressAllow: '127.0.0.1' }, roles: ['api', 'worker'] },
);
beforeAll(async () => {
  [quick, slow] = [await startReceiver(), await startReceiver()];
});
afterAll(async () => {
  await quick.close();
  await slow.close();
});

test('a running server sends events, and a receiver that never responds does not delay others', async () => {
  slow.respondBy(() => {});
  const space = await createLiveSpace(org);
  const at = `/orgs/${org.id}/webhooks`;
  const create = async (url: string) => (await org.admin.call('POST', at, { url, events: ['*'] })).body.id;
  const [stuck, well] = [await create(slow.url), await create(quick.url)];
  const log = async (id: string) => (await org.admin.call('GET', `${at}/${id}/deliveries`)).body.items;
  for (let n = 0; n < EDITS; n++)
    await org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: `Page ${n}`, document: { markdown: 'x' } }],
    });
  await vi.waitFor(() => expect(quick.received).toHaveLength(EDITS), 60_000);
  expect(new Set(quick.received.map(({ event }) => event.revisionId)).size).toBe(EDITS);
  const delivered = async () =>
    (await log(well)).filter(({ status }: { status: string }) => status === 'succeeded').length;
  await expect.poll(delivered, { timeout: 240_000 }).toBe(EDITS);
  expect(slow.received.length).toBeGreaterThan(0);

  const first = async () => (await log(stuck)).at(-1);
  await expect.poll(async () => (await first()).attemptCount, { timeout: 240_000 }).toBe(1);
  const { body } = await org.admin.call('GET', `${at}/${stuck}/deliveries/${(await first()).id}`);
  expect(body.attempts).toMatchObject([{ error: 'The address did not send a complete response in time.' }]);
  await org.admin.call('PATCH', `${at}/${stuck}`, { enabled: false });
  slow.respondBy((response) => response.end());
});

test('many unresponsive receivers of one organization leave slots to others', async () => {
  const before = quick.received.length;
  // Each webhook has a path of its own: how many are being sent to at once, whoever else is.
  const open: string[] = [];
  let most = 0;
  slow.respondBy((response, { path }) => {
    open.push(path);
    most = Math.max(most, new Set(open).size);
    response.on('close', () => open.splice(open.indexOf(path), 1));
  });
  const create = async (whose: TestOrganization, url: string) => {
    const answer = await whose.admin.call('POST', `/orgs/${whose.id}/webhooks`, { url, events: ['*'] });
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  const edit = async (whose: TestOrganization, space: string) =>
    whose.admin.call('POST', `/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'x' } }],
    });
  const stuck: string[] = [];
  for (let n = 0; n < 12; n++) stuck.push(await create(org, `${slow.url}/${n}`));
  await edit(org, await createLiveSpace(org));
  await vi.waitFor(() => expect(new Set(open).size).toBe(3), 60_000);
  const other = await server.organization();
  await create(other, quick.url);
  await edit(other, await createLiveSpace(other));
  await vi.waitFor(() => expect(quick.received.length).toBeGreaterThan(before), 60_000);
  expect(most).toBe(3);
  // None of those that waited is forgotten.
  slow.respondBy((response) => response.end());
  const paths = () => new Set(slow.received.map(({ path }) => path).filter((path) => path !== '/'));
  await vi.waitFor(() => expect(paths().size).toBe(12), 60_000);
  for (const id of stuck) await org.admin.call('DELETE', `/orgs/${org.id}/webhooks/${id}`);
});
