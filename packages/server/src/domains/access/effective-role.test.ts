import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../../../document/src/testing/deep.ts';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import {
  type Content,
  effectiveRole,
  type Organization,
  organization,
  PEOPLE,
  pathOf,
  rank,
  TEAMS,
} from '../../testing/access-model.ts';
import { type Person, sharedServer, type TestServer } from '../../testing/server.ts';

describe('the effective role', () => {
  let server: TestServer;
  let people: Person[];
  let admin: Person;

  beforeAll(async () => {
    server = await sharedServer();
    people = await Promise.all(Array.from({ length: PEOPLE }, () => server.person()));
    admin = await server.person();
  });

  /** Writes an organization into the database, with one administrator more. */
  const plant = async ({ members, contents }: Organization) => {
    const { db, newId } = server.app.kernel;
    const at = new Date();
    const organizationId = newId();
    const inOrganization = { organization_id: organizationId };
    const ids = new Map(contents.map((content) => [content, newId()]));
    const teamIds = Array.from({ length: TEAMS }, () => newId());
    const times = { created_at: at, updated_at: at };
    await db
      .insertInto('organizations')
      .values({ id: organizationId, title: 'Generated', ...times })
      .execute();
    await db
      .insertInto('members')
      .values([
        { ...inOrganization, user_id: admin.id, role: 'admin', joined_at: at },
        ...members.map(({ person, role, disabled }) => ({
          ...inOrganization,
          user_id: people[person]!.id,
          role,
          disabled,
          joined_at: at,
        })),
      ])
      .execute();
    await db
      .insertInto('teams')
      .values(teamIds.map((id) => ({ ...inOrganization, id, title: 'Team', created_at: at })))
      .execute();
    const inTeams = members.flatMap(({ person, teams }) =>
      teams.map((team) => ({
        ...inOrganization,
        team_id: teamIds[team]!,
        user_id: people[person]!.id,
        added_at: at,
      })),
    );
    if (inTeams.length > 0) await db.insertInto('team_members').values(inTeams).execute();
    await db
      .insertInto('contents')
      .values(
        contents.map((content) => ({
          ...inOrganization,
          ...times,
          id: ids.get(content)!,
          kind: content.kind,
          parent_id: content.parent ? ids.get(content.parent)! : null,
          ancestors: pathOf(content)
            .slice(1)
            .map((ancestor) => ids.get(ancestor)!),
          position: ids.get(content)!,
          inherits: content.level === 'inherit',
          default_role: content.level === 'inherit' ? null : content.level,
          created_by: people[content.maker]!.id,
        })),
      )
      .execute();
    for (const content of contents) {
      const id = ids.get(content)!;
      await (content.kind === 'space'
        ? db.insertInto('spaces').values({ ...inOrganization, id, title: 'S', emoji: '📘', revision_id: id })
        : db.insertInto('collections').values({ ...inOrganization, id, title: 'C' })
      ).execute();
      const given = { ...inOrganization, content_id: id, granted_at: at };
      for (const [person, role] of content.users)
        await db
          .insertInto('user_grants')
          .values({ ...given, user_id: people[person]!.id, role })
          .execute();
      for (const [team, role] of content.teams)
        await db
          .insertInto('team_grants')
          .values({ ...given, team_id: teamIds[team]!, role })
          .execute();
    }
    return { organizationId, idOf: (content: Content) => ids.get(content)! };
  };

  const spacesOf = ({ contents }: Organization) => contents.filter((content) => content.kind === 'space');
  const enabled = ({ members }: Organization) => members.filter((member) => !member.disabled);

  test('in SQL matches the rules, for every member and content', async () => {
    await fc.assert(
      fc.asyncProperty(organization, async (generated) => {
        const { organizationId, idOf } = await plant(generated);
        const rows = await server.app.kernel.db
          .selectFrom('content_access')
          .select(['content_id', 'user_id', 'role'])
          .where('organization_id', '=', organizationId)
          .where('user_id', '<>', admin.id)
          .execute();
        const found = Object.fromEntries(rows.map((row) => [`${row.content_id} ${row.user_id}`, row.role]));
        const expected = Object.fromEntries(
          generated.contents.flatMap((content) =>
            enabled(generated).map((member) => [
              `${idOf(content)} ${people[member.person]!.id}`,
              effectiveRole(member, content),
            ]),
          ),
        );
        expect(found).toEqual(expected);
        const ids = generated.members.map((member) => people[member.person]!.id);
        const { rows: counts } = await sql<{ user_id: string; spaces: string }>`
          select user_id, spaces from open_spaces(${organizationId}, ${ids})`.execute(server.app.kernel.db);
        expect(Object.fromEntries(counts.map((row) => [row.user_id, Number(row.spaces)]))).toEqual(
          Object.fromEntries(
            enabled(generated).map((member) => [
              people[member.person]!.id,
              spacesOf(generated).filter((space) => effectiveRole(member, space) !== null).length,
            ]),
          ),
        );
      }),
      { numRuns: runs(400, 100) },
    );
  });

  test('determines single reads, lists and the aggregate', async () => {
    await fc.assert(
      fc.asyncProperty(organization, async (generated) => {
        const { organizationId, idOf } = await plant(generated);
        for (const member of generated.members) {
          const { call } = people[member.person]!;
          const visible = (kind: Content['kind']) =>
            generated.contents.filter(
              (content) =>
                content.kind === kind && !member.disabled && effectiveRole(member, content) !== null,
            );
          for (const kind of ['space', 'collection'] as const) {
            const list = await call('GET', `/orgs/${organizationId}/${kind}s`);
            expect(list.status).toBe(member.disabled ? 404 : 200);
            if (member.disabled) continue;
            expect(list.body.items.map((item: { id: string }) => item.id)).toEqual(visible(kind).map(idOf));
            expect(list.body.count).toBe(visible(kind).length);
          }
          for (const content of generated.contents) {
            const { status, body } = await call('GET', `/${content.kind}s/${idOf(content)}`);
            const role = member.disabled ? null : effectiveRole(member, content);
            expect(status).toBe(role === null ? 404 : 200);
            if (role !== null) expect(body.permissions).toMatchObject(mayDo(content.kind, role));
          }
        }
        const members = (await admin.call('GET', `/orgs/${organizationId}/members`)).body.items;
        expect(
          Object.fromEntries(members.map((item: { id: string; spaces: number }) => [item.id, item.spaces])),
        ).toEqual({
          [admin.id]: spacesOf(generated).length,
          ...Object.fromEntries(
            generated.members.map((member) => [
              people[member.person]!.id,
              spacesOf(generated).filter((space) => !member.disabled && effectiveRole(member, space) !== null)
                .length,
            ]),
          ),
        });
        for (const content of generated.contents) {
          const { body } = await admin.call(
            'GET',
            `/${content.kind}s/${idOf(content)}/permissions/aggregate`,
          );
          const found = Object.fromEntries(
            body.items.map((item: { permission: Role; user: { id: string } }) => [
              item.user.id,
              item.permission,
            ]),
          );
          const expected = enabled(generated).flatMap((member) => {
            const role = effectiveRole(member, content);
            return role === null ? [] : [[people[member.person]!.id, role] as const];
          });
          expect(found).toEqual({ [admin.id]: 'admin', ...Object.fromEntries(expected) });
          expect(body.count).toBe(expected.length + 1);
        }
      }),
      { numRuns: runs(12, 6) },
    );
  });

  test('never grows when a collection is deleted and its spaces are restored', async () => {
    await fc.assert(
      fc.asyncProperty(organization, fc.nat(), async (generated, pick) => {
        const { idOf } = await plant(generated);
        const collections = generated.contents.filter((content) => content.kind === 'collection');
        const removed = collections[pick % (collections.length || 1)];
        const inside = spacesOf(generated).filter((space) => removed && pathOf(space).includes(removed));
        fc.pre(removed !== undefined && inside.length > 0);
        expect((await admin.call('DELETE', `/collections/${idOf(removed!)}`)).status).toBe(204);
        for (const space of inside) {
          expect((await admin.call('POST', `/spaces/${idOf(space)}/restore`)).status).toBe(200);
          const rows = await server.app.kernel.db
            .selectFrom('content_access')
            .select(['user_id', 'role'])
            .where('content_id', '=', idOf(space))
            .execute();
          const now = new Map(rows.map((row) => [row.user_id, row.role]));
          for (const member of enabled(generated)) {
            const role = now.get(people[member.person]!.id)!;
            const before = effectiveRole(member, space);
            // Who made it may do with it again what they may in the organization; nobody else may more than before.
            if (space.maker !== member.person) expect(rank(role)).toBeLessThanOrEqual(rank(before));
            else expect(role !== null && before === null).toBe(false);
          }
        }
      }),
      { numRuns: runs(60, 20) },
    );
  });
});

/** What the table of roles (semantics, section 1) lets a role do. */
const mayDo = (kind: Content['kind'], role: Role) => {
  const from = (needed: Role) => rank(role) >= rank(needed);
  const manages = { view: true, admin: from('create'), viewInviteLinks: from('create') };
  return kind === 'collection'
    ? { ...manages, create: from('create') }
    : {
        ...manages,
        access: true,
        comment: from('comment'),
        edit: from('edit'),
        review: from('review'),
        merge: from('review'),
        triggerGitSync: from('create'),
        installIntegration: from('create'),
      };
};
