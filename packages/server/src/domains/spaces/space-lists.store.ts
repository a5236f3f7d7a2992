import { sql } from 'kysely';
import type { Role } from '../../kernel/contract/common-schemas.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import type { Database } from '../../kernel/database/database.ts';
import { preparedQuery, preparedTexts } from '../../kernel/database/prepared-query.ts';
import { contentsForVisitors } from '../access/index.ts';
import { type SpaceSubject, visibleSpaces, withDetails } from './spaces.store.ts';

interface SpacesPage {
  readonly organizationId: string;
  readonly readerId: string;
  readonly limit: number;
  readonly after: string;
}

/** A space of a list, with the state of access in which its role was computed. */
type ListedSpace = SpaceSubject & { readonly access_state: string };

const withState = (query: ReturnType<typeof withDetails>, organizationId: string) =>
  query
    .select(sql<string>`(select access_state(${organizationId}))`.as('access_state'))
    .orderBy('contents.id');

const firstSpaces = preparedQuery((db, { organizationId, readerId, limit }: Omit<SpacesPage, 'after'>) =>
  withState(
    withDetails(db, visibleSpaces(db, organizationId, readerId).orderBy('contents.id').limit(limit)),
    organizationId,
  ),
);

const nextSpaces = preparedQuery((db, { organizationId, readerId, limit, after }: SpacesPage) =>
  withState(
    withDetails(
      db,
      visibleSpaces(db, organizationId, readerId)
        .where('contents.id', '>', after)
        .orderBy('contents.id')
        .limit(limit),
    ),
    organizationId,
  ),
);

/** A page of the spaces of an organization that a reader may see, oldest first. */
export const listSpaces = (
  db: Database,
  organizationId: string,
  readerId: string,
  page: PageRequest,
): Promise<ListedSpace[]> => {
  const wanted = { organizationId, readerId, limit: page.limit + 1 };
  return page.after ? nextSpaces(db, { ...wanted, after: String(page.after[0]) }) : firstSpaces(db, wanted);
};

const spacesInState = preparedTexts(
  (db, { organizationId, ids, state }: { organizationId: string; ids: readonly string[]; state: string }) =>
    withDetails(
      db,
      contentsForVisitors(db)
        .where('contents.organization_id', '=', organizationId)
        .where('contents.id', '=', sql<string>`any(${ids}::text[])`)
        .where(sql<boolean>`(select access_state(${organizationId})) = ${state}`),
    ).orderBy('contents.id'),
);

/** Spaces in the order of their ids, as texts without the role of a reader; none if access has changed since a state. */
export const findSpacesInState = (
  db: Database,
  organizationId: string,
  ids: readonly string[],
  state: string,
): Promise<string[]> => spacesInState(db, { organizationId, ids, state });

// A user who is not a member may be the account of an integration.
const agentSpaces = preparedQuery(
  (db, { organizationId, readerId }: { organizationId: string; readerId: string }) =>
    db
      .selectFrom(sql<{ spaces: string }>`agent_spaces(${organizationId}, ${readerId})`.as('covered'))
      .select(sql<string>`covered`.as('spaces')),
);

/** The number of spaces that an integration covers, by the user of its installation. */
export const countAgentSpaces = async (
  db: Database,
  organizationId: string,
  readerId: string,
): Promise<number> => Number((await agentSpaces(db, { organizationId, readerId }))[0]?.spaces ?? 0);

/** The roles of a reader on a space: on the space itself, and in its organization. */
export interface RolesOnSpace {
  readonly role: Role | null;
  readonly member_role: Role | null;
}
