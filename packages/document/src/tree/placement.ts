import { sameContent } from '../diff/content.ts';
import { mergeValue } from '../merge/attributes.ts';
import type { Expanded, Place } from './expand.ts';

/** What a page is called in the result: under which page it stands, null at the top. */
export type Parents = ReadonlyMap<string, string | null>;

/** Pages that both sides treated so that only a person can tell where they belong. */
export type PlacementConflict =
  /** Each side moved it under another page; it is where ours put it. */
  | {
      readonly kind: 'moved';
      readonly page: string;
      readonly base: string | null | undefined;
      readonly ours: string | null;
      readonly theirs: string | null;
    }
  /** One side deleted it, the other edited or moved it; it is kept. */
  | { readonly kind: 'deleted'; readonly page: string; readonly by: 'ours' | 'theirs' }
  /** One side deleted it, the other has something below it that stays; it is kept for that. */
  | { readonly kind: 'parent-deleted'; readonly page: string; readonly by: 'ours' | 'theirs' }
  /** The sides' moves put it below itself; it is where ours had it. */
  | {
      readonly kind: 'cycle';
      readonly page: string;
      readonly pages: readonly string[];
      readonly ours: string | null;
      readonly theirs: string | null;
    };

/** The three trees of a merge, where they differ. */
export interface Sides {
  readonly base: Expanded;
  readonly ours: Expanded;
  readonly theirs: Expanded;
}

interface PagePlaces {
  readonly base: Place | undefined;
  readonly ours: Place | undefined;
  readonly theirs: Place | undefined;
}

const placesOf = ({ base, ours, theirs }: Sides, id: string): PagePlaces => ({
  base: base.places.get(id),
  ours: ours.places.get(id),
  theirs: theirs.places.get(id),
});

/** Decides which pages there are after a merge and under which page each one stands. */
export const mergePlacement = (
  sides: Sides,
): { readonly parents: Parents; readonly conflicts: readonly PlacementConflict[] } => {
  const parents = new Map<string, string | null>();
  const conflicts: PlacementConflict[] = [];
  for (const id of new Set([...sides.ours.places.keys(), ...sides.theirs.places.keys()])) {
    const places = placesOf(sides, id);
    const survivor = places.ours ?? places.theirs!;
    if (places.ours !== undefined && places.theirs !== undefined) {
      parents.set(id, chooseParent(id, places.base, places.ours, places.theirs, conflicts));
    } else if (places.base === undefined) {
      parents.set(id, survivor.parent);
    } else if (isChanged(places.base, survivor)) {
      parents.set(id, survivor.parent);
      conflicts.push({ kind: 'deleted', page: id, by: deletedBy(places) });
    }
  }
  keepParents(sides, parents, [...parents.keys()], conflicts);
  breakCycles(sides, parents, conflicts);
  return { parents, conflicts };
};

const deletedBy = ({ ours }: PagePlaces) => (ours === undefined ? 'ours' : 'theirs');

const isChanged = (base: Place, survivor: Place): boolean =>
  base.parent !== survivor.parent ||
  (base.ref.hash !== survivor.ref.hash &&
    (base.node?.type !== survivor.node?.type ||
      !sameContent(base.node?.attributes, survivor.node?.attributes)));

const chooseParent = (
  page: string,
  base: Place | undefined,
  ours: Place,
  theirs: Place,
  conflicts: PlacementConflict[],
): string | null => {
  const parent = mergeValue<string | null | undefined>(base?.parent, ours.parent, theirs.parent);
  if (parent !== undefined) return parent.value ?? null;
  conflicts.push({ kind: 'moved', page, base: base?.parent, ours: ours.parent, theirs: theirs.parent });
  return ours.parent;
};

/** Keeps every page above one that stays. */
const keepParents = (
  sides: Sides,
  parents: Map<string, string | null>,
  from: readonly string[],
  conflicts: PlacementConflict[],
): void => {
  for (const id of from) {
    let parent = parents.get(id) ?? null;
    while (parent !== null && !parents.has(parent)) {
      const places = placesOf(sides, parent);
      conflicts.push({ kind: 'parent-deleted', page: parent, by: deletedBy(places) });
      const above: string | null = (places.ours ?? places.theirs)!.parent;
      parents.set(parent, above);
      parent = above;
    }
  }
};

/**
 * Undoes moves of theirs until no page is below itself. Each round takes one such move out of every cycle:
 * there is one, since neither ours nor theirs alone has a cycle.
 */
const breakCycles = (
  sides: Sides,
  parents: Map<string, string | null>,
  conflicts: PlacementConflict[],
): void => {
  for (let cycles = cyclesIn(parents); cycles.length > 0; cycles = cyclesIn(parents)) {
    for (const pages of cycles) {
      const page = pages.find((id) => {
        const ours = sides.ours.places.get(id);
        return ours !== undefined && ours.parent !== parents.get(id);
      })!;
      const { ours, theirs } = placesOf(sides, page);
      parents.set(page, ours!.parent);
      conflicts.push({ kind: 'cycle', page, pages, ours: ours!.parent, theirs: theirs?.parent ?? null });
      keepParents(sides, parents, [page], conflicts);
    }
  }
};

const cyclesIn = (parents: Parents): string[][] => {
  const cycles: string[][] = [];
  const rounds = new Map<string, string>();
  for (const start of parents.keys()) {
    const path: string[] = [];
    let id: string | null = start;
    while (id !== null && !rounds.has(id)) {
      rounds.set(id, start);
      path.push(id);
      id = parents.get(id) ?? null;
    }
    if (id !== null && rounds.get(id) === start) cycles.push(path.slice(path.indexOf(id)).sort());
  }
  return cycles;
};
