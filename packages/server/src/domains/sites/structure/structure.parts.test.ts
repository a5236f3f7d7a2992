import { describe, expect, test } from 'vitest';
import type { TestOrganization } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly default: boolean;
}

describe('parts of a site', () => {
  let org: TestOrganization;
  let site: string;
  withOrganization((fresh) => {
    ({ org } = fresh);
  });

  const at = (rest = '') => `/orgs/${org.id}/sites/${site}${rest}`;
  const ask = async (method: string, rest: string, body?: object) => {
    const answer = await org.create.call(method, at(rest), body);
    if (answer.status >= 400) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const status = async (method: string, rest: string, body: object) =>
    (await org.create.call(method, at(rest), body)).status;
  const begin = async (...titles: string[]) => {
    const spaces: string[] = [];
    for (const title of titles) spaces.push(await org.space(title));
    site = await org.site({ spaces });
    return spaces;
  };
  const section = async (title: string) => ask('POST', '/sections', { spaceId: await org.space(title) });
  const outline = async (): Promise<string[]> =>
    (await ask('GET', '/structure')).structure.map((item: Item) => (item.default ? '*' : '') + item.title);

  test('hide a space in the trash, and show it at its position when it is restored', async () => {
    const [one, two] = await begin('One', 'Two');
    const root = (await ask('POST', '/publish')).urls.published;
    const { items } = await ask('GET', '/site-spaces');
    expect((await org.admin.call('DELETE', `/spaces/${one}`)).status).toBe(204);
    expect([await outline(), (await ask('GET', '')).siteSpaces]).toEqual([['*Two'], 1]);
    expect(await status('PATCH', `/site-spaces/${items[0].id}`, { path: 'x' })).toBe(404);
    expect((await org.create.call('GET', `/orgs/${org.id}/sites?space=${one}`)).body.count).toBe(0);
    // Its path is kept for it, whoever comes meanwhile.
    const same = await ask('POST', '/site-spaces', { spaceId: await org.space('One') });
    expect(same.path).not.toBe('one');
    expect(await status('PATCH', `/site-spaces/${same.id}`, { path: 'one' })).toBe(409);
    await org.admin.call('POST', `/spaces/${one}/restore`);
    expect(await outline()).toEqual(['One', '*Two', 'One']);
    expect((await ask('GET', '/site-spaces')).items[0]).toMatchObject({ id: items[0].id, path: 'one' });
    await ask('PATCH', '', { defaultSiteSpace: items[0].id });
    const found = async (id?: string) => (await org.read.call('GET', `/spaces/${id}`)).body.urls.published;
    expect([await found(one), await found(two)]).toEqual([root, `${root}two/`]);
    // Also where the site got sections meanwhile.
    for (const id of [one, two, same.space.id]) await org.admin.call('DELETE', `/spaces/${id}`);
    expect(await outline()).toEqual([]);
    await section('Three');
    await org.admin.call('POST', `/spaces/${one}/restore`);
    expect(
      (await ask('GET', '/sections')).items[0].siteSpaces.map((item: Item) => item.title).sort(),
    ).toEqual(['One', 'Three']);
  });

  test('reject an invalid condition with the position of the error', async () => {
    await begin('One');
    const part = await section('Two');
    const { items } = await ask('GET', '/site-spaces');
    for (const path of [`/sections/${part.id}`, `/site-spaces/${items[0].id}`]) {
      for (const condition of ['visitor.', 'a; b', 'while (true) {}', '(', 'function () {}']) {
        const { status: code, body } = await org.admin.call('PATCH', at(path), { condition });
        expect([condition, code, body.error.details?.[0].path]).toEqual([condition, 400, 'body.condition']);
        expect(body.error.message).toMatch(/\(character \d/);
      }
      expect(
        (await ask('PATCH', path, { condition: 'visitor.claims.plan === "pro"' })).condition,
      ).toBeTruthy();
      expect(await status('PATCH', path, { condition: '' })).toBe(200);
    }
    const looks = (await ask('GET', '/customization')) as unknown as { header: object };
    const links = [{ title: 'A', style: 'link', to: null, links: [], condition: 'a +' }];
    const answer = await org.admin.call('PUT', at('/customization'), {
      ...looks,
      header: { ...looks.header, links },
    });
    expect(answer.body.error.details[0].path).toBe('body.header.links.0.condition');
  });

  test('have titles by language', async () => {
    const site = await org.site();
    const at = `/orgs/${org.id}/sites/${site}`;
    const section = (await org.admin.call('POST', `${at}/sections`, { spaceId: await org.space('One') }))
      .body;
    const group = (await org.admin.call('POST', `${at}/section-groups`, { title: 'All' })).body;
    const texts = { localizedTitle: { de: 'Eins' }, localizedDescription: { de: 'Der erste' } };
    const changed = await org.admin.call('PATCH', `${at}/sections/${section.id}`, texts);
    expect(changed.body).toEqual({ ...section, ...texts });
    const grouped = await org.admin.call('PATCH', `${at}/section-groups/${group.id}`, {
      localizedTitle: { de: 'Alle' },
    });
    expect(grouped.body).toEqual({ ...group, localizedTitle: { de: 'Alle' } });
    const removed = await org.admin.call('PATCH', `${at}/sections/${section.id}`, { localizedTitle: null });
    expect(removed.body).toEqual({ ...section, localizedDescription: texts.localizedDescription });
    const refused = await org.admin.call('PATCH', `${at}/sections/${section.id}`, {
      localizedTitle: { de: 1 },
    });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.localizedTitle.de']);
  });
});
