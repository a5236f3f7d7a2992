import lz from 'lz-string';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundleIntegration } from '../../../testing/integration-scripts.ts';
import { install, publish } from '../../../testing/published-integrations.ts';
import type { TestOrganization } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

let org: TestOrganization;
withOrganization((fresh) => {
  ({ org } = fresh);
});

describe('components of integrations', () => {
  let script: string;
  let name: string;
  let at: string;
  let space: string;
  beforeAll(async () => {
    script = await bundleIntegration('block');
  });
  beforeEach(async () => {
    name = await publish(org, { script });
    ({ at } = await install(org, name));
    space = await org.space('Handbook');
    await org.admin.call('POST', `${at}/spaces`, { space });
  });

  const inDocument = () => ({ type: 'document', theme: 'light', spaceId: space, editable: false });
  const counter = (more: object = {}) => ({
    componentId: 'counter',
    props: {},
    context: inDocument(),
    ...more,
  });
  const render = (body: object, who: Pick<TestOrganization['admin'], 'call'> = org.read) =>
    who.call('POST', `/integrations/${name}/render`, body);

  test('show what they are, and what actions make of it', async () => {
    const first = await render(counter());
    expect(first).toMatchObject({ status: 200, body: { state: { count: 0 }, element: { type: 'block' } } });
    const second = await render(counter({ state: { count: 5 }, action: { action: 'add' } }));
    expect(second.body).toMatchObject({ state: { count: 6 } });
    const failed = await render(counter({ state: { count: 5 }, action: { action: 'fail' } }));
    expect([failed.status, failed.body.error.message]).toEqual([422, 'It cannot be counted']);
  });

  test('are asked in an address, too', async () => {
    const requests = Array.from({ length: 200 }, (_, by) =>
      lz.compressToEncodedURIComponent(JSON.stringify(counter({ props: { by } }))),
    );
    // A plus means a space in an address, and is one of the letters of what is compressed.
    const [plain, plus] = [
      requests.find((one) => !one.includes('+')),
      requests.find((one) => one.includes('+')),
    ];
    for (const request of [plain, plus, encodeURIComponent(plus!)]) {
      const asked = await org.read.call('GET', `/integrations/${name}/render?request=${request}`);
      expect(asked).toMatchObject({ status: 200, body: { element: { type: 'block' } } });
    }
    for (const bad of ['nonsense', lz.compressToEncodedURIComponent('{"componentId":1}')]) {
      const { status, body } = await org.read.call('GET', `/integrations/${name}/render?request=${bad}`);
      expect([status, body.error.details[0].path]).toEqual([400, 'query.request']);
    }
  });

  test('configure what they are installed in, by those who may', async () => {
    const settings = {
      componentId: 'settings',
      props: { installation: {} },
      context: { type: 'configuration_account', theme: 'dark', organizationId: org.id },
    };
    expect((await render(settings, org.admin)).body).toMatchObject({ element: { type: 'configuration' } });
    const saved = await render({ ...settings, action: { action: 'save', message: 'Hello' } }, org.admin);
    expect(saved.body).toMatchObject({ type: 'complete' });
    expect((await org.admin.call('GET', at)).body.configuration).toEqual({ message: 'Hello' });
    expect((await render(settings, org.read)).status).toBe(404);
  });

  test('are nowhere for strangers, where they are not installed, and for names that are none', async () => {
    expect((await render(counter(), org.guest)).status).toBe(404);
    const other = await org.space('Other');
    expect((await render(counter({ context: { ...inDocument(), spaceId: other } }))).status).toBe(404);
    expect((await render(counter({ componentId: 'none' }))).status).toBe(404);
  });
});
