import { LRUCache } from 'lru-cache';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import { parseRow } from '../../kernel/database/prepared-query.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { AccessCountsService } from '../organizations/index.ts';
import { countAgentSpaces, findSpacesInState, listSpaces, type RolesOnSpace } from './space-lists.store.ts';
import type { SpaceSubject } from './spaces.store.ts';

/** A space of a list: its text decides, together with the roles, what a reader is shown. */
export interface SpaceItem {
  readonly id: string;
  /** Equal for equal spaces with equal roles. */
  readonly key: string;
  readonly read: () => SpaceSubject;
}

/** The spaces of a page with the roles of a reader, valid in one state of access. */
interface KnownPage {
  readonly state: string;
  readonly ids: readonly string[];
  readonly roles: readonly RolesOnSpace[];
}

const CACHED_ROLES = 100_000;

/** Lists spaces. The roles of a reader on the spaces of a page are kept until access changes in the organization. */
export const createSpaceListsService = ({
  db,
  accessCounts,
}: Pick<Kernel, 'db'> & { readonly accessCounts: AccessCountsService }) => {
  const pages = new LRUCache<string, KnownPage>({
    maxSize: CACHED_ROLES,
    sizeCalculation: ({ ids }) => ids.length + 1,
  });

  /** The items of a known page, as the spaces are now; undefined if access has changed. */
  const itemsOf = async (
    organizationId: string,
    { state, ids, roles }: KnownPage,
  ): Promise<SpaceItem[] | undefined> => {
    const texts = await findSpacesInState(db, organizationId, ids, state);
    if (texts.length !== ids.length) return undefined;
    return texts.map((text, at) => ({
      id: ids[at]!,
      key: `${roles[at]!.role} ${roles[at]!.member_role} ${text}`,
      read: () => ({ ...parseRow<SpaceSubject>(text), ...roles[at]! }),
    }));
  };

  /** The spaces of an organization that a user may see, oldest first. */
  return async (organizationId: string, userId: string, page: PageRequest): Promise<Page<SpaceItem>> => {
    const key = JSON.stringify([organizationId, userId, page.after, page.limit]);
    const known = pages.get(key);
    const items = known && (await itemsOf(organizationId, known));
    if (known && items) {
      const count = (await accessCounts.spaces(organizationId, [userId], known.state)).get(userId);
      if (count !== undefined) return { rows: items, count };
    }
    const [rows, state] = await Promise.all([
      listSpaces(db, organizationId, userId, page),
      accessCounts.state(organizationId),
    ]);
    const count = (await accessCounts.spaces(organizationId, [userId], state)).get(userId);
    // The access of integrations follows other rules.
    if (count !== undefined && rows.length > 0)
      pages.set(key, {
        state: rows[0]!.access_state,
        ids: rows.map(({ id }) => id),
        roles: rows.map(({ role, member_role }) => ({ role, member_role })),
      });
    return {
      rows: rows.map((row) => ({ id: row.id, key: '', read: () => row })),
      count: count ?? (await countAgentSpaces(db, organizationId, userId)),
    };
  };
};
