import type { Request, Response } from '../../api/operations.ts';
import { type Place, treeOf } from '../../tree/tree.ts';
import type { SITE } from '../queries.ts';

type Structure = Response<'GET', `${typeof SITE}/structure`>;
type Top = Structure['structure'][number];

/** A site space: a space in a site. */
export type SiteSpace = Extract<Top, { readonly object: 'site-space' }>;

/** A section of a site. */
export type Section = Extract<Top, { readonly object: 'site-section' }>;

/** A group of sections. */
export type Group = Extract<Top, { readonly object: 'site-section-group' }>;

/** A site space, a section or a group, with its children. */
export interface StructureNode {
  readonly id: string;
  readonly title: string;
  readonly parent: string | undefined;
  readonly item: SiteSpace | Section | Group;
  readonly children: readonly StructureNode[];
}

const nodeOf = (item: Top, parent: string | undefined): StructureNode => ({
  id: item.id,
  title: item.title || 'Untitled',
  parent,
  item,
  children:
    item.object === 'site-space'
      ? []
      : item.object === 'site-section'
        ? item.siteSpaces.map((siteSpace) => nodeOf(siteSpace as SiteSpace, item.id))
        : // Nested groups are not described in depth by the API.
          item.children.map((child) => nodeOf(child as Top, item.id)),
});

/** The structure of a site as a tree. */
export const structureNodes = ({ structure }: Structure): readonly StructureNode[] =>
  (structure as readonly Top[]).map((item) => nodeOf(item, undefined));

/** Trees of sections, groups and site spaces. A site space stays in its section. */
export const structureTree = treeOf<StructureNode>({
  childrenOf: ({ children }) => children,
  withChildren: (node, children) => ({ ...node, children }),
  canHold: (parent, child) => {
    if (child.item.object === 'site-space') return parent?.id === child.parent;
    if (parent === undefined) return true;
    if (parent.item.object !== 'site-section-group') return false;
    // The API moves a group beside another entry, which an empty group does not have.
    return child.item.object === 'site-section' || parent.children.length > 0;
  },
});

/** A request that moves an entry: beside another one, or into an empty group. */
export type Move =
  | {
      readonly kind: 'sort';
      readonly body: Request<'PATCH', `${typeof SITE}/structure/sort`>['body'];
    }
  | { readonly kind: 'enter'; readonly group: string; readonly section: string };

const pointerTo = ({ id, item }: StructureNode) => ({ type: item.object, id });

/** The request that moves an entry to a place; undefined if there is none. */
export const moveTo = (
  nodes: readonly StructureNode[],
  id: string,
  { into, at }: Place,
): Move | undefined => {
  const all = structureTree.flatten(nodes);
  const node = all.find((each) => each.id === id);
  if (!node) return undefined;
  const parent = all.find((each) => each.id === into);
  const others = (parent ? parent.children : nodes).filter((each) => each.id !== id);
  const before = others[at];
  const after = others[at - 1];
  if (before)
    return { kind: 'sort', body: { item: pointerTo(node), position: { before: pointerTo(before) } } };
  if (after) return { kind: 'sort', body: { item: pointerTo(node), position: { after: pointerTo(after) } } };
  return parent ? { kind: 'enter', group: parent.id, section: id } : undefined;
};

/** The path of an entry below the site, for readers; a group has none. */
export const pathOf = (nodes: readonly StructureNode[], { id, item }: StructureNode): string | undefined => {
  if (item.object === 'site-section-group') return undefined;
  const section = structureTree
    .ancestorsOf(nodes, id)
    .map((node) => node.item)
    .find((each) => each.object === 'site-section');
  if (item.object === 'site-section') return item.default ? '/' : `/${item.path}`;
  const isVariant = !item.default;
  const parts = [
    ...(section && (isVariant || !section.default) ? [section.path] : []),
    ...(isVariant ? [item.path] : []),
  ];
  return `/${parts.join('/')}`;
};
