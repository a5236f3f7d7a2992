import type { ConsoleWindow } from './console.ts';
import { BLOCKS, createLongPage, LINE, longPage } from './console-page.ts';
import { mainThreadClock, nextFrame } from './console-time.ts';

const EDITED = 50;
const ROUNDS = 5;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

/** Paragraphs all over the page changed, some removed and some added. */
const edited = (): string => {
  const step = BLOCKS / EDITED;
  return longPage()
    .flatMap((block, at) => {
      if (at % step !== 1) return [block];
      if (at % (5 * step) === 1) return [];
      return at % (3 * step) === 1 ? [block, 'A new line about this.'] : [block.replace('team', 'company')];
    })
    .join('\n\n');
};

/** Shows the difference of a long page, and the page itself for comparison. */
export const measureDifference = async (window: ConsoleWindow): Promise<string> => {
  const { context, installation, spaceId } = window;
  const call = installation.callerOf(installation.token);
  const { id, path } = await createLongPage(window, 'Long to compare');
  const at = `/spaces/${spaceId}/change-requests`;
  const { body: request } = await call('POST', at, { subject: 'Change a long page' });
  await call('POST', `${at}/${request.number}/content?compat=false`, {
    changes: [{ operation: 'update_page', page: id, document: { markdown: edited() } }],
  });
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  const clock = await mainThreadClock(context, page);
  const timed = async (show: () => Promise<unknown>): Promise<number> => {
    const before = await clock();
    await show();
    await nextFrame(page);
    return (await clock()) - before;
  };
  const differences: number[] = [];
  const readings: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(`/app/s/${spaceId}/~/changes/${request.number}`);
    const tab = page
      .getByRole('navigation', { name: 'Change request' })
      .getByRole('link', { name: /^Changes/ });
    await tab.waitFor();
    differences.push(
      await timed(async () => {
        await tab.click();
        await page.locator('[data-change]').first().waitFor();
      }),
    );
    await page.goto(`/app/s/${spaceId}/~/revisions`);
    const link = page.getByRole('treeitem', { name: 'Long to compare' }).getByRole('link');
    await link.waitFor();
    readings.push(
      await timed(async () => {
        await link.click();
        await page.getByText(LINE).waitFor();
      }),
    );
  }
  await page.close();
  return [
    `console, difference of ${BLOCKS} blocks with ${EDITED} changes: ${median(differences).toFixed(0)} ms of processor time (at most 300)`,
    `console, reading the same page (${path}): ${median(readings).toFixed(0)} ms of processor time`,
  ].join('\n');
};
