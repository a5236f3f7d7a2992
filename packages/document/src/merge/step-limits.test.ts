import { expect, it } from 'vitest';
import { diffDocuments } from '../diff/document.ts';
import type { Block, Document } from '../document.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { mergeDocuments } from './document.ts';

const p = (text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const documentOf = (count: number, words: (at: number) => string): Document => ({
  object: 'document',
  data: {},
  nodes: Array.from({ length: count }, (_, at) => p(words(at))),
});
const stepsOf = (base: Document, ours: Document, theirs: Document): number => {
  const effort = { steps: 0 };
  mergeDocuments(base, ours, theirs, effort);
  return effort.steps;
};
const change = (document: Document, ...places: readonly number[]): Document => ({
  ...document,
  nodes: document.nodes.map((node, at) => (places.includes(at) ? p(`changed here at ${at}`) : node)),
});

it('merges small changes to a long document in about as many steps as it has blocks', () => {
  const base = documentOf(2_000, (at) => `paragraph number ${at} of many`);
  expect(stepsOf(base, change(base, 3, 900, 1_500), change(base, 40, 901, 1_999))).toBeLessThan(20_000);
});

it('stays bounded for long documents that have nothing in common', () => {
  const [base, ours, theirs] = ['b', 'o', 't'].map((side) => documentOf(20_000, (at) => `${side}${at}`));
  expect(stepsOf(base!, ours!, theirs!)).toBeLessThan(1_000_000);
  const effort = { steps: 0 };
  diffDocuments(base!, ours!, effort);
  expect(effort.steps).toBeLessThan(1_000_000);
});

it('stays bounded for long documents in another order, and for repetitive ones', () => {
  const base = documentOf(20_000, (at) => `w${at}`);
  const shuffled = documentOf(20_000, (at) => `w${(at * 7_919) % 20_000}`);
  const turned = documentOf(20_000, (at) => `w${19_999 - at}`);
  expect(stepsOf(base, shuffled, turned)).toBeLessThan(30_000_000);
  const [two, three, five] = [2, 3, 5].map((period) => documentOf(20_000, (at) => `w${(at * at) % period}`));
  expect(stepsOf(two!, three!, five!)).toBeLessThan(30_000_000);
});

/** Counts how often the text of a document is read. */
const countingReads = <T>(value: T, reads: { count: number }): T => {
  if (Array.isArray(value)) return value.map((item) => countingReads(item, reads)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, countingReads(field, reads)]),
  );
  if (!('object' in value) || value.object !== 'leaf') return copy as T;
  const { text, ...leaf } = copy;
  const read = () => {
    reads.count++;
    return text;
  };
  return Object.defineProperty(leaf, 'text', { get: read, enumerable: true }) as T;
};

it('reads each cell of a long table some times, also if both sides change it and its columns', () => {
  const [rows, columns] = [300, 6];
  const cells = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => `cell ${row} ${column}`),
  );
  const documentWith = (table: readonly (readonly string[])[]) => {
    const lines = table.map((row) => `| ${row.join(' | ')} |`);
    return parseMarkdown(lines.toSpliced(1, 0, `|${' --- |'.repeat(table[0]!.length)}`).join('\n'));
  };
  const edited = (every: number, column: number) =>
    cells.map((row, at) => (at % every === 1 ? row.with(column, `edited ${at}`) : row));
  const readsOf = (ours: typeof cells, theirs: typeof cells): number => {
    const reads = { count: 0 };
    const versions = [cells, ours, theirs].map((table) => countingReads(documentWith(table), reads));
    const { conflicts } = mergeDocuments(versions[0]!, versions[1]!, versions[2]!);
    expect(conflicts).toEqual([]);
    return reads.count / (3 * rows * columns);
  };
  expect(readsOf(edited(10, 1), edited(7, 2))).toBeLessThan(5);
  const added = cells.map((row, at) => [...row, `new ${at}`]);
  expect(readsOf(added, edited(7, 2))).toBeLessThan(5);
});
