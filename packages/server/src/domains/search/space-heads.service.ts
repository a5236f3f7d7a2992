import { LRUCache } from 'lru-cache';
import { createCoalesce } from '../../kernel/coalesce.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { findHeads, findVersionOfHeads, type SpaceHead } from './search.store.ts';

const CACHED_ORGANIZATIONS = 100;

/** Reads the current snapshots of all spaces of an organization: only their version if they have not changed. */
export const createSpaceHeadsService = ({ db }: Pick<Kernel, 'db'>) => {
  const known = new LRUCache<string, { readonly version: string; readonly heads: readonly SpaceHead[] }>({
    max: CACHED_ORGANIZATIONS,
  });
  const coalesce = createCoalesce<readonly SpaceHead[]>();

  return {
    of: (organizationId: string): Promise<readonly SpaceHead[]> =>
      coalesce(organizationId, async () => {
        // Before the heads: if they change in between, the next call reads them again.
        const version = await findVersionOfHeads(db, organizationId);
        const cached = known.get(organizationId);
        if (cached?.version === version) return cached.heads;
        const heads = await findHeads(db, organizationId);
        known.set(organizationId, { version, heads });
        return heads;
      }),
  };
};

/** Reads the current snapshots of organizations. */
export type SpaceHeadsService = ReturnType<typeof createSpaceHeadsService>;
