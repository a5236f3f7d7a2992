import type { ConsoleWindow } from './console.ts';

const PAGES = 10_000;
const PER_GROUP = 100;
const FRAMES = 300;
const STEP = 400;

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

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

/** Scrolls a tree of 10,000 pages: the processor time of the page for each frame. */
export const measureTree = async ({ context, spaceId }: ConsoleWindow): Promise<string> => {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.route(/\/content\/pages/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), pages: tableOfContents() } });
  });
  const started = Date.now();
  await page.goto(`/app/s/${spaceId}/~/revisions`);
  await page.getByRole('treeitem', { name: 'Chapter 1', exact: true }).waitFor();
  const opened = Date.now() - started;
  const rows = await page.getByRole('treeitem').count();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const taskSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
  const before = await taskSeconds();
  const times = (await page.evaluate(
    `new Promise((resolve) => {
      const tree = document.querySelector('[role="tree"]');
      const times = [];
      let last = performance.now();
      const frame = (now) => {
        times.push(now - last);
        last = now;
        tree.scrollTop += ${STEP};
        if (times.length < ${FRAMES}) requestAnimationFrame(frame);
        else resolve(times);
      };
      requestAnimationFrame(frame);
    })`,
  )) as number[];
  const perFrame = ((await taskSeconds()) - before) * (1000 / FRAMES);
  const sorted = times.slice(1).toSorted((one, other) => one - other);
  await page.close();
  return [
    `console, tree of ${PAGES} pages: shown after ${opened} ms with ${rows} rows in the document`,
    `console, scrolling it: ${perFrame.toFixed(1)} ms of processor time per frame; frames of ${percentile(sorted, 0.5).toFixed(1)} ms at the median, ${percentile(sorted, 0.95).toFixed(1)} ms at p95`,
  ].join('\n');
};
