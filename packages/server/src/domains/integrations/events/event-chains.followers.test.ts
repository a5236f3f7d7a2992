import { createHmac } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { createRepositories } from '../../../testing/git-repositories.ts';
import { publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import {
  eventsOf,
  installEverywhere,
  queueOf,
  traceOf,
  until,
} from '../../../testing/reporter-integration.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { petsApi, putSpec, waitForSpec } from '../../../testing/specifications.ts';
import { startTranslationEngine } from '../../../testing/translation-engine.ts';

const engine = await startTranslationEngine();
const repositories = await createRepositories();
afterAll(async () => {
  await engine.close();
  await repositories.close();
});

let server: TestServer;
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { roles: ['api', 'worker'], config: { ...engine.config, gitFolders: repositories.top } },
);

/** An integration that hears of every space, and a call of its script as the eighth in a chain. */
const lastOfChain = async (scopes: readonly string[]) => {
  const name = await publish(org, { scopes: ['space:content:read', ...scopes] });
  const { id } = await installEverywhere(org, name);
  await until(async () => expect(await queueOf(server, name)).toEqual([]));
  const path = [...Array.from({ length: 7 }, (_, at) => `other-${at}`), 'itself'];
  const { installation } = await serviceAccountsOf(server, name, id, { origin: 'the-first-event', path });
  return { name, call: installation };
};

/** The spaces about whose changes an integration was told, and those about which it was not. */
const heardOf = async (name: string) => {
  const events = (await eventsOf(org, name)).filter(
    ({ payload }) => payload.type === 'space_content_updated',
  );
  const spacesOf = (status: string) =>
    events.filter((event) => event.status === status).map(({ payload }) => payload.spaceId);
  return { told: spacesOf('success'), untold: spacesOf('failed') };
};

const expectEndOfChain = async (name: string, spaces: readonly string[]) => {
  await until(async () => expect(new Set((await heardOf(name)).untold)).toEqual(new Set(spaces)), 60_000);
  for (const { id, status } of await eventsOf(org, name))
    if (status === 'failed')
      expect((await traceOf(org, name, id))[0]!.message).toContain('the event the-first-event');
};

test('a translation continues the chain of the script that changed its source', async () => {
  const source = await createLiveSpace(org);
  const page = { operation: 'insert_page', title: 'Page', document: { markdown: 'By a script' } };
  const { body: translation } = await org.admin.call('POST', `/orgs/${org.id}/translations`, {
    source: { space: source, language: 'en' },
    language: 'de',
  });
  const copy = translation.result.space;
  const at = `/orgs/${org.id}/translations/${translation.id}`;
  await until(async () => expect((await org.admin.call('GET', at)).body.status).toBe('completed'), 60_000);
  const { name, call } = await lastOfChain(['space:content:write']);
  expect((await call('POST', `/spaces/${source}/content`, { changes: [page] })).status).toBe(200);
  await expectEndOfChain(name, [source, copy]);
  // What people do starts a new chain.
  await org.admin.call('POST', `/spaces/${source}/content`, { changes: [{ ...page, title: 'Other' }] });
  await until(
    async () => expect((await heardOf(name)).told).toEqual(expect.arrayContaining([source, copy])),
    60_000,
  );
});

test('the pages of a specification continue the chain of the script that changed it', async () => {
  await putSpec(org, 'pets', { text: JSON.stringify(petsApi()) });
  const space = await createLiveSpace(org);
  const dependencies = { spec: { ref: { kind: 'openapi', spec: 'pets' } } };
  const computed = { type: 'builtin:openapi', dependencies, props: { models: true } };
  const { status } = await org.admin.call('POST', `/spaces/${space}/content`, {
    changes: [{ operation: 'insert_page', title: 'Pets', type: 'computed', computed }],
  });
  expect(status).toBe(200);
  const { name, call } = await lastOfChain(['openapi:read', 'openapi:write']);
  const heard = (await heardOf(name)).told.length;
  const source = { text: JSON.stringify(petsApi('2.0.0')) };
  expect((await call('PUT', `/orgs/${org.id}/openapi/pets`, { source })).status).toBe(200);
  await waitForSpec(org, 'pets');
  await expectEndOfChain(name, [space]);
  expect((await heardOf(name)).told).toHaveLength(heard);
});

test('an automatic export and the push that it makes continue the chain of the script that changed the space', async () => {
  const space = await createLiveSpace(org);
  const repo = await repositories.repository();
  await repo.commit({ 'README.md': '# Home\n' });
  const at = `/spaces/${space}/git`;
  const connection = { url: repo.folder, branch: 'main', authentication: { type: 'none' } };
  const { body: connected } = await org.admin.call('PUT', `${at}/connection`, connection);
  const { body: secret } = await org.admin.call('POST', `${at}/connection/webhook-secret`);
  const synced = async (count: number) =>
    until(async () => {
      const { body } = await org.admin.call('GET', `${at}/operations`);
      expect(body.items.map(({ state }: { state: string }) => state)).toEqual(Array(count).fill('success'));
    }, 60_000);
  await org.admin.call('POST', `${at}/connection/sync`, { direction: 'import' });
  await synced(1);
  const { name, call } = await lastOfChain(['space:content:write', 'space:git:sync']);
  const page = { operation: 'insert_page', title: 'Page', document: { markdown: 'By a script' } };
  expect((await call('POST', `/spaces/${space}/content`, { changes: [page] })).status).toBe(200);
  // Longer ago than the time that people are given to finish.
  await server.app.kernel.db
    .updateTable('revisions')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('space_id', '=', space)
    .execute();
  await server.app.services.gitConnections.exportChanged();
  await synced(2);
  const body = JSON.stringify({ ref: 'refs/heads/main' });
  const signature = createHmac('sha256', secret.secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
  expect((await fetch(connected.webhook.url, { method: 'POST', headers, body })).status).toBeLessThan(300);
  await synced(3);
  await until(async () => {
    const events = (await eventsOf(org, name)).filter(({ payload }) => payload.spaceId === space);
    // The edit; the export with its revision; the import.
    expect(events.map(({ status }) => status)).toEqual(Array(6).fill('failed'));
  }, 60_000);
});
