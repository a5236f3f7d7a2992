import Type from 'typebox';
import { Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { SiteCustomization } from '../customization/customization.contract.ts';
import { onSite, Site } from '../sites.contract.ts';
import { ShareKeyQuery, SiteStructure } from '../structure/structure.contract.ts';

/** A script that an integration adds to the pages of a site. */
export const SiteScript = Type.Object({
  script: Url,
  contentSecurityPolicy: Type.Optional(Type.String()),
  cookies: Type.Boolean(),
});

/** The data that a renderer needs to show a site, in one response. */
export const publishedContract = {
  listSiteIntegrationScripts: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/integration-scripts',
    summary: 'List the scripts that integrations add to the pages of a site',
    permission: onSite('view'),
    responses: { 200: Type.Array(SiteScript) },
  }),
  getPublishedContentSite: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/published',
    summary: 'Get a site with its structure, customization and scripts, for renderers',
    permission: onSite('view'),
    acceptsSiteTokens: true,
    query: Type.Object(ShareKeyQuery),
    responses: {
      200: Type.Object({
        object: Type.Literal('published-content-site'),
        site: Site,
        structure: SiteStructure,
        customizations: Type.Object({
          site: SiteCustomization,
          siteSpaces: Type.Record(Type.String(), SiteCustomization),
        }),
        scripts: Type.Array(SiteScript),
      }),
    },
  }),
};
