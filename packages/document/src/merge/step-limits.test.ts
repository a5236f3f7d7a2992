import { expect, it } from 'vitest';
import { diffDocuments } from '../diff/document.ts';
import type { Block, Document } from '../document.ts';
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
