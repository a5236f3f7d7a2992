import { type Document, parseMarkdown } from '@lectern/document';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isDeep, runs } from '../../../document/src/testing/deep.ts';
import { createRandom } from '../../../document/src/testing/random.ts';
import { toDocument } from './document.ts';
import { type Look, lookAtEditor, watchHistory } from './testing/editor-look.ts';
import { createHeadlessEditor } from './testing/headless-editor.ts';
import { modelOf, randomStep, START } from './testing/random-edits.ts';

// FUZZ_SEED repeats a run that failed.
const SEED = Number(process.env.FUZZ_SEED ?? (isDeep ? Date.now() % 1_000_000_000 : 1));
const RUNS = process.env.FUZZ_SEED ? 1 : Number(process.env.FUZZ_RUNS ?? runs(1000, 12));
const STEPS = 30;

const documentOf = ({ json }: Look): Document => toDocument(json);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Writes a page at random. */
const write = async (seed: number): Promise<void> => {
  const random = createRandom(seed);
  const { editor, hands } = createHeadlessEditor(parseMarkdown(START));
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
    expect(documentOf(look), said()).toEqual(toDocument(look.known));
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
    }
  }
  const last = documentOf(look);
  const depth = look.undo;
  while (look.undo > 0) await travel('undo');
  expect(documentOf(look), said()).toEqual(first);
  while (look.undo < depth) await travel('redo');
  expect(documentOf(look), said()).toEqual(last);
};

test('random edits are what was meant; all undone, it is the start, and all redone, the end', async () => {
  for (let seed = SEED; seed < SEED + RUNS; seed++) await write(seed);
});
