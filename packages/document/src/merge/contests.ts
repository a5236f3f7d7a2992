import type { ComparisonCache } from '../diff/comparison.ts';
import type { Block } from '../document.ts';
import type { SideChanges } from './moves.ts';

/** A side of a merge. */
export type Side = 'ours' | 'theirs';

type Sides = Readonly<Record<Side, SideChanges>>;

/**
 * A part of a sequence that one side replaced by new blocks, while the other side edited, moved or replaced blocks in it. Which
 * new block stands for which old one is unknown, so all of them are one conflict.
 */
export interface Contest {
  /** The blocks of the base in conflict, by index. */
  readonly blocks: readonly number[];
  /** The versions of each side, in the order of the base. */
  readonly ours: readonly Block[];
  readonly theirs: readonly Block[];
  /** Where the conflict is put: at a moved block, or in a gap that a side filled. */
  readonly place: { readonly movedFrom: number } | { readonly side: Side; readonly gap: number };
  /** The gaps whose new blocks are part of the conflict. */
  readonly gaps: readonly Gap[];
}

/** A gap of a side, by the index of the base block after it. */
interface Gap {
  readonly side: Side;
  readonly gap: number;
}

/** Gaps that cannot be told apart. */
interface Group {
  readonly gaps: Gap[];
  isContested: boolean;
}

const SIDES = ['ours', 'theirs'] as const;
const otherOf = (side: Side): Side => (side === 'ours' ? 'theirs' : 'ours');

/** The name of a gap among those of both sides. */
export const nameOf = ({ side, gap }: Gap): string => `${side} ${gap}`;

/** Finds the contested parts of a sequence. */
export const findContests = (cache: ComparisonCache, base: readonly Block[], sides: Sides): Contest[] => {
  const groups = createGroups();
  const isChanged = (side: Side, at: number) => {
    const { versions, moved } = sides[side];
    const version = versions[at];
    return version !== undefined && (moved.has(at) || cache.numberOf(version) !== cache.numberOf(base[at]!));
  };
  const isContested = (replacing: Side, at: number) =>
    sides[replacing].contested.has(at) || isChanged(otherOf(replacing), at);
  const deleted = new Map<string, number[]>();
  for (const at of base.keys()) {
    const replacing = SIDES.filter((side) => isReplaced(sides[side], at));
    const gaps = replacing.map((side): Gap => ({ side, gap: sides[side].gaps[at]! }));
    for (const gap of gaps) {
      const own = deleted.get(nameOf(gap));
      own?.push(at);
      if (own === undefined) deleted.set(nameOf(gap), [at]);
      // New blocks of the other side between the deleted ones.
      else if (sides[otherOf(gap.side)].news.has(at))
        groups.join([gap, { side: otherOf(gap.side), gap: at }]);
      const { side } = gap;
      for (const place of sides[side].reshaped.get(at) ?? [])
        if (place !== gap.gap) groups.join([gap, { side, gap: place }]);
    }
    if (gaps.length === 2 || (gaps.length === 1 && isContested(replacing[0]!, at)))
      groups.join(gaps).isContested = true;
  }
  return groups
    .all()
    .filter(({ isContested }) => isContested)
    .map(({ gaps }) =>
      contestOf(sides, gaps, [...new Set(gaps.flatMap((gap) => deleted.get(nameOf(gap)) ?? []))]),
    );
};

const isReplaced = ({ versions, news, gaps, reshaped, ...side }: SideChanges, at: number): boolean =>
  (side.contested.has(at) || !side.elsewhere.has(at)) &&
  (reshaped.has(at) || (versions[at] === undefined && news.has(gaps[at]!)));

const createGroups = () => {
  const groups = new Map<string, Group>();
  return {
    all: () => [...new Set(groups.values())],
    join: (gaps: readonly Gap[]): Group => {
      const [first, ...others] = new Set(gaps.flatMap((gap) => groups.get(nameOf(gap)) ?? []));
      const group = first ?? { gaps: [], isContested: false };
      const added = [
        ...gaps.filter((gap) => !groups.has(nameOf(gap))),
        ...others.flatMap((other) => other.gaps),
      ];
      group.isContested ||= others.some(({ isContested }) => isContested);
      for (const gap of added) {
        group.gaps.push(gap);
        groups.set(nameOf(gap), group);
      }
      return group;
    },
  };
};

const contestOf = (sides: Sides, allGaps: readonly Gap[], allBlocks: readonly number[]): Contest => {
  const blocks = allBlocks.toSorted((one, other) => one - other);
  const gaps = allGaps.toSorted((one, other) => one.gap - other.gap || (one.side === 'ours' ? -1 : 1));
  const versionsOf = (side: Side): Block[] => {
    const { versions, news } = sides[side];
    const parts = [
      ...gaps
        .filter((gap) => gap.side === side)
        .map(({ gap }) => ({ at: gap - 0.5, part: news.get(gap) ?? [] })),
      ...blocks.map((at) => ({ at, part: [versions[at] ?? []].flat() })),
    ];
    return parts.sort((one, other) => one.at - other.at).flatMap(({ part }) => part);
  };
  // The place of a moved block is newer than the one that it left.
  const isMoved = (at: number) => SIDES.some((side) => sides[side].moved.has(at));
  const filled = gaps.find(({ side, gap }) => sides[side].news.has(gap))!;
  const place = blocks.every(isMoved) ? { movedFrom: blocks[0]! } : filled;
  return { blocks, ours: versionsOf('ours'), theirs: versionsOf('theirs'), place, gaps };
};
