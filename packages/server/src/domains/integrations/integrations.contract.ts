import Type, { type Static } from 'typebox';
import { Empty, List, OneOf, Permissions, pagedQuery, Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { Organization } from '../organizations/index.ts';
import { integrationPolicy } from './integrations.policy.ts';

/** What integrations may ask for. */
export const INTEGRATION_SCOPES = [
  'space:content:read',
  'space:content:write',
  'space:metadata:read',
  'space:metadata:write',
  'space:git:sync',
  'page:feedback:read',
  'site:metadata:read',
  'site:views:read',
  'site:script:inject',
  'site:script:cookies',
  'site:visitor:auth',
  'site:adaptive:read',
  'site:adaptive:write',
  'openapi:read',
  'openapi:write',
  'conversations:ingest',
] as const;

/** Something that an integration may ask for. */
export type IntegrationScope = (typeof INTEGRATION_SCOPES)[number];

// Scripts with their icons and previews; those that are around have up to 1.2 MB.
const BODY_LIMIT = 8 * 1024 * 1024;
const MOST_PARTS = 100;

const Scope = OneOf(INTEGRATION_SCOPES);
const Category = OneOf([
  'analytics',
  'collaboration',
  'content',
  'gitsync',
  'marketing',
  'visitor-auth',
  'other',
]);
const Visibility = OneOf(['public', 'private', 'unlisted']);
const Target = OneOf(['all', 'site', 'space', 'organization']);

const Named = {
  title: Type.Optional(Type.String({ maxLength: 30 })),
  description: Type.Optional(Type.String({ maxLength: 100 })),
};
const Property = Type.Union([
  Type.Object({
    ...Named,
    type: Type.Literal('string'),
    default: Type.Optional(Type.String({ maxLength: 10_000 })),
    completion_url: Type.Optional(Type.String({ maxLength: 2048 })),
    enum: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 1000 })),
  }),
  Type.Object({ ...Named, type: Type.Literal('number'), default: Type.Optional(Type.Number()) }),
  Type.Object({ ...Named, type: Type.Literal('boolean'), default: Type.Optional(Type.Boolean()) }),
  Type.Object({
    ...Named,
    type: Type.Literal('button'),
    callback_url: Type.String({ maxLength: 2048 }),
    button_text: Type.String({ maxLength: 1000 }),
  }),
]);
const ConfigurationComponent = Type.Object({ componentId: Type.String({ minLength: 1, maxLength: 100 }) });
const Configuration = Type.Union([
  Type.Object({
    properties: Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Property, {
      maxProperties: MOST_PARTS,
    }),
    required: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), { maxItems: MOST_PARTS, uniqueItems: true }),
    ),
  }),
  ConfigurationComponent,
]);

/** What an integration wants to be told where it is installed: named values, or whatever a component of its own asks for. */
export type DeclaredConfiguration = Static<typeof Configuration>;

const Configurations = Type.Object({
  account: Type.Optional(Configuration),
  space: Type.Optional(Configuration),
  site: Type.Optional(Configuration),
});

const shown = {
  id: Type.String({ minLength: 1, maxLength: 100 }),
  title: Type.String({ minLength: 2, maxLength: 40 }),
  description: Type.Optional(Type.String({ maxLength: 150 })),
  icon: Type.Optional(Type.String({ maxLength: 256 * 1024 })),
};

/** A block that an integration adds to pages. */
export const IntegrationBlock = Type.Object({
  ...shown,
  urlUnfurl: Type.Optional(Type.Array(Type.String({ maxLength: 2048 }), { maxItems: MOST_PARTS })),
  markdown: Type.Optional(
    Type.Object({ codeblock: Type.String({ maxLength: 100 }), body: Type.String({ maxLength: 100 }) }),
  ),
});
const ContentSource = Type.Object({ ...shown, configuration: ConfigurationComponent });

const DIRECTIVES = [
  'base-uri',
  'block-all-mixed-content',
  'child-src',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'navigate-to',
  'object-src',
  'plugin-types',
  'prefetch-src',
  'referrer',
  'report-to',
  'report-uri',
  'require-sri-for',
  'require-trusted-types-for',
  'sandbox',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'upgrade-insecure-requests',
  'worker-src',
] as const;
// It becomes a header, which ends with its line.
const PolicyText = Type.String({ maxLength: 4096, pattern: '^[\\x20-\\x7e\\t\\r\\n]*$' });
const ContentSecurityPolicy = Type.Union([
  PolicyText,
  Type.Object(Object.fromEntries(DIRECTIVES.map((name) => [name, Type.Optional(PolicyText)]))),
]);

const Manifest = {
  title: Type.String({ minLength: 2, maxLength: 30, pattern: '\\S' }),
  summary: Type.Optional(Type.String({ maxLength: 2048 })),
  scopes: Type.Array(Scope, { maxItems: MOST_PARTS }),
  blocks: Type.Optional(Type.Array(IntegrationBlock, { maxItems: MOST_PARTS })),
  contentSources: Type.Optional(Type.Array(ContentSource, { maxItems: MOST_PARTS })),
  configurations: Type.Optional(Configurations),
  contentSecurityPolicy: Type.Optional(ContentSecurityPolicy),
};
const Description = Type.String({ maxLength: 100 });
const Categories = Type.Array(Category, { maxItems: MOST_PARTS });
const ExternalLinks = Type.Array(Type.Object({ url: Url, label: Type.String({ maxLength: 100 }) }), {
  maxItems: 5,
});

/** An integration as it is published; its script and secrets are shown to nobody. */
export const Integration = Type.Object({
  object: Type.Literal('integration'),
  name: Type.String(),
  version: Type.Integer(),
  ...Manifest,
  description: Description,
  previewImages: Type.Array(Url),
  target: Target,
  verified: Type.Boolean(),
  visibility: Visibility,
  categories: Categories,
  externalLinks: ExternalLinks,
  owner: Organization,
  urls: Type.Object({
    location: Url,
    icon: Type.Optional(Url),
    app: Url,
    assets: Url,
    publicEndpoint: Url,
    publicContentEndpoint: Url,
  }),
  permissions: Permissions(['admin']),
});

const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/\\s]*={0,2}\\s*$' });

/** What is published. */
export const PublishedIntegration = Type.Object({
  ...Manifest,
  runtime: Type.Optional(OneOf(['v1', 'v2'], { description: '`v1` unless said otherwise' })),
  icon: Type.Optional(Base64),
  description: Description,
  previewImages: Type.Optional(Type.Array(Base64, { maxItems: 3 })),
  visibility: Type.Optional(Visibility),
  target: Type.Optional(Target),
  categories: Type.Optional(Categories),
  externalLinks: Type.Optional(ExternalLinks),
  script: Type.String({ minLength: 1 }),
  organization: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The id of the organization that publishes it, or its hostname',
  }),
  secrets: Type.Optional(
    Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Type.String({ maxLength: 16 * 1024 }), {
      maxProperties: MOST_PARTS,
    }),
  ),
});

/** The filters of lists of integrations. */
export const integrationFilters = {
  search: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only those whose name, title or description contains this' }),
  ),
  category: Type.Optional(Category),
  blockDomain: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: '^[a-zA-Z0-9-_.]+$',
      description: 'Only those that make blocks of addresses at this host',
    }),
  ),
  blocks: Type.Optional(Type.Boolean({ description: 'Only those with blocks, or only those without' })),
  contentSources: Type.Optional(
    Type.Boolean({ description: 'Only those with content sources, or only those without' }),
  ),
  owner: Type.Optional(Type.String({ maxLength: 64, description: 'Only those of this organization' })),
  scope: Type.Optional(Scope),
  target: Type.Optional({ ...Target, description: 'Only those that can be installed there' }),
};

/** The permission of an operation on an integration. */
export const onIntegration = <const Can extends keyof typeof integrationPolicy.can>(can: Can) =>
  ({ policy: integrationPolicy, can, on: 'integrationName' }) as const;

/** Integrations: published, found and withdrawn. */
export const integrationsContract = {
  listIntegrations: operation({
    method: 'GET',
    path: '/integrations',
    summary: 'The integrations that are public, and those of the organizations of the caller',
    permission: 'authenticated',
    anonymous: true,
    scope: 'integration',
    query: pagedQuery(integrationFilters),
    responses: { 200: List(Integration) },
  }),
  getIntegrationByName: operation({
    method: 'GET',
    path: '/integrations/{integrationName}',
    summary: 'An integration',
    permission: onIntegration('view'),
    anonymous: true,
    responses: { 200: Integration },
  }),
  publishIntegration: operation({
    method: 'POST',
    path: '/integrations/{integrationName}',
    summary: 'Publish an integration, or its next version',
    permission: 'authenticated',
    scope: 'integration',
    bodyLimit: BODY_LIMIT,
    body: PublishedIntegration,
    responses: { 200: Integration },
  }),
  unpublishIntegration: operation({
    method: 'DELETE',
    path: '/integrations/{integrationName}',
    summary: 'Withdraw an integration, wherever it is installed',
    permission: onIntegration('admin'),
    responses: { 204: Empty },
  }),
};
