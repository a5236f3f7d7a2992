import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { CustomizationService } from '../customization/customization.service.ts';
import type { SiteSubject } from '../sites.policy.ts';
import type { StructureService } from '../structure/structure.service.ts';
import type { SiteScript } from './published-site.contract.ts';

/** The scripts that integrations put into the pages of a site. */
export type FindSiteScripts = (
  site: Pick<SiteSubject, 'organization_id' | 'id'>,
) => Promise<Static<typeof SiteScript>[]>;

interface Dependencies {
  readonly structures: Pick<StructureService, 'viewWith'>;
  readonly customizationsOf: CustomizationService['findAll'];
  readonly findSiteScripts: FindSiteScripts;
}

/** All that is needed to show a site. */
export const createPublishedService = ({ structures, customizationsOf, findSiteScripts }: Dependencies) => ({
  scripts: (site: SiteSubject) => findSiteScripts(site),

  /** A site with its structure, its looks and its scripts, as somebody sees it. */
  find: async (caller: Caller, site: SiteSubject, shareKey: string | undefined) => {
    const [view, customizations, scripts] = await Promise.all([
      structures.viewWith(caller, site, shareKey),
      customizationsOf(site),
      findSiteScripts(site),
    ]);
    return { view, customizations, scripts };
  },
});

/** All that is needed to show a site. */
export type PublishedService = ReturnType<typeof createPublishedService>;
