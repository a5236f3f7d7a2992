import { describe, expect, test } from 'vitest';
import type { Person, TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

interface Item {
  readonly object: string;
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly default: boolean;
  readonly sectionGroup?: string;
  readonly siteSpaces: Item[];
  readonly children: Item[];
  readonly sections: Item[];
  readonly space: { readonly id: string };
  readonly urls: { readonly published?: string };
}

describe('the structure of a site', () => {
  let server: TestServer;
  let org: TestOrganization;
  let site: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const at = (rest = '') => `/orgs/${org.id}/sites/${site}${rest}`;
  const ask = async (method: string, rest: string, body?: object, by: Person = org.create) => {
    const answer = await by.call(method, at(rest), body);
    if (answer.status >= 400) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const status = async (method: string, rest: string, body?: object, by: Person = org.create) =>
    (await by.call(method, at(rest), body)).status;
  const begin = async (...titles: string[]) => {
    const spaces: string[] = [];
    for (const title of titles) spaces.push(await org.space(title));
    site = await org.site({ spaces });
    return spaces;
  };
  const section = async (title: string): Promise<Item> =>
    ask('POST', '/sections', { spaceId: await org.space(title) });
  const variant = async (title: string, sectionId?: string): Promise<Item> =>
    ask('POST', '/site-spaces', { spaceId: await org.space(title), ...(sectionId && { sectionId }) });
  const group = (title: string, more: object = {}): Promise<Item> =>
    ask('POST', '/section-groups', { title, ...more });
  const structure = async (by: Person = org.read) => ask('GET', '/structure', undefined, by);
  /** The structure in short: the default starts with a star, groups are lists. */
  const outline = async (by: Person = org.read): Promise<unknown[]> => {
    const short = (item: Item): unknown =>
      item.object === 'site-section-group'
        ? { [item.title]: item.children.map(short) }
        : `${item.default ? '*' : ''}${item.title}`;
    return (await structure(by)).structure.map(short);
  };
  const actions = async () => (await server.eventsOf(site)).map(({ action }) => action);

  test('is a list of spaces, which the first section takes in', async () => {
    await begin('One', 'Two');
    expect(await structure()).toMatchObject({ type: 'siteSpaces' });
    expect(await outline()).toEqual(['*One', 'Two']);
    const added = await section('Three');
    expect(added).toMatchObject({ title: 'Three', path: 'three', default: false });
    expect(await structure()).toMatchObject({ type: 'sections' });
    expect(await outline()).toEqual(['*One', 'Three']);
    const { items } = await ask('GET', '/sections');
    expect(items.map((item: Item) => item.siteSpaces.map((one) => [one.title, one.default]))).toEqual([
      [
        ['One', true],
        ['Two', false],
      ],
      [['Three', true]],
    ]);
    expect(await actions()).toEqual(['site.created', 'site.section-added']);
    // Without a section, what comes goes to the default one.
    expect(await variant('Four')).toMatchObject({ section: items[0].id, default: false, path: 'four' });
    expect((await ask('GET', '')).siteSpaces).toBe(4);
  });

  test('gives the default no path, and puts sections before variants', async () => {
    await begin('One', 'Two');
    await ask('POST', '/publish');
    const root = (await ask('GET', '')).urls.published;
    const addresses = async () =>
      (await ask('GET', '/site-spaces')).items.map((item: Item) => [item.title, item.urls.published]);
    expect(await addresses()).toEqual([
      ['One', root],
      ['Two', `${root}two/`],
    ]);
    const three = await section('Three');
    await variant('Four', three.id);
    const all = [
      ['One', root],
      ['Two', `${root}one/two/`],
      ['Three', `${root}three/`],
      ['Four', `${root}three/four/`],
    ];
    expect(await addresses()).toEqual(all);
    for (const item of (await ask('GET', '/site-spaces')).items as Item[]) {
      const space = (await org.read.call('GET', `/spaces/${item.space.id}`)).body;
      expect([space.visibility, space.urls.published]).toEqual(['public', item.urls.published]);
    }
    const sections = (await ask('GET', '/sections')).items as Item[];
    expect(sections.map((item) => item.urls.published)).toEqual([root, `${root}three/`]);
    await ask('PATCH', '', { defaultSiteSection: three.id });
    expect(await addresses()).toEqual([
      ['One', `${root}one/`],
      ['Two', `${root}one/two/`],
      ['Three', root],
      ['Four', `${root}three/four/`],
    ]);
    await ask('POST', '/unpublish');
    expect((await addresses()).every(([, url]: [string, unknown]) => url === undefined)).toBe(true);
  });

  test('has one default section, and one default variant in each, which the next one replaces', async () => {
    await begin('One');
    const two = await section('Two');
    const three = await variant('Three', two.id);
    await ask('PATCH', `/sections/${two.id}`, { defaultSiteSpace: three.id });
    const variants = async () =>
      (await ask('GET', '/site-spaces?default=true')).items.map((item: Item) => item.title);
    expect(await variants()).toEqual(['One', 'Three']);
    await ask('PATCH', '', { defaultSiteSection: two.id, defaultSiteSpace: two.siteSpaces[0]!.id });
    expect(await outline()).toEqual(['One', '*Two']);
    expect(await variants()).toEqual(['One', 'Two']);
    await ask('DELETE', `/site-spaces/${two.siteSpaces[0]!.id}`);
    expect(await variants()).toEqual(['One', 'Three']);
    await ask('DELETE', `/sections/${two.id}`);
    expect(await outline()).toEqual(['*One']);
    const first = (await ask('GET', '/sections')).items[0];
    // A section that shows nothing any more is no place to begin.
    const four = await section('Four');
    await ask('DELETE', `/site-spaces/${first.siteSpaces[0].id}`);
    expect(await outline()).toEqual(['One', '*Four']);
    expect(await status('PATCH', '', { defaultSiteSection: first.id })).toBe(400);
    // What has become the default stays it when another comes before it.
    await ask('POST', `/sections/${four.id}/move`, {
      position: { before: { type: 'site-section', siteSection: first.id } },
    });
    await variant('Five', first.id);
    expect(await outline()).toEqual(['*Four', 'One']);
  });

  test('has unique paths among siblings, which can be changed', async () => {
    await begin('One', 'Two');
    const [one, two] = (await ask('GET', '/site-spaces')).items as Item[];
    expect(await status('PATCH', `/site-spaces/${two!.id}`, { path: 'ONE' })).toBe(409);
    expect(await ask('PATCH', `/site-spaces/${two!.id}`, { path: 'V2', condition: 'true' })).toMatchObject({
      path: 'v2',
      condition: 'true',
    });
    expect(await ask('PATCH', `/site-spaces/${two!.id}`, { condition: null })).not.toHaveProperty(
      'condition',
    );
    const [sectionA, sectionB] = [await section('Same'), await section('Same')];
    expect([sectionA.path, sectionB.path]).toEqual(['same', 'same-1']);
    expect(await status('PATCH', `/sections/${sectionB.id}`, { path: 'same' })).toBe(409);
    // Files that machines read are there already.
    for (const path of ['robots.txt', 'Sitemap.XML', 'llms.txt', 'a.md'])
      expect([path, await status('PATCH', `/sections/${sectionB.id}`, { path })]).toEqual([path, 400]);
    const changed = { title: 'Other', path: 'other', icon: 'gear', description: 'All', condition: 'a' };
    expect(await ask('PATCH', `/sections/${sectionB.id}`, changed)).toMatchObject(changed);
    const cleared = { icon: null, description: null, condition: null };
    const bare = await ask('PATCH', `/sections/${sectionB.id}`, cleared);
    for (const field of Object.keys(cleared)) expect(bare).not.toHaveProperty(field);
    for (const path of ['', 'a/b', '.', '~x', 'a b', 'x'.repeat(101)])
      for (const rest of [`/site-spaces/${one!.id}`, `/sections/${sectionA.id}`])
        expect(await status('PATCH', rest, { path })).toBe(400);
    const other = await org.space('New');
    expect(await ask('PATCH', `/site-spaces/${one!.id}`, { spaceId: other })).toMatchObject({
      title: 'New',
      path: 'one',
      space: { id: other },
    });
    expect(await status('PATCH', `/site-spaces/${two!.id}`, { spaceId: other })).toBe(409);
    expect(await status('POST', '/site-spaces', { spaceId: other })).toBe(409);
    expect(await status('POST', '/sections', { spaceId: other })).toBe(409);
  });

  test('has nested groups, which sections enter and leave', async () => {
    await begin('One');
    const [two, three] = [await section('Two'), await section('Three')];
    const one = (await ask('GET', '/sections')).items[0] as Item;
    const outer = await group('Outer', { icon: 'gear', sections: [three.id, one.id] });
    expect(outer).toMatchObject({ object: 'site-section-group', icon: 'gear' });
    expect(outer.sections.map((item) => item.title)).toEqual(['Three', 'One']);
    const inner = await group('Inner', { parent: outer.id, sections: [two.id] });
    expect(await outline()).toEqual([{ Outer: ['Three', '*One', { Inner: ['Two'] }] }]);
    const { items, count } = await ask('GET', '/section-groups');
    expect([count, items.map((item: Item) => [item.title, item.sectionGroup])]).toEqual([
      2,
      [
        ['Outer', undefined],
        ['Inner', outer.id],
      ],
    ]);
    expect(await ask('PATCH', `/section-groups/${inner.id}`, { title: 'In', icon: 'x' })).toMatchObject({
      title: 'In',
      icon: 'x',
    });
    expect(await ask('POST', `/section-groups/${inner.id}/sections`, { sectionId: three.id })).toMatchObject({
      sections: [{ title: 'Two' }, { title: 'Three' }],
    });
    for (const expected of [204, 204])
      expect(await status('DELETE', `/section-groups/${inner.id}/sections/${two.id}`)).toBe(expected);
    expect(await outline()).toEqual([{ Outer: ['*One', { In: ['Three'] }, 'Two'] }]);
    expect(await status('DELETE', `/section-groups/${outer.id}`)).toBe(204);
    expect(await outline()).toEqual(['*One', { In: ['Three'] }, 'Two']);
    for (const missing of [outer.id, 'unknown']) {
      expect(await status('DELETE', `/section-groups/${missing}`)).toBe(204);
      expect(await status('DELETE', `/section-groups/${missing}/sections/${two.id}`)).toBe(204);
      for (const [method, rest, body] of [
        ['PATCH', '', { title: 'x' }],
        ['POST', '/move', {}],
        ['POST', '/sections', { sectionId: two.id }],
      ] as const)
        expect(await status(method, `/section-groups/${missing}${rest}`, body)).toBe(404);
      expect(await status('POST', '/section-groups', { title: 'x', parent: missing })).toBe(404);
      expect(await status('POST', '/section-groups', { title: 'x', sections: [missing] })).toBe(404);
    }
    let parent = inner.id;
    for (const title of ['b', 'c', 'd', 'e']) parent = (await group(title, { parent })).id;
    expect(await status('POST', '/section-groups', { title: 'f', parent })).toBe(400);
  });

  test('lets parts move beside another, to the end, into another group; never into themselves', async () => {
    await begin('One');
    const [two, three] = [await section('Two'), await section('Three')];
    const inside = await group('Group', { sections: [three.id] });
    const one = (await ask('GET', '/sections')).items[0] as Item;
    const before = (siteSection: string) => ({ position: { before: { type: 'site-section', siteSection } } });
    const after = (siteSection: string) => ({ position: { after: { type: 'site-section', siteSection } } });
    await ask('POST', `/sections/${two.id}/move`, before(one.id));
    expect(await outline()).toEqual(['Two', '*One', { Group: ['Three'] }]);
    expect(await ask('POST', `/sections/${one.id}/move`, after(three.id))).toMatchObject({
      sectionGroup: inside.id,
    });
    expect(await outline()).toEqual(['Two', { Group: ['Three', '*One'] }]);
    await ask('POST', `/section-groups/${inside.id}/move`, {
      position: { before: { type: 'site-section', id: two.id } },
    });
    expect(await outline()).toEqual([{ Group: ['Three', '*One'] }, 'Two']);
    await ask('POST', `/section-groups/${inside.id}/move`, {});
    await ask('POST', `/sections/${three.id}/move`);
    expect(await outline()).toEqual(['Two', { Group: ['*One', 'Three'] }]);
    const known = (await actions()).length;
    await ask('POST', `/sections/${three.id}/move`);
    expect(await actions()).toHaveLength(known);
    await ask('PATCH', '/structure/sort', {
      item: { type: 'site-section', id: two.id },
      position: { before: { type: 'site-section', id: three.id } },
    });
    expect(await outline()).toEqual([{ Group: ['*One', 'Two', 'Three'] }]);
    const other = await group('Other', { parent: inside.id });
    const itself = [
      { before: { type: 'site-section-group', id: inside.id } },
      { after: { type: 'site-section-group', id: other.id } },
      { after: { type: 'site-section', id: one.id } },
      { after: { type: 'site-section-group', id: two.id } },
      { after: { type: 'site-section', id: 'unknown' } },
      {
        before: { type: 'site-section', id: one.id },
        after: { type: 'site-section', id: two.id },
      },
    ];
    for (const position of itself) {
      const refused = await org.create.call('POST', at(`/section-groups/${inside.id}/move`), { position });
      expect([refused.status, refused.body.error.details[0].path]).toEqual([
        400,
        expect.stringMatching(/^body\.position/),
      ]);
    }
    for (const kind of ['sections', 'site-spaces', 'section-groups'])
      expect(await status('POST', `/${kind}/unknown/move`, {})).toBe(404);
    const sort = (type: string, id: string, position: object) =>
      status('PATCH', '/structure/sort', { item: { type, id }, position });
    expect(await sort('site-section', 'unknown', {})).toBe(404);
    expect(await sort('site-section-group', one.id, {})).toBe(404);
    expect(
      await sort('site-space', one.siteSpaces[0]!.id, { after: { type: 'site-section', id: one.id } }),
    ).toBe(400);
    const [first, second] = [one.siteSpaces[0]!, await variant('Variant', one.id)];
    const pointer = (type: 'before' | 'after', siteSpace: string) => ({
      position: { [type]: { type: 'site-space', siteSpace } },
    });
    await ask('POST', `/site-spaces/${second.id}/move`, pointer('before', first.id));
    const listed = async () => (await ask('GET', '/site-spaces')).items.map((item: Item) => item.title);
    expect(await listed()).toEqual(['Variant', 'One', 'Two', 'Three']);
    await ask('POST', `/site-spaces/${second.id}/move`, {});
    expect(await listed()).toEqual(['One', 'Variant', 'Two', 'Three']);
    const foreign = pointer('after', two.siteSpaces[0]!.id);
    expect(await status('POST', `/site-spaces/${second.id}/move`, foreign)).toBe(400);
  });

  test('is listed in pages in order, with a constant number of queries', async () => {
    await begin('One');
    for (const title of ['Two', 'Three', 'Four']) await section(title);
    const cost = async () => {
      const counts: [string, number][] = [];
      for (const list of ['/site-spaces', '/sections', '/section-groups', '/structure'])
        counts.push([list, await server.countQueries(() => ask('GET', list, undefined, org.read))]);
      return counts;
    };
    const few = await cost();
    for (const title of ['Five', 'Six', 'Seven']) await section(title);
    const { items } = await ask('GET', '/sections');
    await group('Group', { sections: items.slice(0, 2).map((item: Item) => item.id) });
    expect(await cost()).toEqual(few);
    const whole = ['Three', 'Four', 'Five', 'Six', 'Seven', 'One', 'Two'];
    for (const list of ['site-spaces', 'sections']) {
      const pages: string[][] = [];
      for (let next: string | undefined = ''; next !== undefined; ) {
        const body = await ask('GET', `/${list}?limit=3${next && `&page=${next}`}`);
        expect(body.count).toBe(7);
        pages.push(body.items.map((item: Item) => item.title));
        next = body.next?.page;
      }
      expect(pages.flat()).toEqual(whole);
      expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    }
  });

  test('hides a space without access, which cannot be changed', async () => {
    const [open, closed] = await begin('Open', 'Closed');
    await org.admin.call('PATCH', `/spaces/${closed}`, { defaultLevel: null });
    const hidden = (await ask('GET', '/site-spaces', undefined, org.admin)).items[1] as Item;
    expect(await outline(org.admin)).toEqual(['*Open', 'Closed']);
    expect(await outline(org.read)).toEqual(['*Open']);
    expect((await ask('GET', '/site-spaces')).count).toBe(1);
    for (const [method, rest, body] of [
      ['PATCH', '', { path: 'mine' }],
      ['POST', '/move', {}],
    ] as const)
      expect(await status(method, `/site-spaces/${hidden.id}${rest}`, body)).toBe(404);
    expect(await status('DELETE', `/site-spaces/${hidden.id}`)).toBe(204);
    expect(await outline(org.admin)).toEqual(['*Open', 'Closed']);
    expect((await org.create.call('GET', `/orgs/${org.id}/sites?space=${closed}`)).body.count).toBe(0);
    expect((await org.create.call('GET', `/orgs/${org.id}/sites?space=${open}`)).body.count).toBe(1);
  });

  test('loses a transferred space, and a space that goes to the trash with its collection', async () => {
    const [one, two, three] = await begin('One', 'Two', 'Three');
    await ask('POST', '/publish');
    expect((await org.admin.call('DELETE', `/spaces/${one}`)).status).toBe(204);
    expect(await outline()).toEqual(['*Two', 'Three']);
    const foreign = await server.organization();
    await server.member(foreign.id, 'admin', org.admin);
    const given = await org.admin.call('POST', `/spaces/${two}/transfer`, { organization: foreign.id });
    expect([given.status, given.body.visibility]).toEqual([200, 'private']);
    expect(await outline()).toEqual(['*Three']);
    const collection = await org.collection();
    await org.admin.call('POST', `/spaces/${three}/move`, { parent: collection });
    await org.admin.call('DELETE', `/collections/${collection}`);
    expect(await outline()).toEqual([]);
    expect((await ask('GET', '')).siteSpaces).toBe(0);
  });

  test('serializes concurrent changes, without losses or duplicates', async () => {
    await begin('Start');
    const spaces = await Promise.all(Array.from({ length: 8 }, () => org.space('Same')));
    const statuses = await Promise.all(
      spaces.map((spaceId, i) => status('POST', i % 2 ? '/sections' : '/site-spaces', { spaceId })),
    );
    expect(statuses).toEqual(spaces.map(() => 201));
    const { items } = await ask('GET', '/sections');
    expect(new Set(items.map((item: Item) => item.path)).size).toBe(items.length);
    expect((await ask('GET', '')).siteSpaces).toBe(9);
    const ids = items.map((item: Item) => item.id);
    await Promise.all([
      ...ids.map((id: string) =>
        status('POST', `/sections/${id}/move`, {
          position: {
            before: { type: 'site-section', siteSection: ids[(ids.indexOf(id) + 1) % ids.length] },
          },
        }),
      ),
      ...spaces.slice(0, 4).map((id) => org.admin.call('DELETE', `/spaces/${id}`)),
    ]);
    const after = await ask('GET', '/sections');
    expect(after.items.map((item: Item) => item.id).sort()).toEqual([...ids].sort());
    expect(after.items.filter((item: Item) => item.default)).toHaveLength(1);
    expect((await ask('GET', '')).siteSpaces).toBe(5);
  });
});
