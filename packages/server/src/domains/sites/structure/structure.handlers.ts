import type { Static } from 'typebox';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Cursor, Page, PageRequest } from '../../../kernel/contract/paging.ts';
import { withLetter } from '../../../kernel/ids.ts';
import type { Links } from '../../../kernel/links.ts';
import { publishedUrl } from '../../../kernel/published-url.ts';
import { type SpaceSubject, toSpace } from '../../spaces/index.ts';
import type { RelativePosition } from './placements.ts';
import type {
  SectionGroup,
  SiteSection,
  SiteSpace,
  SiteStructure,
  structureContract,
} from './structure.contract.ts';
import { requireNode, requireSiteSpace, type SiteView, type StructureService } from './structure.service.ts';
import type { ItemKind, SectionRow, SiteSpaceRow } from './structure.store.ts';
import { compareOrder, type Node, sectionPath, siteSpacePath } from './structure-tree.ts';

/** A space whose published URL contains the key of a share link. */
export const withShareKey = (space: SpaceSubject, shareKey: string): SpaceSubject => {
  const place = space.published_place;
  return { ...space, published_place: place && { ...place, address: [shareKey, ...place.address] } };
};

const urlsOf = (links: Links, { site, shareKey }: SiteView, path: readonly string[]) =>
  site.published ? { published: publishedUrl(links, site, path, shareKey) } : {};

const isVisible = ({ spaces }: SiteView, row: SiteSpaceRow) => spaces.has(row.space_id);

const visibleVariants = (view: SiteView, sectionId: string | null) =>
  view.structure.variantsOf(sectionId).filter((row) => isVisible(view, row));

const toSiteSpace = (links: Links, view: SiteView, row: SiteSpaceRow) => {
  const { structure, spaces, shareKey } = view;
  const space = spaces.get(row.space_id)!;
  return {
    object: 'site-space',
    id: row.id,
    path: row.path,
    ...(row.section_id !== null && { section: row.section_id }),
    space: toSpace(links, shareKey === undefined ? space : withShareKey(space, shareKey)),
    title: space.title,
    default: structure.defaultVariants.has(row.id),
    ...(row.condition !== null && { condition: row.condition }),
    draft: false,
    hasAdvancedCustomizationFeature: true,
    urls: urlsOf(links, view, siteSpacePath(structure, row)),
  } as Static<typeof SiteSpace>;
};

const toSection = (links: Links, view: SiteView, row: SectionRow) =>
  ({
    object: 'site-section',
    id: row.id,
    title: row.title,
    ...(row.localized_title !== null && { localizedTitle: row.localized_title }),
    ...(row.description !== null && { description: row.description }),
    ...(row.localized_description !== null && { localizedDescription: row.localized_description }),
    default: row.id === view.structure.defaultSection,
    draft: false,
    path: row.path,
    ...(row.condition !== null && { condition: row.condition }),
    ...(row.group_id !== null && { sectionGroup: row.group_id }),
    siteSpaces: visibleVariants(view, row.id).map((variant) => toSiteSpace(links, view, variant)),
    urls: urlsOf(links, view, sectionPath(view.structure, row)),
    ...(row.icon !== null && { icon: row.icon }),
  }) as Static<typeof SiteSection>;

type GroupNode = Extract<Node, { kind: 'site-section-group' }>;

const toSectionGroup = (links: Links, view: SiteView, { row, children }: GroupNode): SectionGroup => {
  const shown = children.map((child) => toNode(links, view, child));
  return {
    object: 'site-section-group',
    id: row.id,
    title: row.title,
    ...(row.localized_title !== null && { localizedTitle: row.localized_title }),
    draft: false,
    sections: shown.filter((child) => child.object === 'site-section'),
    ...(row.parent_id !== null && { sectionGroup: row.parent_id }),
    children: shown,
    ...(row.icon !== null && { icon: row.icon }),
  };
};

const toNode = (links: Links, view: SiteView, node: Node): Static<typeof SiteSection> | SectionGroup =>
  node.kind === 'site-section' ? toSection(links, view, node.row) : toSectionGroup(links, view, node);

const withVisibleSpaces = (view: SiteView, nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node): Node[] => {
    if (node.kind === 'site-section') return visibleVariants(view, node.row.id).length > 0 ? [node] : [];
    const children = withVisibleSpaces(view, node.children);
    return children.length > 0 ? [{ ...node, children }] : [];
  });

/** Builds the API objects of a site's parts; site spaces that the reader may not view are omitted. */
export const presentSite = (links: Links, view: SiteView) => {
  const { structure } = view;
  const siteSpace = (row: SiteSpaceRow) => toSiteSpace(links, view, row);
  const section = (row: SectionRow) => toSection(links, view, row);
  const group = (node: GroupNode) => toSectionGroup(links, view, node);
  const siteSpaceById = (id: string) => siteSpace(requireSiteSpace(view, id));
  return {
    siteSpace,
    section,
    group,
    siteSpaceById,
    sectionById: (id: string) => section(requireNode(view, 'site-section', id).row),
    groupById: (id: string) => group(requireNode(view, 'site-section-group', id)),
    /** A part by kind and id. */
    item: ({ type, id }: Pointer) =>
      type === 'site-space' ? siteSpaceById(id) : toNode(links, view, requireNode(view, type, id)),
    /** The visible site spaces in order, with their order keys. */
    siteSpaces: () => {
      const keys = new Map(structure.nodes.map(({ row, key }) => [row.id, key]));
      return structure.siteSpaces
        .filter((row) => isVisible(view, row))
        .map((row) => ({ row, key: [...(keys.get(row.section_id ?? '') ?? []), row.position] }))
        .sort((a, b) => compareOrder(a.key, b.key));
    },
    /** The whole structure, or only sections and groups with visible spaces. */
    structure: (which: 'all' | 'full' = 'all') => {
      const nodes = which === 'all' ? structure.roots : withVisibleSpaces(view, structure.roots);
      return (
        structure.nodes.length > 0
          ? { type: 'sections', structure: nodes.map((node) => toNode(links, view, node)) }
          : { type: 'siteSpaces', structure: visibleVariants(view, null).map(siteSpace) }
      ) as Static<typeof SiteStructure>;
    },
  };
};

/** Returns a page of a list that is completely in memory. */
export const pageOf = <Row extends { readonly key: readonly string[] }>(
  page: PageRequest,
  rows: readonly Row[],
): Page<Row> => {
  const after = page.after?.map(String);
  const rest = after ? rows.filter(({ key }) => compareOrder(key, after) > 0) : rows;
  return { rows: rest.slice(0, page.limit + 1), count: rows.length };
};

/** The cursor of a part: its order key. */
export const cursorOf = ({ key }: { readonly key: readonly string[] }): Cursor => key;

type Pointer = { readonly type: ItemKind; readonly id: string };

const withCurrentId = <P extends Pointer>(item: P): P =>
  item.type === 'site-space' ? item : { ...item, id: withLetter(item.id) };

/** A position relative to sections and groups, which may be named by their previous ids. */
export const withCurrentIds = (position: RelativePosition | undefined): RelativePosition | undefined =>
  position && {
    before: position.before && withCurrentId(position.before),
    after: position.after && withCurrentId(position.after),
  };

/** Maps operations to service calls and responses. */
export const structureHandlers = (
  structures: StructureService,
  links: Links,
): Handlers<typeof structureContract> => ({
  getSiteStructure: async ({ caller, subject, query }) =>
    presentSite(links, await structures.viewWith(caller, subject, query.shareKey)).structure(),
  sortSiteStructure: async ({ caller, subject, body }) => {
    const item = withCurrentId(body.item);
    const view = await structures.change(caller, subject, (tx, current) =>
      structures.move(tx, caller, current, item, withCurrentIds(body.position)),
    );
    return presentSite(links, view).item(item);
  },
});
