import { describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { findActiveShareLink } from './share-links.store.ts';

describe('share links', () => {
  let org: TestOrganization;
  let server: TestServer;
  withOrganization((fresh) => {
    ({ org, server } = fresh);
  });

  const shareLinksOf = (site: string) => `/orgs/${org.id}/sites/${site}/share-links`;
  const publish = (site: string) => org.admin.call('POST', `/orgs/${org.id}/sites/${site}/publish`);
  const keyIn = (url: string) => new URL(url).pathname.split('/').at(-2)!;
  const letsIn = async (site: string, key: string) =>
    (await findActiveShareLink(server.app.kernel.db, { organization_id: org.id, id: site }, key))?.id;

  test('are created with a secret, revoked at once, enabled again, renamed and deleted', async () => {
    const site = await org.site();
    await publish(site);
    const made = await org.admin.call('POST', shareLinksOf(site), { name: 'Customers' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ object: 'share-link', name: 'Customers', active: true });
    const key = keyIn(made.body.urls.published);
    expect(key).toMatch(/^[0-9a-f]{40}$/);
    expect(await letsIn(site, key)).toBe(made.body.id);
    const path = `${shareLinksOf(site)}/${made.body.id}`;
    const revoked = await org.create.call('PATCH', path, { active: false });
    expect(revoked.body).toEqual({ ...made.body, active: false });
    expect(await letsIn(site, key)).toBeUndefined();
    await org.admin.call('PATCH', path, { active: true, name: '' });
    expect(await letsIn(site, key)).toBe(made.body.id);
    expect((await org.admin.call('GET', shareLinksOf(site))).body.items).toEqual([
      { ...made.body, name: '' },
    ]);
    expect((await org.admin.call('DELETE', path)).status).toBe(204);
    expect((await org.admin.call('DELETE', path)).status).toBe(204);
    expect(await letsIn(site, key)).toBeUndefined();
    expect((await org.admin.call('PATCH', path, { active: true })).status).toBe(404);
  });

  test('admit to their own site only, with the exact key', async () => {
    const [site, other] = [await org.site(), await org.site()];
    await publish(site);
    const { body } = await org.admin.call('POST', shareLinksOf(site), { name: 'A' });
    const key = keyIn(body.urls.published);
    expect(await letsIn(other, key)).toBeUndefined();
    for (const wrong of [
      '',
      key.toUpperCase(),
      key.slice(1),
      `${key} `,
      `${key}0`,
      body.id,
      '%',
      "' or true --",
    ])
      expect(await letsIn(site, wrong)).toBeUndefined();
    // The link of one site is none of another.
    expect(
      (await org.admin.call('PATCH', `${shareLinksOf(other)}/${body.id}`, { active: false })).status,
    ).toBe(404);
    expect((await org.admin.call('DELETE', `${shareLinksOf(other)}/${body.id}`)).status).toBe(204);
    expect(await letsIn(site, key)).toBe(body.id);
  });

  test('show their secret only for a published site, and only to its managers', async () => {
    const site = await org.site();
    const { body } = await org.admin.call('POST', shareLinksOf(site), { name: 'A' });
    expect(body.urls).toEqual({});
    expect((await org.review.call('GET', shareLinksOf(site))).status).toBe(403);
    expect((await org.guest.call('GET', shareLinksOf(site))).status).toBe(404);
    const events = await server.eventsOf(site);
    expect(events.map(({ action }) => action)).toContain('site.share-link-created');
    await publish(site);
    const [shown] = (await org.create.call('GET', shareLinksOf(site))).body.items;
    expect(JSON.stringify(await server.eventsOf(site))).not.toContain(keyIn(shown.urls.published));
  });

  test('have limited names, and rejected ones change nothing', async () => {
    const site = await org.site();
    for (const body of [{}, { name: 'x'.repeat(51) }, { name: null }, { name: 3 }])
      expect((await org.admin.call('POST', shareLinksOf(site), body)).status).toBe(400);
    expect((await org.admin.call('GET', shareLinksOf(site))).body).toEqual({ count: 0, items: [] });
    const { body } = await org.admin.call('POST', shareLinksOf(site), { name: 'x'.repeat(50) });
    const told = (await server.eventsOf(site)).length;
    expect((await org.admin.call('PATCH', `${shareLinksOf(site)}/${body.id}`, {})).body).toEqual(body);
    expect((await org.admin.call('PATCH', `${shareLinksOf(site)}/${body.id}`, { active: 'no' })).status).toBe(
      400,
    );
    expect(await server.eventsOf(site)).toHaveLength(told);
  });

  test('are paginated, with a constant number of queries', async () => {
    const site = await org.site();
    const names = ['1', '2', '3', '4', '5'];
    for (const name of names) await org.admin.call('POST', shareLinksOf(site), { name });
    const first = (await org.admin.call('GET', `${shareLinksOf(site)}?limit=3`)).body;
    const second = (await org.admin.call('GET', `${shareLinksOf(site)}?limit=3&page=${first.next.page}`))
      .body;
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(names);
    expect([first.count, second.next]).toEqual([5, undefined]);
    const count = (limit: number) =>
      server.countQueries(() => org.admin.call('GET', `${shareLinksOf(site)}?limit=${limit}`));
    expect(await count(1)).toBe(await count(5));
  });

  test('add their key to URLs of the site on request', async () => {
    const site = await org.site({ spaces: [await org.space('One')], visibility: 'share-link' });
    await org.admin.call('POST', `/orgs/${org.id}/sites/${site}/sections`, {
      spaceId: await org.space('Two'),
    });
    const root = (await publish(site)).body.urls.published;
    const link = (await org.admin.call('POST', shareLinksOf(site), { name: 'One' })).body;
    const key = keyIn(link.urls.published);
    const at = (path: string, shareKey: string) =>
      `/orgs/${org.id}/sites/${site}/${path}?shareKey=${shareKey}`;
    const addresses = async (path: string, shareKey: string) =>
      JSON.stringify((await org.read.call('GET', at(path, shareKey))).body).match(/"published":"[^"]+"/g)!;
    for (const path of ['published', 'structure', 'site-spaces', 'sections']) {
      const [plain, keyed] = [await addresses(path, `${key}x`), await addresses(path, key)];
      expect(plain.length).toBeGreaterThan(1);
      expect(plain.filter((one) => one.includes(key))).toEqual([]);
      expect(keyed).toEqual(plain.map((one) => one.replace(root, `${root}${key}/`)));
    }
    await org.admin.call('PATCH', `${shareLinksOf(site)}/${link.id}`, { active: false });
    expect(await addresses('structure', key)).toEqual(await addresses('structure', 'x'));
  });
});
