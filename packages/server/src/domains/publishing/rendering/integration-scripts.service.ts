import { createPromiseCache } from '../../../kernel/promise-cache.ts';
import type { FindSiteScripts } from '../../sites/index.ts';
import type { Visit } from '../site/visit.ts';

/** A script that an integration adds to the pages of a site. */
export type SiteScript = Awaited<ReturnType<FindSiteScripts>>[number];

const MAX_SITES = 500;

/** Makes the service that lists the scripts of integrations in pages of sites. */
export const createIntegrationScriptsService = ({
  findSiteScripts,
}: {
  readonly findSiteScripts: FindSiteScripts;
}) => {
  const cache = createPromiseCache<readonly SiteScript[]>({ max: MAX_SITES });

  return {
    /** The scripts of a visit; none in previews, and none at the server's own address. */
    scriptsOf: async ({ site, member, isProxyTarget }: Visit): Promise<readonly SiteScript[]> => {
      const { organization, id, integrations } = site;
      if (integrations === null || member !== undefined || isProxyTarget) return [];
      return cache.get(`${organization}/${id} ${integrations}`, () =>
        findSiteScripts({ organization_id: organization, id }),
      );
    },
  };
};

/** Scripts of integrations. */
export type IntegrationScriptsService = ReturnType<typeof createIntegrationScriptsService>;
