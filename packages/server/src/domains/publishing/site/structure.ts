import { compareText, conditionHolds } from '@lectern/document';
import { pathInSite } from '../../../kernel/published-url.ts';
import type { GroupRow, LocalizedText, SectionRow, SiteRow, SiteSpaceRow } from './site.store.ts';

/** Claims about a visitor. */
export type Claims = Readonly<Record<string, unknown>>;

/** A section that is visible to a visitor. */
export interface Section extends SectionRow {
  readonly isDefault: boolean;
}

/** A variant: a space of a site, with its place in the site. */
export interface Variant extends SiteSpaceRow {
  readonly isDefault: boolean;
  readonly parentSection: Section | undefined;
  /** Path segments before the paths of its pages, below the root of the site. */
  readonly prefix: readonly string[];
}

/** A section or a group of sections, in site order. */
export type StructureItem =
  | { readonly kind: 'section'; readonly section: Section }
  | { readonly kind: 'group'; readonly group: GroupRow; readonly children: readonly StructureItem[] };

/** The part of a site that is visible to a visitor. */
export interface Structure {
  readonly items: readonly StructureItem[];
  readonly sections: readonly Section[];
  readonly variants: readonly Variant[];
  readonly home: Variant | undefined;
}

/** Whether a condition holds for a visitor; no condition always does. */
export const isVisible = (condition: string | null | undefined, claims: Claims): boolean =>
  !condition || conditionHolds(condition, { visitor: { claims } });

const defaultOf = <Item extends { readonly id: string }>(items: readonly Item[], id: string | null) =>
  items.find((item) => item.id === id) ?? items[0];

/** The structure of a site for a visitor with these claims, without hidden sections and spaces. */
export const siteStructureOf = (site: SiteRow, claims: Claims): Structure => {
  const spaces = site.siteSpaces.filter(({ condition }) => isVisible(condition, claims));
  const inSection = (id: string | null) => spaces.filter(({ section }) => section === id);
  const visible = sortedSections(
    site.sections.filter(({ id, condition }) => isVisible(condition, claims) && inSection(id).length > 0),
    site.groups,
  );
  const first = defaultOf(visible, site.defaultSection);
  const sections = visible.map((section) => ({ ...section, isDefault: section.id === first?.id }));
  const variantsOf = (parentSection: Section | undefined): Variant[] => {
    const own = inSection(parentSection?.id ?? null);
    const main = defaultOf(own, parentSection ? parentSection.defaultSiteSpace : site.defaultSiteSpace);
    return own.map((space) => {
      const isDefault = space.id === main?.id;
      const prefix = pathInSite({ section: parentSection, variant: { path: space.path, isDefault } });
      return { ...space, isDefault, parentSection, prefix };
    });
  };
  const variants = site.sections.length > 0 ? sections.flatMap(variantsOf) : variantsOf(undefined);
  return {
    items: itemsIn(null, sections, site.groups),
    sections,
    variants,
    home: variants.find((variant) => variant.isDefault && (variant.parentSection?.isDefault ?? true)),
  };
};

const sectionsIn = (items: readonly StructureItem[]): Section[] =>
  items.flatMap((item) => (item.kind === 'section' ? [item.section] : sectionsIn(item.children)));

/** Sections in navigation order, including those in groups. */
const sortedSections = (sections: readonly SectionRow[], groups: readonly GroupRow[]): SectionRow[] =>
  sectionsIn(
    itemsIn(
      null,
      sections.map((section) => ({ ...section, isDefault: false })),
      groups,
    ),
  );

const itemsIn = (
  parent: string | null,
  sections: readonly Section[],
  groups: readonly GroupRow[],
): StructureItem[] => {
  const placed = [
    ...sections
      .filter(({ group }) => group === parent)
      .map((section) => ({ at: section, item: { kind: 'section', section } as const })),
    ...groups
      .filter((group) => group.parent === parent)
      .map((group) => ({
        at: group,
        item: { kind: 'group', group, children: itemsIn(group.id, sections, groups) } as const,
      }))
      .filter(({ item }) => item.children.length > 0),
  ];
  return placed
    .sort((a, b) => compareText(a.at.position, b.at.position) || compareText(a.at.id, b.at.id))
    .map(({ item }) => item);
};

/** A path of a site, split into a variant and the path of a page in it. */
export interface ResolvedPath {
  readonly variant: Variant;
  readonly rest: readonly string[];
  /** The same path without the optional segment of a default section or variant. */
  readonly shorter?: { readonly variant: Variant; readonly rest: readonly string[] };
}

/** Resolves a path to its variant; undefined only if the site shows nothing. */
export const resolvePath = (
  { home, sections, variants }: Structure,
  segments: readonly string[],
): ResolvedPath | undefined => {
  if (!home) return undefined;
  const section = sections.find(({ path }) => path.toLowerCase() === segments[0]);
  const own = variants.filter(
    ({ parentSection }) =>
      parentSection?.id === (sections.length > 0 ? (section ?? home.parentSection)?.id : undefined),
  );
  const below = section ? segments.slice(1) : segments;
  const main = own.find(({ isDefault }) => isDefault) ?? home;
  // In a site with sections, the path of a variant always follows that of its section.
  const named =
    section || sections.length === 0 ? own.find(({ path }) => path.toLowerCase() === below[0]) : undefined;
  if (named && !named.isDefault) return { variant: named, rest: below.slice(1) };
  if (section && !section.isDefault)
    return {
      variant: main,
      rest: below,
      ...(named && { shorter: { variant: main, rest: below.slice(1) } }),
    };
  const optional = segments.length - below.length + (named ? 1 : 0);
  return {
    variant: home,
    rest: segments,
    ...(optional > 0 && { shorter: { variant: home, rest: segments.slice(optional) } }),
  };
};

/** A text of a section or group in the language of a variant. */
export const textIn = (
  { language }: Pick<Variant, 'language'>,
  text: string,
  localized: LocalizedText | null,
): string => (language && localized?.[language]) || text;

/** The title of a section or group in the language of a variant. */
export const titleIn = (
  variant: Pick<Variant, 'language'>,
  { title, localizedTitle }: Pick<SectionRow, 'title' | 'localizedTitle'>,
): string => textIn(variant, title, localizedTitle);
