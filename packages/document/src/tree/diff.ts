import { type AttributeChange, type Attributes, diffAttributes } from '../diff/attributes.ts';
import { longestIncreasing } from '../diff/sequence.ts';
import { type Expanded, expandTrees, listIn, type Place } from './expand.ts';
import { type PageNode, type PageRef, pageIn, type Reading } from './page.ts';

/** A change to a page; parents are ids, null at the top. */
export type PageChange =
  | { readonly type: 'page_created'; readonly page: PageNode; readonly parent: string | null }
  | {
      readonly type: 'page_edited';
      readonly page: PageNode;
      readonly attributes: Readonly<Record<string, AttributeChange>>;
    }
  | { readonly type: 'page_deleted'; readonly page: PageNode; readonly parent: string | null }
  | {
      readonly type: 'page_moved';
      readonly page: PageNode;
      readonly parent: { readonly before: string | null; readonly after: string | null };
      readonly position: { readonly before: number; readonly after: number };
    };

/** What happened to pages between two trees, reading only where they differ. */
export function* diffTrees(before: readonly PageRef[], after: readonly PageRef[]): Reading<PageChange[]> {
  const [was, is] = (yield* expandTrees([before, after])) as [Expanded, Expanded];
  const moved = movedPages(was, is);
  const unread = [...moved].map((id) => is.places.get(id)!).filter(({ node }) => node === undefined);
  const read = unread.length === 0 ? new Map() : yield unread.map(({ ref }) => ref.hash);
  const nodeOf = ({ node, ref }: Place) => node ?? pageIn(read, ref.hash);
  const changes: PageChange[] = [];
  for (const [id, place] of is.places) {
    const earlier = was.places.get(id);
    if (earlier === undefined) {
      changes.push({ type: 'page_created', page: nodeOf(place), parent: place.parent });
      continue;
    }
    if (moved.has(id)) {
      changes.push({
        type: 'page_moved',
        page: nodeOf(place),
        parent: { before: earlier.parent, after: place.parent },
        position: { before: earlier.position, after: place.position },
      });
    }
    if (place.node === undefined || earlier.node === undefined) continue;
    const attributes = diffAttributes(ownAttributes(earlier.node), ownAttributes(place.node));
    if (Object.keys(attributes).length > 0) {
      changes.push({ type: 'page_edited', page: place.node, attributes });
    }
  }
  for (const [id, place] of was.places) {
    if (is.places.has(id)) continue;
    changes.push({ type: 'page_deleted', page: nodeOf(place), parent: place.parent });
  }
  return changes;
}

const ownAttributes = ({ type, attributes }: PageNode): Attributes => ({ ...attributes, type });

const movedPages = (was: Expanded, is: Expanded): Set<string> => {
  const moved = new Set<string>();
  for (const [id, place] of is.places) {
    const earlier = was.places.get(id);
    if (earlier !== undefined && earlier.parent !== place.parent) moved.add(id);
  }
  for (const parent of [null, ...is.places.keys()]) {
    const lists = [was, is].map((tree) => listIn(tree, parent).map(({ id }) => id));
    for (const id of reordered(lists[0]!, lists[1]!)) moved.add(id);
  }
  return moved;
};

/** Those that changed their order among the ones in both lists: not those that only made room for others. */
export const reordered = (before: readonly string[], after: readonly string[]): string[] => {
  const positions = new Map(before.map((id, position) => [id, position]));
  const common = after.filter((id) => positions.has(id));
  const kept = new Set(longestIncreasing(common.map((id) => positions.get(id)!)));
  return common.filter((_, index) => !kept.has(index));
};
