import { expect } from 'vitest';
import { createLiveSpace } from '../../packages/server/src/testing/content-factory.ts';
import { startServer, type TestOrganization } from '../../packages/server/src/testing/server.ts';
import { publishSite } from '../../packages/server/src/testing/sites.ts';
import { petsApi } from '../../packages/server/src/testing/specifications.ts';
import { createClients, errorOf, type Scene } from '../client.ts';

const POLL_OPTIONS = { timeout: 240_000, interval: 50 };

/** A specification is published as by the command line, shown in a page and as pages, and published again. */
export const aSpecificationIsPublishedAndRendered = async (_: Scene) => {
  // The server of the other stories does not run background jobs.
  const server = await startServer({ roles: ['api', 'worker'] });
  try {
    await publishedAndShown({ server, clients: createClients(server) });
  } finally {
    await server.close();
  }
};

const publishedAndShown = async ({ server, clients }: Scene) => {
  const org: TestOrganization = await server.organization('Pet shop');
  const { orgs } = clients.as(org.create);
  const publish = async (version: string) => {
    const text = JSON.stringify(petsApi(version));
    await orgs.createOrUpdateOpenApiSpecBySlug(org.id, 'pets', { source: { text } });
    await expect
      .poll(async () => (await orgs.getOpenApiSpecBySlug(org.id, 'pets')).data.processingState, POLL_OPTIONS)
      .toBe('complete');
    return (await orgs.getOpenApiSpecBySlug(org.id, 'pets')).data;
  };
  const { lastVersion } = await publish('1.0.0');

  const space = await createLiveSpace(org);
  const site = await publishSite(server, org, [{ space }]);
  const markdown =
    '{% openapi-operation spec="pets" path="/pets" method="get" %}\nList pets\n{% endopenapi-operation %}';
  const computed = {
    type: 'builtin:openapi',
    dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
    props: { models: true },
  };
  await org.admin.call('POST', `/spaces/${space}/content`, {
    changes: [
      { operation: 'insert_page', title: 'Guide', document: { markdown } },
      { operation: 'insert_page', type: 'computed', title: 'Reference', computed },
    ],
  });
  const shown = async (path: string) => (await site.get(path)).text;
  await expect.poll(() => shown('/'), POLL_OPTIONS).toContain('List pets 1.0.0');
  await expect.poll(() => shown('/pets'), POLL_OPTIONS).toContain('List pets 1.0.0');
  expect(await shown('/models')).toContain('Pet');

  const second = await publish('2.0.0');
  expect(second.lastVersion).not.toBe(lastVersion);
  await expect.poll(() => shown('/'), POLL_OPTIONS).toContain('List pets 2.0.0');
  await expect.poll(() => shown('/pets'), POLL_OPTIONS).toContain('List pets 2.0.0');

  const reader = clients.as(org.read).orgs;
  const { data: specs } = await reader.listOpenApiSpecs(org.id);
  expect(specs.items.map(({ slug }) => slug)).toEqual(['pets']);
  const { data: versions } = await reader.listOpenApiSpecVersions(org.id, 'pets');
  expect(versions.items.map(({ id }) => id)).toEqual([second.lastVersion, lastVersion]);
  const { data: latest } = await reader.getLatestOpenApiSpecVersion(org.id, 'pets');
  expect(latest.id).toBe(second.lastVersion);
  const { data: old } = await reader.getOpenApiSpecVersionById(org.id, 'pets', lastVersion!);
  expect(old.id).toBe(lastVersion);
  const { data: content } = await reader.getLatestOpenApiSpecVersionContent(org.id, 'pets');
  expect(content.filesystem).toMatchObject({ info: { version: '2.0.0' } });
  const { data: before } = await reader.getOpenApiSpecVersionContentById(org.id, 'pets', lastVersion!);
  expect(before.filesystem).toMatchObject({ info: { version: '1.0.0' } });

  const { data: open } = await orgs.updateOpenApiSpecBySlug(org.id, 'pets', {
    visibility: 'public' as never,
  });
  expect(await (await fetch(open.urls.published!)).json()).toMatchObject({ info: { version: '2.0.0' } });

  const taken = orgs.createOpenApiSpec(org.id, { slug: 'pets', source: { url: 'https://pets.test/a.json' } });
  expect((await errorOf(taken)).code).toBe(409);
  const source = { text: JSON.stringify(petsApi()) };
  expect((await orgs.createOpenApiSpec(org.id, { slug: 'other', source })).data.slug).toBe('other');
  await orgs.deleteOpenApiSpecBySlug(org.id, 'pets');
  expect((await site.get('/')).status).toBe(200);
  expect(await shown('/')).not.toContain('List pets 2.0.0');
  expect((await fetch(open.urls.published!)).status).toBe(404);
};
