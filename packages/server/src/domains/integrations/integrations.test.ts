import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Script, ScriptFailure } from '../../kernel/integration-scripts.ts';
import {
  domainWith,
  install,
  manifestOf,
  newName,
  PIXEL,
  publish,
  serviceAccountsOf,
} from '../../testing/published-integrations.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

let server: TestServer;
let org: TestOrganization;
withOrganization((fresh) => {
  ({ server, org } = fresh);
});

const at = (name: string) => `/integrations/${name}`;
const put = (name: string, more: object = {}, by = org.admin) =>
  by.call('POST', at(name), manifestOf(org.id, more));
const rowOf = (name: string) =>
  server.app.kernel.db
    .selectFrom('integrations')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirstOrThrow();

describe('publishing an integration', () => {
  test('returns it with URLs of this server, and counts versions', async () => {
    const name = newName();
    const { status, body } = await put(name, {
      summary: 'A **long** story',
      visibility: 'public',
      categories: ['content', 'content'],
      blocks: [{ id: 'chart', title: 'Chart', urlUnfurl: ['https://charts.example.com/**'], more: 1 }],
      configurations: { account: { properties: { key: { type: 'string' } }, required: ['key'] } },
      externalLinks: [{ url: 'https://example.com', label: 'Home' }],
      contentSecurityPolicy: { 'img-src': "'self'\n  https:", unknown: 'x' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'integration',
      name,
      version: 1,
      title: 'Robot',
      summary: 'A **long** story',
      target: 'all',
      verified: false,
      categories: ['content'],
      blocks: [{ id: 'chart', title: 'Chart', urlUnfurl: ['https://charts.example.com/**'] }],
      configurations: { account: { properties: { key: { type: 'string' } }, required: ['key'] } },
      contentSecurityPolicy: { 'img-src': "'self' https:" },
      owner: { id: org.id },
      previewImages: [],
      urls: {
        location: `${server.url}/v1/integrations/${name}`,
        app: `${server.url}/app/integrations/${name}`,
        publicEndpoint: `${server.url}/~integrations/${name}/integration`,
        publicContentEndpoint: `${server.url}/~integrations/${name}/integration`,
      },
      permissions: { admin: true },
    });
    expect(body).not.toHaveProperty('contentSecurityPolicy.unknown');
    expect(body.urls).not.toHaveProperty('icon');
    const again = await put(name.toUpperCase(), { title: 'Better robot', visibility: 'public' });
    expect(again.body).toMatchObject({ name, version: 2, title: 'Better robot', externalLinks: [] });
    expect(again.body).not.toHaveProperty('summary');
    expect((await org.read.call('GET', at(name.toLowerCase()))).body).toMatchObject({
      name,
      version: 2,
      permissions: { admin: false },
    });
    const { id } = await rowOf(name);
    expect((await server.eventsOf(id)).map(({ action, payload }) => [action, payload])).toEqual([
      ['integration.published', { version: 1, visibility: 'public', scopes: ['space:content:read'] }],
      ['integration.published', { version: 2, visibility: 'public', scopes: ['space:content:read'] }],
    ]);
  });

  test('requires an administrator of the organization, named by its id or its hostname', async () => {
    const name = newName();
    const { body: hosted } = await org.admin.call('PATCH', `/orgs/${org.id}`, {
      hostname: `h-${name.slice(-12)}`,
    });
    const named = await org.admin.call('POST', at(name), manifestOf(hosted.hostname.toUpperCase()));
    expect([named.status, named.body.owner.id]).toEqual([200, org.id]);
    expect((await put(newName(), {}, org.create)).status).toBe(403);
    expect((await put(newName(), {}, await server.person())).status).toBe(404);
    expect((await put(newName(), { organization: 'nobody' })).status).toBe(404);
    const other = await server.organization();
    const taken = await other.admin.call('POST', at(name.toLowerCase()), manifestOf(other.id));
    expect([taken.status, taken.body.error.message]).toEqual([
      409,
      `The name ${name.toLowerCase()} is taken by another integration`,
    ]);
  });

  test('concurrently under the same name succeeds once', async () => {
    const name = newName();
    const other = await server.organization();
    const answers = await Promise.all([
      put(name),
      other.admin.call('POST', at(name), manifestOf(other.id)),
      put(name),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.every((status) => [200, 409].includes(status))).toBe(true);
    expect(statuses).toContain(200);
    const { version, organization_id } = await rowOf(name);
    const won = answers.filter(({ status }) => status === 200);
    expect(won.every(({ body }) => body.owner.id === organization_id)).toBe(true);
    expect(version).toBe(won.length);
  });

  test.each([
    ['a name with a slash', 'a%2Fb', {}, 'params.integrationName'],
    ['a name of dots', '..%2E', {}, 'params.integrationName'],
    ['a name that is too long', 'a'.repeat(101), {}, 'params.integrationName'],
    ['no script', undefined, { script: '' }, 'body.script'],
    ['an unknown scope', undefined, { scopes: ['everything'] }, 'body.scopes.0'],
    ['a short title', undefined, { title: 'x' }, 'body.title'],
    ['an icon that is not a picture', undefined, { icon: 'aGVsbG8=' }, 'body.icon'],
    ['an icon that is not base64', undefined, { icon: '<svg>' }, 'body.icon'],
    ['an icon that is too large', undefined, { icon: PIXEL + 'A'.repeat(400_000) }, 'body.icon'],
    ['an invalid preview image', undefined, { previewImages: [PIXEL, 'AAAA'] }, 'body.previewImages.1'],
    ['four previews', undefined, { previewImages: [PIXEL, PIXEL, PIXEL, PIXEL] }, 'body.previewImages'],
    [
      'a script URL',
      undefined,
      { externalLinks: [{ url: 'javascript:alert(1)', label: 'x' }] },
      'body.externalLinks.0.url',
    ],
    [
      'a required value that is not declared',
      undefined,
      { configurations: { space: { properties: {}, required: ['toString'] } } },
      'body.configurations.space.required.0',
    ],
    ['secrets that are not strings', undefined, { secrets: { a: 1 } }, 'body.secrets.a'],
    ['an invalid header', undefined, { contentSecurityPolicy: 'a\u0001b' }, 'body.contentSecurityPolicy'],
  ])('rejects %s', async (_, name, more, path) => {
    const { status, body } = await put(name ?? newName(), more);
    expect([status, body.error.details?.[0].path]).toEqual([400, path]);
  });

  test('accepts 8 MB and not more', async () => {
    const script = (megabytes: number) => ({
      script: `export default { fetch() {} }; //${'x'.repeat(megabytes * 1024 * 1024)}`,
    });
    expect((await put(newName(), script(7.9))).status).toBe(200);
    expect((await put(newName(), script(8))).status).toBe(413);
  });

  test('stores pictures, which are public by their URL', async () => {
    const name = await publish(org, { icon: PIXEL, previewImages: [PIXEL] });
    const { urls, previewImages } = (await org.admin.call('GET', at(name))).body;
    expect(urls.icon.startsWith(`${urls.assets}/`)).toBe(true);
    for (const url of [urls.icon, previewImages[0]]) {
      const answer = await fetch(url);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(PIXEL);
    }
    const elsewhere = await publish(org, {});
    const hash = urls.icon.split('/').at(-1);
    for (const file of [hash.replace('.png', ''), 'icon.png', `${'0'.repeat(64)}.png`])
      expect((await fetch(`${urls.assets}/${file}`)).status).toBe(404);
    expect((await fetch(`${server.url}/integrations/${elsewhere}/assets/${hash}`)).status).toBe(404);
  });

  test.each(['jpeg', 'gif', 'webp'] as const)(
    'accepts a picture that is a %s, and serves it as such',
    async (format) => {
      const pixel = sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } });
      const picture = (await pixel.toFormat(format).toBuffer()).toString('base64');
      const name = await publish(org, { icon: picture, previewImages: [picture] });
      const { urls, previewImages } = (await org.admin.call('GET', at(name))).body;
      for (const url of [urls.icon, previewImages[0]]) {
        const answer = await fetch(url);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${format}`]);
        expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(picture);
      }
    },
  );

  const SECOND = 'export default { fetch() {} }; // second';
  test('protects its files from garbage collection', async () => {
    const name = await publish(org, { icon: PIXEL });
    const { db, blobs, clock } = server.app.kernel;
    const { script, icon } = await rowOf(name);
    await put(name, { script: SECOND, icon: PIXEL });
    const after = await rowOf(name);
    const old = new Date(clock.now().getTime() - 8 * 24 * 60 * 60 * 1000);
    await db.updateTable('blobs').set({ touched_at: old }).where('organization_id', '=', org.id).execute();
    await server.app.services.garbageCollection.collect(org.id);
    expect(await blobs.sizeOf(org.id, script)).toBeUndefined();
    expect(await blobs.sizeOf(org.id, after.script)).toBe(SECOND.length);
    expect(await blobs.sizeOf(org.id, icon!)).toBeGreaterThan(0);
  });

  test('encrypts secrets, bound to the integration, and never returns them', async () => {
    const name = newName();
    const secret = 'correct horse battery staple';
    const { body } = await put(name, { secrets: { API_KEY: secret } });
    expect(JSON.stringify([body, (await org.admin.call('GET', at(name))).body])).not.toContain(secret);
    const row = await rowOf(name);
    expect(JSON.stringify(row)).not.toContain(secret);
    const { scriptEnvironments: environments } = server.app.services;
    const environment = async (of: string) =>
      environments.environmentOf((await environments.integrationRecipient(of))!, {
        origin: 'event',
        path: [],
      });
    expect((await environment(name)).secrets).toEqual({ API_KEY: secret });
    const thief = await publish(org, {});
    await server.app.kernel.db
      .updateTable('integrations')
      .set({ secrets: row.secrets })
      .where('name', '=', thief)
      .execute();
    await expect(environment(thief)).rejects.toThrow();
    await put(name);
    expect((await environment(name)).secrets).toEqual({});
  });
});

describe('the script runtime', () => {
  const withRuntime = (fault: ScriptFailure | undefined, checked: Script[] = []) =>
    domainWith(
      server,
      {
        unavailableReason: undefined,
        check: async (script) => {
          checked.push(script);
          return fault;
        },
        run: () => Promise.reject(new Error('not asked for')),
        close: async () => {},
      },
      org.admin,
    );

  test('loads a script before it is published', async () => {
    const checked: Script[] = [];
    const integrationName = newName();
    const run = withRuntime(undefined, checked);
    await run('publishIntegration', { integrationName }, manifestOf(org.id));
    await run('publishIntegration', { integrationName }, manifestOf(org.id, { runtime: undefined }));
    expect(checked.map(({ id, owner, runtime }) => [id, owner, runtime])).toEqual([
      [`${integrationName}@1`, org.id, 'v2'],
      [`${integrationName}@2`, org.id, 'v1'],
    ]);
    expect(await checked[0]!.text()).toBe(manifestOf(org.id).script);
  });

  test('rejects a script that does not load, and nothing is published', async () => {
    const integrationName = newName();
    const run = withRuntime({ kind: 'unloadable', message: 'SyntaxError: line 1' });
    await expect(run('publishIntegration', { integrationName }, manifestOf(org.id))).rejects.toMatchObject({
      status: 400,
      details: [{ path: 'body.script', message: 'SyntaxError: line 1' }],
    });
    expect((await org.admin.call('GET', at(integrationName))).status).toBe(404);
  });

  test('does not prevent publishing if it is unavailable', async () => {
    const run = withRuntime({ kind: 'unavailable', message: 'no such machine' });
    const { version } = await run('publishIntegration', { integrationName: newName() }, manifestOf(org.id));
    expect(version).toBe(1);
  });
});

describe('visibility of integrations', () => {
  test('public ones are listed for everyone, unlisted ones are found by name, private ones by members', async () => {
    const stranger = await server.person();
    const mark = newName();
    const names = Object.fromEntries(
      await Promise.all(
        ['public', 'unlisted', 'private'].map(async (visibility) => [
          visibility,
          await publish(org, { visibility, description: mark }),
        ]),
      ),
    );
    const seenBy = async (who: Pick<typeof stranger, 'call'>) => ({
      listed: (await who.call('GET', `/integrations?search=${mark}`)).body.items.map(
        (item: { name: string }) => item.name,
      ),
      found: await Promise.all(
        Object.values(names).map(async (name) => (await who.call('GET', at(name as string))).status),
      ),
    });
    expect(await seenBy(stranger)).toEqual({ listed: [names.public], found: [200, 200, 404] });
    const all = Object.values(names).sort();
    const member = await seenBy(org.read);
    expect([member.listed.sort(), member.found]).toEqual([all, [200, 200, 200]]);
    expect(await seenBy(org.guest)).toEqual({ listed: [names.public], found: [200, 200, 404] });
    // Who brings no token is a stranger, and who brings a wrong one is nobody.
    expect(await seenBy({ call: server.anonymous })).toEqual({
      listed: [names.public],
      found: [200, 200, 404],
    });
    for (const path of [at(names.public), '/integrations'])
      expect((await server.withToken('wrong')('GET', path)).status).toBe(401);
    for (const path of [`/orgs/${org.id}/integrations`, `${at(names.public)}/installations`])
      expect((await server.anonymous('GET', path)).status).toBe(401);
  });

  test('an integration can access itself and public data, and nothing else of its organization', async () => {
    const elsewhere = await server.organization();
    const mark = newName();
    const [own, open, hidden, secret] = [
      await publish(elsewhere, { visibility: 'unlisted', description: mark, scopes: [] }),
      await publish(elsewhere, { visibility: 'public', description: mark }),
      await publish(org, { visibility: 'unlisted', description: mark }),
      await publish(org, { description: mark, secrets: { KEY: 'hidden' } }),
    ];
    const { id, at: installation } = await install(org, own);
    for (const also of [hidden, secret]) await install(org, also);
    await publish(elsewhere, { visibility: 'private', description: mark, scopes: [] }, own);
    const serviceAccounts = await serviceAccountsOf(server, own, id);
    const named = async (call: typeof server.anonymous, path: string) =>
      (await call('GET', `${path}?search=${mark}`)).body.items.map((item: { name: string }) => item.name);
    for (const call of [serviceAccounts.integration, serviceAccounts.installation]) {
      expect((await named(call, '/integrations')).sort()).toEqual([own, open].sort());
      const found = await Promise.all([own, open, hidden, secret].map((name) => call('GET', at(name))));
      expect(found.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
      expect(found[0]!.body).toMatchObject({
        owner: { id: elsewhere.id, emailDomains: [] },
        permissions: { admin: false },
      });
    }
    const list = `/orgs/${org.id}/integrations`;
    expect((await named(serviceAccounts.installation, list)).sort()).toEqual([own, open].sort());
    expect((await serviceAccounts.installation('GET', `/orgs/${elsewhere.id}/integrations`)).status).toBe(
      404,
    );
    expect((await serviceAccounts.integration('GET', list)).status).toBe(403);
    await org.admin.call('PATCH', installation, { status: 'paused' });
    expect((await serviceAccounts.installation('GET', list)).status).toBe(404);
  });

  test('users of other organizations see the name of the publisher, and nothing else of it', async () => {
    await org.admin.call('PATCH', `/orgs/${org.id}`, { emailDomains: ['secret.test'], defaultRole: 'edit' });
    const name = await publish(org, { visibility: 'public' });
    const { owner } = (await (await server.person()).call('GET', at(name))).body;
    expect(owner).toMatchObject({
      id: org.id,
      title: 'Test organization',
      emailDomains: [],
      defaultRole: null,
    });
    expect(Object.values(owner.permissions).some(Boolean)).toBe(false);
    expect((await org.read.call('GET', at(name))).body.owner.emailDomains).toEqual(['secret.test']);
  });
});

describe('deleting an integration', () => {
  test('requires an administrator of the owner, and frees the name', async () => {
    const name = await publish(org, { visibility: 'public' });
    expect((await org.create.call('DELETE', at(name))).status).toBe(403);
    expect((await org.admin.call('DELETE', at(name))).status).toBe(204);
    expect((await org.admin.call('DELETE', at(name))).status).toBe(204);
    expect((await org.admin.call('GET', at(name))).status).toBe(404);
    const other = await server.organization();
    expect((await other.admin.call('POST', at(name), manifestOf(other.id))).body.version).toBe(1);
  });
});
