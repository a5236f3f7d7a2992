import { conditionHolds } from '@lectern/document';
import { pathInSite } from '../../../kernel/published-url.ts';
import type { GroupRow, SectionRow, SiteRow, SiteSpaceRow } from './site.store.ts';

/** What is known of a visitor. */
export type Claims = Readonly<Record<string, unknown>>;

/** A section with the variants that a visitor may see; the first of them unless another is the default. */
export interface Section extends SectionRow {
  readonly isDefault: boolean;
}

/** A space of a site, and where it stands. */
export interface Variant extends SiteSpaceRow {
  readonly isDefault: boolean;
  readonly within: Section | undefined;
  /** What stands before the paths of its pages, below the root of the site. */
  readonly prefix: readonly string[];
}

/** A section or a group of them, in the order of a site. */
export type StructureItem =
  | { readonly kind: 'section'; readonly section: Section }
  | { readonly kind: 'group'; readonly group: GroupRow; readonly children: readonly StructureItem[] };

/** What of a site one audience may see. */
export interface Structure {
  readonly items: readonly StructureItem[];
  readonly sections: readonly Section[];
  readonly variants: readonly Variant[];
  readonly home: Variant | undefined;
}

/** Whether a condition lets somebody see a thing; what has none is for everybody. */
export const isShown = (condition: string | null | undefined, claims: Claims): boolean =>
  !condition || conditionHolds(condition, { visitor: { claims } });

const defaultOf = <Item extends { readonly id: string }>(items: readonly Item[], id: string | null) =>
  items.find((item) => item.id === id) ?? items[0];

/** The structure of a site for whom these claims are true: what is hidden from them is not there at all. */
export const structureOf = (site: SiteRow, claims: Claims): Structure => {
  const spaces = site.siteSpaces.filter(({ condition }) => isShown(condition, claims));
  const inSection = (id: string | null) => spaces.filter(({ section }) => section === id);
  const shown = inOrder(
    site.sections.filter(({ id, condition }) => isShown(condition, claims) && inSection(id).length > 0),
    site.groups,
  );
  const first = defaultOf(shown, site.defaultSection);
  const sections = shown.map((section) => ({ ...section, isDefault: section.id === first?.id }));
  const variantsOf = (within: Section | undefined): Variant[] => {
    const own = inSection(within?.id ?? null);
    const main = defaultOf(own, within ? within.defaultSiteSpace : site.defaultSiteSpace);
    return own.map((space) => {
      const isDefault = space.id === main?.id;
      const prefix = pathInSite({ section: within, variant: { path: space.path, isDefault } });
      return { ...space, isDefault, within, prefix };
    });
  };
  const variants = site.sections.length > 0 ? sections.flatMap(variantsOf) : variantsOf(undefined);
  return {
    items: itemsIn(null, sections, site.groups),
    sections,
    variants,
    home: variants.find((variant) => variant.isDefault && (variant.within?.isDefault ?? true)),
  };
};

const sectionsIn = (items: readonly StructureItem[]): Section[] =>
  items.flatMap((item) => (item.kind === 'section' ? [item.section] : sectionsIn(item.children)));

/** Sections as one comes upon them from top to bottom, also inside of groups. */
const inOrder = (sections: readonly SectionRow[], groups: readonly GroupRow[]): SectionRow[] =>
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
    .sort((a, b) => compare(a.at.position, b.at.position) || compare(a.at.id, b.at.id))
    .map(({ item }) => item);
};

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Where a path of a site leads: a variant, and the path of a page in it. */
export interface Place {
  readonly variant: Variant;
  readonly rest: readonly string[];
  /** The same place by another way: a section or variant was named that goes without saying. */
  readonly shorter?: { readonly variant: Variant; readonly rest: readonly string[] };
}

/** The place of a path; undefined only for a site that shows nothing. */
export const placeOf = (
  { home, sections, variants }: Structure,
  segments: readonly string[],
): Place | undefined => {
  if (!home) return undefined;
  const section = sections.find(({ path }) => path.toLowerCase() === segments[0]);
  const own = variants.filter(
    ({ within }) => within?.id === (sections.length > 0 ? (section ?? home.within)?.id : undefined),
  );
  const below = section ? segments.slice(1) : segments;
  const main = own.find(({ isDefault }) => isDefault) ?? home;
  // In a site with sections, a variant is only ever named after its section.
  const named =
    section || sections.length === 0 ? own.find(({ path }) => path.toLowerCase() === below[0]) : undefined;
  if (named && !named.isDefault) return { variant: named, rest: below.slice(1) };
  if (section && !section.isDefault)
    return {
      variant: main,
      rest: below,
      ...(named && { shorter: { variant: main, rest: below.slice(1) } }),
    };
  const spare = segments.length - below.length + (named ? 1 : 0);
  return {
    variant: home,
    rest: segments,
    ...(spare > 0 && { shorter: { variant: home, rest: segments.slice(spare) } }),
  };
};
