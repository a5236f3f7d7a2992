import type { Attributes } from '../diff/attributes.ts';
import { sameContent } from '../diff/content.ts';
import { type AttributeConflict, mergeAttributes } from '../merge/attributes.ts';
import { expandTrees, listIn } from './expand.ts';
import { mergeOrder } from './order.ts';
import { type PageNode, type PageRef, type PageType, pageIn, type Reading } from './page.ts';
import { mergePlacement, type Parents, type PlacementConflict, type Sides } from './placement.ts';
import { type RenamedPage, separateSlugs } from './slugs.ts';

/** A page of the result that no stored page equals. */
export interface ChangedPage {
  readonly id: string;
  readonly type: PageType;
  readonly attributes: Attributes;
  readonly children: readonly MergedPage[];
}

/** A page of the result: one that is stored already, with everything below it, or a changed one. */
export type MergedPage = PageRef | ChangedPage;

/** A page that both sides changed so that a person has to choose; the result has what ours has. */
export type PageConflict =
  | PlacementConflict
  | ({ readonly kind: 'attribute'; readonly page: string } & AttributeConflict);

/** A page whose body both sides changed: the caller merges the bodies; until then the page has ours. */
export interface ContestedBody {
  readonly page: string;
  readonly base: string | undefined;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
}

/** What merging trees gives. */
export interface MergedTree {
  readonly pages: readonly MergedPage[];
  readonly conflicts: readonly PageConflict[];
  readonly bodies: readonly ContestedBody[];
  readonly renamed: readonly RenamedPage[];
}

/** Whether a page of the result is stored already. */
export const isStored = (page: MergedPage): page is PageRef => 'hash' in page;

const SIDES = ['ours', 'theirs', 'base'] as const;

/** Merges three trees by page id, reading only where they differ. */
export function* mergeTrees(
  base: readonly PageRef[],
  ours: readonly PageRef[],
  theirs: readonly PageRef[],
): Reading<MergedTree> {
  const [b, o, t] = yield* expandTrees([base, ours, theirs]);
  const sides: Sides = { base: b!, ours: o!, theirs: t! };
  const { parents, conflicts: placement } = mergePlacement(sides);
  const conflicts: PageConflict[] = [...placement];
  const bodies: ContestedBody[] = [];
  const nodes = new Map<string, Omit<PageNode, 'children'>>();
  for (const id of parents.keys()) {
    const merged = mergeNode(sides, id, conflicts, bodies);
    if (merged !== undefined) nodes.set(id, merged);
  }
  const lists = mergeLists(sides, parents);
  const renamed = [...lists].flatMap(([parent, list]) => renameIn(sides, nodes, parent, list));
  const unread = renamed.filter(({ page }) => !nodes.has(page)).map(({ page }) => refOf(sides, page).hash);
  const read = unread.length === 0 ? new Map() : yield [...new Set(unread)];
  // Pages that are the same in all trees, and yet need another slug where they are now.
  const opened = new Map<string, PageNode>();
  for (const { page, to } of renamed) {
    const known = nodes.get(page);
    const node = known ?? pageIn(read, refOf(sides, page).hash);
    if (known === undefined) opened.set(page, node as PageNode);
    nodes.set(page, { ...node, attributes: { ...node.attributes, slug: to } });
  }
  const build = (id: string): MergedPage => {
    const node = nodes.get(id);
    if (node === undefined) return refOf(sides, id);
    const children = opened.get(id)?.children ?? (lists.get(id) ?? []).map(build);
    return storedEqual(sides, node, children) ?? { ...pick(node), children };
  };
  return { pages: (lists.get(null) ?? []).map(build), conflicts, bodies, renamed };
}

const pick = ({ id, type, attributes }: Omit<PageNode, 'children'>) => ({ id, type, attributes });

const refOf = (sides: Sides, id: string): PageRef =>
  SIDES.map((side) => sides[side].places.get(id)).find((place) => place !== undefined)!.ref;

/** A page's own attributes; undefined for one that is the same in all trees. */
const mergeNode = (
  sides: Sides,
  page: string,
  conflicts: PageConflict[],
  bodies: ContestedBody[],
): Omit<PageNode, 'children'> | undefined => {
  const [ours, theirs, base] = SIDES.map((side) => sides[side].places.get(page)?.node);
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  const typed = (node: PageNode | undefined): Attributes =>
    node === undefined ? {} : { ...node.attributes, type: node.type };
  const merged = mergeAttributes(typed(base), typed(ours), typed(theirs));
  for (const conflict of merged.conflicts) {
    const { attribute, ...values } = conflict;
    if (attribute === 'document') bodies.push({ page, ...(values as Omit<ContestedBody, 'page'>) });
    else conflicts.push({ kind: 'attribute', page, ...conflict });
  }
  const { type, ...attributes } = merged.attributes;
  return { id: page, type: type as PageType, attributes };
};

const mergeLists = (sides: Sides, parents: Parents): Map<string | null, string[]> => {
  const members = new Map<string | null, Set<string>>();
  for (const [id, parent] of parents) {
    const list = members.get(parent);
    if (list === undefined) members.set(parent, new Set([id]));
    else list.add(id);
  }
  const lists = new Map<string | null, string[]>();
  for (const [parent, ids] of members) {
    const [ours, theirs, base] = SIDES.map((side) => listIn(sides[side], parent).map(({ id }) => id));
    lists.set(parent, mergeOrder(base!, ours!, theirs!, ids));
  }
  return lists;
};

const renameIn = (
  sides: Sides,
  nodes: ReadonlyMap<string, Omit<PageNode, 'children'>>,
  parent: string | null,
  list: readonly string[],
): RenamedPage[] =>
  separateSlugs(
    list.map((page) => {
      const node = nodes.get(page);
      const slug = node === undefined ? refOf(sides, page).slug : node.attributes.slug;
      const ours = sides.ours.places.get(page);
      const settled = ours !== undefined && ours.parent === parent && ours.ref.slug === slug;
      return { page, slug: typeof slug === 'string' ? slug : undefined, settled };
    }),
  );

/** The stored page that a page of the result equals, so that nothing is written twice. */
const storedEqual = (
  sides: Sides,
  { id, type, attributes }: Omit<PageNode, 'children'>,
  children: readonly MergedPage[],
): PageRef | undefined => {
  for (const side of SIDES) {
    const place = sides[side].places.get(id);
    const node = place?.node;
    if (node === undefined || node.type !== type || !sameContent(node.attributes, attributes)) continue;
    if (sameRefs(node.children, children)) return place!.ref;
  }
  return undefined;
};

const sameRefs = (refs: readonly PageRef[], pages: readonly MergedPage[]): boolean =>
  refs.length === pages.length &&
  pages.every(
    (page, index) => isStored(page) && page.id === refs[index]!.id && page.hash === refs[index]!.hash,
  );
