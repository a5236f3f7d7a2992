import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { Empty, Nullable, OneOf, Url } from '../../../kernel/contract/common-schemas.ts';
import { ContentRef } from '../../../kernel/contract/document-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { LocalizedText } from '../localized-text.ts';
import { onSite } from '../sites.contract.ts';
import { CODE_THEMES } from './code-themes.ts';

const Color = Type.String({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' });
const ThemedColor = Type.Object({ light: Color, dark: Color });
const ThemedUrl = Type.Object({ light: Url, dark: Url });
const Switch = Type.Object({ enabled: Type.Boolean() });
const Name = Type.String({ maxLength: 256 });
const localizedTitle = Type.Optional(LocalizedText(256));
const CodeTheme = OneOf(CODE_THEMES);
const ThemedCodeTheme = Type.Object({ light: CodeTheme, dark: CodeTheme });

/** The actions of a page, in the order of its menu. */
const PageAction = OneOf(['assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf']);

const SocialAccount = Type.Object({
  platform: OneOf([
    'twitter',
    'instagram',
    'facebook',
    'linkedin',
    'github',
    'discord',
    'slack',
    'youtube',
    'tiktok',
    'reddit',
    'bluesky',
    'mastodon',
    'threads',
    'medium',
  ]),
  handle: Type.String({ minLength: 1, maxLength: 128 }),
  display: Type.Object({ footer: Type.Boolean(), header: Type.Boolean() }),
});

const FontDefinition = Type.Object({
  id: Type.String({ maxLength: 256 }),
  custom: Type.Boolean(),
  fontFamily: Type.String({ minLength: 1, maxLength: 50 }),
  fontFaces: Type.Array(
    Type.Object({
      weight: Type.Integer({ minimum: 1, maximum: 1000 }),
      sources: Type.Array(Type.Object({ url: Url, format: Type.Optional(OneOf(['woff2', 'woff'])) }), {
        minItems: 1,
        maxItems: 10,
      }),
    }),
    { minItems: 1, maxItems: 20 },
  ),
});
const Font = Type.Union([
  OneOf([
    'ABCFavorit',
    'Inter',
    'Roboto',
    'RobotoSlab',
    'OpenSans',
    'SourceSansPro',
    'Lato',
    'Ubuntu',
    'Raleway',
    'Merriweather',
    'Overpass',
    'NotoSans',
    'IBMPlexSerif',
    'Poppins',
    'FiraSans',
  ]),
  FontDefinition,
]);
const MonospaceFont = Type.Union([
  OneOf([
    'FiraCode',
    'IBMPlexMono',
    'JetBrainsMono',
    'SourceCodePro',
    'RobotoMono',
    'SpaceMono',
    'DMMono',
    'Inconsolata',
  ]),
  FontDefinition,
]);

const Favicon = Type.Union([
  Type.Object({ icon: ThemedUrl }),
  Type.Object({ emoji: Type.String({ maxLength: 50, format: 'emoji' }) }),
  Type.Object({}, { additionalProperties: false }),
]);

const ContentLink = Type.Object({
  title: Type.String({ maxLength: 64 }),
  localizedTitle: Type.Optional(LocalizedText(64)),
  to: ContentRef,
});
const HeaderItem = Type.Object({
  title: Name,
  localizedTitle,
  style: Type.Optional(OneOf(['link', 'button-primary', 'button-secondary'])),
  to: Nullable(ContentRef),
  links: Type.Array(ContentLink, { maxItems: 100 }),
  condition: Type.Optional(Type.String({ maxLength: 1024 })),
});
const FooterGroup = Type.Object({
  title: Name,
  localizedTitle,
  links: Type.Array(ContentLink, { maxItems: 100 }),
});
const Announcement = Type.Object({
  enabled: Type.Boolean(),
  message: Type.String({ minLength: 2, maxLength: 128 }),
  localizedMessage: Type.Optional(LocalizedText(128)),
  link: Type.Optional(ContentLink),
  style: OneOf(['info', 'warning', 'danger', 'success']),
});

// The fields of each group that a site space may override; all other fields are set on the site only.
const title = Type.String({ minLength: 2, maxLength: 128 });
const titleByLanguage = LocalizedText(128);
const sidebar = { background: OneOf(['default', 'filled']), list: OneOf(['default', 'pill', 'line']) };
const styling = {
  theme: OneOf(['clean', 'muted', 'bold', 'gradient']),
  primaryColor: ThemedColor,
  infoColor: ThemedColor,
  successColor: ThemedColor,
  warningColor: ThemedColor,
  dangerColor: ThemedColor,
  corners: OneOf(['straight', 'rounded', 'circular']),
  depth: OneOf(['subtle', 'flat']),
  links: OneOf(['default', 'accent']),
  icons: OneOf(['regular', 'solid', 'duotone', 'light', 'thin']),
  search: OneOf(['prominent', 'subtle']),
  background: OneOf(['plain', 'match']),
};
const tint = Type.Object({ color: ThemedColor });
const codeTheme = { default: ThemedCodeTheme, openapi: ThemedCodeTheme };
const internationalization = {
  locale: OneOf(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']),
};
const header = {
  preset: OneOf(['default', 'bold', 'contrast', 'custom', 'none']),
  links: Type.Array(HeaderItem, { maxItems: 100 }),
};
const headerColors = { logo: ThemedUrl, backgroundColor: ThemedColor, linkColor: ThemedColor };
const footer = { groups: Type.Array(FooterGroup, { maxItems: 100 }) };
const footerTexts = { logo: ThemedUrl, copyright: Type.String({ maxLength: 300 }) };
const themes = { default: OneOf(['light', 'dark', 'system']), toggeable: Type.Boolean() };
const switched = { enabled: Type.Boolean() };
const git = { showEditLink: Type.Boolean() };
const externalLinks = { target: OneOf(['self', 'blank']) };
const address = { url: Url };

const optional = <P extends TProperties>(properties: P) => Type.Partial(Type.Object(properties)).properties;

/** The customization settings of a site. */
export const SiteCustomization = Type.Object({
  title: Type.Optional(title),
  localizedTitle: Type.Optional(titleByLanguage),
  styling: Type.Object({
    ...styling,
    codeTheme: Type.Object(codeTheme),
    tint: Type.Optional(tint),
    font: Font,
    monospaceFont: MonospaceFont,
    sidebar: Type.Object(sidebar),
  }),
  internationalization: Type.Object(internationalization),
  favicon: Favicon,
  header: Type.Object({ ...header, ...optional(headerColors) }),
  footer: Type.Object({ ...footer, ...optional(footerTexts) }),
  announcement: Type.Optional(Announcement),
  themes: Type.Object(themes),
  pdf: Switch,
  feedback: Switch,
  ai: Type.Object({ mode: OneOf(['none', 'search', 'assistant']) }),
  advancedCustomization: Switch,
  git: Type.Object(git),
  pageActions: Type.Object({
    externalAI: Type.Boolean(),
    markdown: Type.Boolean(),
    mcp: Type.Boolean(),
    items: Type.Array(PageAction),
  }),
  externalLinks: Type.Object(externalLinks),
  pagination: Switch,
  trademark: Switch,
  privacyPolicy: Type.Partial(Type.Object(address)),
  socialPreview: Type.Partial(Type.Object(address)),
  socialAccounts: Type.Array(SocialAccount, { maxItems: 10 }),
  insights: Type.Object({ trackingCookie: Type.Boolean() }),
});

const { styling: AllStyling, pageActions: AllPageActions, ...others } = SiteCustomization.properties;

/**
 * The customization settings as clients send them. Clients for other versions of the API do not know all of them: a missing
 * one keeps its value. The actions of a page are listed in `items`, or switched one by one.
 */
export const CustomizationInput = Type.Object({
  ...others,
  ...Type.Partial(
    Type.Object({
      pdf: Switch,
      git: Type.Object(git),
      socialAccounts: SiteCustomization.properties.socialAccounts,
    }),
  ).properties,
  styling: Type.Object({
    ...AllStyling.properties,
    codeTheme: Type.Optional(AllStyling.properties.codeTheme),
  }),
  pageActions: Type.Partial(AllPageActions),
});

/** Settings as clients send them, with those that they replace. */
const CustomizationReplacement = Type.Object({
  ...CustomizationInput.properties,
  replaces: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'The settings as they were read before: 409 if somebody has changed them since',
    }),
  ),
});

const Overridable = <S extends TSchema>(schema: S) => Type.Optional(Nullable(schema));
const overridable = <P extends TProperties>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Overridable(schema)])) as {
    [Field in keyof P]: ReturnType<typeof Overridable<P[Field]>>;
  };
const OverridableGroup = <P extends TProperties>(properties: P) =>
  Type.Optional(Type.Object(overridable(properties)));

/** The overrides of a site space; null resets a setting to the site's value. */
export const CustomizationOverride = Type.Object({
  ...overridable({ title, localizedTitle: titleByLanguage, favicon: Favicon, announcement: Announcement }),
  styling: Type.Optional(
    Type.Object({
      ...overridable({ ...styling, tint }),
      codeTheme: OverridableGroup(codeTheme),
      sidebar: OverridableGroup(sidebar),
    }),
  ),
  internationalization: OverridableGroup(internationalization),
  header: OverridableGroup({ ...header, ...headerColors }),
  footer: OverridableGroup({ ...footer, ...footerTexts }),
  themes: OverridableGroup(themes),
  pdf: OverridableGroup(switched),
  feedback: OverridableGroup(switched),
  git: OverridableGroup(git),
  externalLinks: OverridableGroup(externalLinks),
  pagination: OverridableGroup(switched),
  trademark: OverridableGroup(switched),
  privacyPolicy: OverridableGroup(address),
  socialPreview: OverridableGroup(address),
});

const SiteSpaceCustomization = Type.Object({
  ...SiteCustomization.properties,
  hasOverrides: Type.Boolean(),
});

/** The customization settings of a site. */
export type Customization = Static<typeof SiteCustomization>;

/** The customization settings as clients send them. */
export type CustomizationInput = Static<typeof CustomizationInput>;

/** The overrides of a site space. */
export type Override = Static<typeof CustomizationOverride>;

const OF_SITE = '/orgs/{organizationId}/sites/{siteId}/customization';
const OF_SITE_SPACE = '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization';
// No feature depends on a plan here, so masked and unmasked settings are equal.
const query = Type.Object({ unmasked: Type.Optional(Type.Boolean({ default: false })) });

/** Customization of sites and site spaces. */
export const customizationContract = {
  getSiteCustomizationById: operation({
    method: 'GET',
    path: OF_SITE,
    summary: 'Get the customization settings of a site',
    permission: onSite('view'),
    query,
    responses: { 200: SiteCustomization },
  }),
  updateSiteCustomizationById: operation({
    method: 'PUT',
    path: OF_SITE,
    summary: 'Replace the customization settings of a site',
    permission: onSite('admin'),
    body: CustomizationReplacement,
    responses: { 200: SiteCustomization },
  }),
  getSiteSpaceCustomizationById: operation({
    method: 'GET',
    path: OF_SITE_SPACE,
    summary: 'Get the customization settings of a site space, with its overrides applied',
    permission: onSite('view'),
    query,
    responses: { 200: SiteSpaceCustomization },
  }),
  overrideSiteSpaceCustomizationById: operation({
    method: 'PATCH',
    path: OF_SITE_SPACE,
    summary: 'Override individual settings for a site space; null resets a setting to the value of the site',
    permission: onSite('admin'),
    body: CustomizationOverride,
    responses: { 200: SiteSpaceCustomization },
  }),
  deleteSiteSpaceCustomizationById: operation({
    method: 'DELETE',
    path: OF_SITE_SPACE,
    summary: 'Remove all overrides of a site space',
    permission: onSite('admin'),
    responses: { 204: Empty },
  }),
};
