import type { ContentRef } from '@lectern/document';
import type { Customization, LinkTarget, NavigationItem, SectionItem, SiteFrame } from '@lectern/site';
import type { PageIndex, ShownPage } from '../site/page-index.ts';
import { pathTo } from '../site/paths.ts';
import type { SiteRow } from '../site/site.store.ts';
import { type Claims, isShown, type Structure, type StructureItem, type Variant } from '../site/structure.ts';

/** What is called so below the root of a site is not a page, and is what other renderers have there, too. */
export const OWN = '~gitbook';
/** What things of the site itself are called, below its root: no page can have such a name. */
export const RESERVED = '~lectern';

/** Somebody who looks at a site: which of it they may see, and by which way they came. */
export interface Visit {
  readonly site: SiteRow;
  /** Names what the site shows at this moment: another one after every change. */
  readonly version: string;
  readonly structure: Structure;
  readonly claims: Claims;
  /** The segments before the site's own paths: its name on a shared host, and the key of a share link. */
  readonly base: readonly string[];
  /** The site's address, without a slash at its end. */
  readonly url: string;
  /** The member who looks at the site before others do. */
  readonly member?: string | undefined;
  /** Whether it is shown at an address of the server itself, for a proxy of the owner's to fetch. */
  readonly isAtOurs?: boolean;
}

/** Whether search engines may know what a visitor reads. */
export const isIndexed = ({ site, member }: Visit): boolean =>
  site.visibility === 'public' && member === undefined;

/** Whether everybody may read what a visitor reads, who has the address. */
const isOpen = ({ site, member }: Visit): boolean =>
  (site.visibility === 'public' || site.visibility === 'unlisted') && member === undefined;

/** The address of a page on the host that it is read from; of what is read at the root, without its own path. */
export const hrefTo = (
  visit: Visit,
  variant: Variant,
  pages: PageIndex | undefined,
  page?: ShownPage,
): string => pathTo([...visit.base, ...segmentsOf(variant, pages, page)]);

const segmentsOf = (variant: Variant, pages: PageIndex | undefined, page?: ShownPage): string[] => [
  ...variant.prefix,
  ...(page?.path !== undefined && page !== pages?.first ? page.path.split('/') : []),
];

/** The whole address of a page, as others know it. */
export const urlTo = (visit: Visit, variant: Variant, pages: PageIndex, page?: ShownPage): string =>
  visit.url + pathTo(segmentsOf(variant, pages, page));

/** The address of a page as Markdown: always under its own path, for a root has no name. */
export const markdownTo = (visit: Visit, variant: Variant, page: ShownPage): string =>
  `${pathTo([...visit.base, ...variant.prefix, ...(page.path?.split('/') ?? [])])}.md`;

/** The whole address of what has an address on this host: machines read it from anywhere. */
export const wholeUrl = ({ url, base }: Visit, href: string): string =>
  url + href.slice(pathTo(base).replace(/\/$/, '').length);

/** The address of something that is not a page, below the root of the site. */
export const ownPath = (visit: Visit, ...segments: readonly string[]): string =>
  pathTo([...visit.base, ...segments]);

/** A variant with its pages, where they are known. */
export type PagesOf = (variant: Variant) => PageIndex | undefined;

const variantOf = ({ structure }: Visit, from: Variant, space: string | undefined): Variant | undefined => {
  if (space === undefined || space === from.space) return from;
  const all = structure.variants.filter((variant) => variant.space === space);
  // A space may stand in a site more than once: the nearest is meant.
  return all.find((variant) => variant.within?.id === from.within?.id) ?? all[0];
};

/** Where references of a page lead inside the site; what the site does not show leads nowhere. */
export const hrefsFrom =
  (visit: Visit, from: Variant, pagesOf: PagesOf) =>
  (ref: ContentRef): LinkTarget | undefined => {
    if (ref.kind === 'url') return { href: ref.url, title: ref.url };
    if (ref.kind === 'anchor' && ref.page === undefined)
      return { href: `#${encodeURIComponent(ref.anchor)}`, title: ref.anchor };
    if (ref.kind !== 'page' && ref.kind !== 'anchor' && ref.kind !== 'space') return undefined;
    const variant = variantOf(visit, from, ref.space);
    const pages = variant && pagesOf(variant);
    if (!variant || !pages) return undefined;
    if (ref.kind === 'space') return { href: hrefTo(visit, variant, pages), title: variant.title };
    const page = pages.byId.get(ref.page!);
    if (page?.path === undefined) return undefined;
    const { title, icon, emoji, description } = page.record;
    const hash = ref.kind === 'anchor' ? `#${encodeURIComponent(ref.anchor)}` : '';
    return {
      href: hrefTo(visit, variant, pages, page) + hash,
      title,
      ...(icon && { icon }),
      ...(emoji && { emoji }),
      ...(description && { description }),
    };
  };

/** The spaces that references name besides the one they stand in. */
export const spacesIn = (refs: readonly (ContentRef | null | undefined)[]): Set<string> =>
  new Set(refs.flatMap((ref) => (ref && 'space' in ref && ref.space !== undefined ? [ref.space] : [])));

/** A site's settings as a visitor meets them: links of the header may be for some only, and assistants elsewhere are told no address that they cannot read or must not know. */
export const shownTo = (visit: Visit, customization: Customization): Customization => {
  const { header, pageActions } = customization;
  const links = header.links.filter(({ condition }) => isShown(condition, visit.claims));
  const externalAI = pageActions.externalAI && isOpen(visit);
  return links.length === header.links.length && externalAI === pageActions.externalAI
    ? customization
    : { ...customization, header: { ...header, links }, pageActions: { ...pageActions, externalAI } };
};

/** The references in a site's settings. */
export const refsInCustomization = ({
  header,
  footer,
  announcement,
}: Customization): (ContentRef | null)[] => [
  ...header.links.flatMap(({ to, links }) => [to, ...links.map((link) => link.to)]),
  ...footer.groups.flatMap(({ links }) => links.map((link) => link.to)),
  ...(announcement?.link ? [announcement.link.to] : []),
];

/** The navigation of a space. */
export const navigationOf = (
  visit: Visit,
  variant: Variant,
  pages: PageIndex,
  hrefOf: SiteFrame['hrefOf'],
) => {
  const items = (shown: readonly ShownPage[]): NavigationItem[] =>
    shown
      .filter((page) => !page.isHidden && page.record.type !== 'computed')
      .map((page) => {
        const { type, title, linkTitle, icon, emoji, target } = page.record;
        const href = type === 'link' ? target && hrefOf(target)?.href : hrefTo(visit, variant, pages, page);
        return {
          id: page.id,
          type: type as NavigationItem['type'],
          title: linkTitle ?? title,
          ...(href !== undefined && type !== 'group' && { href }),
          ...(icon && { icon }),
          ...(emoji && { emoji }),
          children: items(page.children),
        };
      });
  return items(pages.top);
};

/** Where in a section somebody is who reads a variant: in it, or in what speaks its language, or in what is shown first. */
export const variantIn = (
  { structure: { variants } }: Visit,
  section: string | undefined,
  current: Variant,
): Variant | undefined => {
  if (current.within?.id === section) return current;
  const own = variants.filter(({ within }) => within?.id === section);
  const same = own.find(({ language }) => language === current.language && current.language !== null);
  return same ?? own.find(({ isDefault }) => isDefault) ?? own[0];
};

/** The sections of a site as its header shows them. */
export const sectionsOf = (visit: Visit, current: Variant): SectionItem[] => {
  const { items } = visit.structure;
  const toItem = (item: StructureItem): SectionItem => {
    if (item.kind === 'group')
      return {
        title: item.group.title,
        ...(item.group.icon && { icon: item.group.icon }),
        children: item.children.map(toItem),
      };
    const { id, title, description, icon } = item.section;
    return {
      title,
      ...(description && { description }),
      ...(icon && { icon }),
      href: hrefTo(visit, variantIn(visit, id, current)!, undefined),
      isCurrent: id === current.within?.id,
    };
  };
  return items.map(toItem);
};

const languageName = (code: string): string => {
  try {
    return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
};

/** The other variants of a section: those of the same language, and the other languages, each at the same page. */
export const choicesOf = (visit: Visit, current: Variant, page: readonly string[]) => {
  const languageOf = ({ language }: Variant) => language ?? 'en';
  const own = visit.structure.variants.filter(({ within }) => within?.id === current.within?.id);
  const toThis = (variant: Variant): string => {
    const href = pathTo([...visit.base, ...variant.prefix, ...page]);
    return variant === current || page.length === 0 ? href : `${href}?fallback=true`;
  };
  const variants = own.filter((variant) => languageOf(variant) === languageOf(current));
  const languages = [...new Set(own.map(languageOf))];
  return {
    ...(variants.length > 1 && {
      variants: variants.map((variant) => ({
        title: variant.title,
        href: toThis(variant),
        isCurrent: variant === current,
      })),
    }),
    ...(languages.length > 1 && {
      languages: languages.map((language) => {
        const variant =
          language === languageOf(current) ? current : own.find((one) => languageOf(one) === language)!;
        return {
          title: languageName(language),
          language,
          href: toThis(variant),
          isCurrent: variant === current,
        };
      }),
    }),
  };
};
