import type { ItemOf, Request } from '../api/operations.ts';
import { type Place, type Tree, treeOf } from '../tree/tree.ts';

/** A space in a list. */
export type Space = ItemOf<'/orgs/{organizationId}/spaces'>;

/** A collection in a list. */
export type Collection = ItemOf<'/orgs/{organizationId}/collections'>;

/** A space or a collection with its contents. */
export interface ContentNode {
  readonly id: string;
  readonly kind: 'space' | 'collection';
  readonly title: string;
  readonly emoji?: string | undefined;
  /** The collection that it is shown in. */
  readonly parent: string | undefined;
  readonly position: string;
  /** Whether the user may rename, move and delete it. */
  readonly mayChange: boolean;
  /** Whether the user may add to it. */
  readonly mayCreate: boolean;
  readonly children: readonly ContentNode[];
}

type SpaceFields = Pick<Space, 'id' | 'title' | 'emoji' | 'parent' | 'position'> & {
  readonly permissions: Pick<Space['permissions'], 'admin'>;
};
type CollectionFields = Pick<Collection, 'id' | 'title' | 'parent' | 'position'> & {
  readonly permissions: Pick<Collection['permissions'], 'admin' | 'create'>;
};

const byPosition = (one: ContentNode, other: ContentNode): number =>
  one.position < other.position ? -1 : one.position > other.position ? 1 : 0;

/** The tree of collections and spaces in their order. Contents of a collection that the user cannot see are at the top. */
export const contentsOf = (
  spaces: readonly SpaceFields[],
  collections: readonly CollectionFields[],
): readonly ContentNode[] => {
  const known = new Set(collections.map(({ id }) => id));
  const parentOf = ({ parent }: { readonly parent?: string }) =>
    parent !== undefined && known.has(parent) ? parent : undefined;
  const flat: readonly ContentNode[] = [
    ...collections.map((collection) => ({
      id: collection.id,
      kind: 'collection' as const,
      title: collection.title || 'Untitled',
      parent: parentOf(collection),
      position: collection.position ?? '',
      mayChange: collection.permissions.admin,
      mayCreate: collection.permissions.create,
      children: [],
    })),
    ...spaces.map((space) => ({
      id: space.id,
      kind: 'space' as const,
      title: space.title || 'Untitled',
      emoji: space.emoji,
      parent: parentOf(space),
      position: space.position ?? '',
      mayChange: space.permissions.admin,
      mayCreate: false,
      children: [],
    })),
  ];
  const byParent = new Map<string | undefined, ContentNode[]>();
  for (const node of flat) {
    const siblings = byParent.get(node.parent);
    if (siblings) siblings.push(node);
    else byParent.set(node.parent, [node]);
  }
  const below = (parent: string | undefined): readonly ContentNode[] =>
    (byParent.get(parent) ?? [])
      .map((node) => (node.kind === 'collection' ? { ...node, children: below(node.id) } : node))
      .sort(byPosition);
  return below(undefined);
};

/** Trees of collections and spaces: to move something elsewhere, the user must be allowed to create there. */
export const contentTreeFor = (mayCreateAtTop: boolean): Tree<ContentNode> =>
  treeOf<ContentNode>({
    childrenOf: ({ children }) => children,
    withChildren: (node, children) => ({ ...node, children }),
    canHold: (parent, child) =>
      parent?.id === child.parent || (parent === undefined ? mayCreateAtTop : parent.mayCreate),
  });

/** Operations on trees of collections and spaces that do not depend on the user. */
export const { flatten, ancestorsOf } = contentTreeFor(true);

/** The body of a request to move a space or collection. */
export type Destination = Request<'POST', '/spaces/{spaceId}/move'>['body'];

const pointerTo = ({ kind, id }: ContentNode) =>
  kind === 'space' ? { type: 'space' as const, space: id } : { type: 'collection' as const, collection: id };

const othersAt = (nodes: readonly ContentNode[], id: string, into: string | null) =>
  (into === null ? nodes : (flatten(nodes).find((node) => node.id === into)?.children ?? [])).filter(
    (node) => node.id !== id,
  );

/** A place in a tree as the destination of a move. */
export const destinationOf = (
  nodes: readonly ContentNode[],
  id: string,
  { into, at }: Place,
): Destination => {
  const next = othersAt(nodes, id, into)[at];
  return { parent: into, ...(next && { position: { before: pointerTo(next) } }) };
};

/** The positions before and after a place. */
export const neighborsOf = (
  nodes: readonly ContentNode[],
  id: string,
  { into, at }: Place,
): { readonly before: string; readonly after: string | undefined } => {
  const others = othersAt(nodes, id, into);
  return { before: others[at - 1]?.position ?? '', after: others[at]?.position };
};
