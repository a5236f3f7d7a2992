import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('inherited access', () => {
  let server: TestServer;
  let org: TestOrganization;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  /** Contents without the `has_access_rules` flag although they or an ancestor have access rules. */
  const withoutFlag = async () => {
    const { rows } = await sql<{ id: string }>`
      select c.id from contents c
      where not c.has_access_rules and exists (
        select 1 from contents l
        where l.organization_id = c.organization_id and l.id = any (c.id || c.ancestors) and (
          not l.inherits
          or exists (select 1 from user_grants g where g.organization_id = l.organization_id and g.content_id = l.id)
          or exists (select 1 from team_grants g where g.organization_id = l.organization_id and g.content_id = l.id)))`.execute(
      server.app.kernel.db,
    );
    return rows;
  };
  const sees = async (space: string) => (await org.edit.call('GET', `/spaces/${space}`)).status === 200;

  test('applies once a parent has a grant or default level, however that comes about', async () => {
    const [outer, closed] = [await org.collection(), await org.collection()];
    const inner = await org.collection('x', outer);
    const space = await org.space('x', inner);
    expect(await sees(space)).toBe(true);
    await org.admin.call('PATCH', `/collections/${closed}`, { defaultLevel: null });
    await org.admin.call('POST', `/collections/${outer}/move`, { parent: closed });
    expect(await sees(space)).toBe(false);
    const later = await org.space('x', inner);
    expect(await sees(later)).toBe(false);
    await org.admin.call('POST', `/collections/${outer}/move`, { parent: null });
    expect(await sees(space)).toBe(true);
    await org.admin.call('POST', `/collections/${outer}/permissions`, { role: null, users: [org.edit.id] });
    expect([await sees(space), await sees(later)]).toEqual([false, false]);
    expect(await withoutFlag()).toEqual([]);
  });

  test('applies to content created while the parent gets its first grant', async () => {
    for (let round = 0; round < 10; round++) {
      const outer = await org.collection();
      const inner = await org.collection('x', outer);
      const work = [
        ...Array.from({ length: 4 }, () => org.space('x', inner)),
        org.admin.call('POST', `/collections/${outer}/permissions`, { role: null, users: [org.edit.id] }),
        ...Array.from({ length: 4 }, () => org.space('x', inner)),
        org.collection('x', inner).then((deep) => org.space('x', deep)),
      ];
      await Promise.all(work);
    }
    expect(await withoutFlag()).toEqual([]);
    expect((await org.edit.call('GET', `/orgs/${org.id}/spaces`)).body).toMatchObject({
      count: 0,
      items: [],
    });
  });
});
