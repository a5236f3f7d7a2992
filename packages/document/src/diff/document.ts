import {
  type Block,
  type Document,
  type Fragment,
  type Inline,
  isBlock,
  isInLine,
  type Text,
} from '../document.ts';
import { alignBlocks } from './align.ts';
import { type AttributeChange, diffAttributes } from './attributes.ts';
import { type ComparisonCache, createComparisonCache, type NameContent } from './comparison.ts';
import { type Effort, matchSequences } from './sequence.ts';
import { tableToRows } from './table.ts';
import { alignVersions, sharedCells, type TableVersions } from './table-columns.ts';
import { lineOf, type Token, tokenNumbers, tokensOf } from './tokens.ts';

/** An unchanged, added or removed part of a line. */
export interface LineDiff {
  readonly kind: 'same' | 'added' | 'removed';
  readonly nodes: readonly (Inline | Text)[];
}

/** An unchanged, added, removed or changed block, with the changes inside of it. */
export type BlockDiff =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly block: Block }
  | {
      readonly kind: 'changed';
      readonly before: Block;
      readonly after: Block;
      /** Changes of its type and data. */
      readonly attributes: Readonly<Record<string, AttributeChange>>;
      /** Both versions of a table in rows, with the same ids for the columns that both have. */
      readonly versions?: TableVersions;
      /** Its blocks, if they differ; those of a table are its rows. */
      readonly blocks?: readonly BlockDiff[];
      /** Its text, if it differs. */
      readonly line?: readonly LineDiff[];
      /** Its fragments that differ, by name. */
      readonly fragments?: Readonly<Record<string, readonly BlockDiff[]>>;
    };

/** The differences of two documents, block by block in reading order. */
export const diffDocuments = (
  before: Document,
  after: Document,
  effort?: Effort,
  nameContent?: NameContent,
): BlockDiff[] => diffBlocks(createComparisonCache(effort, nameContent), before.nodes, after.nodes);

const diffBlocks = (
  cache: ComparisonCache,
  before: readonly Block[],
  after: readonly Block[],
  /** The blocks with nothing but the parts that tell which ones belong together. */
  [first, second]: readonly [readonly Block[], readonly Block[]] = [before, after],
): BlockDiff[] => {
  const { counterparts, insertions } = alignBlocks(cache, first, second, { guess: true });
  const diffs: BlockDiff[] = [];
  for (let at = 0; at <= before.length; at++) {
    for (const added of insertions.get(at) ?? []) diffs.push({ kind: 'added', block: after[added]! });
    const was = before[at];
    if (was === undefined) break;
    const is = after[counterparts[at]!];
    if (is === undefined) diffs.push({ kind: 'removed', block: was });
    else if (cache.numberOf(was) === cache.numberOf(is)) diffs.push({ kind: 'same', block: is });
    else diffs.push(diffBlock(cache, was, is));
  }
  return diffs;
};

const diffBlock = (cache: ComparisonCache, before: Block, after: Block): BlockDiff => {
  const [was, is] =
    before.type === 'table' && after.type === 'table' ? [tableToRows(before), tableToRows(after)] : [];
  if (!was || !is) return { kind: 'changed', before, after, ...diffInside(cache, before, after) };
  const versions = alignVersions({ before: was, after: is });
  return {
    kind: 'changed',
    before,
    after,
    versions,
    ...diffInside(cache, versions.before, versions.after, sharedCells(versions)),
  };
};

const diffInside = (
  cache: ComparisonCache,
  before: Block,
  after: Block,
  alignedBy?: readonly [readonly Block[], readonly Block[]],
) => {
  const [was, is] = [before.nodes ?? [], after.nodes ?? []];
  const attributes = diffAttributes(
    { type: before.type, ...before.data },
    { type: after.type, ...after.data },
  );
  const fragments = diffFragments(cache, before.fragments ?? [], after.fragments ?? []);
  const inside =
    was.every(isBlock) && is.every(isBlock)
      ? was.length + is.length > 0 && { blocks: diffBlocks(cache, was, is, alignedBy) }
      : was.every(isInLine) && is.every(isInLine) && { line: diffLine(cache, was, is) };
  return {
    attributes,
    ...inside,
    ...(Object.keys(fragments).length > 0 && { fragments }),
  };
};

const diffFragments = (cache: ComparisonCache, before: readonly Fragment[], after: readonly Fragment[]) => {
  const nameOf = ({ fragment, type }: Fragment) => fragment ?? type ?? '';
  const [was, is] = [before, after].map(
    (side) => new Map(side.map((fragment) => [nameOf(fragment), fragment.nodes.filter(isBlock)])),
  ) as [Map<string, Block[]>, Map<string, Block[]>];
  const diffs: [string, BlockDiff[]][] = [];
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const diff = diffBlocks(cache, was.get(name) ?? [], is.get(name) ?? []);
    if (diff.some(({ kind }) => kind !== 'same')) diffs.push([name, diff]);
  }
  return Object.fromEntries(diffs);
};

const diffLine = (
  cache: ComparisonCache,
  before: readonly (Inline | Text)[],
  after: readonly (Inline | Text)[],
): LineDiff[] => {
  const [was, is] = [tokensOf(before), tokensOf(after)];
  const matches = matchSequences(tokenNumbers(cache, was), tokenNumbers(cache, is), cache.effort);
  const pieces: { kind: LineDiff['kind']; tokens: Token[] }[] = [];
  const add = (kind: LineDiff['kind'], tokens: readonly Token[]) => {
    if (tokens.length === 0) return;
    const last = pieces.at(-1);
    if (last?.kind !== kind) pieces.push({ kind, tokens: [...tokens] });
    else for (const token of tokens) last.tokens.push(token);
  };
  let [i, j] = [0, 0];
  for (const [a, b] of [...matches, [was.length, is.length] as const]) {
    add('removed', was.slice(i, a));
    add('added', is.slice(j, b));
    add('same', is.slice(b, b + 1));
    i = a + 1;
    j = b + 1;
  }
  return pieces.map(({ kind, tokens }) => ({ kind, nodes: lineOf(tokens) }));
};
