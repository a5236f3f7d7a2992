import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignToClusters } from './assignment.ts';
import { sumVectors } from './centering.ts';
import { labelCluster } from './cluster-label.ts';
import { clusterMetrics } from './cluster-metrics.ts';
import { clusterVectors } from './clustering.ts';
import { createEmbedding } from './embedding.ts';
import { averageLinkage } from './linkage.ts';
import { matchClusters } from './match-clusters.ts';
import { extractIssues } from './splitting.ts';
import { parseWordVectors } from './word-vectors.ts';

const embedding = createEmbedding(
  parseWordVectors(readFileSync(new URL('../data/words.bin', import.meta.url))),
);
const vectorsOf = (texts: readonly string[]) => texts.map((text) => embedding.vectorOf(text));
const groupsOf = (texts: readonly string[], options = {}) => [
  ...clusterVectors(embedding, vectorsOf(texts), options),
];

const CARD = [
  'My new card has not arrived yet',
  'I still have not received my card',
  'When will my card arrive?',
];
const PASSWORD = ['How can I reset my password?', 'I forgot my password', 'The password reset does not work'];
const SPANISH = [
  'No puedo cambiar mi contraseña',
  'Cómo cambio la contraseña',
  '¿Dónde cambiar contraseñas?',
];

const isPartition = (groups: readonly number[]) => {
  let next = 0;
  for (const group of groups) {
    expect(group).toBeLessThanOrEqual(next);
    if (group === next) next++;
  }
};

describe('clusters', () => {
  test('contain issues about the same topic, in any language', () => {
    expect(groupsOf([...CARD, ...PASSWORD])).toEqual([0, 0, 0, 1, 1, 1]);
    const mixed = groupsOf([...SPANISH, ...CARD]);
    expect(new Set(mixed.slice(0, 3)).size).toBe(1);
    expect(new Set(mixed.slice(3)).has(mixed[0]!)).toBe(false);
  });

  const fixture = (name: string) =>
    readFileSync(new URL(`../fixtures/${name}.tsv`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [label: string, text: string]);

  // Slightly below the values at the time of writing.
  test.each([
    ['support', /./, 0.78, 0.88],
    ['support', /^[\P{L}\p{sc=Latin}]+$/u, 0.78, 0.88],
    ['other-languages', /./, 0.5, 0.85],
  ])('of questions in several languages match their labels: %s %s', (name, filter, rand, v) => {
    const rows = fixture(name).filter(([, text]) => filter.test(text));
    const groups = groupsOf(
      rows.map(([, text]) => {
        const [issue] = extractIssues({ messages: [{ role: 'user', body: text }] });
        return `${issue!.title} ${issue!.summary}`;
      }),
    );
    const quality = clusterMetrics(
      rows.map(([label]) => label),
      groups.map(String),
    );
    expect(quality.rand).toBeGreaterThan(rand);
    expect(quality.v).toBeGreaterThan(v);
    // There is no cluster of everything.
    const sizes = new Map<number, number>();
    for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
    expect(Math.max(...sizes.values())).toBeLessThanOrEqual(11);
  });

  test('exist for a single issue, for none, and for texts without words', () => {
    expect(groupsOf([])).toEqual([]);
    expect(groupsOf(['?'])).toEqual([0]);
    isPartition(groupsOf(['?', '!!', '', CARD[0]!]));
  });

  test('are a deterministic partition in which equal texts are together, also with sampling', () => {
    const text = fc.array(fc.constantFrom(...[...CARD, ...PASSWORD].join(' ').split(' ')), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 40 }),
        fc.constantFrom(8, 4000),
        (all, maxCompared) => {
          const texts = all.map((words) => words.join(' '));
          const groups = groupsOf([...texts, ...texts], { maxCompared });
          isPartition(groups);
          expect(groupsOf([...texts, ...texts], { maxCompared })).toEqual(groups);
          if (maxCompared === 4000) expect(groups.slice(texts.length)).toEqual(groups.slice(0, texts.length));
        },
      ),
      { numRuns: 30 },
    );
  });

  test('are found among any number of vectors, also with an uneven sample', () => {
    const texts = Array.from({ length: 118 }, (_, at) => `${CARD[at % 3]} ${PASSWORD[at % 2]} ${at}`);
    const vectors = vectorsOf(texts);
    for (let count = 3; count <= texts.length; count++)
      for (const maxCompared of [3, 7, 11, 13, 29])
        expect(clusterVectors(embedding, vectors.slice(0, count), { maxCompared })).toHaveLength(count);
  });

  test('equal those of exhaustive average linkage', () => {
    const tables = fc
      .array(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 7, maxLength: 7 }), {
        minLength: 7,
        maxLength: 7,
      })
      .map((rows) =>
        rows.map((row, i) =>
          Float32Array.from(row, (_, j) => (i === j ? 1 : rows[Math.min(i, j)]![Math.max(i, j)]!)),
        ),
      );
    const slowly = (rows: readonly Float32Array[], alike: number) => {
      let groups = rows.map((_, i) => [i]);
      const between = (a: readonly number[], b: readonly number[]) =>
        a.reduce((sum, i) => sum + b.reduce((inner, j) => inner + rows[i]![j]!, 0), 0) /
        (a.length * b.length);
      for (;;) {
        const pairs = groups.flatMap((a, i) =>
          groups.slice(i + 1).map((b) => ({ a, b, value: between(a, b) })),
        );
        const [best, next] = pairs.sort((one, other) => other.value - one.value);
        // Ties and rounding at the threshold may differ.
        const isOpen = (value = 9) => best !== undefined && Math.abs(best.value - value) < 1e-5;
        fc.pre(!isOpen(next?.value) && !isOpen(alike));
        if (!best || best.value < alike) return groups.map((group) => group.sort().join()).sort();
        groups = [...groups.filter((group) => group !== best.a && group !== best.b), [...best.a, ...best.b]];
      }
    };
    fc.assert(
      fc.property(tables, (rows) => {
        const expected = slowly(rows, 0.3);
        const roots = averageLinkage(
          rows.map((row) => Float32Array.from(row)),
          0.3,
        );
        const groups = new Map<number, number[]>();
        roots.forEach((root, i) => {
          groups.set(root, [...(groups.get(root) ?? []), i]);
        });
        expect([...groups.values()].map((group) => group.join()).sort()).toEqual(expected);
      }),
    );
  });

  test('include new issues, or start with them', () => {
    const vectors = vectorsOf([...CARD, ...PASSWORD]);
    const frame = { count: vectors.length, sum: sumVectors(vectors, embedding.dimensions) };
    const card = { count: 3, sum: sumVectors(vectors.slice(0, 3), embedding.dimensions) };
    expect(
      assignToClusters(embedding, frame, [card], vectorsOf(['My card has not arrived', 'Reset my password'])),
    ).toEqual([0, 1]);
    expect(assignToClusters(embedding, frame, [], vectorsOf([CARD[0]!, CARD[0]!]))).toEqual([0, 0]);
  });

  test('keep the identity of the earlier cluster with most shared issues', () => {
    expect([...matchClusters([0, 0, 0, 1, 1], ['a', 'a', 'b', 'b', null])]).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
    expect([...matchClusters([0, 0, 1], ['a', 'a', 'a'])]).toEqual([[0, 'a']]);
    const rows = fc.array(fc.tuple(fc.nat(4), fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null })));
    fc.assert(
      fc.property(rows, (pairs) => {
        const names = matchClusters(
          pairs.map(([group]) => group),
          pairs.map(([, id]) => id),
        );
        expect(new Set(names.values()).size).toBe(names.size);
        for (const [group, id] of names) expect(pairs).toContainEqual([group, id]);
      }),
    );
  });

  test('are labelled with the title of an issue, and have a matching icon', () => {
    const worded = (titles: readonly string[]) =>
      labelCluster(titles.map((title) => ({ title, vector: embedding.vectorOf(title) })));
    const card = worded(CARD);
    expect(CARD).toContain(card.label);
    expect(card.summary).toContain(card.label);
    const german = worded(['Ich habe mein Passwort vergessen', 'Wie kann ich mein Passwort ändern?']);
    expect(german.icon).toBe('key');
    expect(german.summary).not.toMatch(/About|ich, /);
    const long = worded([`How can I ${'really '.repeat(20)}export it?`]);
    expect(long.label.length).toBeLessThanOrEqual(80);
    expect([card.icon, worded(PASSWORD).icon, worded(['?']).icon]).toEqual([
      'credit-card',
      'key',
      'comments',
    ]);
  });
});
