import {
  type Block,
  type compareTextWithBlocks,
  type Document,
  type Fragment,
  matchSequences,
  type Node,
  plainText,
} from '@lectern/document';
import type { CommentRow } from './comments.store.ts';

/** The stored block of a comment with its neighbours, nearest first. */
export type BlockAnchor = Pick<
  CommentRow,
  'blocks_before' | 'blocks_after' | 'equal_blocks' | 'block_position' | 'block_text'
> & {
  readonly node_id: string;
};

/** The blocks of a page in reading order: their keys, a number for each distinct content, and equal blocks. */
export interface Outline {
  readonly keys: readonly string[];
  readonly contents: readonly number[];
  readonly alike: ReadonlyMap<string, { readonly content: number; readonly places: readonly number[] }>;
}

/** The current index of a block, or the position where it was deleted. */
export type Found =
  | { readonly at: number }
  | { readonly place: { readonly after?: string; readonly index: number } };

const REMEMBERED_BLOCKS = 64;
const REACH = 5_000;
const REMEMBERED_CHARACTERS = 2_000;
// Less is another block.
const MIN_SIMILARITY = 0.5;
const MAX_COMPARED = 100;

/** The blocks of a document that have a key, in reading order. */
export const blocksOf = (document: Document): Block[] => {
  const found: Block[] = [];
  const visit = (node: Node | Fragment): void => {
    if (node.object === 'text') return;
    if (node.object === 'block' && node.key !== undefined) found.push(node);
    for (const child of node.nodes ?? []) visit(child);
    for (const part of (node as Block).fragments ?? []) visit(part);
  };
  for (const block of document.nodes) visit(block);
  return found;
};

// Of equal blocks, the second and all after it have their number at the end of their key.
const contentOf = (key: string): string => key.split('-', 1)[0]!;

/** Whether two keys are of blocks with the same content. */
export const isSameContent = (a: string, b: string): boolean => contentOf(a) === contentOf(b);

/** The outline of a page by the keys of its blocks. */
export const outlineOf = (keys: readonly string[]): Outline => {
  const alike = new Map<string, { content: number; places: number[] }>();
  const contents = keys.map((key, at) => {
    const known = alike.get(contentOf(key)) ?? { content: alike.size, places: [] };
    alike.set(contentOf(key), known);
    known.places.push(at);
    return known.content;
  });
  return { keys, contents, alike };
};

const textOf = (block: Block): string =>
  plainText({ object: 'document', data: {}, nodes: [block] })
    .slice(0, REMEMBERED_CHARACTERS)
    .toWellFormed();

/** The anchor of a block, by which it is found again among equal blocks and after edits. */
export const anchorOf = ({ keys, alike }: Outline, blocks: readonly Block[], at: number): BlockAnchor => ({
  node_id: keys[at]!,
  blocks_before: keys.slice(Math.max(0, at - REMEMBERED_BLOCKS), at).reverse(),
  blocks_after: keys.slice(at + 1, at + 1 + REMEMBERED_BLOCKS),
  equal_blocks: alike.get(contentOf(keys[at]!))!.places.length,
  block_position: at,
  block_text: textOf(blocks[at]!),
});

// The content number of blocks that the page does not have.
const ABSENT = -1;

/** The blocks of an anchor as content numbers of a page, and how many come before the anchored block. */
const numbered = (anchor: BlockAnchor, { alike }: Outline) => ({
  before: anchor.blocks_before.length,
  contents: [...anchor.blocks_before]
    .reverse()
    .concat(anchor.node_id, anchor.blocks_after)
    .map((key) => alike.get(contentOf(key))?.content ?? ABSENT),
});

type NumberedAnchor = ReturnType<typeof numbered>;

/** The number of unchanged neighbours of a block, up to the first changed one on each side. */
const untouchedAround = ({ before, contents }: NumberedAnchor, at: number, outline: Outline): number => {
  const isSame = (step: number) => contents[before + step] === outline.contents[at + step];
  let [from, to] = [0, 0];
  while (before + from > 0 && isSame(from - 1)) from--;
  while (before + to + 1 < contents.length && isSame(to + 1)) to++;
  return to - from;
};

const reversed = (numbers: readonly number[]): number[] => [...numbers].reverse();

/** Matches the blocks of an anchor with those of a page, by content and order. */
const matchForward = ({ before, contents }: NumberedAnchor, page: readonly number[]): [number, number][] => {
  // The anchor is an excerpt: its ends are not those of the page.
  const part = [ABSENT, ...contents, ABSENT];
  return matchSequences(part, page).map(([then, now]) => [then - before - 1, now]);
};

/** The same from the end, which decides differently among equal blocks. */
const matchBackward = ({ before, contents }: NumberedAnchor, page: readonly number[]): [number, number][] => {
  const turned = { before: contents.length - 1 - before, contents: reversed(contents) };
  return matchForward(turned, reversed(page)).map(([then, now]) => [-then, page.length - 1 - now]);
};

/** Matches near an anchor in both directions; searching further costs more than it helps. */
const matchBothWays = (anchor: BlockAnchor, then: NumberedAnchor, { contents }: Outline) => {
  const from = Math.max(0, anchor.block_position - REACH);
  const near = contents.slice(from, anchor.block_position + REACH);
  return [matchForward, matchBackward].map(
    (way) => new Map(way(then, near).map(([step, at]) => [step, from + at])),
  ) as [Map<number, number>, Map<number, number>];
};

const placeOf = (anchor: BlockAnchor, { keys }: Outline, matched: ReadonlyMap<number, number>) => {
  for (let back = -1; back >= -anchor.blocks_before.length; back--) {
    const at = matched.get(back);
    if (at !== undefined) return { after: keys[at]!, index: at + 1 };
  }
  for (let on = 1; on <= anchor.blocks_after.length; on++) {
    const at = matched.get(on);
    if (at !== undefined) return { index: at };
  }
  return { index: Math.min(anchor.block_position, keys.length) };
};

/** The index of an edited block: between its former neighbours, if their distance is unchanged. */
const changedAt = (
  anchor: BlockAnchor,
  then: NumberedAnchor,
  { keys, contents }: Outline,
  matched: ReadonlyMap<number, number>,
): number | undefined => {
  const nearest = (steps: number, sign: 1 | -1): readonly [number, number] | undefined => {
    for (let step = 1; step <= steps; step++) {
      const at = matched.get(step * sign);
      if (at !== undefined) return [step, at];
    }
    // The anchor reaches to the end of the page.
    return steps < REMEMBERED_BLOCKS ? [steps + 1, sign < 0 ? -1 : keys.length] : undefined;
  };
  const before = nearest(anchor.blocks_before.length, -1);
  const after = nearest(anchor.blocks_after.length, 1);
  if (!before || !after || after[1] - before[1] !== before[0] + after[0]) return undefined;
  // If no neighbour is left, the page was replaced, unless it had only this block.
  if (matched.size === 0 && then.contents.length > 1) return undefined;
  const at = before[1] + before[0];
  return then.contents.includes(contents[at]!) ? undefined : at;
};

/** The index of a block that was edited together with its neighbors: the new block near its place with the most similar words. */
export const findByWords = (
  anchor: BlockAnchor,
  outline: Outline,
  blocks: readonly Block[],
  place: number,
  compare: ReturnType<typeof compareTextWithBlocks>,
): number | undefined => {
  const known = new Set(numbered(anchor, outline).contents);
  const similarityTo = compare(anchor.block_text);
  const [best] = blocks
    .flatMap((block, at) =>
      known.has(outline.contents[at]!) ? [] : { block, at, away: Math.abs(at - place) },
    )
    .sort((a, b) => a.away - b.away)
    .slice(0, MAX_COMPARED)
    .map(({ block, at }) => ({ at, similarity: similarityTo(block) }))
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity);
  return best?.at;
};

const nearestTo = (position: number, places: readonly number[]): number =>
  places.reduce((best, place) => (Math.abs(place - position) < Math.abs(best - position) ? place : best));

/** Finds a block again in a page that may have changed since. */
export const findBlockAgain = (anchor: BlockAnchor, outline: Outline): Found => {
  const candidates = outline.alike.get(contentOf(anchor.node_id))?.places ?? [];
  if (anchor.equal_blocks === 1 && candidates.length === 1) return { at: candidates[0]! };
  const then = numbered(anchor, outline);
  const same = candidates.find((at) => outline.keys[at] === anchor.node_id);
  const isWhole = (at: number) => untouchedAround(then, at, outline) === then.contents.length - 1;
  if (same !== undefined && candidates.length === anchor.equal_blocks && isWhole(same)) return { at: same };
  const matches = matchBothWays(anchor, then, outline);
  const [at, other] = matches.map((matched) => matched.get(0));
  if (at !== undefined && at === other) return { at };
  // Among equal blocks, direct neighbours decide.
  const likely = [at, other].flatMap((one) =>
    one === undefined ? [] : { at: one, beside: untouchedAround(then, one, outline) },
  );
  const [best] = likely.filter(({ beside }) => beside > 0).sort((a, b) => b.beside - a.beside);
  if (best) return { at: best.at };
  const matched = matches.find((way) => !way.has(0)) ?? matches[0];
  matched.delete(0);
  // No equal block was deleted: the block was moved to a place that no other one has.
  if (candidates.length >= anchor.equal_blocks) {
    const taken = new Set(matched.values());
    const free = candidates.filter((candidate) => !taken.has(candidate));
    return { at: nearestTo(anchor.block_position, free) };
  }
  const changed = changedAt(anchor, then, outline, matched);
  return changed === undefined ? { place: placeOf(anchor, outline, matched) } : { at: changed };
};
