import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { CustomizationService } from '../customization/customization.service.ts';
import type { SiteSubject } from '../sites.store.ts';
import type { StructureService } from '../structure/structure.service.ts';
import type { SiteScript } from './published-site.contract.ts';

/** Finds the scripts that integrations add to the pages of a site. */
export type FindSiteScripts = (
  site: Pick<SiteSubject, 'organization_id' | 'id'>,
) => Promise<Static<typeof SiteScript>[]>;

interface Dependencies {
  readonly structures: Pick<StructureService, 'viewWith'>;
  readonly customizationsOf: CustomizationService['findAll'];
  readonly findSiteScripts: FindSiteScripts;
}

/** Service for the data that a renderer needs to show a site. */
export const createPublishedService = ({ structures, customizationsOf, findSiteScripts }: Dependencies) => ({
  scripts: (site: SiteSubject) => findSiteScripts(site),

  /** A site with its structure, customization and scripts, as the caller may see it. */
  find: async (caller: Caller, site: SiteSubject, shareKey: string | undefined) => {
    const [view, scripts] = await Promise.all([
      structures.viewWith(caller, site, shareKey),
      findSiteScripts(site),
    ]);
    const shown = view.structure.siteSpaces.filter(({ space_id }) => view.spaces.has(space_id));
    const customizations = await customizationsOf(
      site,
      shown.map(({ id }) => id),
    );
    return { view, customizations, scripts };
  },
});

/** Service for the data that a renderer needs to show a site. */
export type PublishedService = ReturnType<typeof createPublishedService>;
