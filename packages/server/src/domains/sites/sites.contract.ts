import Type, { type TBoolean } from 'typebox';
import {
  Empty,
  Id,
  List,
  OneOf,
  OptionalNullable,
  pagedQuery,
  Timestamp,
  Url,
} from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { inOrganization } from '../organizations/index.ts';
import { sitePolicy } from './sites.policy.ts';

const SiteType = OneOf(['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium']);
const Title = Type.String({ minLength: 2, maxLength: 128, pattern: '\\S' });
const Visibility = OneOf(['public', 'unlisted', 'share-link', 'visitor-auth']);
const AgentsContext = OneOf(['excluded', 'included']);
const Hostname = Type.String({
  maxLength: 512,
  pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$',
});
const ProxyOrigin = Type.String({
  maxLength: 512,
  pattern: '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$',
});

/** A path segment: no slash, and no leading character that is reserved for the site. */
export const Slug = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]*$',
});
const AdaptiveContent = Type.Object({ enabled: Type.Boolean() });
const ContentSecurityPolicy = Type.Object({
  hosts: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 20,
    description:
      'Hosts that pages with scripts of integrations may also load from and connect to: names with a dot, with `*.` before them for their subdomains, and optionally a port; without a scheme and a path',
  }),
});

/** The features of sites; all are enabled. */
export const SITE_FEATURES = [
  'sites-adaptive-content',
  'sites-advanced-customization',
  'sites-advanced-insights',
  'sites-ai-search',
  'sites-ai-assistant',
  'sites-embed',
  'sites-api-playground',
  'sites-basic-customization',
  'sites-custom-domain',
  'sites-custom-fonts',
  'sites-custom-subdirectory',
  'sites-full-text-search',
  'sites-multivariant-site',
  'sites-page-feedback',
  'sites-page-traffic-insights',
  'sites-pdf-export',
  'sites-preview-deployments',
  'sites-public-visibility',
  'sites-redirects',
  'sites-search-insights',
  'sites-sections',
  'sites-seo',
  'sites-share-links',
  'sites-unlisted-visibility',
  'sites-user-contribution',
  'sites-visitor-authentication',
  'sites-visitors',
] as const;

/** Customization options that are listed as features. */
export const CUSTOMIZATION_FEATURES = [
  'header-logo',
  'theme-preset',
  'premium-fonts',
  'custom-icons',
  'footer-logo',
  'footer-links',
  'footer-copyright',
  'semantic-colors',
] as const;

const SiteFeature = Type.Object({
  id: OneOf(SITE_FEATURES),
  plan: SiteType,
  frozen: Type.Boolean(),
  customizations: Type.Optional(Type.Array(OneOf(CUSTOMIZATION_FEATURES))),
});

/** A site: spaces that are published to an audience. */
export const Site = Type.Object({
  object: Type.Literal('site'),
  id: Id,
  type: SiteType,
  appliedType: SiteType,
  title: Title,
  hostname: Type.Optional(Type.String()),
  basename: Type.String(),
  proxy: Type.Optional(Type.Object({ origin: Type.String(), target: Url })),
  visibility: Visibility,
  defaultLevel: Type.Literal('inherit'),
  permissions: Type.Object(
    Object.fromEntries(Object.keys(sitePolicy.can).map((action) => [action, Type.Boolean()])) as Record<
      keyof typeof sitePolicy.can,
      TBoolean
    >,
  ),
  published: Type.Boolean(),
  siteSpaces: Type.Integer(),
  createdAt: Timestamp,
  adaptiveContent: AdaptiveContent,
  agentsContext: AgentsContext,
  contentSecurityPolicy: ContentSecurityPolicy,
  features: Type.Array(SiteFeature),
  urls: Type.Object({ location: Url, app: Url, published: Type.Optional(Url), preview: Url }),
});

/** The permission check of an operation on a site. */
export const onSite = <const Can extends keyof typeof sitePolicy.can>(can: Can) =>
  ({ policy: sitePolicy, can, on: 'siteId' }) as const;

/** Operations on sites. */
export const sitesContract = {
  listSites: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites',
    summary: 'List the sites of an organization, oldest first',
    permission: inOrganization('view'),
    scope: 'site',
    query: pagedQuery({
      space: Type.Optional({ ...Id, description: 'Only sites that show this space' }),
      title: Type.Optional(
        Type.String({ maxLength: 128, description: 'Only sites whose title contains this' }),
      ),
      published: Type.Optional(Type.Boolean()),
      type: Type.Optional(Type.Array(SiteType)),
    }),
    responses: { 200: List(Site) },
  }),
  createSite: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites',
    summary: 'Create a site, optionally with spaces',
    permission: inOrganization('createContent'),
    scope: 'site',
    body: Type.Object({
      type: Type.Optional(SiteType),
      title: Type.Optional(Title),
      visibility: Type.Optional(Visibility),
      spaces: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    }),
    responses: { 201: Site },
  }),
  getSiteById: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}',
    summary: 'Get a site',
    permission: onSite('view'),
    responses: { 200: Site },
  }),
  updateSiteById: operation({
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}',
    summary: 'Update the settings of a site',
    permission: onSite('admin'),
    body: Type.Object({
      title: Type.Optional(Title),
      visibility: Type.Optional(Visibility),
      basename: Type.Optional(Slug),
      hostname: OptionalNullable(Hostname),
      proxy: OptionalNullable(ProxyOrigin),
      adaptiveContent: Type.Optional(AdaptiveContent),
      agentsContext: Type.Optional(AgentsContext),
      contentSecurityPolicy: Type.Optional(ContentSecurityPolicy),
      defaultSiteSpace: Type.Optional({
        ...Id,
        description: 'The site space at the root path; in the default section if the site has sections',
      }),
      defaultSiteSection: Type.Optional(Id),
    }),
    responses: { 200: Site },
  }),
  deleteSiteById: operation({
    method: 'DELETE',
    path: '/orgs/{organizationId}/sites/{siteId}',
    summary: 'Delete a site; its spaces are not deleted',
    permission: onSite('admin'),
    responses: { 204: Empty },
  }),
  publishSite: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/publish',
    summary: 'Publish a site',
    permission: onSite('publish'),
    responses: { 200: Site },
  }),
  unpublishSite: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/unpublish',
    summary: 'Unpublish a site; its settings are retained',
    permission: onSite('publish'),
    responses: { 200: Site },
  }),
};
