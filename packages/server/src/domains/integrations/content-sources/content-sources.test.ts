import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { install, publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import { installEverywhere, until } from '../../../testing/reporter-integration.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { petsApi, putSpec } from '../../../testing/specifications.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { roles: ['api', 'worker'] },
);

describe('a content source', () => {
  let name: string;
  let at: string;
  let space: string;
  const published = (script: string, scopes: readonly string[] = ['space:content:read']) =>
    publish(
      org,
      {
        script,
        scopes,
        contentSources: [{ id: 'pages', title: 'Pages', configuration: { componentId: 'settings' } }],
      },
      name,
    );
  const asked = (more: object = {}) =>
    org.read.call('POST', `/spaces/${space}/content/computed/revision`, {
      source: { type: `integration:${name}:pages`, props: {}, ...more },
      seed: 'seed',
    });

  beforeEach(async () => {
    name = await publish(org);
    ({ at } = await install(org, name));
    space = await org.space('Handbook');
    await org.admin.call('POST', `${at}/spaces`, { space });
  });

  test('does not reveal the error that its script throws', async () => {
    await published('export default { fetch: () => { throw new Error("a secret reason"); } }');
    const { status, body } = await asked();
    expect([status, body.error.message]).toEqual([502, `The integration ${name} did not respond: it failed`]);
  });

  test('continues the chain of the script that adds its pages', async () => {
    const scopes = ['space:content:read', 'space:content:write'];
    const live = await createLiveSpace(org);
    await published(
      "export default { fetch: () => Response.json({ pages: [{ type: 'document', title: 'Built' }] }) }",
      scopes,
    );
    await org.admin.call('POST', `${at}/spaces`, { space: live });
    const writer = await publish(org, { scopes });
    const { id } = await installEverywhere(org, writer);
    const chain = { origin: 'the-first-event', path: ['itself'] };
    const { installation } = await serviceAccountsOf(server, writer, id, chain);
    const source = { type: `integration:${name}:pages`, props: {} };
    const changes = [{ operation: 'insert_page', type: 'computed', title: 'Computed', computed: source }];
    const { status } = await installation('POST', `/spaces/${live}/content`, { changes });
    expect(status).toBe(200);
    const rows = () =>
      server.app.kernel.db
        .selectFrom('integration_events as e')
        .innerJoin('integrations as g', 'g.id', 'e.integration_id')
        .select(['e.type', 'e.chain_path'])
        .where('g.name', '=', name)
        .where('e.origin_id', '=', 'the-first-event')
        .orderBy('e.type')
        .execute();
    // The edit of the script, the request for pages, and the edit that adds them.
    await until(async () =>
      expect(await rows()).toEqual(
        ['content_compute_revision', 'space_content_updated', 'space_content_updated'].map((type) => ({
          type,
          chain_path: ['itself'],
        })),
      ),
    );
  });

  test('receives the state of specifications if the integration may read them', async () => {
    await putSpec(org, 'pets', { text: JSON.stringify(petsApi('1')) });
    const script = `export default { fetch: async (request) => {
      const event = JSON.parse((await request.formData()).get('event'));
      const { value } = event.dependencies?.spec ?? {};
      return Response.json({ pages: [{ type: 'document', title: value ? value.slug : 'nothing' }] });
    } }`;
    const dependencies = { spec: { ref: { kind: 'openapi', spec: 'pets' } } };
    const told = async (...scopes: string[]) => {
      await published(script, ['space:content:read', ...scopes]);
      return (await asked({ dependencies })).body.pages[0].title;
    };
    expect(await told()).toBe('nothing');
    expect(await told('openapi:read')).toBe('pets');
  });
});
