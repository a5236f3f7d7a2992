import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const MIGRATION = new URL('../../../../migrations/0052_section_ids.sql', import.meta.url);

describe('ids of sections and groups', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const at = (site: string, rest = '') => `/orgs/${org.id}/sites/${site}${rest}`;

  /** A site with two sections, the first in a group and the target of a redirect. */
  const create = async () => {
    const site = await org.site();
    const section = async (title: string): Promise<string> =>
      (await org.admin.call('POST', at(site, '/sections'), { spaceId: await org.space(title) })).body.id;
    const [first, second] = [await section('First'), await section('Second')];
    const group = (
      await org.admin.call('POST', at(site, '/section-groups'), { title: 'Group', sections: [first] })
    ).body.id as string;
    const { id: redirect } = (
      await org.admin.call('POST', at(site, '/redirects'), {
        source: '/old',
        destination: { kind: 'site-section', siteSectionId: first },
      })
    ).body;
    return { site, first, second, group, redirect };
  };

  test('begin with a letter', async () => {
    const { first, second, group } = await create();
    for (const id of [first, second, group]) expect(id).toMatch(/^[A-Za-z]/);
  });

  test('that began with a digit are changed, and the previous ones are still accepted', async () => {
    const { site, ...made } = await create();
    const { db } = server.app.kernel;
    const old = (id: string) => `0${id.slice(1)}`;
    for (const table of ['site_section_groups', 'site_sections'])
      await sql`update ${sql.table(table)} set id = '0' || substr(id, 2)
        where organization_id = ${org.id} and site_id = ${site}`.execute(db);
    for (const statement of (await readFile(MIGRATION, 'utf8')).match(/^update [^;]+/gm)!)
      await sql.raw(statement).execute(db);
    const structure = (await org.admin.call('GET', at(site, '/structure'))).body.structure;
    expect(structure.map(({ id }: { id: string }) => id)).toEqual([made.second, made.group]);
    expect(structure[1].children[0]).toMatchObject({ id: made.first, sectionGroup: made.group });
    const { siteSpaces } = structure[1].children[0];
    expect(siteSpaces[0].section).toBe(made.first);

    const ask = async (method: string, rest: string, body?: unknown) =>
      (await org.admin.call(method, at(site, rest), body)).status;
    const [first, second, group] = [old(made.first), old(made.second), old(made.group)];
    const to = { kind: 'site-section', siteSectionId: first };
    expect([
      await ask('PATCH', `/sections/${first}`, { title: 'Renamed' }),
      await ask('PATCH', `/section-groups/${group}`, { title: 'Renamed' }),
      await ask('PATCH', '', { defaultSiteSection: first }),
      await ask('PATCH', `/redirects/${made.redirect}`, { destination: to }),
      await ask('POST', '/site-spaces', { spaceId: await org.space('Third'), sectionId: first }),
      await ask('POST', `/section-groups/${group}/sections`, { sectionId: second }),
      await ask('POST', `/sections/${second}/move`, {
        position: { before: { type: 'site-section', siteSection: first } },
      }),
      await ask('DELETE', `/section-groups/${group}/sections/${second}`),
      await ask('POST', `/section-groups/${group}/move`, {
        position: { before: { type: 'site-section', id: second } },
      }),
      await ask('PATCH', '/structure/sort', {
        item: { type: 'site-section', id: second },
        position: { before: { type: 'site-section-group', id: group } },
      }),
      await ask('POST', '/section-groups', { title: 'Inner', parent: group, sections: [second] }),
      await ask('DELETE', `/sections/${second}`),
      await ask('DELETE', `/section-groups/${group}`),
    ]).toEqual([200, 200, 200, 200, 201, 201, 200, 204, 200, 200, 201, 204, 204]);
    const rest = (await org.admin.call('GET', at(site, '/structure'))).body.structure;
    expect(
      rest.flatMap(({ title, sections = [] }: { title: string; sections?: [] }) => [title, sections.length]),
    ).toEqual(expect.arrayContaining(['Renamed', 'Inner']));
    expect(JSON.stringify(rest)).not.toContain(made.second);
  });
});
