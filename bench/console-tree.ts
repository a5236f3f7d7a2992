import type { BrowserContext, Page } from 'playwright-core';
import type { ConsoleWindow } from './console.ts';
import { longFrames, mainThreadClock, spread, timesOfSteps } from './console-time.ts';

const PAGES = 10_000;
const PER_GROUP = 100;
const STEPS = 200;
const SCROLLED = 400;

/** A table of contents of two levels. */
const tableOfContents = () =>
  Array.from({ length: PAGES / PER_GROUP }, (_, group) => ({
    id: `g${group}`,
    type: 'document',
    kind: 'sheet',
    title: `Chapter ${group + 1}`,
    path: `chapter-${group}`,
    slug: `chapter-${group}`,
    pages: Array.from({ length: PER_GROUP - 1 }, (_, at) => ({
      id: `g${group}p${at}`,
      type: 'document',
      kind: 'sheet',
      title: `Page ${group + 1}.${at + 1} about something`,
      path: `chapter-${group}/page-${at}`,
      slug: `page-${at}`,
      pages: [],
    })),
  }));

const scroll = async (context: BrowserContext, page: Page): Promise<number[]> =>
  timesOfSteps(page, await mainThreadClock(context, page), STEPS, () =>
    page.evaluate(`document.querySelector('[role="tree"]').scrollTop += ${SCROLLED}`),
  );

/** Drags a row over the others, down and up again. */
const drag = async (context: BrowserContext, page: Page): Promise<number[]> => {
  await page.evaluate(`document.querySelector('[role="tree"]').scrollTop = 0`);
  const rows = page.getByRole('treeitem');
  // Scrolling back draws other rows.
  await page.getByRole('treeitem', { name: 'Chapter 1', exact: true }).waitFor();
  const box = (await rows.nth(2).boundingBox())!;
  const x = box.x + 60;
  await page.mouse.move(x, box.y + box.height / 2);
  await page.locator('[role="treeitem"][draggable="true"]').first().waitFor();
  await page.mouse.down();
  const times = await timesOfSteps(page, await mainThreadClock(context, page), STEPS, (at) => {
    const part = at < STEPS / 2 ? at : STEPS - at;
    return page.mouse.move(x, box.y + part * 5);
  });
  await page.mouse.up();
  return times;
};

/** All rows of the tree as plain elements. */
const scrollPlainList = async (context: BrowserContext): Promise<number[]> => {
  const page = await context.newPage();
  const rows = Array.from({ length: PAGES }, (_, at) => `<li>Page ${at} about something</li>`).join('');
  await page.setContent(
    `<ul role="tree" style="height: 800px; overflow: auto; line-height: 32px">${rows}</ul>`,
  );
  const times = await scroll(context, page);
  await page.close();
  return times;
};

/** Scrolls a tree of 10,000 pages, and drags a page in it. */
export const measureTree = async ({ context, spaceId }: ConsoleWindow): Promise<string> => {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.route(/\/content\/pages/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), pages: tableOfContents() } });
  });
  const clock = await mainThreadClock(context, page);
  await page.goto(`/app/s/${spaceId}/~/revisions`);
  await page.getByRole('treeitem', { name: 'Chapter 1', exact: true }).waitFor();
  const opened = await clock();
  const rows = await page.getByRole('treeitem').count();
  const scrolled = await scroll(context, page);
  const dragged = await drag(context, page);
  await page.close();
  const plain = await scrollPlainList(context);
  return [
    `console, tree of ${PAGES} pages: shown after ${opened.toFixed(0)} ms of processor time with ${rows} rows in the document`,
    `console, frames of scrolling it: ${spread(scrolled)}, ${longFrames(scrolled)}`,
    `console, frames of dragging in it: ${spread(dragged)}, ${longFrames(dragged)}`,
    `console, frames of scrolling a plain list: ${spread(plain)}`,
  ].join('\n');
};
