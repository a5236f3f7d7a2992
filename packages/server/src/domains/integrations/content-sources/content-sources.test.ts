import { beforeEach, describe, expect, test } from 'vitest';
import { install, publish } from '../../../testing/published-integrations.ts';
import type { TestOrganization } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { petsApi, putSpec } from '../../../testing/specifications.ts';

let org: TestOrganization;
withOrganization(
  (fresh) => {
    ({ org } = fresh);
  },
  { roles: ['api', 'worker'] },
);

describe('a content source', () => {
  let name: string;
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
    const { at } = await install(org, name);
    space = await org.space('Handbook');
    await org.admin.call('POST', `${at}/spaces`, { space });
  });

  test('does not reveal the error that its script throws', async () => {
    await published('export default { fetch: () => { throw new Error("a secret reason"); } }');
    const { status, body } = await asked();
    expect([status, body.error.message]).toEqual([502, `The integration ${name} did not respond: it failed`]);
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
