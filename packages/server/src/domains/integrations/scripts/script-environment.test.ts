import { describe, expect, test } from 'vitest';
import { install, publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const CHAIN = { origin: 'event', path: [] };
let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

const environments = () => server.app.services.scriptEnvironments;
const needing = { properties: { key: { type: 'string' } }, required: ['key'] };

describe('the environment of a script', () => {
  test('corresponds to the level of the call', async () => {
    const name = await publish(org, { secrets: { KEY: 's3cret' }, visibility: 'public' });
    const { id, at } = await install(org, name);
    await org.admin.call('PATCH', at, { configuration: { a: 1 } });
    const [space, site] = [await org.space(), await org.site()];
    await org.admin.call('POST', `${at}/spaces`, { space });
    await org.admin.call('POST', `${at}/sites`, { siteId: site });

    const { environment: general } = await serviceAccountsOf(server, name);
    expect(general).toMatchObject({
      apiEndpoint: server.url,
      integration: { object: 'integration', name, version: 1, owner: { id: org.id } },
      secrets: { KEY: 's3cret' },
    });
    expect(general.authToken).toBe(general.apiTokens.integration);
    expect(general.signingSecret).toBe(general.signingSecrets.integration);
    for (const part of ['installation', 'spaceInstallation', 'siteInstallation'])
      expect([general, general.apiTokens, general.signingSecrets]).not.toContainEqual(
        expect.objectContaining({ [part]: expect.anything() }),
      );

    const placed = async (content?: { kind: 'space' | 'site'; id: string }) => {
      const [recipient, ...more] = await environments().recipients({
        organizationId: org.id,
        installationId: id,
        ...(content && { content }),
      });
      expect(more).toEqual([]);
      return environments().environmentOf(recipient!, CHAIN);
    };
    const installed = await placed();
    expect(installed.installation).toEqual((await org.admin.call('GET', at)).body);
    expect(installed.authToken).toBe(installed.apiTokens.installation);
    const onSpace = await placed({ kind: 'space', id: space });
    expect(onSpace).toMatchObject({
      spaceInstallation: (await org.admin.call('GET', `${at}/spaces/${space}`)).body,
    });
    const onSite = await placed({ kind: 'site', id: site });
    expect(onSite).toMatchObject({
      siteInstallation: (await org.admin.call('GET', `${at}/sites/${site}`)).body,
    });
    const secrets = [
      general.signingSecrets.integration,
      installed.signingSecrets.installation,
      onSpace.signingSecrets.spaceInstallation,
      onSite.signingSecrets.siteInstallation,
    ];
    expect(new Set(secrets).size).toBe(4);
    expect((await placed()).signingSecrets).toEqual(installed.signingSecrets);
  });

  test('contains the key of a site only if the integration signs in its visitors', async () => {
    const site = await org.site();
    const auth = `/orgs/${org.id}/sites/${site}/publishing/auth`;
    const { privateKey } = (await org.admin.call('GET', auth)).body;
    const installed = async (scopes: readonly string[]) => {
      const { id, at } = await install(org, await publish(org, { scopes, target: 'site' }));
      await org.admin.call('POST', `${at}/sites`, { siteId: site });
      const secret = async () => {
        const content = { kind: 'site' as const, id: site };
        const [recipient] = await environments().recipients({
          organizationId: org.id,
          installationId: id,
          content,
        });
        return (await environments().environmentOf(recipient!, CHAIN)).signingSecrets.siteInstallation;
      };
      return { at, secret };
    };
    const [without, first, second] = [
      await installed(['site:script:inject']),
      await installed(['site:visitor:auth']),
      await installed(['site:visitor:auth']),
    ];
    const holders = async () => {
      const secrets = await Promise.all([without, first, second].map(({ secret }) => secret()));
      expect(new Set(secrets).size).toBe(3);
      expect(secrets).not.toContain(undefined);
      return secrets.map((secret) => secret === privateKey);
    };
    expect(await holders()).toEqual([false, false, false]);
    await org.admin.call('PATCH', auth, { backend: 'integration' });
    expect(await holders()).toEqual([false, true, false]);
    await org.admin.call('PATCH', first.at, { status: 'paused' });
    expect(await holders()).toEqual([false, false, true]);
  });

  test('contains the published script', async () => {
    const script = `addEventListener('fetch', () => {}); //${' ünïcödé'.repeat(20_000)}`;
    const name = await publish(org, { script, runtime: 'v1' });
    const recipient = await environments().integrationRecipient(name.toUpperCase());
    const found = environments().scriptOf(recipient!.integration);
    expect(found).toMatchObject({ owner: org.id, runtime: 'v1' });
    expect(await found.text()).toBe(script);
    expect(await environments().integrationRecipient('nothing')).toBeUndefined();
  });
});

describe('recipients of an event', () => {
  test('are active installations with access and the scope, found with one query', async () => {
    const scope = 'space:content:read' as const;
    const [space, elsewhere] = [await org.space(), await org.space()];
    const make = async (more: object, change: object = {}, on?: string) => {
      const name = await publish(org, { scopes: [scope], ...more });
      const { at } = await install(org, name);
      await org.admin.call('PATCH', at, change);
      if (on) await org.admin.call('POST', `${at}/spaces`, { space: on });
      return name;
    };
    const all = await make({}, { space_selection: 'all' });
    const chosen = await make({}, {}, space);
    await make({}, {}, elsewhere);
    await make({ scopes: [] }, { space_selection: 'all' });
    await make({}, { space_selection: 'all', status: 'paused' });
    await make({ configurations: { account: needing } }, { space_selection: 'all' });
    await make({ configurations: { space: needing } }, { space_selection: 'all' });
    const other = await server.organization();
    await install(other, await publish(other, { scopes: [scope], target: 'organization' }));
    const filter = {
      organizationId: org.id,
      content: { kind: 'space' as const, id: space },
      scope,
      active: true,
    };
    const names = async (of: Parameters<ReturnType<typeof environments>['recipients']>[0]) =>
      (await environments().recipients(of)).map(({ integration }) => integration.name);
    expect(await names(filter)).toEqual([all, chosen]);
    expect(await names({ ...filter, scope: 'openapi:read' })).toEqual([]);
    expect(await names({ organizationId: org.id })).toHaveLength(7);
    expect(await names({ organizationId: org.id, scope, active: true })).toHaveLength(4);
    expect(await names({ ...filter, content: { kind: 'space', id: 'nothing' } })).toEqual([]);
    expect(await server.countQueries(() => environments().recipients(filter))).toBe(1);
  });
});
