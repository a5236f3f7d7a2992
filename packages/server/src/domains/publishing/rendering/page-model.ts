import type { ContentRef } from '@lectern/document';
import type { PageModel } from '@lectern/site';
import { toMetaLinks } from '../../content/index.ts';
import {
  ancestorsOf,
  neighboursOf,
  type PageIndex,
  shortTitleOf,
  type VisiblePage,
} from '../site/page-index.ts';
import { pageHref, sectionTrail } from '../site/page-urls.ts';
import type { Variant } from '../site/structure.ts';
import type { Visit } from '../site/visit.ts';
import type { PageDocument } from './page-documents.service.ts';

/** The cover image of a page. */
export const coverOf = (
  { record: { cover } }: VisiblePage,
  { context }: PageDocument,
): PageModel['cover'] => {
  const sourceOf = (value: unknown) => {
    const ref = value as ContentRef | undefined;
    return ref?.kind === 'url' ? ref.url : ref && context.fileOf(ref)?.href;
  };
  const src = sourceOf(cover?.ref);
  const srcDark = sourceOf(cover?.refDark);
  if (src === undefined) return undefined;
  return {
    src,
    ...(srcDark !== undefined && { srcDark }),
    ...(typeof cover?.height === 'number' && { height: cover.height }),
  };
};

/** The canonical URL that the author of a page set. */
export const canonicalUrlOf = (
  { record }: VisiblePage,
  visit: Visit,
  { context }: PageDocument,
): string | undefined => {
  const { canonical } = toMetaLinks(record);
  const href = canonical && context.hrefOf(canonical)?.href;
  return href && (URL.canParse(href, visit.url) ? new URL(href, visit.url).href : undefined);
};

/** The URL to edit the file of a page, in the repository that its space is synchronized with. */
export const editUrl = (repository: string | null, path: string | undefined): string | undefined => {
  if (repository === null || path === undefined || !/^https?:/i.test(repository)) return undefined;
  const base = `${repository.replace(/\/$/, '')}/`;
  const to = path.split('/').map(encodeURIComponent).join('/');
  return URL.canParse(to, base) ? new URL(to, base).href : undefined;
};

/** Links to the child pages, which an empty page shows in place of its body. */
export const childLinksOf = (
  visit: Visit,
  variant: Variant,
  index: PageIndex,
  page: VisiblePage,
): PageModel['children'] =>
  page.children
    .filter((child) => !child.isHidden && child.path !== undefined)
    .map((child) => ({
      id: child.id,
      type: child.record.type as 'document',
      title: shortTitleOf(child),
      href: pageHref(visit, variant, index, child),
      ...(child.record.icon && { icon: child.record.icon }),
      ...(child.record.emoji && { emoji: child.record.emoji }),
      children: [],
    }));

/** Breadcrumbs, and links to the previous and the next page. */
export const surroundingLinksOf = (
  visit: Visit,
  variant: Variant,
  index: PageIndex,
  page: VisiblePage,
): Pick<PageModel, 'breadcrumbs' | 'previous' | 'next'> => {
  const href = (one: VisiblePage) => pageHref(visit, variant, index, one);
  const link = (one: VisiblePage) => ({ title: shortTitleOf(one), href: href(one) });
  const { previous, next } = neighboursOf(index, page);
  return {
    breadcrumbs: [
      ...sectionTrail(visit, variant),
      ...ancestorsOf(page).map((one) => ({
        title: shortTitleOf(one),
        ...(one.record.type === 'document' && { href: href(one) }),
      })),
    ],
    ...(previous && { previous: link(previous) }),
    ...(next && { next: link(next) }),
  };
};
