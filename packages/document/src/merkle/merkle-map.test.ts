import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Changes, createMerkleMap, EMPTY_ROOT } from './merkle-map.ts';
import type { MerkleNode } from './merkle-node.ts';

/** A map whose nodes are kept in memory, and counted when they are read. */
const inMemory = () => {
  const nodes = new Map<string, MerkleNode>();
  const counts = { loads: 0, loaded: 0, written: 0 };
  const map = createMerkleMap({
    load: async (hashes) => {
      counts.loads++;
      counts.loaded += hashes.length;
      return new Map(hashes.flatMap((hash) => (nodes.has(hash) ? [[hash, nodes.get(hash)!] as const] : [])));
    },
  });
  const change = async (root: string, changes: Changes) => {
    const made = await map.change(root, changes);
    counts.written = made.nodes.size;
    for (const [hash, { node }] of made.nodes) nodes.set(hash, node);
    return made.root;
  };
  return { ...map, change, counts };
};

const key = fc.oneof(
  fc.nat(400).map((n) => `k${n}`),
  fc.string({ maxLength: 4 }),
);
const changes = fc
  .array(fc.tuple(key, fc.option(fc.oneof(fc.nat(3), fc.string({ maxLength: 3 })), { nil: undefined })), {
    maxLength: 150,
  })
  .map((list) => new Map(list));

const applied = (map: ReadonlyMap<string, unknown>, made: Changes) => {
  const result = new Map(map);
  for (const [name, value] of made) {
    if (value === undefined) result.delete(name);
    else result.set(name, value);
  }
  return result;
};
const sorted = (map: ReadonlyMap<string, unknown>) =>
  [...map].sort(([a], [b]) => (a < b ? -1 : Number(a > b)));

describe('a Merkle map', () => {
  test('contains its entries, with a root independent of their history', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(changes, { maxLength: 6 }),
        fc.array(key, { maxLength: 20 }),
        async (steps, asked) => {
          const store = inMemory();
          let root = EMPTY_ROOT;
          let model: ReadonlyMap<string, unknown> = new Map();
          for (const step of steps) {
            root = await store.change(root, step);
            model = applied(model, step);
          }
          expect(await store.range(root, '', '\u{10ffff}')).toEqual(sorted(model));
          expect(await store.change(EMPTY_ROOT, model)).toBe(root);
          const nothing = new Map([...model.keys()].map((name) => [name, undefined]));
          expect(await store.change(root, nothing)).toBe(EMPTY_ROOT);
          const found = await store.getMany(root, asked);
          expect(found).toEqual(
            new Map(asked.flatMap((name) => (model.has(name) ? [[name, model.get(name)]] : []))),
          );
          const [from = '', to = 'l'] = asked;
          expect(await store.range(root, from, to)).toEqual(
            sorted(model).filter(([name]) => name >= from && name < to),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  test('computes its differences from another map', async () => {
    await fc.assert(
      fc.asyncProperty(changes, changes, changes, async (base, left, right) => {
        const store = inMemory();
        const start = await store.change(EMPTY_ROOT, base);
        const [a, b] = [await store.change(start, left), await store.change(start, right)];
        const [one, two] = [
          applied(applied(new Map(), base), left),
          applied(applied(new Map(), base), right),
        ];
        const expected = [...new Set([...one.keys(), ...two.keys()])]
          .sort()
          .map((name) => ({ key: name, before: one.get(name), after: two.get(name) }))
          .filter(({ before, after }) => before !== after);
        expect(await store.diff(a, b)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('changing or finding a key loads one node per level', async () => {
    const costs = [];
    for (const size of [10, 10_000, 100_000]) {
      const store = inMemory();
      const all = new Map(Array.from({ length: size }, (_, i) => [`page/${i}`, { title: `Page ${i}` }]));
      const root = await store.change(EMPTY_ROOT, all);
      const changed = await store.change(root, new Map([['page/7', { title: 'Other' }]]));
      const written = store.counts.written;
      Object.assign(store.counts, { loads: 0, loaded: 0 });
      expect(await store.diff(root, changed)).toHaveLength(1);
      const compared = store.counts.loaded;
      Object.assign(store.counts, { loads: 0, loaded: 0 });
      await store.getMany(changed, ['page/7', 'page/8']);
      costs.push({ size, written, compared, found: store.counts.loads });
    }
    expect(costs).toEqual([
      { size: 10, written: 2, compared: 4, found: 2 },
      { size: 10_000, written: 3, compared: 6, found: 3 },
      { size: 100_000, written: 4, compared: 8, found: 4 },
    ]);
  });

  test('is large by its number of entries, independent of chunk boundaries', async () => {
    const store = inMemory();
    const holding = (size: number, name: (n: number) => string) =>
      store.change(EMPTY_ROOT, new Map(Array.from({ length: size }, (_, n) => [name(n), 1])));
    const tall: string[] = [];
    for (let at = 0; tall.length < 3; at++) {
      const root = await holding(12, (n) => `${at}/${n}`);
      expect(await store.isLarge(root)).toBe(false);
      if ((await store.height(root)) > 1) tall.push(root);
    }
    for (const size of [0, 1, 48, 500]) expect(await store.isLarge(await holding(size, String))).toBe(false);
    for (const size of [20_000, 200_000]) {
      const root = await holding(size, String);
      Object.assign(store.counts, { loads: 0, loaded: 0 });
      expect(await store.isLarge(root)).toBe(true);
      expect(store.counts.loads).toBeLessThan(4);
      expect(store.counts.loaded).toBeLessThan(100);
    }
  });

  test('throws an error for a missing node', async () => {
    await expect(inMemory().getMany('nowhere', ['a'])).rejects.toThrow('nowhere is missing');
  });
});
