import { reordered } from './diff.ts';

/**
 * The order of a list that two sides changed: ours, with theirs' new and moved members after the ones that
 * they follow in theirs. Where both put something into the same place, ours comes first.
 */
export const mergeOrder = (
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  members: ReadonlySet<string>,
): string[] => {
  const known = new Set(base);
  const movedByUs = new Set(reordered(base, ours));
  const movedByThem = new Set(reordered(base, theirs).filter((id) => !movedByUs.has(id)));
  const mine = ours.filter((id) => members.has(id) && !movedByThem.has(id));
  const placedByUs = new Set(mine.filter((id) => movedByUs.has(id) || !known.has(id)));
  const placed = new Set(mine);
  const following = new Map<string | null, string>();
  let last: string | null = null;
  for (const id of mine) {
    following.set(last, id);
    last = id;
  }
  last = null;
  for (const id of theirs) {
    if (!members.has(id)) continue;
    if (!placed.has(id)) {
      insertAfter(following, last, id, placedByUs);
      placed.add(id);
    }
    // What we moved away does not take along what they put after it.
    if (!movedByUs.has(id)) last = id;
  }
  const order: string[] = [];
  for (let id = following.get(null); id !== undefined; id = following.get(id)) order.push(id);
  return order;
};

const insertAfter = (
  following: Map<string | null, string>,
  after: string | null,
  id: string,
  placedByUs: ReadonlySet<string>,
): void => {
  let previous = after;
  for (
    let next = following.get(previous);
    next !== undefined && placedByUs.has(next);
    next = following.get(next)
  ) {
    previous = next;
  }
  const next = following.get(previous);
  following.set(previous, id);
  if (next !== undefined) following.set(id, next);
};
