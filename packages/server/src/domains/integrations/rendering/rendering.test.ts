import { createHash } from 'node:crypto';
import lz from 'lz-string';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundleIntegration } from '../../../testing/integration-scripts.ts';
import { install, publish } from '../../../testing/published-integrations.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
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
    name = await publish(org, { script, blocks: [{ id: 'counter', title: 'Counter' }] });
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

  test('are rendered, and updated by actions', async () => {
    const first = await render(counter());
    expect(first).toMatchObject({ status: 200, body: { state: { count: 0 }, element: { type: 'block' } } });
    const second = await render(counter({ state: { count: 5 }, action: { action: 'add' } }));
    expect(second.body).toMatchObject({ state: { count: 6 } });
    const failed = await render(counter({ state: { count: 5 }, action: { action: 'fail' } }));
    expect([failed.status, failed.body.error.message]).toEqual([422, 'It cannot be counted']);
  });

  test('are also rendered by a request in the query string', async () => {
    const noteOf = (by: number) => createHash('sha256').update(String(by)).digest('base64').slice(0, 8);
    const requests = Array.from({ length: 200 }, (_, by) =>
      lz.compressToEncodedURIComponent(JSON.stringify(counter({ props: { by, note: noteOf(by) } }))),
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

  test('configure their installation, for users with permission', async () => {
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

  test('are not found for outsiders, without an installation, and for unknown names', async () => {
    expect((await render(counter(), org.guest)).status).toBe(404);
    const other = await org.space('Other');
    expect((await render(counter({ context: { ...inDocument(), spaceId: other } }))).status).toBe(404);
    expect((await render(counter({ componentId: 'none' }))).status).toBe(404);
  });

  test('opened by blocks need no declaration for editors, and missing fields are named', async () => {
    const modal = counter({ componentId: 'modal', props: { of: 'Counter' } });
    for (const who of [org.admin, org.create, org.review, org.edit])
      expect((await render(modal, who)).body).toMatchObject({ element: { type: 'modal' } });
    const said = async (body: object, who: Pick<TestOrganization['admin'], 'call'>) => {
      const answer = await render(body, who);
      return [answer.status, answer.body.error.message];
    };
    for (const componentId of ['modal', 'none'])
      for (const who of [org.read, org.comment])
        expect(await said(counter({ componentId }), who)).toEqual([
          404,
          expect.stringMatching(/^component not found: only editors/),
        ]);
    expect(await said(counter({ componentId: 'none' }), org.edit)).toEqual([404, 'Component none not found']);
    // Where there are no blocks, nothing is opened by one.
    await publish(org, { script }, name);
    expect(await said(modal, org.edit)).toEqual([404, expect.stringMatching(/^component not found: only/)]);
    expect((await render(modal, org.admin)).status).toBe(200);
    const stranger = await server.person();
    for (const who of [org.guest, stranger])
      expect(await said(modal, who)).toEqual([404, expect.stringMatching(/^(installation|integration) not/)]);
  });
});

describe('access to a component', () => {
  // Says what it was asked.
  const script = `export default { fetch: async (request) => {
    const event = JSON.parse((await request.formData()).get('event'));
    return Response.json({ type: 'complete', returnValue: event.context });
  } }`;
  const manifest = {
    script,
    blocks: [{ id: 'block', title: 'Block' }],
    configurations: {
      account: { componentId: 'account' },
      space: { componentId: 'space' },
      site: { componentId: 'site' },
    },
    contentSources: [{ id: 'pages', title: 'Pages', configuration: { componentId: 'source' } }],
  };
  const COMPONENTS = ['block', 'account', 'space', 'site', 'source', 'other'];
  let name: string;
  let at: string;
  let space: string;
  let site: string;
  beforeEach(async () => {
    name = await publish(org, manifest);
    ({ at } = await install(org, name));
    [space, site] = [await org.space('Handbook'), await org.site({ title: 'Docs' })];
    await org.admin.call('POST', `${at}/spaces`, { space });
    await org.admin.call('POST', `${at}/sites`, { siteId: site });
  });

  const ask = (who: Pick<TestOrganization['admin'], 'call'>, componentId: string, context: object) =>
    who.call('POST', `/integrations/${name}/render`, {
      componentId,
      props: {},
      context: { theme: 'light', ...context },
    });
  const shownTo = async (who: Pick<TestOrganization['admin'], 'call'>, context: object) => {
    const answers = await Promise.all(COMPONENTS.map((component) => ask(who, component, context)));
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    return COMPONENTS.filter((_, index) => answers[index]!.status === 200);
  };
  const inDocument = (editable: boolean) => ({ type: 'document', spaceId: space, editable });

  test('in a document is limited to blocks for readers, who cannot claim to edit', async () => {
    for (const who of [org.read, org.comment])
      expect(await shownTo(who, inDocument(true))).toEqual(['block']);
    // What configures the installation stays with those who may.
    for (const who of [org.edit, org.create])
      expect(await shownTo(who, inDocument(false))).toEqual(['block', 'other']);
    expect(await shownTo(org.admin, inDocument(true))).toEqual(COMPONENTS);
    const editable = async (who: Pick<TestOrganization['admin'], 'call'>, requested: boolean) =>
      (await ask(who, 'block', inDocument(requested))).body.returnValue.editable;
    expect([await editable(org.read, true), await editable(org.comment, true)]).toEqual([false, false]);
    expect([await editable(org.edit, true), await editable(org.edit, false)]).toEqual([true, false]);
  });

  test('for configuration requires permission to change that configuration', async () => {
    const contexts = {
      account: { type: 'configuration_account', organizationId: org.id },
      space: { type: 'configuration_space', spaceId: space },
      site: { type: 'configuration_site', siteId: site },
      source: { type: 'configuration_contentsource', organizationId: org.id, spaceId: space },
      sources: { type: 'configuration_contentsource', organizationId: org.id },
    };
    const seen = async (who: Pick<TestOrganization['admin'], 'call'>) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(contexts).map(async ([what, context]) => [what, await shownTo(who, context)]),
        ),
      );
    const nothing = { account: [], space: [], site: [], source: [], sources: [] };
    expect(await seen(org.admin)).toEqual({
      account: COMPONENTS,
      space: COMPONENTS,
      site: COMPONENTS,
      source: COMPONENTS,
      sources: COMPONENTS,
    });
    // What the organization was told stays with its administrators.
    expect(await seen(org.create)).toEqual({
      ...nothing,
      space: ['space'],
      site: ['site'],
      source: ['source'],
    });
    for (const who of [org.review, org.read, org.guest]) expect(await seen(who)).toEqual(nothing);
    const told = async (who: Pick<TestOrganization['admin'], 'call'>, context: object) =>
      (await ask(who, 'account', context)).body.error.message;
    for (const context of Object.values(contexts)) {
      expect(await told(org.read, context)).toMatch(
        /^component not found: you cannot change this configuration/,
      );
      expect(await told(org.guest, context)).toBe('integration not found');
    }
  });

  test('is not found if the installation is paused or of another organization', async () => {
    const other = await org.admin.call('POST', '/orgs', { title: 'Another' });
    const context = { type: 'configuration_contentsource', spaceId: space };
    expect((await ask(org.admin, 'source', { ...context, organizationId: other.body.id })).status).toBe(404);
    await org.admin.call('PATCH', at, { status: 'paused' });
    expect((await ask(org.admin, 'block', inDocument(false))).status).toBe(404);
    expect((await ask(org.admin, 'account', { ...context, organizationId: org.id })).status).toBe(404);
  });
});
