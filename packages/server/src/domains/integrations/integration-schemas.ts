import Type, { type Static } from 'typebox';
import { OneOf, Permissions, Url } from '../../kernel/contract/common-schemas.ts';
import { Organization } from '../organizations/index.ts';

/** The scopes that an integration can request. */
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

/** A scope that an integration can request. */
export type IntegrationScope = (typeof INTEGRATION_SCOPES)[number];

const MAX_ITEMS = 100;

/** A scope of an integration. */
export const Scope = OneOf(INTEGRATION_SCOPES);
/** A category of the integration directory. */
export const Category = OneOf([
  'analytics',
  'collaboration',
  'content',
  'gitsync',
  'marketing',
  'visitor-auth',
  'other',
]);
const Visibility = OneOf(['public', 'private', 'unlisted']);
/** The kind of object that an integration can be installed on. */
export const Target = OneOf(['all', 'site', 'space', 'organization']);

const PropertyFields = {
  title: Type.Optional(Type.String({ maxLength: 30 })),
  description: Type.Optional(Type.String({ maxLength: 100 })),
};
const Property = Type.Union([
  Type.Object({
    ...PropertyFields,
    type: Type.Literal('string'),
    default: Type.Optional(Type.String({ maxLength: 10_000 })),
    completion_url: Type.Optional(Type.String({ maxLength: 2048 })),
    enum: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 1000 })),
  }),
  Type.Object({ ...PropertyFields, type: Type.Literal('number'), default: Type.Optional(Type.Number()) }),
  Type.Object({ ...PropertyFields, type: Type.Literal('boolean'), default: Type.Optional(Type.Boolean()) }),
  Type.Object({
    ...PropertyFields,
    type: Type.Literal('button'),
    callback_url: Type.String({ maxLength: 2048 }),
    button_text: Type.String({ maxLength: 1000 }),
  }),
]);
const ConfigurationComponent = Type.Object({ componentId: Type.String({ minLength: 1, maxLength: 100 }) });
const Configuration = Type.Union([
  Type.Object({
    properties: Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Property, {
      maxProperties: MAX_ITEMS,
    }),
    required: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), { maxItems: MAX_ITEMS, uniqueItems: true }),
    ),
  }),
  ConfigurationComponent,
]);

/** Configuration that an integration declares for its installations: named properties, or a component that collects them. */
export type DeclaredConfiguration = Static<typeof Configuration>;

const Configurations = Type.Object({
  account: Type.Optional(Configuration),
  space: Type.Optional(Configuration),
  site: Type.Optional(Configuration),
});

const blockFields = {
  id: Type.String({ minLength: 1, maxLength: 100 }),
  title: Type.String({ minLength: 2, maxLength: 40 }),
  description: Type.Optional(Type.String({ maxLength: 150 })),
  icon: Type.Optional(Type.String({ maxLength: 256 * 1024 })),
};

/** A block type that an integration adds to pages. */
export const IntegrationBlock = Type.Object({
  ...blockFields,
  urlUnfurl: Type.Optional(Type.Array(Type.String({ maxLength: 2048 }), { maxItems: MAX_ITEMS })),
  markdown: Type.Optional(
    Type.Object({ codeblock: Type.String({ maxLength: 100 }), body: Type.String({ maxLength: 100 }) }),
  ),
});
const ContentSource = Type.Object({ ...blockFields, configuration: ConfigurationComponent });

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
// Printable ASCII, because the value is sent as an HTTP header.
const PolicyText = Type.String({ maxLength: 4096, pattern: '^[\\x20-\\x7e\\t\\r\\n]*$' });
const ContentSecurityPolicy = Type.Union([
  PolicyText,
  Type.Object(Object.fromEntries(DIRECTIVES.map((name) => [name, Type.Optional(PolicyText)]))),
]);

const Manifest = {
  title: Type.String({ minLength: 2, maxLength: 30, pattern: '\\S' }),
  summary: Type.Optional(Type.String({ maxLength: 2048 })),
  scopes: Type.Array(Scope, { maxItems: MAX_ITEMS }),
  blocks: Type.Optional(Type.Array(IntegrationBlock, { maxItems: MAX_ITEMS })),
  contentSources: Type.Optional(Type.Array(ContentSource, { maxItems: MAX_ITEMS })),
  configurations: Type.Optional(Configurations),
  contentSecurityPolicy: Type.Optional(ContentSecurityPolicy),
};
const Description = Type.String({ maxLength: 100 });
const Categories = Type.Array(Category, { maxItems: MAX_ITEMS });
const ExternalLinks = Type.Array(Type.Object({ url: Url, label: Type.String({ maxLength: 100 }) }), {
  maxItems: 5,
});

/** A published integration; responses never contain its script or secrets. */
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

/** The manifest that publishing an integration takes. */
export const PublishedIntegration = Type.Object({
  ...Manifest,
  runtime: Type.Optional(OneOf(['v1', 'v2'], { description: '`v1` by default' })),
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
      maxProperties: MAX_ITEMS,
    }),
  ),
});
