import { type Block, type Fragment, isBlock, type Leaf, type Node } from '../document.ts';
import { sideOf } from '../merge/conflict.ts';
import type { Effort } from './sequence.ts';

/** A node or fragment whose content can be compared. */
export type Comparable = Node | Fragment;

// Identifiers and derived fields are not compared.
const NOT_CONTENT = new Set(['key', 'meta']);

/** The canonical text of a value, independent of the order of fields. */
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

// Fast path for runs of text, which are most of a document.
const isLeaf = (value: object): value is Leaf => 'object' in value && value.object === 'leaf';
const leafText = ({ text, marks }: Leaf): string =>
  marks.length === 0 ? `=${JSON.stringify(text)}` : `=${JSON.stringify(text)}${canonical(marks)}`;

/** Whether two values have the same content, which is if they have the same canonical text. */
export const sameContent = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other))
    return !isObject(one) && !isObject(other) && canonical(one) === canonical(other);
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, at) => sameContent(item, other[at]));
  }
  if (isLeaf(one) || isLeaf(other))
    return isLeaf(one) && isLeaf(other) && one.text === other.text && sameContent(one.marks, other.marks);
  const names = contentFields(one);
  return (
    names.length === contentFields(other).length &&
    names.every((name) => {
      const value = (other as Fields)[name];
      return value !== undefined && Object.hasOwn(other, name) && sameContent((one as Fields)[name], value);
    })
  );
};

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The names of the fields of an object that are content. */
const contentFields = (value: object): string[] => {
  const fields = value as Fields;
  const isNode = typeof fields.object === 'string';
  return Object.keys(fields).filter(
    (name) => fields[name] !== undefined && !(isNode && NOT_CONTENT.has(name)),
  );
};

/** The cache of a comparison: a number for each distinct content, and the words of each node. */
export interface ComparisonCache {
  readonly effort: Effort;
  /** The number of a node's content; equal nodes have equal numbers. */
  readonly numberOf: (node: Comparable) => number;
  /** The number of a canonical text. */
  readonly numberOfText: (text: string) => number;
  /** The word counts of a node. */
  readonly wordsOf: (node: Comparable) => ReadonlyMap<string, number>;
}

/** Names the content of a node without reading it; undefined where that is not known. Equal nodes have equal names. */
export type NameContent = (node: Comparable) => string | undefined;

/** Creates the cache of a comparison. */
export const createComparisonCache = (
  effort: Effort = { steps: 0 },
  nameContent: NameContent = () => undefined,
): ComparisonCache => {
  const numbers = new Map<string, number>();
  const byNode = new WeakMap<Comparable, number>();
  const words = new WeakMap<Comparable, ReadonlyMap<string, number>>();
  const numberOfText = (text: string) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const parts = new WeakMap<Comparable, number>();
  // Parts are numbered once, also where they are in several nodes: the rows of a table with more or fewer columns.
  const partNumber = (part: Comparable): number => {
    const known = parts.get(part);
    if (known !== undefined) return known;
    const number = numberOfText(contentText(part, partNumber));
    parts.set(part, number);
    return number;
  };
  return {
    effort,
    numberOfText,
    numberOf: (node) => {
      const known = byNode.get(node);
      if (known !== undefined) return known;
      const name = nameContent(node);
      const number = name === undefined ? partNumber(node) : numberOfText(`name ${name}`);
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

/** The canonical text of a node with the numbers of the blocks and fragments in it. */
const contentText = (node: Comparable, numberOf: (part: Comparable) => number): string => {
  const { nodes, fragments, ...own } = node as Partial<Block>;
  const blocks = nodes?.every(isBlock) ? nodes : [];
  if (blocks.length === 0 && !fragments?.length) return canonical(node);
  const inner = blocks.length > 0 ? `#${blocks.map(numberOf)}` : canonical(nodes ?? null);
  return `${canonical(own)}${inner}${fragments ? `#${fragments.map(numberOf)}` : ''}`;
};

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

const countWords = (node: Comparable): Map<string, number> => {
  const counts = new Map<string, number>();
  // A conflict is compared by its primary side.
  const primary = node.object === 'block' && node.type === 'conflict' ? sideOf(node, 'primary') : [];
  const texts = (primary.length > 0 ? primary : [node]).flatMap((part) => [...textsOf(part)]);
  for (const text of [...texts, ...numbersOf(node)]) {
    for (const [word] of text.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
};

/** Numbers that stand in cells of a row tell it from others, like words. */
const numbersOf = (node: Comparable): readonly string[] =>
  node.object === 'block' && node.type === 'table-row'
    ? Object.values(node.data ?? {})
        .filter((value) => typeof value === 'number')
        .map(String)
    : [];

/** The texts of a node, including those in its data. */
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
