import { describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('the published site for renderers', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { roles: ['api', 'worker'] },
  );

  const at = (site: string, rest = '') => `/orgs/${org.id}/sites/${site}${rest}`;

  test('contains site, structure, customization and scripts in one response, without empty parts', async () => {
    const site = await org.site({ spaces: [await org.space('One')] });
    const two = (await org.admin.call('POST', at(site, '/sections'), { spaceId: await org.space('Two') }))
      .body;
    await org.admin.call('POST', at(site, '/section-groups'), { title: 'Group', sections: [two.id] });
    await org.admin.call('POST', at(site, '/publish'));
    const read = async () => (await org.read.call('GET', at(site, '/published'))).body;
    const whole = await read();
    expect(whole).toEqual({
      object: 'published-content-site',
      site: (await org.read.call('GET', at(site))).body,
      structure: (await org.read.call('GET', at(site, '/structure'))).body,
      customizations: {
        site: (await org.read.call('GET', at(site, '/customization'))).body,
        siteSpaces: Object.fromEntries(
          (await org.read.call('GET', at(site, '/site-spaces'))).body.items.map(({ id }: { id: string }) => [
            id,
            whole.customizations.site,
          ]),
        ),
      },
      scripts: (await org.read.call('GET', at(site, '/integration-scripts'))).body,
    });
    expect(whole.scripts).toEqual([]);
    expect(whole.structure.structure.map((item: { title: string }) => item.title)).toEqual(['One', 'Group']);
    await org.admin.call('DELETE', at(site, `/site-spaces/${two.siteSpaces[0].id}`));
    expect((await read()).structure.structure.map((item: { title: string }) => item.title)).toEqual(['One']);
    expect((await org.guest.call('GET', at(site, '/published'))).status).toBe(404);
    const few = await server.countQueries(read);
    for (const title of ['Three', 'Four'])
      await org.admin.call('POST', at(site, '/sections'), { spaceId: await org.space(title) });
    expect(await server.countQueries(read)).toBe(few);
  });

  test('updates the URLs of spaces when the default one is removed', async () => {
    const [one, two] = [await org.space('One'), await org.space('Two')];
    const site = await org.site({ spaces: [one, two] });
    const { urls } = (await org.admin.call('POST', at(site, '/publish'))).body;
    const found = async () => (await org.read.call('GET', `/spaces/${two}`)).body.urls.published;
    expect(await found()).toBe(`${urls.published}two/`);
    await org.admin.call('DELETE', `/spaces/${one}`);
    await expect.poll(found, { timeout: 240_000 }).toBe(urls.published);
  });

  test('gives a space the visibility of its most open published site', async () => {
    const space = await org.space('Docs');
    const [open, hidden] = [
      await org.site({ spaces: [space] }),
      await org.site({ spaces: [space], visibility: 'visitor-auth' }),
    ];
    const seen = async () => {
      const { visibility, urls } = (await org.read.call('GET', `/spaces/${space}`)).body;
      return [visibility, urls.published?.split('/')[3]];
    };
    expect(await seen()).toEqual(['private', undefined]);
    await org.admin.call('POST', at(hidden, '/publish'));
    expect(await seen()).toEqual(['visitor-auth', 'docs-1']);
    await org.admin.call('POST', at(open, '/publish'));
    expect(await seen()).toEqual(['public', 'docs']);
    await org.admin.call('PATCH', at(open), { visibility: 'unlisted' });
    expect(await seen()).toEqual(['unlisted', 'docs']);
    await org.admin.call('POST', at(open, '/unpublish'));
    expect(await seen()).toEqual(['visitor-auth', 'docs-1']);
  });

  test('shows a custom hostname to readers of the site, and lets its managers set it', async () => {
    const foreign = await server.organization();
    const site = await org.site();
    const hostname = `docs.${org.id.toLowerCase()}.test`;
    const ask = (by = org.read, method = 'GET', name = hostname) =>
      by.call(method, `/custom-hostnames/${name}`);
    expect((await ask()).status).toBe(404);
    await org.admin.call('PATCH', at(site), { hostname });
    expect((await ask()).body).toEqual({
      object: 'custom-hostname',
      hostname,
      target: { type: 'site', site },
      isActive: false,
      urls: { location: `${server.url}/v1/custom-hostnames/${hostname}` },
    });
    await org.admin.call('POST', at(site, '/publish'));
    expect((await ask(org.read, 'GET', hostname.toUpperCase())).body.isActive).toBe(true);
    expect((await ask(foreign.admin)).status).toBe(404);
    expect((await ask(foreign.admin, 'DELETE')).status).toBe(204);
    expect((await ask(org.read, 'DELETE')).status).toBe(403);
    expect((await ask(org.create, 'PATCH')).status).toBe(204);
    expect((await ask(org.create, 'DELETE')).status).toBe(204);
    expect((await org.read.call('GET', at(site))).body.hostname).toBeUndefined();
    expect((await ask()).status).toBe(404);
  });

  test('shows the name of the organization to its members', async () => {
    const foreign = await server.organization();
    const site = await org.site();
    const { hostname } = (await org.admin.call('GET', `/orgs/${org.id}`)).body;
    const ask = (name: string, by = org.guest) => by.call('GET', `/subdomains/${name}`);
    expect((await ask(hostname)).body).toEqual({
      object: 'subdomain',
      subdomain: hostname,
      target: { type: 'organization', organization: org.id },
      isActive: false,
    });
    await org.admin.call('POST', at(site, '/publish'));
    expect((await ask(hostname.toUpperCase())).body).toMatchObject({ subdomain: hostname, isActive: true });
    expect((await ask(hostname, foreign.admin)).status).toBe(404);
    expect((await ask('unknown')).status).toBe(404);
  });
});
