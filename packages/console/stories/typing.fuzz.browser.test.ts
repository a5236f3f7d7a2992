import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../document/src/testing/deep.ts';
import { createRandom, type Random } from '../../document/src/testing/random.ts';
import { CHROMIUM } from '../../site/src/testing/browser.ts';
import { paste, saved, startWriting, type Writing } from './writer.testing.ts';

/** The page as a list of paragraphs: what the editor must have after every step. */
type Model = readonly string[];

interface Step {
  readonly name: string;
  readonly run: () => Promise<void>;
  readonly after: Model;
}

const STEPS = 40;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Puts the cursor into a paragraph. */
const putCursor = (page: Page, paragraph: number, offset: number) =>
  page.evaluate(
    ([nth, at]) => {
      const editor = document.querySelector<HTMLElement>('.ProseMirror')!;
      editor.focus();
      const line = editor.querySelectorAll(':scope > p')[nth!]!;
      const text = line.firstChild;
      document.getSelection()!.collapse(text?.nodeType === 3 ? text : line, text?.nodeType === 3 ? at! : 0);
    },
    [paragraph, offset],
  );

const shown = (page: Page): Promise<Model> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.ProseMirror > p')].map((line) => line.textContent ?? '').filter(Boolean),
  );

const wordOf = (random: Random): string =>
  Array.from({ length: 2 + random.below(6) }, () => random.pick([...LETTERS])).join('');

describe.skipIf(!CHROMIUM)('random typing, pasting, undoing and saving', () => {
  let writing: Writing;
  beforeAll(async () => {
    writing = await startWriting();
  });
  afterAll(async () => {
    await writing?.close();
  });

  test.each(Array.from({ length: runs(20, 2) }, (_, at) => [20_261_117 + at]))(
    'with seed %i',
    async (seed) => {
      const random = createRandom(seed);
      const start: Model = Array.from({ length: 4 }, () => `${wordOf(random)} ${wordOf(random)}`);
      const place = await writing.newPage(start.join('\n\n'));
      const { context, page, errors } = await writing.signIn();
      let editor = await writing.open(page, place);
      let model = start;
      let past: Model[] = [];
      let future: Model[] = [];
      let touched = -1;

      /** A change that one undo takes back: those beside each other would be one, so the place is always another. */
      const choose = (): Step => {
        const count = model.length;
        let nth = random.below(count);
        if (nth === touched) nth = (nth + 1) % count;
        const line = model[nth]!;
        const word = wordOf(random);
        const kind = random.below(10);
        if (kind === 0 && past.length > 0)
          return { name: 'undo', run: () => page.keyboard.press('Control+z'), after: past.at(-1)! };
        if (kind === 1 && future.length > 0)
          return { name: 'redo', run: () => page.keyboard.press('Control+y'), after: future.at(-1)! };
        if (kind === 2)
          return {
            name: 'save and open again',
            run: async () => {
              await saved(page);
              await page.reload();
              await editor.waitFor();
            },
            after: model,
          };
        touched = nth;
        if (kind === 3)
          return {
            name: `paste after ${nth}`,
            run: async () => {
              await putCursor(page, nth, line.length);
              await paste(editor, 'text/plain', `\n\n${word}\n\n${word}${word}\n`);
            },
            after: [...model.slice(0, nth + 1), word, word + word, ...model.slice(nth + 1)],
          };
        if (kind === 4 && line.includes(' ')) {
          const space = line.indexOf(' ');
          return {
            name: `split ${nth}`,
            run: async () => {
              await putCursor(page, nth, space + 1);
              await page.keyboard.press('Enter');
            },
            after: [
              ...model.slice(0, nth),
              line.slice(0, space + 1),
              line.slice(space + 1),
              ...model.slice(nth + 1),
            ],
          };
        }
        if (kind === 5 && nth > 0)
          return {
            name: `join ${nth}`,
            run: async () => {
              await putCursor(page, nth, 0);
              await page.keyboard.press('Backspace');
            },
            after: [...model.slice(0, nth - 1), model[nth - 1]! + line, ...model.slice(nth + 1)],
          };
        const at = random.below(line.length + 1);
        return {
          name: `type ${word} into ${nth} at ${at}`,
          run: async () => {
            await putCursor(page, nth, at);
            await page.keyboard.insertText(word);
          },
          after: model.with(nth, line.slice(0, at) + word + line.slice(at)),
        };
      };

      const names: string[] = [];
      for (let count = 0; count < STEPS; count++) {
        const { name, run, after } = choose();
        names.push(name);
        await run();
        if (name === 'undo') {
          future.push(model);
          past.pop();
          touched = -1;
        } else if (name === 'redo') {
          past.push(model);
          future.pop();
          touched = -1;
        } else if (name === 'save and open again') {
          past = [];
          future = [];
          touched = -1;
          editor = page.getByRole('textbox', { name: 'Text of Story' });
        } else {
          past.push(model);
          future = [];
        }
        model = after;
        await expect.poll(() => shown(page), { message: names.join(', ') }).toEqual(model.filter(Boolean));
      }
      // White space at the end of a line is not stored.
      const stored = `${model
        .map((line) => line.trimEnd())
        .filter(Boolean)
        .join('\n\n')}\n`;
      await expect
        .poll(() => writing.markdownOf(place), { timeout: 30_000, message: names.join(', ') })
        .toBe(stored);
      expect(errors).toEqual([]);
      await context.close();
    },
  );
});
