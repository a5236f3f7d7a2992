import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Document } from '../document.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { createWords, editDocument, writeDocument } from '../testing/documents.ts';
import { createRandom, law, recipes } from '../testing/random.ts';
import { canonical } from './comparison.ts';
import { type BlockDiff, diffDocuments } from './document.ts';
import { longestIncreasing, matchSequences } from './sequence.ts';
import { rowsToTable, tableToRows } from './table.ts';

const longestCommon = (a: readonly number[], b: readonly number[]): number => {
  const best = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      best[i]![j] = a[i] === b[j] ? best[i + 1]![j + 1]! + 1 : Math.max(best[i + 1]![j]!, best[i]![j + 1]!);
    }
  }
  return best[0]![0]!;
};

describe('comparing sequences', () => {
  it('finds a longest common subsequence', () => {
    const sequences = fc.array(fc.nat(6), { maxLength: 25 });
    law(fc.tuple(sequences, sequences), ([a, b]) => {
      const matches = matchSequences(a, b);
      expect(matches).toHaveLength(longestCommon(a, b));
      for (const [at, [i, j]] of matches.entries()) {
        expect(a[i]).toBe(b[j]);
        const [nextI, nextJ] = matches[at + 1] ?? [a.length, b.length];
        expect(nextI > i && nextJ > j).toBe(true);
      }
    });
  });

  it('finds a longest increasing subsequence', () => {
    expect(longestIncreasing([])).toEqual([]);
    expect(longestIncreasing([3, 0, 1, 4, 2, 5])).toEqual([1, 2, 4, 5]);
  });
});

const sideOf = (diffs: readonly BlockDiff[], side: 'before' | 'after'): Block[] =>
  diffs.flatMap((diff) => {
    if (diff.kind === 'changed') return [diff[side]];
    return diff.kind === (side === 'before' ? 'added' : 'removed') ? [] : [diff.block];
  });

describe('comparing documents', () => {
  it('tells both documents completely, also inside of blocks', () => {
    const expectComplete = (
      diffs: readonly BlockDiff[],
      before: readonly Block[],
      after: readonly Block[],
    ) => {
      expect(canonical(sideOf(diffs, 'before'))).toBe(canonical(before));
      expect(canonical(sideOf(diffs, 'after'))).toBe(canonical(after));
      for (const diff of diffs) {
        if (diff.kind !== 'changed' || diff.blocks === undefined || diff.before.type === 'table') continue;
        expectComplete(
          diff.blocks,
          (diff.before.nodes ?? []) as Block[],
          (diff.after.nodes ?? []) as Block[],
        );
      }
    };
    law(recipes, (recipe) => {
      const random = createRandom(recipe.seed);
      const writer = (prefix: string) => ({ random, words: createWords(random, prefix, false) });
      const before = writeDocument(writer('b'), recipe.size);
      const after = editDocument(writer('o'), before, recipe.ours);
      expectComplete(diffDocuments(before, after), before.nodes, after.nodes);
      expect(diffDocuments(before, before).every(({ kind }) => kind === 'same')).toBe(true);
    });
  });

  it('tells which words of a paragraph changed', () => {
    const paragraph = (text: string): Document => ({
      object: 'document',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
        },
      ],
    });
    const [diff] = diffDocuments(paragraph('one two three'), paragraph('one 2 three'));
    const line = diff?.kind === 'changed' ? diff.line : undefined;
    const told = line?.map(({ kind, nodes }) => [
      kind,
      nodes
        .flatMap((node) => ('leaves' in node ? node.leaves : []))
        .map(({ text }) => text)
        .join(''),
    ]);
    expect(told).toEqual([
      ['same', 'one '],
      ['removed', 'two'],
      ['added', '2'],
      ['same', ' three'],
    ]);
  });
});

describe('a table as rows', () => {
  it('keeps what is stored for single cells', () => {
    const [table] = parseMarkdown(
      '<table><thead><tr><th data-type="number">A</th><th data-type="content-ref">B</th></tr></thead><tbody><tr><td align="right" data-x="y">1</td><td valign="top"><a href="/pages/p">P</a></td></tr><tr><td>2</td><td></td></tr></tbody></table>\n',
    ).nodes;
    expect(table!.data).toMatchObject({
      labels: { 'r0-c1': 'P' },
      cellAlignments: { 'r0-c0': { textAlignment: 'right' }, 'r0-c1': { verticalAlignment: 'top' } },
      cellAttributes: { 'r0-c0': { 'data-x': 'y' } },
    });
    const { labels, cellAlignments, cellAttributes } = rowsToTable(tableToRows(table!)!).data!;
    expect({ labels, cellAlignments, cellAttributes }).toEqual({
      labels: table!.data!.labels,
      cellAlignments: table!.data!.cellAlignments,
      cellAttributes: table!.data!.cellAttributes,
    });
  });
});
