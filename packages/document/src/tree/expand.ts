import { type PageNode, type PageRef, pageIn, type Reading } from './page.ts';

/** Where a page is in one tree. */
export interface Place {
  readonly ref: PageRef;
  readonly parent: string | null;
  readonly position: number;
  /** What it is; absent where all trees have the very same page, with everything below it. */
  node?: PageNode;
}

/** The part of a tree in which it differs from the others it was compared with. */
export interface Expanded {
  readonly roots: readonly PageRef[];
  readonly places: ReadonlyMap<string, Place>;
}

/** The pages below a page, or at the top, where they were read. */
export const listIn = (tree: Expanded, parent: string | null): readonly PageRef[] =>
  parent === null ? tree.roots : (tree.places.get(parent)?.node?.children ?? []);

/**
 * Reads trees only where they differ. A page of the same hash in all of them is never opened, also when it
 * stands elsewhere; so the cost is that of the changes, the paths to them and the lists on these paths.
 */
export function* expandTrees(trees: readonly (readonly PageRef[])[]): Reading<Expanded[]> {
  const views = trees.map(() => new Map<string, Place>());
  const pending = new Set<string>();
  const enter = (view: Map<string, Place>, parent: string | null, refs: readonly PageRef[]) => {
    for (const [position, ref] of refs.entries()) {
      view.set(ref.id, { ref, parent, position });
      pending.add(ref.id);
    }
  };
  for (const [index, roots] of trees.entries()) enter(views[index]!, null, roots);

  while (pending.size > 0) {
    for (const id of pending) {
      const places = views.map((view) => view.get(id));
      if (places.every((place) => place === undefined)) pending.delete(id);
      else if (areSame(places)) {
        pending.delete(id);
        for (const view of views) forgetBelow(view, id);
      }
    }
    // What is in all trees first: below it may be what seems to be missing elsewhere.
    const everywhere = [...pending].filter((id) => views.every((view) => view.has(id)));
    const opened = everywhere.length > 0 ? everywhere : [...pending];
    const closed = opened.flatMap((id) =>
      views.flatMap((view) => {
        const place = view.get(id);
        return place === undefined || place.node !== undefined ? [] : [{ view, place }];
      }),
    );
    for (const id of opened) pending.delete(id);
    if (closed.length === 0) continue;
    const pages = yield [...new Set(closed.map(({ place }) => place.ref.hash))];
    for (const { view, place } of closed) {
      place.node = pageIn(pages, place.ref.hash);
      enter(view, place.ref.id, place.node.children);
    }
  }
  return trees.map((roots, index) => ({ roots, places: views[index]! }));
}

const areSame = (places: readonly (Place | undefined)[]): boolean =>
  places.every((place) => place !== undefined && place.ref.hash === places[0]?.ref.hash);

// A page that was opened before it turned out to have only moved.
const forgetBelow = (view: Map<string, Place>, id: string): void => {
  const place = view.get(id);
  if (place?.node === undefined) return;
  for (const child of place.node.children) {
    if (view.get(child.id)?.parent !== id) continue;
    forgetBelow(view, child.id);
    view.delete(child.id);
  }
  delete place.node;
};
