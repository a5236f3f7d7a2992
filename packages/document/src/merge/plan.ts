import type { ComparisonCache } from '../diff/comparison.ts';
import { matchSequences } from '../diff/sequence.ts';
import type { Block } from '../document.ts';
import { type Contest, findContests, nameOf, type Side } from './contests.ts';
import type { SideChanges, Slot } from './moves.ts';

/** A part of a merged sequence: a new block, the merge of a block of the base, or a conflict over several. */
export type Step =
  | { readonly kind: 'new'; readonly side: Side; readonly gap: number; readonly block: Block }
  | { readonly kind: 'base'; readonly at: number }
  | { readonly kind: 'contest'; readonly contest: Contest };

/**
 * The order of a merged sequence. Every block of the base is in it once: where a side moved it, or else where it was. If both
 * sides moved it, our place applies.
 */
export const planMerge = (
  cache: ComparisonCache,
  base: readonly Block[],
  ours: SideChanges,
  theirs: SideChanges,
): Step[] => {
  const contests = findContests(cache, base, { ours, theirs });
  const contestOf = new Map(
    contests.flatMap((contest) => contest.blocks.map((at) => [at, contest] as const)),
  );
  const filled = new Map(
    contests.flatMap((contest) => contest.gaps.map((gap) => [nameOf(gap), contest] as const)),
  );
  const begun = new Set<Contest>();
  const begin = (contest: Contest): Step[] => {
    if (begun.has(contest)) return [];
    begun.add(contest);
    return [{ kind: 'contest', contest }];
  };
  const stepOf = (side: Side, gap: number, { block, movedFrom }: Slot): Step[] => {
    if (movedFrom === undefined) {
      const contest = filled.get(nameOf({ side, gap }));
      if (contest === undefined) return [{ kind: 'new', side, gap, block }];
      const { place } = contest;
      return 'gap' in place && place.side === side && place.gap === gap ? begin(contest) : [];
    }
    if (side === 'theirs' && ours.moved.has(movedFrom)) return [];
    const contest = contestOf.get(movedFrom);
    if (contest === undefined) return [{ kind: 'base', at: movedFrom }];
    return 'movedFrom' in contest.place && contest.place.movedFrom === movedFrom ? begin(contest) : [];
  };
  const stepsIn = (side: Side, { slots }: SideChanges, gap: number) =>
    (slots.get(gap) ?? []).flatMap((slot) => stepOf(side, gap, slot));

  const steps: Step[] = [];
  for (let at = 0; at <= base.length; at++) {
    const [mine, others] = [stepsIn('ours', ours, at), stepsIn('theirs', theirs, at)];
    // New blocks before a contested part stay before it.
    const isFirst = mine.some(({ kind }) => kind === 'contest');
    const both = isFirst ? [...others, ...mine] : mergeInsertions(cache, mine, others);
    for (const step of both) steps.push(step);
    const isMoved = ours.moved.has(at) || theirs.moved.has(at);
    if (at < base.length && !isMoved && !contestOf.has(at)) steps.push({ kind: 'base', at });
  }
  return steps;
};

/** The new blocks of both sides at one position: ours, then theirs, without duplicates. */
const mergeInsertions = (cache: ComparisonCache, ours: readonly Step[], theirs: readonly Step[]): Step[] => {
  if (ours.length === 0 || theirs.length === 0) return [...ours, ...theirs];
  // Only new blocks can be on both sides.
  const numberOf = (step: Step, position: number) =>
    step.kind === 'new' ? cache.numberOf(step.block) : -1 - position;
  const common = matchSequences(
    ours.map(numberOf),
    theirs.map((step, position) => numberOf(step, ours.length + position)),
    cache.effort,
  );
  const merged: (readonly Step[])[] = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...common, [ours.length, theirs.length] as const]) {
    merged.push(ours.slice(i, a), theirs.slice(j, b), ours.slice(a, a + 1));
    i = a + 1;
    j = b + 1;
  }
  return merged.flat();
};
