import {
  outlineOf,
  type PageModel,
  type PageParts,
  pagePartsOf,
  renderDocument,
  renderPage,
  serverOriginsIn,
  updatesOf,
} from '@lectern/site';
import type { PageIndex, VisiblePage } from '../site/page-index.ts';
import {
  GITBOOK_PREFIX,
  LECTERN_PREFIX,
  markdownHref,
  pageHref,
  pageUrl,
  pdfHref,
  sitePath,
} from '../site/page-urls.ts';
import type { SitePagesService } from '../site/site-pages.service.ts';
import { titleIn, type Variant } from '../site/structure.ts';
import { isIndexed, type Visit } from '../site/visit.ts';
import { createCodeHighlighting } from './code-highlighting.ts';
import type { BlockInput, IntegrationBlocksService, PageBlocks } from './integration-blocks.service.ts';
import type { LayoutService } from './layout.service.ts';
import type { PageDocument, PageDocumentsService } from './page-documents.service.ts';
import { canonicalUrlOf, childLinksOf, coverOf, editUrl, surroundingLinksOf } from './page-model.ts';
import type { SocialPicturesService } from './social-pictures.service.ts';
import type { Asset, ThemeService } from './theme.service.ts';

interface Dependencies {
  readonly sitePages: SitePagesService;
  readonly layout: LayoutService;
  readonly pageDocuments: PageDocumentsService;
  readonly integrationBlocks: IntegrationBlocksService;
  readonly socialPictures: SocialPicturesService;
  readonly theme: ThemeService;
}

/** A page as HTML. */
interface PageHtml {
  readonly content: string;
  /** Time until which it may be shown. */
  readonly until: number;
  /** Sources that the content security policy has to allow in iframes. */
  readonly frames: readonly string[];
  /** Servers of APIs, which the content security policy has to allow requests to. */
  readonly connections: readonly string[];
}

const languageOf = ({ language }: Variant) => language ?? 'en';

const blockActionsPath = (visit: Visit, variant: Variant, page: VisiblePage): string =>
  sitePath(visit, GITBOOK_PREFIX, 'block', variant.id, page.id);

/** Makes the service that renders pages as HTML. */
export const createPageHtmlService = (deps: Dependencies) => {
  const { sitePages, layout, pageDocuments, integrationBlocks, socialPictures, theme } = deps;
  const withHighlightedCode = createCodeHighlighting();

  /** URLs of a page in the languages of its section, its own included; undefined if there is only one. */
  const alternatesOf = async (visit: Visit, variant: Variant, page: VisiblePage) => {
    const isFirst = page === (await sitePages.index(visit, variant)).first;
    const translations = visit.structure.variants.filter(
      (one) =>
        one === variant ||
        (one.parentSection?.id === variant.parentSection?.id && languageOf(one) !== languageOf(variant)),
    );
    const urls = new Map<string, string>();
    for (const one of translations) {
      const index = await sitePages.index(visit, one);
      const same = isFirst ? index.first : index.byPath.get((page.path ?? '').toLowerCase());
      if (same && !urls.has(languageOf(one))) urls.set(languageOf(one), pageUrl(visit, one, index, same));
    }
    return urls.size > 1 ? [...urls].map(([language, href]) => ({ language, href })) : undefined;
  };

  const metadataOf = async (
    visit: Visit,
    variant: Variant,
    index: PageIndex,
    page: VisiblePage,
    loaded: PageDocument,
  ): Promise<PageModel['metadata']> => {
    const canonical = canonicalUrlOf(page, visit, loaded);
    const alternates = await alternatesOf(visit, variant, page);
    const href = pageHref(visit, variant, index, page);
    const { parentSection } = variant;
    return {
      url: pageUrl(visit, variant, index, page),
      ...(canonical && { canonical }),
      ...(alternates && { alternates }),
      image: await socialPictures.urlOf(visit, variant, page),
      isIndexed: isIndexed(visit) && !page.isHiddenFromSearchEngines,
      titles: [
        ...(parentSection && !parentSection.isDefault ? [titleIn(variant, parentSection)] : []),
        ...(variant.isDefault ? [] : [variant.title]),
      ],
      markdown: markdownHref(visit, variant, page),
      ...(updatesOf(loaded.document).length > 0 && { rss: `${href.replace(/\/$/, '')}/rss.xml` }),
    };
  };

  /** The style sheets and scripts that a page needs besides those of all pages. */
  const filesOf = async (
    visit: Visit,
    variant: Variant,
    { hasApi, hasDiagrams }: PageParts,
    { hasBlocks, hasForms, frames }: PageBlocks,
  ): Promise<PageModel['files']> => {
    const { blocks, api, diagrams } = theme.assetsFor(await theme.customizationOf(visit, variant)).parts;
    const href = ({ name }: Asset) => sitePath(visit, LECTERN_PREFIX, 'assets', name);
    return {
      styles: [
        ...(hasBlocks ? [blocks.theme] : []),
        ...(hasApi ? [api.theme] : []),
        ...(hasDiagrams ? [diagrams.theme] : []),
      ].map(href),
      scripts: [
        ...(frames.length > 0 ? [blocks.script] : []),
        ...(hasForms ? [blocks.forms] : []),
        ...(hasApi ? [api.script] : []),
        ...(hasDiagrams ? [diagrams.script] : []),
      ].map(href),
    };
  };

  return {
    /** Runs an action of a reader on a block of a page, and renders the block; undefined if nothing changes in it. */
    act: async (
      visit: Visit,
      variant: Variant,
      page: VisiblePage,
      input: BlockInput,
    ): Promise<string | undefined> => {
      const { document, context } = await pageDocuments.load(visit, variant, page);
      const url = blockActionsPath(visit, variant, page);
      const output = await integrationBlocks.act(visit, variant, document, input, url);
      if (!output) return undefined;
      const { externalLinks, internationalization } = await theme.customizationOf(visit, variant);
      return renderDocument(
        { ...document, nodes: [{ object: 'block', type: 'integration', isVoid: true, data: {} }] },
        {
          ...context,
          integrationOf: () => output,
          language: variant.language ?? internationalization?.locale ?? 'en',
          externalLinks: externalLinks.target,
        },
      );
    },

    /** Renders a page; `isThanked` shows that feedback was received. */
    render: async (
      visit: Visit,
      variant: Variant,
      page: VisiblePage,
      isThanked = false,
    ): Promise<PageHtml> => {
      const index = await sitePages.index(visit, variant);
      const { document: written, ...read } = await pageDocuments.loadWithData(visit, variant, page);
      // Members who preview a page do not act for readers.
      const actions = visit.member === undefined ? blockActionsPath(visit, variant, page) : undefined;
      const blocks = await integrationBlocks.render(visit, variant, written, actions);
      const { document } = blocks;
      const loaded = { document, context: { ...read.context, ...blocks.context } };
      const [frame, context] = await Promise.all([
        layout.layoutOf(visit, variant, page),
        withHighlightedCode(document, loaded.context),
      ]);
      const parts = pagePartsOf(document);
      const { record } = page;
      const body = renderDocument(document, {
        ...context,
        language: frame.locale,
        externalLinks: frame.customization.externalLinks.target,
      });
      const edit = editUrl(variant.repository, record.git?.path);
      const cover = coverOf(page, loaded);
      const content = renderPage(frame, {
        id: page.id,
        title: record.title,
        ...(record.description && { description: record.description }),
        ...(record.icon && { icon: record.icon }),
        ...(record.emoji && { emoji: record.emoji }),
        ...(record.layout && { layout: record.layout }),
        ...(cover && { cover }),
        body,
        outline: outlineOf(document, context),
        ...surroundingLinksOf(visit, variant, index, page),
        ...(body === '' && { children: childLinksOf(visit, variant, index, page)! }),
        updatedAt: record.updatedAt ?? record.createdAt,
        actions: {
          mcp: sitePath(visit, GITBOOK_PREFIX, 'mcp'),
          ...(frame.customization.pdf.enabled && {
            pdf: pdfHref(visit, variant, page),
            pdfOfAll: pdfHref(visit, variant),
          }),
          ...(edit !== undefined && frame.customization.git.showEditLink && { edit }),
        },
        // Previews of members are neither rated nor counted.
        ...(visit.member === undefined && {
          feedback: {
            action: sitePath(visit, GITBOOK_PREFIX, 'feedback', variant.id, page.id),
            isThanked,
          },
          view: sitePath(visit, GITBOOK_PREFIX, 'view', variant.id, page.id),
        }),
        files: await filesOf(visit, variant, parts, blocks),
        metadata: await metadataOf(visit, variant, index, page, loaded),
      });
      return {
        content,
        until: Math.min(read.until, blocks.until),
        // Diagrams are drawn in a frame of the site.
        frames: [...blocks.frames, ...(parts.hasDiagrams ? ["'self'"] : [])],
        connections: parts.hasApi ? serverOriginsIn(document, context.openapiOf) : [],
      };
    },
  };
};

/** Pages as HTML. */
export type PageHtmlService = ReturnType<typeof createPageHtmlService>;
