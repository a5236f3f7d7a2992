import { type Document, printMarkdown } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toDocument } from '../../document/src/editor/document.ts';
import { asStored } from '../../document/src/editor/merge-versions.ts';
import { isDeep, runs } from '../../document/src/testing/deep.ts';
import { createRandom } from '../../document/src/testing/random.ts';
import { CHROMIUM } from '../../site/src/testing/browser.ts';
import { type Look, lookAtEditor, watchHistory } from '../src/editor/testing/editor-look.ts';
import { type Hands, modelOf, randomStep } from '../src/editor/testing/random-edits.ts';
import { START } from '../src/editor/testing/start-page.ts';
import { paste, startWriting, type Writing } from './writer.testing.ts';

// FUZZ_RUNS sets the number of pages, FUZZ_STEPS that of changes; FUZZ_SEED repeats a run that failed.
const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.FUZZ_SEED ? 1 : runs(20, 1)));
const STEPS = Number(process.env.FUZZ_STEPS ?? runs(40, 14));
const SEED = Number(process.env.FUZZ_SEED ?? (isDeep ? Date.now() % 1_000_000_000 : 1));
// Long enough for a busy machine; only a failure takes so long.
const SHOWN_MS = 30_000;
const STORED_MS = 120_000;

const documentOf = ({ json }: Look): Document => toDocument(json);
/** Calls a function with the editor of a page. */
const withEditor = <T>(page: Page, run: (editor: Editor) => T): Promise<T> =>
  page.evaluate(`(${run})(document.querySelector('.ProseMirror').editor)`);
const lookAt = (page: Page): Promise<Look> => withEditor(page, lookAtEditor);

const handsOf = (page: Page): Hands => ({
  select: (from, to = from) =>
    page.evaluate(
      (range) => {
        // biome-ignore lint/suspicious/noExplicitAny: the library sets it on the element
        const { editor } = document.querySelector('.ProseMirror') as any;
        editor.view.focus();
        editor.commands.setTextSelection(range);
      },
      { from, to },
    ),
  press: (key) => page.keyboard.press(key),
  type: (text) => page.keyboard.type(text),
  paste: (type, text) => paste(page.locator('.ProseMirror'), type, text),
  insert: async (words, title) => {
    await page.keyboard.type(`/${words}`);
    await page.getByRole('option', { name: title, exact: true }).waitFor();
    await page.keyboard.press('Enter');
  },
});

describe.skipIf(!CHROMIUM)('random typing, pasting, moving, undoing and saving', () => {
  let writing: Writing;
  beforeAll(async () => {
    writing = await startWriting();
  });
  afterAll(async () => {
    await writing?.close();
  });

  test('leaves what was meant in the editor, on the server and after a reload; undone, it is the start', async () => {
    const { context, page, errors } = await writing.signIn();
    const hands = handsOf(page);
    for (let seed = SEED; seed < SEED + RUNS; seed++) {
      const random = createRandom(seed);
      const place = await writing.newPage(START);
      const start = await writing.markdownOf(place);
      const editor = await writing.open(page, place);
      const names = [`FUZZ_SEED=${seed}`];
      const said = () => names.join('\n');
      await withEditor(page, watchHistory);
      let look = await lookAt(page);
      const first = documentOf(look);
      const expectStored = (markdown = printMarkdown(asStored(documentOf(look)))) =>
        expect.poll(() => writing.markdownOf(place), { message: said(), timeout: STORED_MS }).toBe(markdown);
      const travel = async (way: 'undo' | 'redo') => {
        names.push(way);
        const step = way === 'undo' ? -1 : 1;
        const before = look;
        // Tab leaves the text where a line cannot be indented.
        await editor.focus();
        await hands.press(way === 'undo' ? 'Control+z' : 'Control+y');
        look = await lookAt(page);
        expect([look.undo, look.redo], said()).toEqual([before.undo + step, before.redo - step]);
        expect(documentOf(look), said()).toEqual(toDocument(look.known));
      };
      for (let count = 0; count < STEPS; count++) {
        const dice = random.below(10);
        if (dice === 0 && look.undo > 0) await travel('undo');
        else if (dice === 1 && look.redo > 0) await travel('redo');
        else {
          const step = randomStep(look, random, true);
          if (!step) continue;
          names.push(step.name);
          await step.run(hands);
          const lines = async () => modelOf((await lookAt(page)).lines);
          await expect.poll(lines, { message: said(), timeout: SHOWN_MS }).toEqual(step.after);
          look = await lookAt(page);
        }
        if (count % 10 === 9) await expectStored();
      }
      const last = documentOf(look);
      const depth = look.undo;
      while (look.undo > 0) await travel('undo');
      expect(documentOf(look), said()).toEqual(first);
      await expectStored(start);
      while (look.undo < depth) await travel('redo');
      expect(documentOf(look), said()).toEqual(last);
      await expectStored();
      const stored = await writing.markdownOf(place);
      await page.reload();
      await editor.waitFor();
      await withEditor(page, watchHistory);
      look = await lookAt(page);
      expect(printMarkdown(documentOf(look)), said()).toBe(stored);
      expect(await writing.markdownOf(place), said()).toBe(stored);
    }
    expect(errors).toEqual([]);
    await context.close();
  });
});
