import type { Role } from '../../../kernel/contract/common-schemas.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { internedQuery } from '../../../kernel/database/prepared-query.ts';
import { likePattern } from '../../../kernel/database/text-search.ts';
import { members, withDetails } from './members.store.ts';

/** The filter and order of a list of members. */
export interface MemberFilter {
  readonly role?: Role | 'guest' | undefined;
  readonly search?: string | undefined;
  readonly sort?: 'joinedAt' | 'lastSeenAt' | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

const columnOf = ({ sort }: MemberFilter) =>
  sort === 'lastSeenAt' ? ('members.last_seen_at' as const) : ('members.joined_at' as const);

const matching = (db: Database, organizationId: string, filter: MemberFilter) => {
  const { role, search } = filter;
  let found = members(db, organizationId).where(columnOf(filter), 'is not', null);
  if (role === 'guest') found = found.where('members.role', 'is', null);
  else if (role) found = found.where('members.role', '=', role);
  if (search)
    found = found.where((eb) =>
      eb.or([
        eb('users.display_name', 'ilike', likePattern(search)),
        eb('users.email', 'ilike', likePattern(search)),
      ]),
    );
  return found;
};

interface MembersPage {
  readonly organizationId: string;
  readonly limit: number;
}
interface NextMembersPage extends MembersPage {
  readonly at: Date;
  readonly userId: string;
}

const pageOf = (db: Database, filter: MemberFilter, { organizationId, limit }: MembersPage) =>
  withDetails(matching(db, organizationId, filter))
    .orderBy(columnOf(filter), filter.order ?? 'desc')
    .orderBy('members.user_id', filter.order ?? 'desc')
    .limit(limit);

const nextPageOf = (db: Database, filter: MemberFilter, page: NextMembersPage) =>
  pageOf(db, filter, page).where((eb) =>
    eb(
      eb.refTuple(columnOf(filter), 'members.user_id'),
      filter.order === 'asc' ? '>' : '<',
      eb.tuple(page.at, page.userId),
    ),
  );

// The list that is read most often: all members by the time when they joined, latest first.
const LATEST: MemberFilter = {};
const latest = internedQuery((db, page: MembersPage) => pageOf(db, LATEST, page));
const nextLatest = internedQuery((db, page: NextMembersPage) => nextPageOf(db, LATEST, page));

/** A member of a list, apart from the number of spaces. */
export type ListedMember = Awaited<ReturnType<typeof listMembers>>[number];

/** Whether a filter lists all members. */
export const listsAll = ({ role, search, sort }: MemberFilter): boolean =>
  !role && !search && sort !== 'lastSeenAt';

/** A page of the members of an organization; sorted by last seen, only those who were seen at all. */
export const listMembers = (
  db: Database,
  organizationId: string,
  filter: MemberFilter,
  page: PageRequest,
) => {
  const isLatest = listsAll(filter) && filter.order !== 'asc';
  const wanted = { organizationId, limit: page.limit + 1 };
  if (!page.after) return isLatest ? latest(db, wanted) : pageOf(db, filter, wanted).execute();
  const [at, userId] = page.after;
  const next = { ...wanted, at: new Date(String(at)), userId: String(userId) };
  return isLatest ? nextLatest(db, next) : nextPageOf(db, filter, next).execute();
};

/** The number of members that match a filter. */
export const countMatching = async (
  db: Database,
  organizationId: string,
  filter: MemberFilter,
): Promise<number> => {
  const { count } = await matching(db, organizationId, filter)
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};
