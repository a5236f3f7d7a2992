import { type ComparisonCache, sameContent } from '../diff/comparison.ts';
import { rowsToTable, tableToRows } from '../diff/table.ts';
import { rowsOf } from '../diff/table-columns.ts';
import { type Block, type Fragment, isBlock, isInLine, type Node } from '../document.ts';
import type { BlockType } from '../node-types.ts';
import { plainText } from '../text.ts';
import { mergeAttributes, mergeValue } from './attributes.ts';
import { conflictBlock, sideOf } from './conflict.ts';
import type { Contest, Side } from './contests.ts';
import { mergeHunks } from './hunks.ts';
import { mergeLine } from './inline.ts';
import { readSides } from './moves.ts';
import { closeConflicts, conflictsOfSteps, openConflicts, type StepResult } from './open-conflicts.ts';
import { planMerge } from './plan.ts';
import { isEditedText } from './same-texts.ts';
import {
  alignColumns,
  hasLostCells,
  restoresRows,
  type Versions,
  withoutDeletedColumns,
} from './table-columns.ts';
import { joinColumns, splitColumns } from './table-rows.ts';

/** The state of a merge: compared contents, and the base blocks of each conflict. */
export interface Merging {
  readonly cache: ComparisonCache;
  readonly bases: Map<Block, readonly Block[]>;
  /** The side to use where both changed the same line or block; without one, lines are merged by word, and conflicts have both. */
  readonly favored?: Side | undefined;
}

/** The rule by which changes of both sides to a block are merged. */
interface MergeRule {
  /** The kind of content: one side may turn a block into another of the same kind while the other edits it. */
  readonly kind?: 'text' | 'list';
  /** May contain any block, including a conflict; otherwise the surrounding block becomes the conflict. */
  readonly mayHoldConflict?: true;
  /** Its blocks are lines of code. */
  readonly isCode?: true;
  /** Resolved as a whole, never merged into. */
  readonly isWhole?: true;
  /** The depth of merging its data: that of a table is merged by column, then by property. */
  readonly dataDepth?: number;
}

const ATOMIC: MergeRule = {};
const TEXT: MergeRule = { kind: 'text' };
const LIST: MergeRule = { kind: 'list' };
const CONTAINER: MergeRule = { mayHoldConflict: true };

const rules = {
  paragraph: TEXT,
  'heading-1': TEXT,
  'heading-2': TEXT,
  'heading-3': TEXT,
  blockquote: CONTAINER,
  divider: ATOMIC,
  math: ATOMIC,
  hint: CONTAINER,
  'list-unordered': LIST,
  'list-ordered': LIST,
  'list-tasks': LIST,
  'list-item': CONTAINER,
  code: { isCode: true },
  'code-line': ATOMIC,
  prompt: ATOMIC,
  images: ATOMIC,
  image: ATOMIC,
  drawing: ATOMIC,
  file: ATOMIC,
  embed: ATOMIC,
  'content-ref': ATOMIC,
  table: { dataDepth: 3 },
  'table-row': ATOMIC,
  expandable: ATOMIC,
  tabs: ATOMIC,
  'tabs-item': CONTAINER,
  stepper: ATOMIC,
  'stepper-step': CONTAINER,
  columns: ATOMIC,
  column: CONTAINER,
  updates: ATOMIC,
  update: CONTAINER,
  if: CONTAINER,
  swagger: ATOMIC,
  'openapi-operation': ATOMIC,
  'openapi-schemas': ATOMIC,
  'openapi-webhook': ATOMIC,
  integration: ATOMIC,
  'reusable-content': ATOMIC,
  conflict: { isWhole: true },
  'conflict-primary': ATOMIC,
  'conflict-changed': ATOMIC,
  html: ATOMIC,
  tag: ATOMIC,
  definition: ATOMIC,
} satisfies Record<BlockType, MergeRule>;

const ruleOf = (type: BlockType): MergeRule => rules[type];

const fragmentRule = (type: string | undefined): MergeRule =>
  type === 'expandable-body' ? CONTAINER : ATOMIC;

const sameKind = (one: BlockType, other: BlockType): boolean =>
  one === other || (ruleOf(one).kind !== undefined && ruleOf(one).kind === ruleOf(other).kind);

/** Merges sequences of blocks; undefined if there is a conflict that is not allowed here. */
export const mergeBlocks = (
  merging: Merging,
  base: readonly Block[],
  ours: readonly Block[],
  theirs: readonly Block[],
  mayConflict: boolean,
): readonly Block[] | undefined => {
  const same = (one: readonly Block[], other: readonly Block[]) => sameSequence(merging.cache, one, other);
  if (same(ours, theirs) || same(base, theirs)) return ours;
  if (same(base, ours)) return theirs;
  const opened = merging.favored
    ? { blocks: theirs, conflicts: new Map() }
    : openConflicts(merging.cache, base, theirs);
  // A wrong guess would leave a version of a block outside of its conflict; a favored side has no conflicts.
  const options = { guess: merging.favored !== undefined };
  const [mine, others] = readSides(merging.cache, base, ours, opened.blocks, options);
  const steps = planMerge(merging.cache, base, mine, others);
  const conflicts = conflictsOfSteps(steps, opened, mine, others);
  const results: StepResult[] = [];
  for (const [index, step] of steps.entries()) {
    const at = step.kind === 'base' ? step.at : -1;
    const isMoved = mine.moved.has(at) || others.moved.has(at);
    const blocks =
      step.kind === 'new'
        ? [step.block]
        : step.kind === 'base'
          ? mergeOne(merging, base[at]!, mine.versions[at], others.versions[at], { isMoved, mayConflict })
          : mergeContest(merging, base, step.contest, mayConflict);
    if (blocks === undefined) return undefined;
    results.push({ blocks, conflict: conflicts[index], inPlace: !isMoved });
  }
  if (opened.conflicts.size === 0) return results.flatMap(({ blocks }) => blocks);
  return closeConflicts(results, (conflict, primary) => {
    const changed = sideOf(conflict, 'changed');
    if (same(primary, sideOf(conflict, 'primary'))) return [conflict];
    return makeConflict(merging, sideOf(conflict, 'primary'), primary, changed);
  });
};

const mergeContest = (
  merging: Merging,
  base: readonly Block[],
  { blocks, ours, theirs }: Contest,
  mayConflict: boolean,
): readonly Block[] | undefined => {
  if (merging.favored) return { ours, theirs }[merging.favored];
  if (sameSequence(merging.cache, ours, theirs)) return ours;
  return mayConflict
    ? makeConflict(
        merging,
        blocks.map((at) => base[at]!),
        ours,
        theirs,
      )
    : undefined;
};

/** A conflict block, unless both sides are equal. */
const makeConflict = (
  merging: Merging,
  base: readonly Block[],
  primary: readonly Block[],
  changed: readonly Block[],
): readonly Block[] => {
  if (sameSequence(merging.cache, primary, changed)) return primary;
  const conflict = conflictBlock(primary, changed);
  merging.bases.set(conflict, base);
  return [conflict];
};

const sameSequence = (cache: ComparisonCache, one: readonly Block[], other: readonly Block[]): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every((block, at) => cache.numberOf(block) === cache.numberOf(other[at]!)));

const mergeOne = (
  merging: Merging,
  base: Block,
  ours: Block | undefined,
  theirs: Block | undefined,
  { isMoved, mayConflict }: { readonly isMoved: boolean; readonly mayConflict: boolean },
): readonly Block[] | undefined => {
  const number = merging.cache.numberOf;
  const [b, o, t] = [number(base), ours && number(ours), theirs && number(theirs)];
  // A move is a change: the deletion on the other side does not pass over it.
  const isDeletedAndMoved = isMoved && (ours === undefined) !== (theirs === undefined);
  if (!isDeletedAndMoved) {
    if (o === t || b === t) return ours ? [ours] : [];
    if (b === o) return theirs ? [theirs] : [];
  }
  const merged = ours && theirs && mergeBlock(merging, base, ours, theirs);
  if (merged !== undefined) return lostAllItems(merged, ours, theirs) ? [] : [merged];
  if (merging.favored) {
    const chosen = { ours, theirs }[merging.favored];
    return chosen ? [chosen] : [];
  }
  if (!mayConflict) return undefined;
  return makeConflict(merging, [base], ours ? [ours] : [], theirs ? [theirs] : []);
};

// Both sides together removed all items of a list.
const lostAllItems = (merged: Block, ...sides: readonly (Block | undefined)[]): boolean =>
  merged.nodes?.length === 0 &&
  !ruleOf(merged.type).mayHoldConflict &&
  sides.every((side) => side?.nodes?.length);

/** Merges the changes of both sides to a block; undefined if something would be lost. */
const mergeBlock = (merging: Merging, base: Block, ours: Block, theirs: Block): Block | undefined => {
  const type = mergeValue(base.type, ours.type, theirs.type)?.value;
  if (type === undefined || ruleOf(base.type).isWhole) return undefined;
  if (!sameKind(base.type, ours.type) || !sameKind(base.type, theirs.type)) return undefined;
  if (type === 'table') return mergeTables(merging, base, ours, theirs);
  const merged = mergeParts(merging, type, base, ours, theirs);
  return merged && ruleOf(type).kind === 'list' && hasNestedOnOneSide(merging, merged) ? undefined : merged;
};

/**
 * Whether an item of a list has a conflict between a nested list and another block: one side nested an item that the other one
 * edited. Neither version fits into the item, so the list is in conflict as a whole.
 */
const hasNestedOnOneSide = ({ bases }: Merging, list: Block): boolean =>
  blocksOf(list)
    .flatMap(blocksOf)
    .some((block) => {
      if (!bases.has(block)) return false;
      const [primary, changed] = [sideOf(block, 'primary'), sideOf(block, 'changed')];
      if (primary.length === 0 || changed.length === 0) return false;
      return primary.some(isList) !== changed.some(isList);
    });

const blocksOf = ({ nodes = [] }: Block): Block[] => nodes.filter(isBlock);

const isList = ({ type }: Block): boolean => ruleOf(type).kind === 'list';

const mergeTables = (merging: Merging, base: Block, ours: Block, theirs: Block): Block | undefined => {
  const [b, o, t] = [tableToRows(base), tableToRows(ours), tableToRows(theirs)];
  const aligned = b && o && t && alignColumns([b, o, t]);
  if (!aligned) return undefined;
  const merged = mergeRows(merging, aligned);
  if (merged === undefined || hasLostCells(merged) || restoresRows(aligned, merged)) return undefined;
  return rowsToTable(withoutDeletedColumns(merged));
};

/** Merges tables whose columns are aligned. Rows are compared by the columns that all versions have. */
const mergeRows = (merging: Merging, versions: Versions): Block | undefined => {
  const split = merging.favored ? undefined : splitColumns(versions);
  if (split === undefined) return mergeParts(merging, 'table', ...versions);
  const [base, ours, theirs] = split.shared;
  const merged = mergeParts(merging, 'table', base, ours, theirs);
  if (merged === undefined) return undefined;
  const rows = [base, ours, theirs].map(rowsOf) as [readonly Block[], readonly Block[], readonly Block[]];
  const sides = readSides(merging.cache, ...rows, { guess: false });
  const nodes = joinColumns(split, sides, rowsOf(merged));
  return nodes && { ...merged, nodes };
};

const mergeParts = (
  merging: Merging,
  type: BlockType,
  base: Block,
  ours: Block,
  theirs: Block,
): Block | undefined => {
  const isVoid = mergeValue(base.isVoid, ours.isVoid, theirs.isVoid);
  const [first, second] = merging.favored === 'theirs' ? [theirs, ours] : [ours, theirs];
  const data = mergeAttributes(base.data ?? {}, first.data ?? {}, second.data ?? {}, ruleOf(type).dataDepth);
  if (isVoid === undefined || (data.conflicts.length > 0 && !merging.favored)) return undefined;
  const nodes = mergeNodes(merging, ruleOf(type), base.nodes, ours.nodes, theirs.nodes);
  const fragments = nodes && mergeFragments(merging, base.fragments, ours.fragments, theirs.fragments);
  if (nodes === undefined || fragments === undefined) return undefined;
  const hasData = ours.data !== undefined || theirs.data !== undefined;
  return {
    ...ours,
    type,
    ...(isVoid.value !== undefined && { isVoid: isVoid.value }),
    ...(hasData && { data: data.attributes }),
    ...((ours.nodes ?? theirs.nodes) && { nodes }),
    ...((ours.fragments ?? theirs.fragments) && { fragments }),
  };
};

const mergeNodes = (
  merging: Merging,
  rule: MergeRule,
  base: readonly Node[] = [],
  ours: readonly Node[] = [],
  theirs: readonly Node[] = [],
): readonly Node[] | undefined => {
  const whole = mergeValue(base, ours, theirs);
  if (whole !== undefined) return whole.value;
  if (base.every(isBlock) && ours.every(isBlock) && theirs.every(isBlock)) {
    if (rule.isCode) return mergeLines(merging, base, ours, theirs);
    return mergeBlocks(merging, base, ours, theirs, rule.mayHoldConflict === true);
  }
  if (base.every(isInLine) && ours.every(isInLine) && theirs.every(isInLine)) {
    return merging.favored ? { ours, theirs }[merging.favored] : mergeLine(merging.cache, base, ours, theirs);
  }
  return undefined;
};

/** Merges lines of code if an unchanged line separates the edits: their order matters. */
const mergeLines = (
  { cache }: Merging,
  base: readonly Block[],
  ours: readonly Block[],
  theirs: readonly Block[],
): Block[] | undefined => {
  const sides = { base, ours, theirs };
  const taken = mergeHunks(
    base.map(cache.numberOf),
    ours.map(cache.numberOf),
    theirs.map(cache.numberOf),
    {
      separates: (position) => cache.wordsOf(base[position]!).size > 0,
      minGap: 0,
      minUnchangedRatio: 0,
      isEdited: (position, side, index) => isEditedText(cache, base[position]!, sides[side][index]!),
    },
    cache.effort,
  );
  return taken?.map(([side, position]) => sides[side][position]!);
};

const nameOf = ({ fragment, type }: Fragment): string => fragment ?? type ?? '';

const mergeFragments = (
  merging: Merging,
  base: readonly Fragment[] = [],
  ours: readonly Fragment[] = [],
  theirs: readonly Fragment[] = [],
): readonly Fragment[] | undefined => {
  const whole = mergeValue(base, ours, theirs);
  if (whole !== undefined) return whole.value;
  const [b, o, t] = [base, ours, theirs].map(
    (side) => new Map(side.map((fragment) => [nameOf(fragment), fragment])),
  ) as [Map<string, Fragment>, Map<string, Fragment>, Map<string, Fragment>];
  // Fragments with equal names cannot be matched.
  if (b.size < base.length || o.size < ours.length || t.size < theirs.length) return undefined;
  const merged: Fragment[] = [];
  for (const name of new Set([...o.keys(), ...t.keys()])) {
    const one = mergeFragment(merging, b.get(name), o.get(name), t.get(name));
    if (one === undefined) return undefined;
    if (one.value !== undefined) merged.push(one.value);
  }
  return merged;
};

/** The one of two parts that has content; undefined if both have. */
const onlyFilled = (one: Fragment, other: Fragment): { readonly value: Fragment } | undefined => {
  const isEmpty = ({ nodes }: Fragment) =>
    plainText({ object: 'document', data: {}, nodes: nodes.filter(isBlock) }).trim() === '';
  if (isEmpty(one)) return { value: other };
  return isEmpty(other) ? { value: one } : undefined;
};

const mergeFragment = (
  merging: Merging,
  base: Fragment | undefined,
  ours: Fragment | undefined,
  theirs: Fragment | undefined,
): { readonly value: Fragment | undefined } | undefined => {
  const whole = mergeValue(base, ours, theirs);
  if (whole !== undefined || ours === undefined || theirs === undefined) return whole;
  // A part that both sides added is one of them, not both together.
  if (base === undefined) return onlyFilled(ours, theirs);
  const type = mergeValue(base.type, ours.type, theirs.type);
  if (type === undefined || !sameContent(ours.fragment, theirs.fragment)) return undefined;
  const nodes = mergeNodes(merging, fragmentRule(type.value), base.nodes, ours.nodes, theirs.nodes);
  return nodes && { value: { ...ours, ...(type.value !== undefined && { type: type.value }), nodes } };
};
