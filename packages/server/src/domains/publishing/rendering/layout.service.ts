import {
  type Customization,
  type Navigation,
  type PreviewedChange,
  prepareNavigation,
  type SiteLayout,
} from '@lectern/site';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createPromiseCache } from '../../../kernel/promise-cache.ts';
import type { PageIndex, VisiblePage } from '../site/page-index.ts';
import {
  GITBOOK_PREFIX,
  LECTERN_PREFIX,
  linkResolver,
  pageHref,
  referencedSpaces,
  sitePath,
} from '../site/page-urls.ts';
import type { SitePagesService } from '../site/site-pages.service.ts';
import type { Variant } from '../site/structure.ts';
import type { PreviewedChangeRequest, Visit } from '../site/visit.ts';
import type { IntegrationScriptsService } from './integration-scripts.service.ts';
import {
  navigationOf,
  refsInCustomization,
  sectionsOf,
  variantChoices,
  withReachableAssistants,
} from './layout.ts';
import type { ThemeService } from './theme.service.ts';

const MAX_NAVIGATION_CHARACTERS = 64 * 1024 * 1024;

interface Dependencies extends Pick<Kernel, 'links'> {
  readonly sitePages: SitePagesService;
  readonly theme: ThemeService;
  readonly integrationScripts: IntegrationScriptsService;
}

/** Makes the service for the layout around pages: header, navigation, footer and assets. */
export const createLayoutService = ({ links, sitePages, theme, integrationScripts }: Dependencies) => {
  const navigations = createPromiseCache<Navigation>({
    maxSize: MAX_NAVIGATION_CHARACTERS,
    sizeOf: ({ size }) => size + 1024,
  });

  const renderNavigation = async (
    visit: Visit,
    variant: Variant,
    customization: Customization,
  ): Promise<Navigation> => {
    const index = await sitePages.index(visit, variant);
    const targets = [...index.byId.values()].map(({ record }) => record.target);
    const indexes = await sitePages.indexes(visit, variant, referencedSpaces(targets));
    const items = navigationOf(visit, variant, index, linkResolver(visit, variant, indexes));
    return prepareNavigation(items, customization);
  };

  /** The navigation of a variant, which all of its pages share. */
  const navigationFor = async (
    visit: Visit,
    variant: Variant,
    customization: Customization,
  ): Promise<Navigation> => {
    const { isSameForAll, hasCrossSpaceLinks } = await sitePages.index(visit, variant);
    const { site, base, version } = visit;
    const key = JSON.stringify([
      ...[site.organization, variant.root, base, variant.prefix],
      customization.externalLinks.target,
      ...(isSameForAll && !hasCrossSpaceLinks ? [] : [version, variant.id]),
    ]);
    return navigations.get(key, () => renderNavigation(visit, variant, customization));
  };

  const assetsFor = (visit: Visit, customization: Customization): SiteLayout['assets'] => {
    const assets = theme.assetsFor(customization);
    const href = (name: string) => sitePath(visit, LECTERN_PREFIX, 'assets', name);
    return {
      theme: href(assets.theme.name),
      customization: href(assets.customization.name),
      script: href(assets.script.name),
      ...(assets.firstFont !== undefined && { font: href(assets.firstFont) }),
    };
  };

  /** The scripts of integrations; undefined if there are none. */
  const integrationsOf = async (
    visit: Visit,
    customization: Customization,
  ): Promise<SiteLayout['integrations']> => {
    const scripts = await integrationScripts.scriptsOf(visit);
    if (scripts.length === 0) return undefined;
    const files = theme.assetsFor(customization).parts.integrations;
    const href = (name: string) => sitePath(visit, LECTERN_PREFIX, 'assets', name);
    const urlsOf = (needsConsent: boolean) =>
      scripts.filter(({ cookies }) => cookies === needsConsent).map(({ script }) => script);
    return {
      style: href(files.theme.name),
      script: href(files.script.name),
      scripts: urlsOf(false),
      cookieScripts: urlsOf(true),
    };
  };

  /** The change request of a preview, with links to its changed pages. */
  const previewedChangeOf = (
    visit: Visit,
    variant: Variant,
    index: PageIndex,
    { space, number, subject, author, changedPages }: PreviewedChangeRequest,
  ): PreviewedChange => ({
    title: `#${number} ${subject}`.trim(),
    href: links.appUrl(`/s/${space}/~/changes/${number}`),
    author,
    pages: changedPages.flatMap((id) => {
      const page = index.byId.get(id);
      return page?.record.type === 'document'
        ? [{ title: page.record.title, href: pageHref(visit, variant, index, page) }]
        : [];
    }),
  });

  return {
    /** The layout around a page, or around the search and error pages of a variant. */
    layoutOf: async (visit: Visit, variant: Variant, page: VisiblePage | undefined): Promise<SiteLayout> => {
      const chosen = await theme.customizationOf(visit, variant);
      const customization = withReachableAssistants(visit, chosen);
      const index = await sitePages.index(visit, variant);
      const navigation = await navigationFor(visit, variant, chosen);
      const spaces = referencedSpaces(refsInCustomization(customization));
      const indexes = await sitePages.indexes(visit, variant, spaces);
      const integrations = await integrationsOf(visit, chosen);
      const path = page && page !== index.first ? (page.path?.split('/') ?? []) : [];
      return {
        title: customization.title || visit.site.title,
        home: sitePath(visit),
        language: variant.language ?? 'en',
        locale: variant.language ?? customization.internationalization?.locale ?? 'en',
        customization,
        assets: assetsFor(visit, chosen),
        ...(integrations && { integrations }),
        search: {
          page: sitePath(visit, LECTERN_PREFIX, 'search', variant.id),
          endpoint: sitePath(visit, LECTERN_PREFIX, 'search.json', variant.id),
        },
        ...((chosen.ai?.mode ?? 'none') !== 'none' && {
          ask: { page: sitePath(visit, LECTERN_PREFIX, 'ask', variant.id) },
        }),
        ...(visit.member !== undefined && {
          preview: {
            leave: sitePath(visit, GITBOOK_PREFIX, 'auth', 'logout'),
            ...(visit.changeRequest?.space === variant.space && {
              change: previewedChangeOf(visit, variant, index, visit.changeRequest),
            }),
          },
        }),
        ...(visit.structure.sections.length > 1 && { sections: sectionsOf(visit, variant) }),
        ...variantChoices(visit, variant, path),
        navigation,
        symbolOf: theme.symbolsOf(chosen),
        hrefOf: linkResolver(visit, variant, indexes),
      };
    },
  };
};

/** Layouts of sites. */
export type LayoutService = ReturnType<typeof createLayoutService>;
