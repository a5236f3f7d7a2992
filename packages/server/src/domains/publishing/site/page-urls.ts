import type { ContentRef } from '@lectern/document';
import type { LinkTarget } from '@lectern/site';
import type { PageIndex, VisiblePage } from './page-index.ts';
import { formatPath } from './paths.ts';
import { type StructureItem, titleIn, type Variant } from './structure.ts';
import type { Visit } from './visit.ts';

/** First segment of site paths that are not pages and that other renderers of such sites serve, too. */
export const GITBOOK_PREFIX = '~gitbook';
/** First segment of Lectern's own site paths that are not pages; no page can have such a path. */
export const LECTERN_PREFIX = '~lectern';

const segmentsOf = (variant: Variant, index: PageIndex | undefined, page?: VisiblePage): string[] => [
  ...variant.prefix,
  ...(page?.path !== undefined && page !== index?.first ? page.path.split('/') : []),
];

/** Path of a page on the host that the site is visited at. */
export const pageHref = (
  visit: Visit,
  variant: Variant,
  index: PageIndex | undefined,
  page?: VisiblePage,
): string => formatPath([...visit.base, ...segmentsOf(variant, index, page)]);

/** Canonical URL of a page. */
export const pageUrl = (visit: Visit, variant: Variant, index: PageIndex, page?: VisiblePage): string =>
  visit.url + formatPath(segmentsOf(variant, index, page));

/** Path of the Markdown version of a page; the page at the root has its own path here. */
export const markdownHref = (visit: Visit, variant: Variant, page: VisiblePage): string =>
  `${formatPath([...visit.base, ...variant.prefix, ...(page.path?.split('/') ?? [])])}.md`;

/** Path of the PDF of a page without its subpages, or of all pages. */
export const pdfHref = (visit: Visit, variant: Variant, page?: VisiblePage): string => {
  const href = formatPath([...visit.base, ...variant.prefix, GITBOOK_PREFIX, 'pdf']);
  return page ? `${href}?${new URLSearchParams({ page: page.id, only: 'yes' })}` : href;
};

/** Canonical URL of a path on the host that the site is visited at. */
export const absoluteUrl = ({ url, base }: Visit, href: string): string =>
  url + href.slice(formatPath(base).replace(/\/$/, '').length);

/** Path below the root of the site, on the host that it is visited at. */
export const sitePath = (visit: Visit, ...segments: readonly string[]): string =>
  formatPath([...visit.base, ...segments]);

const variantOfSpace = (
  { structure }: Visit,
  from: Variant,
  space: string | undefined,
): Variant | undefined => {
  if (space === undefined || space === from.space) return from;
  const all = structure.variants.filter((variant) => variant.space === space);
  // A site may contain a space more than once: the one in the same section takes precedence.
  return all.find((variant) => variant.parentSection?.id === from.parentSection?.id) ?? all[0];
};

/** Makes a function that resolves references of a page to links; undefined for content that the site does not show. */
export const linkResolver =
  (visit: Visit, from: Variant, indexOf: (variant: Variant) => PageIndex | undefined) =>
  (ref: ContentRef): LinkTarget | undefined => {
    if (ref.kind === 'url') return { href: ref.url, title: ref.url, isAddress: true };
    if (ref.kind === 'anchor' && ref.page === undefined)
      return { href: `#${encodeURIComponent(ref.anchor)}`, title: ref.anchor, isAddress: true };
    if (ref.kind !== 'page' && ref.kind !== 'anchor' && ref.kind !== 'space') return undefined;
    const variant = variantOfSpace(visit, from, ref.space);
    const index = variant && indexOf(variant);
    if (!variant || !index) return undefined;
    if (ref.kind === 'space') return { href: pageHref(visit, variant, index), title: variant.title };
    const page = index.byId.get(ref.page!);
    if (page?.path === undefined) return undefined;
    const { title, icon, emoji, description } = page.record;
    const hash = ref.kind === 'anchor' ? `#${encodeURIComponent(ref.anchor)}` : '';
    return {
      href: pageHref(visit, variant, index, page) + hash,
      title,
      ...(icon && { icon }),
      ...(emoji && { emoji }),
      ...(description && { description }),
    };
  };

/** The spaces that references name explicitly. */
export const referencedSpaces = (refs: readonly (ContentRef | null | undefined)[]): Set<string> =>
  new Set(refs.flatMap((ref) => (ref && 'space' in ref && ref.space !== undefined ? [ref.space] : [])));

/** The groups around the section of a variant, which have no page, and the section; empty if the site has only one section. */
export const sectionTrail = (
  visit: Visit,
  variant: Variant,
): readonly { readonly title: string; readonly href?: string }[] => {
  const { items, sections } = visit.structure;
  const section = variant.parentSection;
  if (section === undefined || sections.length < 2) return [];
  const own = { title: titleIn(variant, section), href: pageHref(visit, variant, undefined) };
  const find = (among: readonly StructureItem[]): readonly { title: string; href?: string }[] | undefined => {
    for (const item of among) {
      if (item.kind === 'section') {
        if (item.section.id === section.id) return [own];
        continue;
      }
      const below = find(item.children);
      if (below) return [{ title: titleIn(variant, item.group) }, ...below];
    }
    return undefined;
  };
  return find(items) ?? [own];
};

/** The variant of a section for a reader of another variant: the same, one in the same language, or the default. */
export const variantInSection = (
  { structure: { variants } }: Visit,
  section: string | undefined,
  current: Variant,
): Variant | undefined => {
  if (current.parentSection?.id === section) return current;
  const own = variants.filter(({ parentSection }) => parentSection?.id === section);
  const same = own.find(({ language }) => language === current.language && current.language !== null);
  return same ?? own.find(({ isDefault }) => isDefault) ?? own[0];
};

/** The variants of all sections for a reader of a variant. */
export const variantsFor = (visit: Visit, current: Variant): Variant[] =>
  [undefined, ...visit.structure.sections.map(({ id }) => id)].flatMap(
    (section) => variantInSection(visit, section, current) ?? [],
  );
