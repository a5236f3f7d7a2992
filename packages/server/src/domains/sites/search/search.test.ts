import { beforeEach, describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('search in sites', () => {
  let org: TestOrganization;
  let server: TestServer;
  let site: string;
  // By the title of the space: the space, and what it is on the site.
  let spaces: Record<string, { space: string; siteSpace: string }>;
  withOrganization((fresh) => {
    ({ org, server } = fresh);
  });

  const written = async (title: string, language?: string): Promise<string> => {
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/spaces`, {
      title,
      editMode: 'live',
      empty: true,
      ...(language && { language }),
    });
    await org.admin.call('POST', `/spaces/${body.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'Fruit', document: { markdown: '## Sweet\n\nA mango.' } }],
    });
    return body.id;
  };
  const at = () => `/orgs/${org.id}/sites/${site}`;

  beforeEach(async () => {
    site = await org.site();
    spaces = {};
    const add = async (title: string, place: { section?: string; language?: string }) => {
      const space = await written(title, place.language);
      const path = place.section ? 'site-spaces' : 'sections';
      const { body } = await org.admin.call('POST', `${at()}/${path}`, {
        spaceId: space,
        ...(place.section && { sectionId: place.section }),
      });
      spaces[title] = { space, siteSpace: place.section ? body.id : body.siteSpaces[0].id };
      return body.id as string;
    };
    const guides = await add('Guides', {});
    await add('Guides fr', { section: guides, language: 'fr' });
    const api = await add('API', {});
    await add('API fr', { section: api, language: 'fr' });
    await written('Elsewhere');
  });

  const find = (body: object, by = org.read) =>
    by.call('POST', `${at()}/search`, { query: 'mango', ...body });
  const titles = async (body: object, by = org.read) =>
    (await find(body, by)).body.items.map(({ title }: { title: string }) => title).sort();
  const on = (title: string) => spaces[title]!.siteSpace;

  test('finds only pages that the site shows', async () => {
    const { body } = await find({ mode: 'all' });
    expect(body.count).toBe(4);
    expect(body.items.find(({ title }: { title: string }) => title === 'API')).toMatchObject({
      id: spaces.API!.space,
      pages: [{ title: 'Fruit', path: 'fruit', sections: [{ title: 'Sweet', path: 'fruit#sweet' }] }],
    });
    expect((await find({ mode: 'all', query: 'papaya' })).body).toEqual({ count: 0, items: [] });
    expect((await find({ query: '' })).body.items).toEqual([]);
  });

  test.each<[string, () => object, string[]]>([
    ['everywhere', () => ({ scope: { mode: 'all' } }), ['API', 'API fr', 'Guides', 'Guides fr']],
    ['without saying where', () => ({}), ['API', 'API fr', 'Guides', 'Guides fr']],
    ['first of each section', () => ({ scope: { mode: 'default' } }), ['API', 'Guides']],
    [
      'in the language of the reader',
      () => ({ scope: { mode: 'default', currentSiteSpace: on('API fr') } }),
      ['API fr', 'Guides fr'],
    ],
    ['the older way', () => ({ mode: 'current', siteSpaceId: on('Guides') }), ['API', 'Guides']],
    ['in some', () => ({ scope: { mode: 'specific', siteSpaceIds: [on('API'), 'unknown'] } }), ['API']],
    ['in some, the older way', () => ({ mode: 'specific', siteSpaceIds: [on('Guides fr')] }), ['Guides fr']],
    ['in some, without a mode', () => ({ siteSpaceIds: [on('Guides')] }), ['Guides']],
    ['in none', () => ({ siteSpaceIds: [] }), []],
  ])('%s', async (_, body, expected) => {
    expect(await titles(body())).toEqual(expected);
  });

  test.each(['hidden', 'noIndex'])('excludes a page and all below it with %s', async (flag) => {
    const edit = (change: object) =>
      org.admin.call('POST', `/spaces/${spaces.API!.space}/content`, { changes: [change] });
    const { body } = await org.read.call('GET', `/spaces/${spaces.API!.space}/content/pages`);
    const fruit = body.pages[0].id;
    const markdown = 'A papaya.';
    await edit({ operation: 'insert_page', title: 'Below', into: fruit, document: { markdown } });
    expect(await titles({ mode: 'all', query: 'papaya' })).toEqual(['API']);
    await edit({ operation: 'update_page', page: fruit, [flag]: true });
    expect(await titles({ mode: 'all', query: 'papaya' })).toEqual([]);
  });

  test('excludes content without access', async () => {
    await org.admin.call('PATCH', `/spaces/${spaces.API!.space}`, { defaultLevel: null });
    expect(await titles({ mode: 'all' })).toEqual(['API fr', 'Guides', 'Guides fr']);
    expect(await titles({ siteSpaceIds: [on('API')] })).toEqual([]);
    expect(await titles({ siteSpaceIds: [on('API')] }, org.admin)).toEqual(['API']);
  });

  test('is paginated; a page token of another search is rejected', async () => {
    const search = (body: object, query: string) => org.read.call('POST', `${at()}/search?${query}`, body);
    const input = { query: 'mango', mode: 'all' };
    const first = (await search(input, 'limit=3')).body;
    const page = `limit=3&page=${first.next.page}`;
    const second = (await search(input, page)).body;
    expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual(
      Object.values(spaces)
        .map(({ space }) => space)
        .sort(),
    );
    const foreign = await search({ ...input, query: 'fruit' }, page);
    expect([foreign.status, foreign.body.error.details[0].path]).toEqual([400, 'query.page']);
    const count = (limit: number) => server.countQueries(() => search(input, `limit=${limit}`));
    expect(await count(1)).toBe(await count(4));
  });

  test.each([
    [{ mode: 'specific' }, 'body.siteSpaceIds'],
    [{ mode: 'current' }, 'body.siteSpaceId'],
    [{ scope: { mode: 'specific' } }, 'body.scope.siteSpaceIds'],
    [{ scope: { mode: 'nowhere' } }, 'body.scope.mode'],
    [{ query: 'x'.repeat(513) }, 'body.query'],
  ])('rejects %o', async (body, path) => {
    const refused = await find(body);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, path]);
  });
});
