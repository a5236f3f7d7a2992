import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import { batchedQuery, preparedQuery } from '../../../kernel/database/prepared-query.ts';

const accessState = batchedQuery((db, { organizationId }: { organizationId: string }) =>
  db.selectNoFrom(sql<string>`access_state(${organizationId})`.as('state')),
);

/** The state of access in an organization: equal as long as nobody joins or leaves it, and no access changes. */
export const findAccessState = async (db: Database, organizationId: string): Promise<string> =>
  (await accessState(db, { organizationId }))[0]!.state;

const openSpaces = preparedQuery(
  (db, { organizationId, userIds }: { organizationId: string; userIds: readonly string[] }) =>
    db
      .selectFrom(
        sql<{ user_id: string; spaces: number }>`open_spaces(${organizationId}, ${userIds}::text[])`.as(
          'open',
        ),
      )
      .select(['open.user_id', 'open.spaces'])
      .select(sql<string>`access_state(${organizationId})`.as('state')),
);

/** How many spaces members can open, with the state of access in which they were counted; nothing for others. */
export const countOpenSpaces = (db: Database, organizationId: string, userIds: readonly string[]) =>
  openSpaces(db, { organizationId, userIds });

const memberCount = preparedQuery((db, { organizationId }: { organizationId: string }) =>
  db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('members'))
    .select(sql<string>`access_state(${organizationId})`.as('state'))
    .where('organization_id', '=', organizationId),
);

/** The number of members of an organization, with the state of access in which they were counted. */
export const countMembers = async (db: Database, organizationId: string) =>
  (await memberCount(db, { organizationId }))[0]!;
