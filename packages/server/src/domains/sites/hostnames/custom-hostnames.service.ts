import { forbiddenAction } from '../../../kernel/auth/forbidden-action.ts';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { sitePolicy } from '../sites.policy.ts';
import type { SitesService } from '../sites.service.ts';
import type { SiteSubject } from '../sites.store.ts';
import { findSiteByHostname } from '../sites.store.ts';

interface Dependencies extends Pick<Kernel, 'db'> {
  readonly sites: Pick<SitesService, 'find' | 'update'>;
}

/** Service for custom hostnames of sites. */
export const createCustomHostnamesService = ({ db, sites }: Dependencies) => {
  /** Finds the site with a hostname, if the caller may view it. */
  const find = async (caller: Caller, hostname: string): Promise<SiteSubject | undefined> => {
    const key = await findSiteByHostname(db, hostname);
    const site = key && (await sites.find(caller.principal.userId, key.organization_id, key.id));
    return site && sitePolicy.can.view(site) ? site : undefined;
  };

  return {
    find,

    /** Finds the site with a hostname, if the caller may administer it. */
    findOwn: async (caller: Caller, hostname: string): Promise<SiteSubject | undefined> => {
      const site = await find(caller, hostname);
      if (site && !sitePolicy.can.admin(site)) throw forbiddenAction('admin', 'site');
      return site;
    },

    take: async (caller: Caller, site: SiteSubject): Promise<void> => {
      await sites.update(caller, site, { hostname: null });
    },
  };
};

/** Service for custom hostnames of sites. */
export type CustomHostnamesService = ReturnType<typeof createCustomHostnamesService>;
