import { isDeepStrictEqual } from 'node:util';
import {
  type Block,
  type Document,
  normalizeLines,
  parseMarkdown,
  printMarkdown,
  type Text,
} from '@lectern/document';
import type { Node } from '@tiptap/pm/model';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toDocument } from '../../../document/src/editor/document.ts';
import type { EditorNode } from '../../../document/src/editor/editor-node.ts';
import { isDeep, runs } from '../../../document/src/testing/deep.ts';
import { createRandom, type Random } from '../../../document/src/testing/random.ts';
import { replaceDocument } from './replace-document.ts';
import { CONTAINERS } from './testing/container-pages.ts';
import { type Look, lookAtEditor, watchHistory } from './testing/editor-look.ts';
import { createHeadlessEditor } from './testing/headless-editor.ts';
import { modelOf, randomStep } from './testing/random-edits.ts';
import { START } from './testing/start-page.ts';

// FUZZ_SEED repeats a run that failed.
const SEED = Number(process.env.FUZZ_SEED ?? (isDeep ? Date.now() % 1_000_000_000 : 1));
const RUNS = process.env.FUZZ_SEED ? 1 : Number(process.env.FUZZ_RUNS ?? runs(1000, 10));
const STEPS = 30;

const documentOf = ({ json }: Look): Document => toDocument(json);

// Looking for the difference of two pages takes long, and most are equal.
const expectSame = (found: Document, meant: Document, message: string): void => {
  if (!isDeepStrictEqual(found, meant)) expect(found, message).toEqual(meant);
};

/** Every document that the editor makes is one that can be saved. */
const expectSaved = (document: Document, message: string): void => {
  const save = () => printMarkdown(normalizeLines(document));
  expect(save, message).not.toThrow();
};

const blocks = Object.values(CONTAINERS).map(({ markdown }) => markdown);

/** A page with most kinds of blocks, or one with words around some that words cannot join. */
const pageOf = (random: Random): string => {
  if (random.chance(0.5)) return START;
  const parts = Array.from({ length: 6 }, () => random.pick(blocks));
  return ['First words.', ...parts.flatMap((block, at) => [block, `Words ${at} below.`])].join('\n\n');
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Writes a page at random. */
const write = async (seed: number): Promise<void> => {
  const random = createRandom(seed);
  const { editor, hands } = createHeadlessEditor(parseMarkdown(pageOf(random)));
  watchHistory(editor);
  const names = [`FUZZ_SEED=${seed}`];
  const said = () => names.join('\n');
  let look = lookAtEditor(editor);
  const first = documentOf(look);
  const travel = async (way: 'undo' | 'redo') => {
    names.push(way);
    const step = way === 'undo' ? -1 : 1;
    const before = look;
    await hands.press(way === 'undo' ? 'Control+z' : 'Control+y');
    look = lookAtEditor(editor);
    expect([look.undo, look.redo], said()).toEqual([before.undo + step, before.redo - step]);
    expectSame(documentOf(look), toDocument(look.known), said());
    editor.state.doc.check();
  };
  for (let count = 0; count < STEPS; count++) {
    // Changes that follow each other quickly are one of the history.
    vi.setSystemTime(Date.now() + random.pick([10, 1000]));
    const dice = random.below(10);
    if (dice === 0 && look.undo > 0) await travel('undo');
    else if (dice === 1 && look.redo > 0) await travel('redo');
    else {
      const step = randomStep(look, random, false);
      if (!step) continue;
      names.push(step.name);
      await step.run(hands);
      look = lookAtEditor(editor);
      expect(modelOf(look.lines), said()).toEqual(step.after);
      editor.state.doc.check();
      expectSaved(documentOf(look), said());
    }
  }
  const last = documentOf(look);
  const depth = look.undo;
  while (look.undo > 0) await travel('undo');
  expectSame(documentOf(look), first, said());
  while (look.undo < depth) await travel('redo');
  expectSame(documentOf(look), last, said());
};

test('random edits are what was meant; all undone, it is the start, and all redone, the end', async () => {
  for (let seed = SEED; seed < SEED + RUNS; seed++) await write(seed);
});

/** The names of all nodes of an editor that are items of a block. */
const itemsOf = (doc: Node): number => {
  let count = 0;
  doc.descendants(({ type }) => void (ITEMS.has(type.name) && count++));
  return count;
};
const ITEMS: ReadonlySet<string> = new Set([
  'tabsItem',
  'stepperStep',
  'column',
  'update',
  'image',
  'tableRow',
]);
const ERASING: readonly string[] = ['Backspace', 'Delete'];

/** Presses keys anywhere: at the borders of blocks, on selected blocks, and over several of them. */
const pressAnywhere = async (seed: number): Promise<void> => {
  const random = createRandom(seed);
  const { editor, hands } = createHeadlessEditor(parseMarkdown(pageOf(random)));
  const names = [`FUZZ_SEED=${seed}`];
  const place = (): number => {
    const lines: [number, number][] = [];
    editor.state.doc.descendants((node, position) => {
      if (node.isTextblock) lines.push([position + 1, position + 1 + node.content.size]);
    });
    const [start, end] = random.pick(lines);
    return random.pick([start, end, start + random.below(end - start + 1)]);
  };
  for (let count = 0; count < STEPS; count++) {
    vi.setSystemTime(Date.now() + random.pick([10, 1000]));
    const from = random.chance(0.7) ? place() : undefined;
    const to = random.chance(0.8) ? from : place();
    if (from !== undefined) await hands.select(from, to);
    const key = random.pick([...ERASING, ...ERASING, 'Enter', 'Tab', 'x', 'paste', 'Control+z', 'Control+y']);
    names.push(`${key} at ${editor.state.selection.from} to ${editor.state.selection.to}`);
    const { doc, selection } = editor.state;
    if (key === 'x') await hands.type('x');
    else if (key === 'paste') await hands.paste('text/plain', random.pick(blocks));
    else await hands.press(key);
    const said = names.join('\n');
    const after = editor.state.doc;
    after.check();
    expectSaved(toDocument(after.toJSON() as EditorNode), said);
    if (!ERASING.includes(key)) continue;
    // Erasing makes no tabs, steps or images, and without a selection it takes no words.
    expect(itemsOf(after), said).toBeLessThanOrEqual(itemsOf(doc));
    if (selection.empty) expect(after.textContent, said).toBe(doc.textContent);
  }
};

test('whatever keys are pressed, the page can be saved, and erasing makes nothing', async () => {
  for (let seed = SEED; seed < SEED + 3 * RUNS; seed++) await pressAnywhere(seed);
});

const lineOf = (text: string): Text => ({
  object: 'text',
  leaves: [{ object: 'leaf', text, marks: [] }],
});

/** A page after somebody else has written a word at the end of a paragraph, or on a line of its own. */
const writtenElsewhere = (document: Document, random: Random, word: string): Document => {
  const at = random.below(document.nodes.length + 1);
  const block = document.nodes[at];
  const made: Block =
    block?.type === 'paragraph' && random.chance(0.5)
      ? { ...block, nodes: [...((block.nodes ?? []) as readonly Text[]), lineOf(` ${word}`)] }
      : { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [lineOf(word)] };
  const isNew = made.key === undefined || made.key !== block?.key;
  const nodes = document.nodes.toSpliced(at, isNew ? 0 : 1, made);
  return parseMarkdown(printMarkdown({ ...document, nodes }));
};

/** Writes a page at random while others write, too. */
const writeTogether = async (seed: number): Promise<void> => {
  const random = createRandom(seed);
  const { editor, hands } = createHeadlessEditor(parseMarkdown(START));
  watchHistory(editor);
  const names = [`FUZZ_SEED=${seed}`];
  const words: string[] = [];
  // Every word of others is there once.
  const hasAll = (lines: readonly string[]) =>
    words.every((word) => lines.join('\n').split(word).length === 2);
  const expectAll = () => {
    editor.state.doc.check();
    expect(hasAll(modelOf(lookAtEditor(editor).lines)), names.join('\n')).toBe(true);
  };
  const run = async (name: string, act: () => unknown) => {
    names.push(name);
    await act();
    expectAll();
  };
  const travel = (way: 'undo' | 'redo') =>
    run(way, () => hands.press(way === 'undo' ? 'Control+z' : 'Control+y'));
  for (let count = 0; count < STEPS; count++) {
    vi.setSystemTime(Date.now() + random.pick([10, 1000]));
    const look = lookAtEditor(editor);
    const dice = random.below(8);
    if (dice === 0) {
      const word = `OTHER${String(words.length).padStart(2, '0')}`;
      words.push(word);
      await run(`others write ${word}`, () =>
        replaceDocument(editor, writtenElsewhere(documentOf(look), random, word)),
      );
    } else if (dice === 1) await travel('undo');
    else if (dice === 2) await travel('redo');
    else {
      const step = randomStep(look, random, false);
      if (step && hasAll(step.after)) await run(step.name, () => step.run(hands));
    }
  }
  const depth = lookAtEditor(editor).undo;
  for (let count = 0; count < depth; count++) await travel('undo');
  for (let count = 0; count < depth; count++) await travel('redo');
};

test('undo and redo leave every word of others', async () => {
  for (let seed = SEED; seed < SEED + RUNS; seed++) await writeTogether(seed);
});
