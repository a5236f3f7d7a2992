import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { customizationContract } from './customization.contract.ts';
import type { CustomizationService, SiteSpaceCustomization } from './customization.service.ts';
import { mergeCustomization } from './merge-customization.ts';

const toSiteSpaceCustomization = ({ site, override }: SiteSpaceCustomization) => ({
  ...mergeCustomization(site, override),
  hasOverrides: Object.keys(override).length > 0,
});

/** Maps operations to service calls and responses. */
export const customizationHandlers = (
  customization: CustomizationService,
): Handlers<typeof customizationContract> => ({
  getSiteCustomizationById: async ({ subject }) => customization.findForSite(subject),
  updateSiteCustomizationById: async ({ caller, subject, body }) =>
    customization.replace(caller, subject, body, body.replaces),
  getSiteSpaceCustomizationById: async ({ caller, subject, params }) =>
    toSiteSpaceCustomization(await customization.getForSiteSpace(caller, subject, params.siteSpaceId)),
  overrideSiteSpaceCustomizationById: async ({ caller, subject, params, body }) =>
    toSiteSpaceCustomization(await customization.override(caller, subject, params.siteSpaceId, body)),
  deleteSiteSpaceCustomizationById: async ({ caller, subject, params }) => {
    await customization.reset(caller, subject, params.siteSpaceId);
    return undefined;
  },
});
