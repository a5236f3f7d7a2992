import type { ContentRef, Document } from '@lectern/document';
import { renderCustomizationCss } from '../../../../site/src/customization/css.ts';
import type { Customization as Rendered } from '../../../../site/src/customization/settings.ts';
import type { RenderContext } from '../../../../site/src/document/context.ts';
import { outlineOf } from '../../../../site/src/document/outline.ts';
import { ownSymbol } from '../../../../site/src/html/icons.ts';
import type { NavigationItem, SectionItem } from '../../../../site/src/page/model.ts';
import { prepareNavigation } from '../../../../site/src/page/navigation.ts';
import { renderPage } from '../../../../site/src/page/page.ts';
import { renderDocument } from '../../pages/render-document.ts';
import { withIcons } from '../../primitives/icon-files.ts';
import { flatten, type PageNode } from '../../spaces/tree/page-node.ts';
import type { StructureNode } from '../structure/structure-node.ts';
import { type Customization, withActions } from './draft.ts';

// Links of a preview lead nowhere.
const NOWHERE = '#';

const navigationItems = (pages: readonly PageNode[]): NavigationItem[] =>
  pages.flatMap(({ id, type, title, icon, emoji, pages: below = [] }) =>
    type === 'computed'
      ? []
      : [
          {
            id,
            type,
            title,
            ...(type !== 'group' && { href: NOWHERE }),
            ...(icon !== undefined && { icon }),
            ...(emoji !== undefined && { emoji }),
            children: navigationItems(below),
          },
        ],
  );

const sectionItems = (nodes: readonly StructureNode[], currentId: string | undefined): SectionItem[] =>
  nodes.flatMap(({ id, title, item, children }): SectionItem[] => {
    if (item.object === 'site-space') return [];
    const icon = item.icon === undefined ? {} : { icon: item.icon };
    return item.object === 'site-section'
      ? [{ title, ...icon, href: NOWHERE, isCurrent: id === currentId }]
      : [{ title, ...icon, children: sectionItems(children, currentId) }];
  });

/** The page of a site that is shown in a preview. */
export interface PreviewedPage {
  readonly siteTitle: string;
  readonly language: string;
  readonly structure: readonly StructureNode[];
  /** The section of the page. */
  readonly section: string | undefined;
  readonly pages: readonly PageNode[];
  readonly page: { readonly id: string; readonly title: string; readonly description?: string | undefined };
  readonly document: Document;
  readonly context: RenderContext;
}

/** A page as a site with these settings shows it: the HTML of the whole page, and its style sheet. */
export const renderPreview = (
  settings: Customization,
  { siteTitle, language, structure, section, pages, page, document, context }: PreviewedPage,
): { readonly html: string; readonly css: string } => {
  const customization = withActions(settings) as unknown as Rendered;
  const sections = sectionItems(structure, section);
  const locale = settings.internationalization.locale;
  const documents = flatten(pages).filter(({ type }) => type === 'document');
  const next = documents[documents.findIndex(({ id }) => id === page.id) + 1];
  const html = renderPage(
    {
      title: settings.title || siteTitle,
      home: NOWHERE,
      language,
      locale,
      customization,
      // The frame has the style sheets.
      assets: { theme: '', customization: '', script: '' },
      search: { page: NOWHERE, endpoint: NOWHERE },
      ...(sections.length > 1 && { sections }),
      navigation: prepareNavigation(navigationItems(pages), customization),
      symbolOf: () => ownSymbol('file'),
      hrefOf: (ref: ContentRef) => ({ href: NOWHERE, title: ref.kind === 'url' ? ref.url : '' }),
    },
    {
      id: page.id,
      title: page.title,
      ...(page.description && { description: page.description }),
      body: renderDocument(document, { ...context, language: locale }),
      outline: outlineOf(document, context),
      actions: { mcp: NOWHERE, pdf: NOWHERE, edit: NOWHERE },
      feedback: { action: NOWHERE },
      ...(next && { next: { title: next.title, href: NOWHERE } }),
      metadata: { url: 'https://example.com/', isIndexed: false },
    },
  );
  return { html: withIcons(html), css: renderCustomizationCss(customization) };
};
