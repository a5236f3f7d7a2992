import { type Alignment, insertionsOf } from '../diff/align.ts';
import type { ComparisonCache } from '../diff/comparison.ts';
import { type Block, isBlock } from '../document.ts';
import { BLOCKS } from '../node-types.ts';
import { type EditedTexts, editedTexts, isSameText } from './same-texts.ts';

/** An alignment in which blocks that were split, joined or moved into each other have no counterpart: only all of them together. */
export interface ReshapedAlignment extends Alignment {
  /** For each of these blocks, the indexes of the blocks that have its text now. */
  readonly reshaped: ReadonlyMap<number, readonly number[]>;
  /** Those of them that the other side changed as well. */
  readonly contested: ReadonlySet<number>;
  /** Blocks that are now inside of another one, and that the other side left as they were. */
  readonly elsewhere: ReadonlySet<number>;
}

/** An alignment without such blocks. */
export const notReshaped = (alignment: Alignment): ReshapedAlignment => ({
  ...alignment,
  reshaped: new Map(),
  contested: new Set(),
  elsewhere: new Set(),
});

/** A side of a merge, compared with the base. */
export interface AlignedSide {
  readonly blocks: readonly Block[];
  readonly alignment: Alignment;
}

/** What the other side changed. */
interface OtherChanges {
  /** Whether it also changed the text of a block, or its place. */
  readonly changesText: (at: number, text: Block) => boolean;
  /** Whether it has another version of a block, another place or several blocks for it. */
  readonly changesBlock: (at: number) => boolean;
  /** Whether it deleted a block, or has it in a conflict. */
  readonly deletes: (at: number) => boolean;
}

type Words = ReadonlyMap<string, number>;

/** A text that a block lost, with the words that are no longer in the block. */
interface Lost {
  readonly at: number;
  readonly text: Block;
  readonly words: Words;
  readonly isContested: boolean;
}

// More frequent words do not show where a text went, and would be compared with every block.
const MAX_OCCURRENCES = 20;
const WHOLE = new Set(['code', 'table', 'conflict']);

/** The blocks inside of a block that have text of their own, or the block itself. */
export const textBlocksOf = (block: Block): readonly Block[] => {
  if (WHOLE.has(block.type)) return [block];
  const inner = [block, ...(block.fragments ?? [])].flatMap(({ nodes = [] }) => nodes.filter(isBlock));
  return inner.length === 0 ? [block] : inner.flatMap(textBlocksOf);
};

/**
 * Finds blocks with a text that is now in another block, by at least half of the words of either: one that was split, joined, or
 * moved into or out of a hint or a list. Texts inside of such blocks matter only if the other side changed them as well, or if
 * their block is known to be in a conflict.
 */
export const findReshaped = (
  cache: ComparisonCache,
  first: readonly Block[],
  { blocks: second, alignment }: AlignedSide,
  other: OtherChanges,
  known: ReshapedAlignment,
): ReshapedAlignment => {
  const { counterparts, moves } = alignment;
  const targets = targetsOf(alignment);
  const origins = new Map<number | undefined, number>(targets.map((target, at) => [target, at]));
  const inContestedGaps = newInContestedGaps(known, other);
  const isSame = (i: number, j: number) => cache.numberOf(first[i]!) === cache.numberOf(second[j]!);
  const editedAt = new Map<number, EditedTexts>();
  const inPlace = (at: number | undefined, text: Block): number => {
    const j = at === undefined ? undefined : targets[at];
    if (at === undefined || j === undefined) return 0;
    const known = editedAt.get(at);
    const [was, is] = [first[at]!, second[j]!];
    const edited = known ?? editedTexts(cache, differing(cache, was, is), differing(cache, is, was));
    if (known === undefined) editedAt.set(at, edited);
    return edited.get(text) ?? 0;
  };
  const lost = targets.flatMap((j, at): Lost[] => {
    if (j !== undefined && isSame(at, j)) return [];
    const now = j === undefined ? [] : differing(cache, second[j]!, first[at]);
    const texts = differing(cache, first[at]!, second[j ?? -1]);
    const contestedTexts = new Set(texts.filter((text) => other.changesText(at, text)));
    // A block that is in a conflict as a whole has the texts that were moved out of it as well.
    const isWhole =
      other.deletes(at) ||
      known.contested.has(at) ||
      (contestedTexts.size > 0 && BLOCKS[first[at]!.type].holds !== 'blocks');
    return texts.map((text) => ({
      at,
      text,
      words: withoutWords(cache, text, now),
      isContested: isWhole || contestedTexts.has(text),
    }));
  });
  if (lost.length === 0) return notReshaped(alignment);

  const places = byWord(lost, ({ words }) => words);
  const wholes = wholeTexts(cache, lost);
  const reshaped = new Map<number, Set<number>>();
  const contested = new Set<number>();
  const elsewhere = new Set<number>();
  const relate = (at: number, part: number) => {
    const parts = reshaped.get(at) ?? new Set();
    reshaped.set(at, parts.add(part));
    if (targets[at] !== undefined) parts.add(targets[at]);
  };
  for (const [j, block] of second.entries()) {
    const origin = origins.get(j);
    if (origin !== undefined && isSame(origin, j)) continue;
    const before = origin === undefined ? [] : differing(cache, first[origin]!, block);
    const changed = origin === undefined || first[origin]!.type === block.type ? before : [first[origin]!];
    const isContested =
      inContestedGaps.has(j) ||
      (origin !== undefined &&
        (other.deletes(origin) ||
          known.contested.has(origin) ||
          changed.some((text) => other.changesText(origin, text))));
    const found = new Map<Lost, number>();
    const related = new Set<Lost>();
    for (const text of differing(cache, block, first[origin ?? -1])) {
      for (const [one, count] of sharedWords(cache, places, withoutWords(cache, text, before))) {
        if (one.at === origin) continue;
        found.set(one, (found.get(one) ?? 0) + count);
        if (count * 2 >= sizeOf(cache, text)) related.add(one);
      }
      // Without the words of its neighbors, little may be left of a text that is in another block now.
      for (const one of candidatesOf(cache, wholes, text)) {
        const matters = isContested || one.isContested || one.text === first[one.at];
        if (!matters || one.at === origin) continue;
        const similarity = () => Math.max(inPlace(one.at, one.text), inPlace(origin, text));
        if (isSameText(cache, one.text, text, similarity)) related.add(one);
      }
    }
    for (const [one, count] of found) if (count * 2 >= sizeOf(cache, one.text)) related.add(one);
    // A block is in a conflict as a whole, with all that was moved into it.
    const isBoth = isContested || [...related].some((one) => one.isContested);
    for (const one of related) {
      const isWhole = one.text === first[one.at];
      if (isBoth || (isWhole && textBlocksOf(block)[0] === block)) {
        relate(one.at, j);
        if (origin !== undefined) relate(origin, j);
      } else if (isWhole) elsewhere.add(one.at);
      if (isBoth) for (const both of origin === undefined ? [one.at] : [one.at, origin]) contested.add(both);
    }
  }
  if (reshaped.size === 0) return { ...notReshaped(alignment), elsewhere };
  const left = counterparts.map((counterpart, at) => (reshaped.has(at) ? -1 : counterpart));
  return {
    counterparts: left,
    insertions: insertionsOf(left, second.length),
    moves: new Map([...moves].filter(([at]) => !reshaped.has(at))),
    reshaped: new Map(Array.from(reshaped, ([at, parts]) => [at, [...parts]])),
    contested,
    elsewhere,
  };
};

/** The blocks in gaps with a block that the other side changed as well: a conflict has all new blocks of its gaps. */
const newInContestedGaps = (
  { counterparts, insertions, moves, reshaped, contested }: ReshapedAlignment,
  other: OtherChanges,
): ReadonlySet<number> => {
  const parts = new Set([...contested].flatMap((at) => reshaped.get(at) ?? []));
  const found = new Set<number>();
  for (const [place, indexes] of insertions) {
    let isContested = indexes.some((index) => parts.has(index));
    for (let at = place; counterparts[at]! < 0 && !isContested; at++)
      isContested = !moves.has(at) && (contested.has(at) || other.changesBlock(at));
    if (isContested) for (const index of indexes) found.add(index);
  }
  return found;
};

/** The index of each block's counterpart, in its place or moved. */
const targetsOf = ({ counterparts, moves }: Alignment): (number | undefined)[] =>
  counterparts.map((counterpart, at) => (counterpart < 0 ? moves.get(at) : counterpart));

/** The changes of a side as far as they concern those of the other one. */
export const changesFor = (
  cache: ComparisonCache,
  base: readonly Block[],
  { blocks: side, alignment }: AlignedSide,
  other: AlignedSide,
  reshaped: ReshapedAlignment['reshaped'],
): OtherChanges => {
  const [targets, others] = [targetsOf(alignment), targetsOf(other.alignment)];
  const known = new Map<number, ReadonlySet<number> | undefined>();
  // The texts that are in their order.
  const textsAt = (at: number): ReadonlySet<number> | undefined => {
    if (known.has(at)) return known.get(at);
    const [was, is] = [base[at]!, side[targets[at]!]!].map((block) =>
      textBlocksOf(block).map(cache.numberOf),
    );
    const [before, after] = [new Set(was), new Set(is)];
    const common = is!.filter((text) => before.has(text));
    const isInOrder = was!.filter((text) => after.has(text)).every((text, index) => text === common[index]);
    known.set(at, isInOrder ? after : undefined);
    return known.get(at);
  };
  return {
    changesBlock: (at) =>
      reshaped.has(at) ||
      alignment.moves.has(at) ||
      (targets[at] !== undefined && cache.numberOf(side[targets[at]]!) !== cache.numberOf(base[at]!)),
    deletes: (at) => targets[at] === undefined || reshaped.has(at),
    changesText: (at, text) => {
      const now = side[targets[at] ?? -1];
      if (now === undefined) return true;
      const isSame = cache.numberOf(now) === cache.numberOf(base[at]!);
      // A block that the other side removed or turned into another is as a whole in conflict with any change.
      if (other.blocks[others[at] ?? -1]?.type !== base[at]!.type) return !isSame || alignment.moves.has(at);
      return !isSame && (now.type !== base[at]!.type || !textsAt(at)?.has(cache.numberOf(text)));
    },
  };
};

/** The texts of a block that another block does not have. */
const differing = (cache: ComparisonCache, block: Block, other: Block | undefined): readonly Block[] => {
  const texts = textBlocksOf(block);
  cache.effort.steps += texts.length;
  if (other === undefined) return texts;
  const known = new Set(textBlocksOf(other).map(cache.numberOf));
  return texts.filter((text) => !known.has(cache.numberOf(text)));
};

const withoutWords = (cache: ComparisonCache, block: Block, others: readonly Block[]): Words => {
  const words = cache.wordsOf(block);
  if (others.length === 0) return words;
  cache.effort.steps += words.size * others.length;
  const known = others.map(cache.wordsOf);
  const left = new Map<string, number>();
  for (const [word, count] of words) {
    let rest = count;
    for (const counts of known) rest -= counts.get(word) ?? 0;
    if (rest > 0) left.set(word, rest);
  }
  return left;
};

/** Lost texts by their content and by their words. */
interface WholeTexts {
  readonly byNumber: ReadonlyMap<number, readonly Lost[]>;
  readonly byWord: ReadonlyMap<string, readonly Lost[]>;
}

const wholeTexts = (cache: ComparisonCache, lost: readonly Lost[]): WholeTexts => {
  const byNumber = new Map<number, Lost[]>();
  for (const one of lost) {
    if (cache.wordsOf(one.text).size === 0) continue;
    const number = cache.numberOf(one.text);
    byNumber.set(number, [...(byNumber.get(number) ?? []), one].slice(0, MAX_OCCURRENCES));
  }
  return { byNumber, byWord: byWord(lost, ({ text }) => cache.wordsOf(text)) };
};

const byWord = (lost: readonly Lost[], wordsOf: (one: Lost) => Words): Map<string, Lost[]> => {
  const places = new Map<string, Lost[]>();
  for (const one of lost) {
    for (const word of wordsOf(one).keys()) {
      const known = places.get(word);
      if (known === undefined) places.set(word, [one]);
      else known.push(one);
    }
  }
  return places;
};

/** The number of words that each lost text has in common with gained words. */
const sharedWords = (
  cache: ComparisonCache,
  places: ReadonlyMap<string, readonly Lost[]>,
  gained: Words,
): Map<Lost, number> => {
  const shared = new Map<Lost, number>();
  for (const [word, count] of gained) {
    const texts = places.get(word) ?? [];
    cache.effort.steps += 1;
    if (texts.length > MAX_OCCURRENCES) continue;
    cache.effort.steps += texts.length;
    for (const one of texts) shared.set(one, (shared.get(one) ?? 0) + Math.min(count, one.words.get(word)!));
  }
  return shared;
};

/** The lost texts that may be a text: equal ones, and those with at least half of its rarer words. */
const candidatesOf = (
  cache: ComparisonCache,
  { byNumber, byWord }: WholeTexts,
  text: Block,
): ReadonlySet<Lost> => {
  const found = new Set(byNumber.get(cache.numberOf(text)));
  const counts = new Map<Lost, number>();
  let rarer = 0;
  for (const word of cache.wordsOf(text).keys()) {
    const texts = byWord.get(word) ?? [];
    cache.effort.steps += 1;
    if (texts.length > MAX_OCCURRENCES) continue;
    rarer++;
    cache.effort.steps += texts.length;
    for (const one of texts) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  for (const [one, count] of counts) if (count * 2 >= rarer) found.add(one);
  return found;
};

const sizeOf = (cache: ComparisonCache, block: Block): number => {
  let size = 0;
  for (const count of cache.wordsOf(block).values()) size += count;
  return size;
};
