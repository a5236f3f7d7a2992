import { LRUCache } from 'lru-cache';
import type { FindSiteScripts } from '../../sites/index.ts';
import type { SiteScript } from '../responses/content-security-policy.ts';
import type { Visit } from './layout.ts';

const KEPT_SITES = 500;
const NONE: readonly SiteScript[] = [];

/** The scripts that integrations put into pages of sites. */
export const createScriptsService = ({ findSiteScripts }: { readonly findSiteScripts: FindSiteScripts }) => {
  const known = new LRUCache<string, Promise<readonly SiteScript[]>>({ max: KEPT_SITES });

  return {
    /** Those of a visit: none where the site has no integrations, and none for who looks at it before others do. */
    of: ({ site, member, isAtOurs }: Visit): Promise<readonly SiteScript[]> => {
      const { organization, id, integrations } = site;
      if (integrations === null || member !== undefined || isAtOurs) return Promise.resolve(NONE);
      const name = `${organization}/${id} ${integrations}`;
      const before = known.get(name);
      if (before) return before;
      const found = findSiteScripts({ organization_id: organization, id });
      known.set(name, found);
      found.catch(() => known.delete(name));
      return found;
    },
  };
};

/** Scripts in pages of sites. */
export type ScriptsService = ReturnType<typeof createScriptsService>;
