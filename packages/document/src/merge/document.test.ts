import { describe, expect, it } from 'vitest';
import { canonical, textsOf } from '../diff/comparison.ts';
import type { Block, Document, Fragment } from '../document.ts';
import {
  createWords,
  editBlock,
  editDocument,
  type Writer,
  writeBlock,
  writeDocument,
} from '../testing/documents.ts';
import { createRandom, law, type Recipe, recipes } from '../testing/random.ts';
import { conflictsOf, resolveConflict } from './conflict.ts';
import { mergeDocuments } from './document.ts';

const writers = (recipe: Recipe, unique: boolean) => {
  const random = createRandom(recipe.seed);
  const writer = (prefix: string): Writer => ({ random, words: createWords(random, prefix, unique) });
  return { random, author: writer('b'), us: writer('o'), them: writer('t') };
};

const edited = (recipe: Recipe, unique = recipe.seed % 2 === 0) => {
  const { author, us, them } = writers(recipe, unique);
  const base = writeDocument(author, recipe.size);
  return { base, ours: editDocument(us, base, recipe.ours), theirs: editDocument(them, base, recipe.theirs) };
};

// Names that begin with an underscore are a table's own, for its rows and cells.
const wordsIn = (...documents: readonly Document[]): Set<string> => {
  const found = new Set<string>();
  for (const node of documents.flatMap(({ nodes }) => nodes)) {
    for (const text of textsOf(node)) {
      for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) if (/^[a-z]/.test(word)) found.add(word);
    }
  }
  return found;
};

const missing = (wanted: Iterable<string>, from: ReadonlySet<string>) =>
  [...wanted].filter((word) => !from.has(word));

describe('merging documents', () => {
  it('changes nothing when nothing changed, and takes what only one side changed', () => {
    law(recipes, (recipe) => {
      const { base, ours, theirs } = edited(recipe);
      const expectMerged = (merged: ReturnType<typeof mergeDocuments>, document: Document) => {
        expect(merged.conflicts).toEqual([]);
        expect(canonical(merged.document)).toBe(canonical(document));
      };
      expectMerged(mergeDocuments(base, base, base), base);
      expectMerged(mergeDocuments(base, ours, base), ours);
      expectMerged(mergeDocuments(base, base, theirs), theirs);
      expectMerged(mergeDocuments(base, ours, ours), ours);
    });
  });

  it('keeps every word that either side wrote, and what neither removed', () => {
    law(recipes, (recipe) => {
      const { base, ours, theirs } = edited(recipe);
      const words = wordsIn(mergeDocuments(base, ours, theirs).document);
      const known = wordsIn(base);
      expect(missing(missing(wordsIn(ours), known), words)).toEqual([]);
      expect(missing(missing(wordsIn(theirs), known), words)).toEqual([]);
      if (recipe.seed % 2 !== 0) return;
      const [mine, others] = [wordsIn(ours), wordsIn(theirs)];
      const untouched = [...known].filter((word) => /^b\d/.test(word) && mine.has(word) && others.has(word));
      expect(missing(untouched, words)).toEqual([]);
    });
  });

  it('mirrors conflicts when the sides change places', () => {
    law(recipes, (recipe) => {
      const { base, ours, theirs } = edited(recipe);
      const one = mergeDocuments(base, ours, theirs);
      const other = mergeDocuments(base, theirs, ours);
      const told = one.conflicts.map((conflict) =>
        canonical([conflict.base, conflict.ours, conflict.theirs]),
      );
      const mirrored = other.conflicts.map((conflict) =>
        canonical([conflict.base, conflict.theirs, conflict.ours]),
      );
      expect(told.sort()).toEqual(mirrored.sort());
      expect([...wordsIn(one.document)].sort()).toEqual([...wordsIn(other.document)].sort());
    });
  });

  it('takes changes before and after an untouched block whole', () => {
    law(recipes, (recipe) => {
      const { author, us, them } = writers(recipe, true);
      const [before, middle, after] = [
        writeDocument(author, recipe.size),
        writeDocument(author, 1),
        writeDocument(author, recipe.size),
      ];
      const whole = (...parts: readonly Document[]): Document => ({
        ...before,
        nodes: parts.flatMap(({ nodes }) => nodes),
      });
      const newBefore = editDocument(us, before, recipe.ours);
      const newAfter = editDocument(them, after, recipe.theirs);
      // Two rules are the same block: which of them is the untouched one cannot be told.
      if ([before, middle, after, newBefore, newAfter].some(hasRule)) return;
      const base = whole(before, middle, after);
      const [ours, theirs] = [whole(newBefore, middle, after), whole(before, middle, newAfter)];
      for (const merged of [mergeDocuments(base, ours, theirs), mergeDocuments(base, theirs, ours)]) {
        expect(merged.conflicts).toEqual([]);
        expect(canonical(merged.document)).toBe(canonical(whole(newBefore, middle, newAfter)));
      }
    });
  });

  it('takes edits and removals of neighbouring blocks whole', () => {
    law(recipes, (recipe) => {
      const { random, author, us, them } = writers(recipe, true);
      const base = writeDocument(author, recipe.size * 2);
      if (hasRule(base)) return;
      const [ours, theirs, both]: [Block[], Block[], Block[]] = [[], [], []];
      for (const block of base.nodes) {
        const writer = random.pick([us, them, undefined]);
        const changed = random.chance(0.3) ? [] : [editBlock(writer ?? us, block)];
        ours.push(...(writer === us ? changed : [block]));
        theirs.push(...(writer === them ? changed : [block]));
        both.push(...(writer === undefined ? [block] : changed));
      }
      const of = (nodes: readonly Block[]): Document => ({ ...base, nodes });
      const merged = mergeDocuments(base, of(ours), of(theirs));
      expect(merged.conflicts).toEqual([]);
      expect(canonical(merged.document)).toBe(canonical(of(both)));
    });
  });

  it('keeps both sides of a conflict until it is settled', () => {
    law(recipes, (recipe) => {
      const { base, ours, theirs } = edited(recipe);
      const { document, conflicts } = mergeDocuments(base, ours, theirs);
      expect(conflictsOf(document).map(({ path }) => path)).toEqual(conflicts.map(({ path }) => path));
      let settled = document;
      for (let left = conflicts.length; left > 0; left--) {
        settled = resolveConflict(settled, 0, 'primary');
        expect(conflictsOf(settled)).toHaveLength(left - 1);
      }
      expect(missing(missing(wordsIn(ours), wordsIn(base)), wordsIn(settled))).toEqual([]);
    });
  });

  it('puts nothing where it does not belong', () => {
    const ITEMS: Record<string, string> = {
      tabs: 'tabs-item',
      stepper: 'stepper-step',
      columns: 'column',
      'list-unordered': 'list-item',
      code: 'code-line',
      conflict: 'conflict-',
    };
    const expectCells = ({ data, fragments = [] }: Block) => {
      const records = Object.values(data?.records as Record<string, { values: Record<string, unknown> }>);
      const cells = records
        .flatMap(({ values }) => Object.values(values))
        .filter((value) => typeof value === 'string');
      const names = fragments.map(({ fragment }) => fragment);
      if (canonical(cells.sort()) !== canonical(names.sort())) expect.fail(`cells ${cells} of ${names}`);
      if (new Set(names).size !== names.length) expect.fail(`twice in ${names}`);
    };
    const expectFit = (holder: Block | Document | Fragment) => {
      const type = holder.object === 'block' ? holder.type : holder.object;
      for (const node of holder.nodes ?? []) {
        if (node.object !== 'block') continue;
        const wanted = ITEMS[type];
        const isItem = Object.values(ITEMS).some(
          (item) => node.type.startsWith(item) && node.type !== `${item}s`,
        );
        if (wanted !== undefined ? !node.type.startsWith(wanted) : isItem) {
          expect.fail(`a ${node.type} in a ${type}`);
        }
        if (ITEMS[node.type] !== undefined && node.nodes?.length === 0)
          expect.fail(`a ${node.type} without items`);
        expectFit(node);
        for (const fragment of node.fragments ?? []) expectFit(fragment);
        if (node.type === 'table') expectCells(node);
      }
    };
    law(recipes, (recipe) => {
      const { base, ours, theirs } = edited(recipe);
      expectFit(mergeDocuments(base, ours, theirs).document);
    });
  });

  it('merges insertions of both sides at one place, ours first', () => {
    law(recipes, (recipe) => {
      const { author, us, them } = writers(recipe, true);
      const base = writeDocument(author, recipe.size);
      const [mine, others] = [us, them].map((writer) =>
        Array.from({ length: 1 + recipe.ours }, () => writeBlock(writer)),
      ) as [Block[], Block[]];
      if ([base, { ...base, nodes: [...mine, ...others] }].some(hasRule)) return;
      const at = Math.floor(recipe.size / 2);
      const put = (...blocks: readonly Block[]) => ({
        ...base,
        nodes: base.nodes.toSpliced(at, 0, ...blocks),
      });
      const merged = mergeDocuments(base, put(...mine), put(...others));
      expect(merged.conflicts).toEqual([]);
      expect(canonical(merged.document)).toBe(canonical(put(...mine, ...others)));
    });
  });
});

const hasRule = (document: Document): boolean => canonical(document).includes('"divider"');
