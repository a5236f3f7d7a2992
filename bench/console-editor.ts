import type { BrowserContext, Page } from 'playwright-core';
import type { ConsoleWindow } from './console.ts';
import { BLOCKS, createLongPage, LINE } from './console-page.ts';
import { type MainThreadClock, mainThreadClock, spread, timesOfSteps } from './console-time.ts';

const KEYS = 200;
// As fast as people type.
const PAUSE_MS = 60;

/** Types in the middle of a text; returns the processor time of each key. */
const typeInto = async (page: Page, clock: MainThreadClock): Promise<number[]> => {
  await page.getByText(LINE).scrollIntoViewIfNeeded();
  await page.getByText(LINE).click();
  await page.keyboard.press('End');
  return timesOfSteps(
    page,
    clock,
    KEYS,
    (at) => page.keyboard.press(at % 6 === 5 ? ' ' : 'a'),
    // What happens between two keys, such as keeping a draft, counts for the first of them.
    PAUSE_MS,
  );
};

/** The same text in an element that the browser edits by itself. */
const typeIntoBare = async (context: BrowserContext, html: string): Promise<number[]> => {
  const page = await context.newPage();
  await page.setContent(`<div contenteditable>${html}</div>`);
  const times = await typeInto(page, await mainThreadClock(context, page));
  await page.close();
  return times;
};

/** Opens a long page in the editor, and types in the middle of it. */
export const measureEditor = async (window: ConsoleWindow): Promise<string> => {
  const { context, spaceId } = window;
  const { path } = await createLongPage(window, 'Long to write');
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  const clock = await mainThreadClock(context, page);
  const started = Date.now();
  await page.goto(`/app/s/${spaceId}/${path}?edit=true`);
  const editor = page.getByRole('textbox', { name: /^Text of/ });
  await editor.waitFor();
  const [shown, work] = [Date.now() - started, await clock()];
  const keys = await typeInto(page, clock);
  const html = await editor.innerHTML();
  await page.close();
  const bare = await typeIntoBare(context, html);
  return [
    `console, editor with ${BLOCKS} blocks: shown after ${shown} ms with ${work.toFixed(0)} ms of processor time`,
    `console, a key in it: ${spread(keys)} (at most 16 and 50)`,
    `console, a key in the same text without an editor: ${spread(bare)}`,
  ].join('\n');
};
