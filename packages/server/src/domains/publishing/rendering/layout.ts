import type { ContentRef } from '@lectern/document';
import type { Customization, NavigationItem, SectionItem, SiteLayout } from '@lectern/site';
import { type PageIndex, shortTitleOf, type VisiblePage } from '../site/page-index.ts';
import { pageHref, variantInSection } from '../site/page-urls.ts';
import { formatPath } from '../site/paths.ts';
import { type StructureItem, textIn, titleIn, type Variant } from '../site/structure.ts';
import { isReadableByAnyone, type Visit } from '../site/visit.ts';

/** The customization without links to external AI assistants where these could not read the page. */
export const withReachableAssistants = (visit: Visit, customization: Customization): Customization => {
  const { pageActions } = customization;
  return !pageActions.externalAI || isReadableByAnyone(visit)
    ? customization
    : { ...customization, pageActions: { ...pageActions, externalAI: false } };
};

/** The references in a customization. */
export const refsInCustomization = ({
  header,
  footer,
  announcement,
}: Customization): (ContentRef | null)[] => [
  ...header.links.flatMap(({ to, links }) => [to, ...links.map((link) => link.to)]),
  ...footer.groups.flatMap(({ links }) => links.map((link) => link.to)),
  ...(announcement?.link ? [announcement.link.to] : []),
];

/** The navigation of a variant. */
export const navigationOf = (
  visit: Visit,
  variant: Variant,
  index: PageIndex,
  hrefOf: SiteLayout['hrefOf'],
) => {
  const itemsOf = (pages: readonly VisiblePage[]): NavigationItem[] =>
    pages
      .filter((page) => !page.isHidden && page.record.type !== 'computed')
      .map((page) => {
        const { type, icon, emoji, target } = page.record;
        const href = type === 'link' ? target && hrefOf(target)?.href : pageHref(visit, variant, index, page);
        return {
          id: page.id,
          type: type as NavigationItem['type'],
          title: shortTitleOf(page),
          ...(href !== undefined && type !== 'group' && { href }),
          ...(icon && { icon }),
          ...(emoji && { emoji }),
          children: itemsOf(page.children),
        };
      });
  return itemsOf(index.top);
};

/** The sections of a site in the header. */
export const sectionsOf = (visit: Visit, current: Variant): SectionItem[] => {
  const toItem = (item: StructureItem): SectionItem => {
    if (item.kind === 'group')
      return {
        title: titleIn(current, item.group),
        ...(item.group.icon && { icon: item.group.icon }),
        children: item.children.map(toItem),
      };
    const { id, icon, localizedDescription } = item.section;
    const description = textIn(current, item.section.description ?? '', localizedDescription);
    return {
      title: titleIn(current, item.section),
      ...(description && { description }),
      ...(icon && { icon }),
      href: pageHref(visit, variantInSection(visit, id, current)!, undefined),
      isCurrent: id === current.parentSection?.id,
    };
  };
  return visit.structure.items.map(toItem);
};

const languageName = (code: string): string => {
  try {
    return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
};

/** The variants in the current language and the other languages of a section, each with a link to the same page. */
export const variantChoices = (visit: Visit, current: Variant, page: readonly string[]) => {
  const languageOf = ({ language }: Variant) => language ?? 'en';
  const siblings = visit.structure.variants.filter(
    ({ parentSection }) => parentSection?.id === current.parentSection?.id,
  );
  const samePageHref = (variant: Variant): string => {
    const href = formatPath([...visit.base, ...variant.prefix, ...page]);
    return variant === current || page.length === 0 ? href : `${href}?fallback=true`;
  };
  const variants = siblings.filter((variant) => languageOf(variant) === languageOf(current));
  const languages = [...new Set(siblings.map(languageOf))];
  return {
    ...(variants.length > 1 && {
      variants: variants.map((variant) => ({
        title: variant.title,
        href: samePageHref(variant),
        isCurrent: variant === current,
      })),
    }),
    ...(languages.length > 1 && {
      languages: languages.map((language) => {
        const variant =
          language === languageOf(current) ? current : siblings.find((one) => languageOf(one) === language)!;
        return {
          title: languageName(language),
          language,
          href: samePageHref(variant),
          isCurrent: variant === current,
        };
      }),
    }),
  };
};
