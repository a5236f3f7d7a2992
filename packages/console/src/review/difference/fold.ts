/** Consecutive items that are shown, or folded because nothing changed in them. */
export interface Stretch {
  readonly isFolded: boolean;
  readonly from: number;
  /** The index after the last item. */
  readonly to: number;
}

const MIN_FOLDED = 3;

/** Folds long stretches of unchanged items, except for some around each change. */
export const foldUnchanged = (changed: readonly boolean[], around: number): Stretch[] => {
  const shown = new Array<boolean>(changed.length).fill(false);
  for (const [at, isChanged] of changed.entries()) {
    if (!isChanged) continue;
    for (let i = Math.max(0, at - around); i <= Math.min(changed.length - 1, at + around); i++)
      shown[i] = true;
  }
  const stretches: Stretch[] = [];
  for (let from = 0; from < shown.length; ) {
    let to = from;
    while (to < shown.length && shown[to] === shown[from]) to++;
    const isFolded = !shown[from] && to - from >= MIN_FOLDED;
    const last = stretches.at(-1);
    // A stretch too short to fold belongs to what is around it.
    if (!isFolded && last && !last.isFolded) stretches[stretches.length - 1] = { ...last, to };
    else stretches.push({ isFolded, from, to });
    from = to;
  }
  return stretches;
};

/** The stretches from the start, with so many items that are shown. */
export const firstStretches = (stretches: readonly Stretch[], count: number): readonly Stretch[] => {
  const first: Stretch[] = [];
  let left = count;
  for (const stretch of stretches) {
    if (left === 0) break;
    const { isFolded, from, to } = stretch;
    const taken = isFolded ? 0 : Math.min(left, to - from);
    first.push(isFolded ? stretch : { ...stretch, to: from + taken });
    left -= taken;
  }
  return first;
};
