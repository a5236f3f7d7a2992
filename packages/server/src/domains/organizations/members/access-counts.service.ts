import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../../kernel/kernel.ts';
import { countMembers, countOpenSpaces, findAccessState } from './access-counts.store.ts';

interface Counted {
  readonly state: string;
  readonly count: number;
}

const CACHED_COUNTS = 100_000;

/** Counts of members, and of the spaces that each of them can open; each is kept until access changes in the organization. */
export const createAccessCountsService = ({ db }: Pick<Kernel, 'db'>) => {
  // By size, because a number of entries is allocated at once.
  const known = new LRUCache<string, Counted>({ maxSize: CACHED_COUNTS, sizeCalculation: () => 1 });
  const countIn = (state: string, key: string): number | undefined => {
    const counted = known.get(key);
    return counted?.state === state ? counted.count : undefined;
  };

  return {
    /** The state of access in an organization, in which counts are valid. */
    state: (organizationId: string): Promise<string> => findAccessState(db, organizationId),

    /** How many spaces each of these users can open; nothing for users who are not members. */
    spaces: async (
      organizationId: string,
      userIds: readonly string[],
      state: string,
    ): Promise<ReadonlyMap<string, number>> => {
      const counts = new Map<string, number>();
      const keyOf = (userId: string) => `${organizationId}/${userId}`;
      const missing: string[] = [];
      for (const userId of userIds) {
        const count = countIn(state, keyOf(userId));
        if (count === undefined) missing.push(userId);
        else counts.set(userId, count);
      }
      if (missing.length === 0) return counts;
      for (const { user_id, spaces, state } of await countOpenSpaces(db, organizationId, missing)) {
        known.set(keyOf(user_id), { state, count: spaces });
        counts.set(user_id, spaces);
      }
      return counts;
    },

    /** The number of members of an organization. */
    members: async (organizationId: string, state: string): Promise<number> => {
      const count = countIn(state, organizationId);
      if (count !== undefined) return count;
      const { members, state: counted } = await countMembers(db, organizationId);
      known.set(organizationId, { state: counted, count: members });
      return members;
    },
  };
};

/** Counts of members, and of the spaces that each of them can open. */
export type AccessCountsService = ReturnType<typeof createAccessCountsService>;
