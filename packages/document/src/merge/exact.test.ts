import { describe, expect, it } from 'vitest';
import { textsOf } from '../diff/comparison.ts';
import type { Block } from '../document.ts';
import type { BlockType } from '../node-types.ts';
import { createRandom, law, type Random, recipes } from '../testing/random.ts';
import { mergeDocuments } from './document.ts';

const block = (type: BlockType, nodes: Block['nodes']): Block => ({ object: 'block', type, nodes });
const text = (type: BlockType, words: string): Block =>
  block(type, [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }]);

// Each way to write a sequence of words down, from single words of a line to blocks of their own.
const SHAPES: Record<string, (words: readonly string[]) => Block[]> = {
  'words of a paragraph': (words) => [text('paragraph', words.join(' '))],
  'lines of code': (words) => [
    block(
      'code',
      words.map((word) => text('code-line', word)),
    ),
  ],
  'items of a list': (words) => [
    block(
      'list-unordered',
      words.map((word) => block('list-item', [text('paragraph', word)])),
    ),
  ],
  blocks: (words) => words.map((word) => text('paragraph', word)),
};

const editWords = (random: Random, words: readonly string[], prefix: string, edits: number): string[] => {
  const next = [...words];
  for (let edit = 0; edit < edits; edit++) {
    const at = random.below(next.length + 1);
    next.splice(at, random.below(2), ...(random.chance(0.6) ? [`${prefix}${edit}`] : []));
  }
  return next;
};

const inOrderOf = (words: readonly string[], order: readonly string[]): string[] => {
  const kept = new Set(words);
  return order.filter((word) => kept.has(word));
};

describe('a merge without conflict', () => {
  for (const [name, write] of Object.entries(SHAPES)) {
    it(`has exactly what both sides left and wrote, in the order of each: ${name}`, () => {
      let clean = 0;
      law(recipes, ({ seed, size, ours: mine, theirs: others }) => {
        const random = createRandom(seed);
        const base = Array.from({ length: size * 4 }, (_, at) => `b${at}`);
        const ours = editWords(random, base, 'o', mine % 3);
        const theirs = editWords(random, base, 't', others % 3);
        const documents = [base, ours, theirs].map((words) => ({
          object: 'document' as const,
          data: {},
          nodes: write(words),
        }));
        const { document, conflicts } = mergeDocuments(documents[0]!, documents[1]!, documents[2]!);
        if (conflicts.length > 0) return;
        clean++;
        const merged = document.nodes
          .flatMap((node) => [...textsOf(node)])
          .flatMap((words) => words.split(/ +/))
          .filter(Boolean);
        const [known, left, kept] = [base, ours, theirs].map((words) => new Set(words)) as [
          Set<string>,
          Set<string>,
          Set<string>,
        ];
        const expected = [
          ...base.filter((word) => left.has(word) && kept.has(word)),
          ...[...ours, ...theirs].filter((word) => !known.has(word)),
        ];
        expect([...merged].sort()).toEqual(expected.sort());
        for (const side of [ours, theirs]) {
          expect(inOrderOf(side, merged)).toEqual(inOrderOf(merged, side));
        }
      });
      expect(clean).toBeGreaterThan(0);
    });
  }
});

describe('moves of both sides', () => {
  it('lose no block and no edit, and double none that was only moved', () => {
    law(recipes, ({ seed, size, ours: mine, theirs: others }) => {
      const random = createRandom(seed);
      const base = Array.from({ length: 2 + size }, (_, at) => `b${at} and more words`);
      const change = (edits: number, prefix: string) => {
        const next = [...base];
        for (let edit = 0; edit < edits; edit++) {
          const [moved] = next.splice(random.below(next.length), 1);
          next.splice(random.below(next.length + 1), 0, moved!);
        }
        // Each side edits blocks of its own, in their place.
        const isOwn = (words: string) => (prefix === 'o' ? /^b[02468]/ : /^b[13579]/).test(words);
        return next.map((words, at) =>
          words === base[at] && isOwn(words) && seed % 2 !== 0 && random.chance(0.3)
            ? `${words} ${prefix}`
            : words,
        );
      };
      const sides = [base, change(mine % 4, 'o'), change(others % 4, 't')];
      const [was, ours, theirs] = sides.map((words) => ({
        object: 'document' as const,
        data: {},
        nodes: SHAPES.blocks!(words),
      }));
      const { document, conflicts } = mergeDocuments(was!, ours!, theirs!);
      expect(conflicts).toEqual([]);
      const merged = document.nodes.map((node) => [...textsOf(node)].join(''));
      const expected = base.map((words) => sides.flat().find((one) => one.startsWith(`${words} `)) ?? words);
      expect(expected.filter((words) => !merged.includes(words))).toEqual([]);
      expect(merged.sort()).toEqual(expected.sort());
    });
  });
});
