import { type Block, type Document, type Fragment, matchSequences, type Node } from '@lectern/document';
import type { CommentRow } from './comments.store.ts';

/** A block that a comment stands on, and what was around it: nearest first. */
export type Spot = Pick<CommentRow, 'blocks_before' | 'blocks_after' | 'blocks_alike' | 'block_position'> & {
  readonly node_id: string;
};

/** The blocks of a page in reading order: their keys, a number for what each says, and which say the same. */
export interface Outline {
  readonly keys: readonly string[];
  readonly contents: readonly number[];
  readonly alike: ReadonlyMap<string, { readonly content: number; readonly places: readonly number[] }>;
}

/** Where a block is now, or, when it has gone, where it would be. */
export type Found =
  | { readonly at: number }
  | { readonly place: { readonly after?: string; readonly index: number } };

const REMEMBERED_BLOCKS = 64;
const REACH = 5_000;

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

/** What a page is made of, as far as comments on it need to know. */
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

/** What is remembered of a block, so that it is found again among its likes. */
export const spotOf = ({ keys, alike }: Outline, at: number): Spot => ({
  node_id: keys[at]!,
  blocks_before: keys.slice(Math.max(0, at - REMEMBERED_BLOCKS), at).reverse(),
  blocks_after: keys.slice(at + 1, at + 1 + REMEMBERED_BLOCKS),
  blocks_alike: alike.get(contentOf(keys[at]!))!.places.length,
  block_position: at,
});

// What a page does not say is not found in it, whatever it says.
const ABSENT = -1;

/** What a spot remembers, in the numbers of a page, and how many blocks of it come before its own. */
const remembered = (spot: Spot, { alike }: Outline) => ({
  before: spot.blocks_before.length,
  contents: [...spot.blocks_before]
    .reverse()
    .concat(spot.node_id, spot.blocks_after)
    .map((key) => alike.get(contentOf(key))?.content ?? ABSENT),
});

type Remembered = ReturnType<typeof remembered>;

/** How many blocks around one are as they were, up to the first on each side that is not. */
const untouchedAround = ({ before, contents }: Remembered, at: number, outline: Outline): number => {
  const isSame = (step: number) => contents[before + step] === outline.contents[at + step];
  let [from, to] = [0, 0];
  while (before + from > 0 && isSame(from - 1)) from--;
  while (before + to + 1 < contents.length && isSame(to + 1)) to++;
  return to - from;
};

const reversed = (numbers: readonly number[]): number[] => [...numbers].reverse();

/** Where the blocks around a spot, and its own, are in a page: by what they say and in the order that most of them kept. */
const follow = ({ before, contents }: Remembered, page: readonly number[]): [number, number][] => {
  // What is remembered is a part of a page: its ends are not those of the page.
  const part = [ABSENT, ...contents, ABSENT];
  return matchSequences(part, page).map(([then, now]) => [then - before - 1, now]);
};

/** The same, begun at the end: where the order leaves a choice among equal blocks, it is made the other way. */
const followBack = ({ before, contents }: Remembered, page: readonly number[]): [number, number][] => {
  const turned = { before: contents.length - 1 - before, contents: reversed(contents) };
  return follow(turned, reversed(page)).map(([then, now]) => [-then, page.length - 1 - now]);
};

/** Both ways through what of a page is near a spot: beyond, a longer look would cost more than it is worth. */
const bothWays = (spot: Spot, then: Remembered, { contents }: Outline) => {
  const from = Math.max(0, spot.block_position - REACH);
  const near = contents.slice(from, spot.block_position + REACH);
  return [follow, followBack].map(
    (way) => new Map(way(then, near).map(([step, at]) => [step, from + at])),
  ) as [Map<number, number>, Map<number, number>];
};

const placeOf = (spot: Spot, { keys }: Outline, followed: ReadonlyMap<number, number>) => {
  for (let back = -1; back >= -spot.blocks_before.length; back--) {
    const at = followed.get(back);
    if (at !== undefined) return { after: keys[at]!, index: at + 1 };
  }
  for (let on = 1; on <= spot.blocks_after.length; on++) {
    const at = followed.get(on);
    if (at !== undefined) return { index: at };
  }
  return { index: Math.min(spot.block_position, keys.length) };
};

/** Where a block is that says something else by now: between the blocks that were around it, as many as there were. */
const changedAt = (
  spot: Spot,
  then: Remembered,
  { keys, contents }: Outline,
  followed: ReadonlyMap<number, number>,
): number | undefined => {
  const nearest = (steps: number, sign: 1 | -1): readonly [number, number] | undefined => {
    for (let step = 1; step <= steps; step++) {
      const at = followed.get(step * sign);
      if (at !== undefined) return [step, at];
    }
    // What is remembered reaches to the end of the page.
    return steps < REMEMBERED_BLOCKS ? [steps + 1, sign < 0 ? -1 : keys.length] : undefined;
  };
  const before = nearest(spot.blocks_before.length, -1);
  const after = nearest(spot.blocks_after.length, 1);
  if (!before || !after || after[1] - before[1] !== before[0] + after[0]) return undefined;
  // A page of which nothing is left is another one, but for one that had nothing else.
  if (followed.size === 0 && then.contents.length > 1) return undefined;
  const at = before[1] + before[0];
  return then.contents.includes(contents[at]!) ? undefined : at;
};

const nearestTo = (position: number, places: readonly number[]): number =>
  places.reduce((best, place) => (Math.abs(place - position) < Math.abs(best - position) ? place : best));

/** Finds a block again in a page that may have changed since. */
export const findBlockAgain = (spot: Spot, outline: Outline): Found => {
  const candidates = outline.alike.get(contentOf(spot.node_id))?.places ?? [];
  if (spot.blocks_alike === 1 && candidates.length === 1) return { at: candidates[0]! };
  const then = remembered(spot, outline);
  const same = candidates.find((at) => outline.keys[at] === spot.node_id);
  const isWhole = (at: number) => untouchedAround(then, at, outline) === then.contents.length - 1;
  if (same !== undefined && candidates.length === spot.blocks_alike && isWhole(same)) return { at: same };
  const ways = bothWays(spot, then, outline);
  const [at, other] = ways.map((followed) => followed.get(0));
  if (at !== undefined && at === other) return { at };
  // Where the order leaves a choice, what is right beside decides.
  const likely = [at, other].flatMap((one) =>
    one === undefined ? [] : { at: one, beside: untouchedAround(then, one, outline) },
  );
  const [best] = likely.filter(({ beside }) => beside > 0).sort((a, b) => b.beside - a.beside);
  if (best) return { at: best.at };
  const followed = ways.find((way) => !way.has(0)) ?? ways[0];
  followed.delete(0);
  // None of its likes has gone: it was moved, to where none of the others is known to stand.
  if (candidates.length >= spot.blocks_alike) {
    const taken = new Set(followed.values());
    const free = candidates.filter((candidate) => !taken.has(candidate));
    return { at: nearestTo(spot.block_position, free) };
  }
  const changed = changedAt(spot, then, outline, followed);
  return changed === undefined ? { place: placeOf(spot, outline, followed) } : { at: changed };
};
