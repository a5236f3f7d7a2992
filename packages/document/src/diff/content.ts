import type { Fragment, Leaf, Node } from '../document.ts';
import { sideOf } from '../merge/conflict.ts';
import type { Effort } from './sequence.ts';

/** Anything whose content can be compared. */
export type Comparable = Node | Fragment;

// What a node is called and what was derived from it do not make it another node.
const NOT_CONTENT = new Set(['key', 'meta']);

/** What a value is, as text: equal for equal values, whatever the order of their fields. */
export const canonical = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) {
    let items = '[';
    for (const item of value) items += `${canonical(item)},`;
    return `${items}]`;
  }
  if (isLeaf(value)) return leafText(value);
  const fields = value as Readonly<Record<string, unknown>>;
  const isNode = typeof fields.object === 'string';
  let text = '{';
  for (const name of Object.keys(fields).sort()) {
    const field = fields[name];
    if (field === undefined || (isNode && NOT_CONTENT.has(name))) continue;
    text += `${JSON.stringify(name)}:${canonical(field)},`;
  }
  return `${text}}`;
};

// Most of a document is plain runs of text: they are worth a shorter way.
const isLeaf = (value: object): value is Leaf => 'object' in value && value.object === 'leaf';
const leafText = ({ text, marks }: Leaf): string =>
  marks.length === 0 ? `=${JSON.stringify(text)}` : `=${JSON.stringify(text)}${canonical(marks)}`;

/** Whether two values have the same content. */
export const sameContent = (one: unknown, other: unknown): boolean =>
  one === other || canonical(one) === canonical(other);

/** The memory of one comparison: a number for each different content, and each node's words. */
export interface Contents {
  readonly effort: Effort;
  /** The number of a node's content; equal nodes have equal numbers. */
  readonly numberOf: (node: Comparable) => number;
  /** The number of a text that stands for some content. */
  readonly numberOfText: (text: string) => number;
  /** How often each word occurs in a node. */
  readonly wordsOf: (node: Comparable) => ReadonlyMap<string, number>;
}

/** Starts the memory of one comparison. */
export const createContents = (effort: Effort = { steps: 0 }): Contents => {
  const numbers = new Map<string, number>();
  const byNode = new WeakMap<Comparable, number>();
  const words = new WeakMap<Comparable, ReadonlyMap<string, number>>();
  const numberOfText = (text: string) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  return {
    effort,
    numberOfText,
    numberOf: (node) => {
      const known = byNode.get(node);
      if (known !== undefined) return known;
      const number = numberOfText(canonical(node));
      byNode.set(node, number);
      return number;
    },
    wordsOf: (node) => {
      const known = words.get(node);
      if (known !== undefined) return known;
      const counted = countWords(node);
      words.set(node, counted);
      return counted;
    },
  };
};

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

const countWords = (node: Comparable): Map<string, number> => {
  const counts = new Map<string, number>();
  // A conflict stands where its primary side stood, however long the other one is.
  const primary = node.object === 'block' && node.type === 'conflict' ? sideOf(node, 'primary') : [];
  for (const text of (primary.length > 0 ? primary : [node]).flatMap((part) => [...textsOf(part)])) {
    for (const [word] of text.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
};

/** The pieces of text that a person wrote into a node, also those in its data. */
export function* textsOf(node: Comparable | Leaf): Generator<string> {
  if (node.object === 'leaf') yield node.text;
  else if (node.object === 'text') for (const leaf of node.leaves) yield* textsOf(leaf);
  else {
    if (node.object !== 'fragment' && node.data !== undefined) yield* textsInData(node.data);
    for (const child of node.nodes ?? []) yield* textsOf(child);
    if (node.object !== 'fragment') for (const fragment of node.fragments ?? []) yield* textsOf(fragment);
  }
}

function* textsInData(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value !== null && typeof value === 'object') {
    for (const field of Object.values(value)) yield* textsInData(field);
  }
}
