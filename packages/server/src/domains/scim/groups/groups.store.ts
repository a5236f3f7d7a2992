import { sql } from 'kysely';
import type { ProviderKey } from '../../../kernel/contract/scim-authentication.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { type Column, type Columns, toCondition } from '../protocol/filter-condition.store.ts';
import type { Filter } from '../protocol/parse-filter.ts';

const groups = (db: Database, { organizationId, id }: ProviderKey) =>
  db
    .selectFrom('scim_groups')
    .innerJoin('teams', (join) =>
      join
        .onRef('teams.organization_id', '=', 'scim_groups.organization_id')
        .onRef('teams.id', '=', 'scim_groups.team_id'),
    )
    .where('scim_groups.organization_id', '=', organizationId)
    .where('scim_groups.provider_id', '=', id);

// Only users of the identity provider; other members of the team are hidden from it.
const MEMBERS = sql`team_members
  join scim_users on scim_users.organization_id = team_members.organization_id
    and scim_users.user_id = team_members.user_id and scim_users.provider_id = scim_groups.provider_id
  where team_members.organization_id = scim_groups.organization_id
    and team_members.team_id = scim_groups.team_id`;

// The version is a hash of the content, because people can change teams, too.
const withDetails = (query: ReturnType<typeof groups>) =>
  query
    .select([
      'scim_groups.team_id',
      'scim_groups.external_id',
      'scim_groups.created_at',
      'scim_groups.modified_at',
      'teams.title',
    ])
    .select(
      sql<string>`md5(jsonb_build_array(teams.title, scim_groups.external_id,
        (select string_agg(team_members.user_id, ',' order by team_members.user_id) from ${MEMBERS}))::text)`.as(
        'version',
      ),
    );

const COLUMNS: Columns = new Map<string, Column>([
  ['id', { kind: 'text', sql: sql.ref('scim_groups.team_id'), isExact: true }],
  ['externalid', { kind: 'text', sql: sql.ref('scim_groups.external_id'), isExact: true }],
  ['displayname', { kind: 'text', sql: sql.ref('teams.title') }],
  [
    'members',
    {
      kind: 'multi-valued',
      some: (condition) => sql<boolean>`exists (select from ${MEMBERS} and ${condition})`,
      whole: 'value',
      parts: new Map<string, Column>([
        ['value', { kind: 'text', sql: sql.ref('team_members.user_id'), isExact: true }],
      ]),
    },
  ],
  ['meta.created', { kind: 'time', sql: sql.ref('scim_groups.created_at') }],
  ['meta.lastmodified', { kind: 'time', sql: sql.ref('scim_groups.modified_at') }],
]);

/** A page of the groups of an identity provider, oldest first, with the total count. */
export const listScimGroups = async (
  db: Database,
  key: ProviderKey,
  filter: Filter | undefined,
  { startIndex, count }: { startIndex: number; count: number },
) => {
  const matching = groups(db, key).$if(filter !== undefined, (query) =>
    query.where(toCondition(filter!, COLUMNS)),
  );
  const page = matching
    .select('scim_groups.team_id')
    .orderBy('scim_groups.team_id')
    .offset(startIndex - 1)
    .limit(count);
  const [rows, { total }] = await Promise.all([
    // Details are read for the rows of the page only.
    withDetails(groups(db, key))
      .where('scim_groups.team_id', 'in', page)
      .orderBy('scim_groups.team_id')
      .execute(),
    matching.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
};

/** A group of an identity provider. */
export const findScimGroup = (db: Database, key: ProviderKey, teamId: string) =>
  withDetails(groups(db, key)).where('scim_groups.team_id', '=', teamId).executeTakeFirst();

/** A row of a group with its team. */
export type ScimGroupRow = NonNullable<Awaited<ReturnType<typeof findScimGroup>>>;

/** The members of several groups, in one query. */
export const listGroupMembers = (
  db: Database,
  { organizationId, id }: ProviderKey,
  teamIds: readonly string[],
) =>
  db
    .selectFrom('team_members')
    .innerJoin('scim_users', (join) =>
      join
        .onRef('scim_users.organization_id', '=', 'team_members.organization_id')
        .onRef('scim_users.user_id', '=', 'team_members.user_id')
        .on('scim_users.provider_id', '=', id),
    )
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select(['team_members.team_id', 'team_members.user_id', 'team_members.role', 'users.display_name'])
    .where('team_members.organization_id', '=', organizationId)
    .where('team_members.team_id', '=', sql<string>`any(${teamIds})`)
    .orderBy('team_members.user_id')
    .execute();

/** A member of a group. */
export type GroupMember = Awaited<ReturnType<typeof listGroupMembers>>[number];

/**
 * Locks the groups of an identity provider until the end of the transaction, because titles have to be unique.
 */
export const lockScimGroups = async (tx: Database, { organizationId, id }: ProviderKey): Promise<void> => {
  await tx
    .selectFrom('saml_providers')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
};

/** Locks a group with its team until the end of the transaction. */
export const lockScimGroup = async (
  tx: Database,
  key: ProviderKey,
  teamId: string,
): Promise<ScimGroupRow | undefined> => {
  await lockScimGroups(tx, key);
  await tx
    .selectFrom('teams')
    .select('id')
    .where('organization_id', '=', key.organizationId)
    .where('id', '=', teamId)
    .forNoKeyUpdate()
    .execute();
  // Read after locking: people can change teams, too.
  return findScimGroup(tx, key, teamId);
};

/** Whether another group of an identity provider has a title, ignoring case. */
export const isTitleTaken = async (
  tx: Database,
  key: ProviderKey,
  title: string,
  teamId: string | undefined,
): Promise<boolean> =>
  (await groups(tx, key)
    .select('scim_groups.team_id')
    .where(sql<string>`lower(teams.title)`, '=', title.toLowerCase())
    .$if(teamId !== undefined, (query) => query.where('scim_groups.team_id', '<>', teamId!))
    .executeTakeFirst()) !== undefined;

/** The ids that are users of an identity provider, locked until the end of the transaction. */
export const lockScimUsersAmong = async (
  tx: Database,
  { organizationId, id }: ProviderKey,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await tx
    .selectFrom('scim_users')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', id)
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .orderBy('user_id')
    .forKeyShare()
    .execute();
  return new Set(rows.map((row) => row.user_id));
};

/** Inserts a group for a team. */
export const insertScimGroup = async (
  tx: Database,
  key: ProviderKey,
  group: { teamId: string; externalId: string | null; createdAt: Date },
): Promise<void> => {
  await tx
    .insertInto('scim_groups')
    .values({
      organization_id: key.organizationId,
      provider_id: key.id,
      team_id: group.teamId,
      external_id: group.externalId,
      created_at: group.createdAt,
      modified_at: group.createdAt,
    })
    .execute();
};

/** Updates the columns of a group besides its team. */
export const updateScimGroup = async (
  tx: Database,
  key: ProviderKey,
  teamId: string,
  change: { external_id: string | null; modified_at: Date },
): Promise<void> => {
  await tx
    .updateTable('scim_groups')
    .set(change)
    .where('organization_id', '=', key.organizationId)
    .where('provider_id', '=', key.id)
    .where('team_id', '=', teamId)
    .execute();
};
