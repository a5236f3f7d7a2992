import { positionAtEnd, positionBetween } from '@lectern/document';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { GroupRow, ItemKind, Placement, SiteSpaceRow } from './structure.store.ts';
import { flatten, type Node, parentOf, type Structure } from './structure-tree.ts';

/** A part of a structure among its siblings. */
export interface Sibling {
  readonly kind: ItemKind;
  readonly id: string;
  readonly position: string;
}

/** The requested position: before or after another part. */
export interface RelativePosition {
  readonly before?: { readonly type: ItemKind; readonly id: string } | undefined;
  readonly after?: { readonly type: ItemKind; readonly id: string } | undefined;
}

// Position strings grow with repeated inserts at the same place, so siblings are renumbered beyond this length.
const MAX_POSITION_LENGTH = 100;

/** A position after the last sibling. */
export const positionAfter = (siblings: readonly Sibling[], newId: () => string): string => {
  const end = positionAtEnd(newId());
  const last = siblings.at(-1)?.position ?? '';
  // Another process may have a faster clock.
  return last < end ? end : positionBetween(last, undefined);
};

/**
 * The position at an index among siblings, with new positions of the siblings when they have to be renumbered.
 */
const placeAt = (
  siblings: readonly Sibling[],
  index: number,
  newId: () => string,
): { position: string; moved: readonly Sibling[] } => {
  if (index >= siblings.length) return { position: positionAfter(siblings, newId), moved: [] };
  const position = positionBetween(siblings[index - 1]?.position ?? '', siblings[index]!.position);
  if (position.length <= MAX_POSITION_LENGTH) return { position, moved: [] };
  const moved = siblings.map((sibling) => ({ ...sibling, position: positionAtEnd(newId()) }));
  return { position: positionBetween(moved[index - 1]?.position ?? '', moved[index]!.position), moved };
};

/** The part that a requested position refers to, and its side; undefined means the end. */
const pointerOf = (position: RelativePosition | undefined) => {
  if (position?.before && position.after)
    throw invalid({ path: 'body.position', message: 'must have either before or after, not both' });
  const side = position?.before ? ('before' as const) : ('after' as const);
  const pointer = position?.[side];
  return pointer && { ...pointer, side, path: `body.position.${side}` };
};

const asSibling = ({ kind, row }: Node): Sibling => ({ kind, id: row.id, position: row.position });

/** The direct children of a group, or of the root. */
export const childrenOf = (structure: Structure, groupId: string | null): Sibling[] => {
  const group = structure.nodes.find(({ row }) => row.id === groupId);
  const children = groupId === null ? structure.roots : group && 'children' in group ? group.children : [];
  return children.map(asSibling);
};

const variantSiblings = (structure: Structure, sectionId: string | null): Sibling[] =>
  structure.variantsOf(sectionId).map(({ id, position }) => ({ kind: 'site-space', id, position }));

/** Plans a move before or after a sibling, or to the end; empty when the part is already there. */
const plan = (
  item: Sibling & { readonly parentId: string | null },
  parentId: string | null,
  all: readonly Sibling[],
  pointer: ReturnType<typeof pointerOf>,
  newId: () => string,
): Placement[] => {
  const siblings = all.filter(({ id }) => id !== item.id);
  const at = siblings.findIndex(({ id, kind }) => id === pointer?.id && kind === pointer.type);
  if (pointer && at < 0) throw invalid({ path: pointer.path, message: 'is not in the target list' });
  const index = pointer ? at + (pointer.side === 'after' ? 1 : 0) : siblings.length;
  const before = siblings.filter(({ position }) => position < item.position).length;
  if (parentId === item.parentId && index === before) return [];
  const { position, moved } = placeAt(siblings, index, newId);
  return [...moved.map((sibling) => ({ ...sibling, parentId })), { ...item, parentId, position }];
};

/** Plans the move of a site space inside its section. */
export const planVariantMove = (
  structure: Structure,
  row: SiteSpaceRow,
  position: RelativePosition | undefined,
  newId: () => string,
): Placement[] =>
  plan(
    { kind: 'site-space', id: row.id, position: row.position, parentId: row.section_id },
    row.section_id,
    variantSiblings(structure, row.section_id),
    pointerOf(position),
    newId,
  );

const depthOf = (node: Node): number =>
  'children' in node ? 1 + Math.max(0, ...node.children.map(depthOf)) : 0;

/** The maximum nesting depth of groups. */
const MAX_DEPTH = 5;

/** Rejects groups that are nested too deeply. */
export const requireGroupDepth = (
  structure: Structure,
  parentId: string | null,
  levels: number,
  path: string,
) => {
  const parent = structure.nodes.find(({ row }) => row.id === parentId);
  if ((parent?.key.length ?? 0) + levels > MAX_DEPTH)
    throw invalid({ path, message: `exceeds the maximum nesting of ${MAX_DEPTH} levels of groups` });
};

/** Plans the move of a section or group, possibly into the group of the part it is placed next to. */
export const planNodeMove = (
  structure: Structure,
  node: Node,
  position: RelativePosition | undefined,
  newId: () => string,
): Placement[] => {
  const pointer = pointerOf(position);
  const target = pointer && structure.nodes.find(({ row }) => row.id === pointer.id);
  const own = 'children' in node ? flatten([node]) : [node];
  if (target && own.includes(target))
    throw invalid({
      path: pointer.path,
      message: 'must not be the moved item itself or one of its descendants',
    });
  const parentId = parentOf((target ?? node).row);
  if (pointer) requireGroupDepth(structure, parentId, depthOf(node), pointer.path);
  return plan(
    { ...asSibling(node), parentId: parentOf(node.row) },
    parentId,
    childrenOf(structure, parentId),
    pointer,
    newId,
  );
};

/** Plans the move of sections or groups to the end of a group, in this order. */
export const planMoveIntoGroup = (
  structure: Structure,
  entering: readonly Node[],
  groupId: string | null,
  newId: () => string,
): Placement[] => {
  const siblings = childrenOf(structure, groupId);
  return entering
    .filter(({ row }) => parentOf(row) !== groupId)
    .map((node) => {
      const placed = { ...asSibling(node), position: positionAfter(siblings, newId), parentId: groupId };
      siblings.push(placed);
      return placed;
    });
};

/** Plans the move of sections or groups out of a group, to the positions after it in its parent. */
export const planMoveOutOfGroup = (
  structure: Structure,
  leaving: readonly Node[],
  group: GroupRow,
  newId: () => string,
): Placement[] => {
  let siblings = childrenOf(structure, group.parent_id);
  const placed = new Map<string, Sibling>();
  leaving.forEach((node, offset) => {
    const index = siblings.findIndex(({ id }) => id === group.id) + 1 + offset;
    const { position, moved } = placeAt(siblings, index, newId);
    for (const sibling of moved) placed.set(sibling.id, sibling);
    const entered = { ...asSibling(node), position };
    placed.set(entered.id, entered);
    siblings = (moved.length > 0 ? moved : siblings).toSpliced(index, 0, entered);
  });
  return [...placed.values()].map((sibling) => ({ ...sibling, parentId: group.parent_id }));
};
