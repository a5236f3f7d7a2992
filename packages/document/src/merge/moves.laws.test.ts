import { describe, expect, it } from 'vitest';
import { textsOf } from '../diff/comparison.ts';
import { type Block, isBlock } from '../document.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import type { BlockType } from '../node-types.ts';
import {
  ATOM_CHANGES,
  type Atom,
  type AtomChange,
  atomFaults,
  atomsInHints,
  type MergedAtoms,
  writeAtoms,
} from '../testing/atoms.ts';
import { createRandom, law, recipes } from '../testing/random.ts';
import { sideOf } from './conflict.ts';
import { mergeDocuments } from './document.ts';

const block = (type: BlockType, nodes: Block['nodes']): Block => ({ object: 'block', type, nodes });
const text = (type: BlockType, words: string): Block =>
  block(type, [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }]);
const lineOf = ({ words }: Atom) => words.join(' ');

interface Shape {
  readonly write: (atoms: readonly Atom[]) => Block[];
  /** The words of an atom. */
  readonly length: number;
  readonly changes: readonly AtomChange[];
  readonly usesHints?: true;
}

/** Blocks of similar texts: they tell themselves apart by less than half of their words. */
const COMMON = 'Open the settings page and click on the';
const commonBlocks = (atoms: readonly Atom[]) =>
  atoms.map((atom) => text('paragraph', `${COMMON} ${lineOf(atom)}`));
const commonItems = (atoms: readonly Atom[]) =>
  block(
    'list-unordered',
    [text('paragraph', 'Other words'), ...commonBlocks(atoms)].map((item) => block('list-item', [item])),
  );
const commonCells = (atoms: readonly Atom[]): Block[] =>
  atoms.flatMap(
    (atom) =>
      parseMarkdown(
        `| ${lineOf(atom)} | yes |\n| --- | --- |\n${'| yes | no |\n| no | default |\n'.repeat(2)}`,
      ).nodes,
  );
const similar = (
  write: (atoms: readonly Atom[]) => Block[],
  hint: (atoms: readonly Atom[]) => Block,
): Shape => ({
  write: (atoms) => [
    text('heading-1', 'Top'),
    ...write(atoms.filter(({ hint }) => hint === undefined)),
    ...atomsInHints(atoms).flatMap((inside, at) => [text('heading-1', `Part ${at}`), hint(inside)]),
  ],
  length: 4,
  usesHints: true,
  changes: ['edit', 'edit', 'move between hints', 'move between hints', 'delete'],
});
const hintOf = (write: (atoms: readonly Atom[]) => Block[]) => (atoms: readonly Atom[]) =>
  block('hint', [text('paragraph', 'Note'), ...write(atoms)]);

// Each way to write a sequence of atoms down, from blocks of their own to single words of a line.
const SHAPES: Record<string, Shape> = {
  blocks: {
    write: (atoms) => atoms.map((atom) => text('paragraph', lineOf(atom))),
    length: 6,
    changes: ATOM_CHANGES,
  },
  'items of a list': {
    write: (atoms) => [
      block(
        'list-unordered',
        atoms.map((atom) => block('list-item', [text('paragraph', lineOf(atom))])),
      ),
    ],
    length: 6,
    changes: ATOM_CHANGES,
  },
  'blocks in a hint': {
    write: (atoms) => [block('hint', SHAPES.blocks!.write(atoms))],
    length: 6,
    changes: ATOM_CHANGES,
  },
  'blocks and hints': {
    write: (atoms) => [
      ...SHAPES.blocks!.write(atoms.filter(({ hint }) => hint === undefined)),
      ...atomsInHints(atoms).map((inside, at) =>
        block('hint', [text('paragraph', `Note ${at}`), ...SHAPES.blocks!.write(inside)]),
      ),
    ],
    length: 6,
    changes: [...ATOM_CHANGES, 'move into a hint', 'move into a hint'],
  },
  'similar blocks in hints': similar(commonBlocks, hintOf(commonBlocks)),
  'similar items of lists': similar(commonBlocks, commonItems),
  'similar tables in hints': similar(commonCells, hintOf(commonCells)),
  'lines of code': {
    write: (atoms) => [
      block(
        'code',
        atoms.map((atom) => text('code-line', lineOf(atom))),
      ),
    ],
    length: 6,
    // A part of a line is a new line.
    changes: ATOM_CHANGES.filter((change) => change !== 'split' && change !== 'join'),
  },
  'words of a line': {
    write: (atoms) => [text('paragraph', atoms.map(lineOf).join(' '))],
    length: 1,
    changes: ['move', 'delete', 'insert'],
  },
};

// Texts of blocks and of words, and the conflicts, wherever they are.
const atomsIn = (blocks: readonly Block[]): MergedAtoms =>
  blocks.flatMap((one): MergedAtoms => {
    if (one.type === 'conflict') {
      const [primary, changed] = (['primary', 'changed'] as const).map((side) =>
        sideOf(one, side).flatMap((node) => [...textsOf(node)]),
      ) as [string[], string[]];
      return [{ primary, changed }];
    }
    const inner = one.nodes ?? [];
    return inner.length > 0 && inner.every(isBlock) ? atomsIn(inner) : [[...textsOf(one)].join(' ')];
  });

describe('a move is a change of place of one block', () => {
  for (const [name, { write, length, changes, usesHints }] of Object.entries(SHAPES)) {
    it(`merges have each block once, with its edits, or in one conflict: ${name}`, () => {
      let [clean, conflicted] = [0, 0];
      law(
        recipes,
        ({ seed, size, ours, theirs }) => {
          const atoms = writeAtoms(createRandom(seed), {
            size: 2 + size,
            edits: [ours, theirs],
            changes,
            length,
            usesHints,
          });
          const [base, mine, others] = [atoms.base, atoms.ours, atoms.theirs].map((side) => ({
            object: 'document' as const,
            data: {},
            nodes: write(side),
          }));
          const { document, conflicts } = mergeDocuments(base!, mine!, others!);
          const merged = atomsIn(document.nodes);
          // The words of one line are one block.
          const parts = merged.flatMap(
            (part): MergedAtoms => (length === 1 && typeof part === 'string' ? part.split(' ') : [part]),
          );
          expect(atomFaults(atoms, parts)).toEqual([]);
          if (conflicts.length === 0) clean++;
          else conflicted++;
        },
        2_000,
      );
      expect(Math.min(clean, conflicted)).toBeGreaterThan(0);
    });
  }
});
