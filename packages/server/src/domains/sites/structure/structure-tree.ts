import { pathInSite } from '../../../kernel/published-url.ts';
import type { DefaultPointers } from '../sites.store.ts';
import type { GroupRow, SectionRow, SiteSpaceRow, StructureRows } from './structure.store.ts';

/** A section or section group in the tree. */
export type Node =
  | { readonly kind: 'site-section'; readonly row: SectionRow; readonly key: readonly string[] }
  | {
      readonly kind: 'site-section-group';
      readonly row: GroupRow;
      readonly key: readonly string[];
      readonly children: readonly Node[];
    };

/** The structure of a site as a tree, with its defaults resolved. */
export interface Structure extends StructureRows {
  /** Sections and groups at the root, in order. */
  readonly roots: readonly Node[];
  /** All sections and groups, depth first. */
  readonly nodes: readonly Node[];
  readonly defaultSection: string | undefined;
  /** The default site spaces: one per section, or one for a site without sections. */
  readonly defaultVariants: ReadonlySet<string>;
  readonly variantsOf: (sectionId: string | null) => readonly SiteSpaceRow[];
}

/** The id of the group of a section or group. */
export const parentOf = (row: SectionRow | GroupRow) => ('group_id' in row ? row.group_id : row.parent_id);

/** The site spaces by section. */
const bySection = (siteSpaces: readonly SiteSpaceRow[]) => {
  const lists = new Map<string | null, SiteSpaceRow[]>();
  for (const row of siteSpaces) lists.set(row.section_id, [...(lists.get(row.section_id) ?? []), row]);
  return lists;
};

/** Nodes with all their descendants, depth first. */
export const flatten = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...('children' in node ? flatten(node.children) : [])]);

const isShown = (pointer: string | null, ids: readonly string[]) =>
  pointer !== null && ids.includes(pointer) ? pointer : undefined;

/**
 * Builds the tree of a site. Without an explicit default the first section with spaces, and the first site
 * space, is the default.
 */
export const structureOf = (rows: StructureRows, pointers: DefaultPointers): Structure => {
  const children = new Map<string | null, (SectionRow | GroupRow)[]>();
  for (const row of [...rows.sections, ...rows.groups])
    children.set(parentOf(row), [...(children.get(parentOf(row)) ?? []), row]);
  const nodesIn = (parentId: string | null, above: readonly string[]): Node[] =>
    (children.get(parentId) ?? [])
      .sort((a, b) => (a.position < b.position ? -1 : 1))
      .map((row) => {
        const key = [...above, row.position];
        return 'group_id' in row
          ? { kind: 'site-section', row, key }
          : { kind: 'site-section-group', row, key, children: nodesIn(row.id, key) };
      });
  const roots = nodesIn(null, []);
  const nodes = flatten(roots);
  const lists = bySection(rows.siteSpaces);
  const sections = nodes.flatMap((node) => (node.kind === 'site-section' ? [node.row] : []));
  const full = sections.filter((section) => lists.has(section.id)).map((section) => section.id);
  const all = sections.map((section) => section.id);
  const defaultIn = (list: readonly SiteSpaceRow[], pointer: string | null) =>
    isShown(
      pointer,
      list.map((row) => row.id),
    ) ?? list[0]?.id;
  const defaults = [
    defaultIn(lists.get(null) ?? [], pointers.default_site_space_id),
    ...sections.map((section) => defaultIn(lists.get(section.id) ?? [], section.default_site_space_id)),
  ];
  return {
    ...rows,
    roots,
    nodes,
    defaultSection:
      isShown(pointers.default_section_id, full) ??
      full[0] ??
      isShown(pointers.default_section_id, all) ??
      all[0],
    defaultVariants: new Set(defaults.filter((id) => id !== undefined)),
    variantsOf: (sectionId) => lists.get(sectionId) ?? [],
  };
};

const partOf = (structure: Structure, section: SectionRow) => ({
  path: section.path,
  isDefault: section.id === structure.defaultSection,
});

/** The path segments of a section in its site. */
export const sectionPath = (structure: Structure, section: SectionRow): string[] =>
  pathInSite({ section: partOf(structure, section) });

/** The path segments of a site space in its site. */
export const siteSpacePath = (structure: Structure, row: SiteSpaceRow): string[] => {
  const section = structure.sections.find(({ id }) => id === row.section_id);
  return pathInSite({
    section: section && partOf(structure, section),
    variant: { path: row.path, isDefault: structure.defaultVariants.has(row.id) },
  });
};

/** Compares two order keys, depth first. */
export const compareOrder = (a: readonly string[], b: readonly string[]): number => {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i]! < b[i]! ? -1 : 1;
  return a.length - b.length;
};
