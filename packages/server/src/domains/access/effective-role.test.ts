import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../../kernel/contract/common-schemas.ts';
import { type Person, sharedServer, type TestServer } from '../../testing/server.ts';
import { type ChainLink, decideAccess } from './grants/access-origin.ts';

/** An organization as DESIGN section 5 sees it; people and teams are numbers. */
interface Member {
  readonly person: number;
  readonly role: Role | null;
  readonly disabled: boolean;
  readonly teams: readonly number[];
}
interface Content {
  readonly kind: 'collection' | 'space';
  readonly parent: Content | undefined;
  readonly level: Role | null | 'inherit';
  readonly maker: number;
  readonly users: ReadonlyMap<number, Role | null>;
  readonly teams: ReadonlyMap<number, Role | null>;
}
interface Organization {
  readonly members: readonly Member[];
  readonly contents: readonly Content[];
}

const PEOPLE = 6;
const TEAMS = 3;

// --- the model: the text of DESIGN section 5, one content at a time, from the nearest up --------------------------

const rank = (role: Role | null) => (role === null ? 0 : ROLES.length - ROLES.indexOf(role));
const highest = (...roles: (Role | null)[]) => roles.reduce((a, b) => (rank(b) > rank(a) ? b : a));
const lowest = (...roles: (Role | null)[]) => roles.reduce((a, b) => (rank(b) < rank(a) ? b : a));

const grantOn = ({ person, teams }: Member, content: Content) => {
  if (content.users.has(person)) return { direct: true, role: content.users.get(person)! };
  const given = teams.filter((team) => content.teams.has(team)).map((team) => content.teams.get(team)!);
  return given.length > 0 ? { direct: false, role: highest(...given) } : undefined;
};

/** What a member would have if no level had a default. */
const byGrants = (member: Member, content: Content | undefined): Role | null => {
  if (!content) return member.role;
  const grant = grantOn(member, content);
  return grant ? grant.role : byGrants(member, content.parent);
};

const effectiveRole = (member: Member, content: Content): Role | null => {
  if (member.role === 'admin') return 'admin';
  const grant = grantOn(member, content);
  if (grant?.direct) return grant.role;
  const made = content.maker === member.person;
  const role = (() => {
    if (grant) return grant.role;
    if (content.level === 'inherit')
      return content.parent ? effectiveRole(member, content.parent) : member.role;
    const had = byGrants(member, content.parent);
    // A guest has only what was granted: a default can lower that, never raise it.
    const level = member.role === null ? lowest(content.level, had) : content.level;
    return made ? highest(level, had) : level;
  })();
  return made ? highest(role, 'read') : role;
};

// --- generated organizations -----------------------------------------------------------------------------------------

const roleOrNull = fc.constantFrom<Role | null>(...ROLES, null);
const memberRole = fc.oneof(
  { weight: 1, arbitrary: fc.constant('admin' as const) },
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 6, arbitrary: fc.constantFrom<Role>(...ROLES.slice(1)) },
);
const level = fc.oneof(
  { weight: 3, arbitrary: fc.constant('inherit' as const) },
  { weight: 2, arbitrary: roleOrNull },
);
const grants = (count: number) =>
  fc
    .array(fc.tuple(fc.nat(count - 1), roleOrNull), { maxLength: 2 })
    .map((list) => new Map<number, Role | null>(list));

const organization: fc.Arbitrary<Organization> = fc
  .record({
    members: fc.array(
      fc.record({
        role: memberRole,
        disabled: fc.nat(7).map((n) => n === 0),
        teams: fc.uniqueArray(fc.nat(TEAMS - 1), { maxLength: TEAMS }),
      }),
      { minLength: PEOPLE, maxLength: PEOPLE },
    ),
    contents: fc.array(
      fc.record({
        kind: fc.constantFrom('collection' as const, 'collection' as const, 'space' as const),
        parent: fc.nat(),
        level,
        maker: fc.nat(PEOPLE - 1),
        users: grants(PEOPLE),
        teams: grants(TEAMS),
      }),
      { minLength: 1, maxLength: 9 },
    ),
  })
  .map(({ members, contents }) => {
    const made: Content[] = [];
    for (const { parent, ...content } of contents) {
      const places = [undefined, ...made.filter((other) => other.kind === 'collection')];
      made.push({ ...content, parent: places[parent % places.length] });
    }
    return { members: members.map((member, person) => ({ ...member, person })), contents: made };
  });

const pathOf = (content: Content): Content[] => [content, ...(content.parent ? pathOf(content.parent) : [])];

test('the effective role with its reason matches the rules, for every member and content', () => {
  fc.assert(
    fc.property(organization, ({ members, contents }) => {
      const idOf = (content: Content) => String(contents.indexOf(content));
      const linkOf = (content: Content): ChainLink => ({
        id: idOf(content),
        kind: content.kind,
        inherits: content.level === 'inherit',
        default_role: content.level === 'inherit' ? null : content.level,
        created_by: String(content.maker),
      });
      for (const content of contents)
        for (const member of members) {
          const chain = pathOf(content);
          const given = chain.filter(({ users }) => users.has(member.person));
          const inTeams = chain.flatMap((each) =>
            member.teams
              .filter((team) => each.teams.has(team))
              .sort((a, b) => rank(each.teams.get(a)!) - rank(each.teams.get(b)!))
              .map((team) => ({ id: idOf(each), role: each.teams.get(team)!, team: String(team) })),
          );
          const { role, origin } = decideAccess(chain.map(linkOf), {
            userId: String(member.person),
            role: member.role,
            grants: new Map(given.map((each) => [idOf(each), each.users.get(member.person)!])),
            teamGrants: new Map(
              inTeams.map(({ id, role: granted, team }) => [
                id,
                { role: granted, team: { id: team, title: team } },
              ]),
            ),
          });
          expect(role).toBe(effectiveRole(member, content));
          // The reason alone gives the role.
          const at = 'content' in origin ? contents[Number(origin.content.id)] : undefined;
          const named = {
            organization: member.role,
            grant: at?.users.get(member.person),
            team: 'team' in origin ? at?.teams.get(Number(origin.team.id)) : undefined,
            default: at?.level,
            creator: 'read',
          }[origin.type];
          expect(named).toBe(role);
        }
    }),
    { numRuns: 400 },
  );
});

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
      { numRuns: 400 },
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
      { numRuns: 12 },
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
      { numRuns: 60 },
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
