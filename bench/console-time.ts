import type { BrowserContext, Page } from 'playwright-core';

/** Reads the processor time that the main thread of a page has used so far, in milliseconds. */
export type MainThreadClock = () => Promise<number>;

/** Starts to count the processor time of a page: what other programs take meanwhile is not in it. */
export const mainThreadClock = async (context: BrowserContext, page: Page): Promise<MainThreadClock> => {
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  };
};

/** Waits until the next frame is shown. */
export const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');

/**
 * The processor time of each of many steps, with the frame that shows it. The frame is asked for, unless there is a pause: then it comes
 * by itself, and what runs in the pause counts.
 */
export const timesOfSteps = async (
  page: Page,
  clock: MainThreadClock,
  count: number,
  step: (at: number) => Promise<unknown>,
  pauseMs = 0,
): Promise<number[]> => {
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    const before = await clock();
    await step(at);
    await (pauseMs > 0 ? page.waitForTimeout(pauseMs) : nextFrame(page));
    times.push((await clock()) - before);
  }
  return times.sort((one, other) => one - other);
};

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

/** The median and the 95th percentile of sorted times, in words. */
export const spread = (sorted: readonly number[]): string =>
  `${percentile(sorted, 0.5).toFixed(1)} ms at the median, ${percentile(sorted, 0.95).toFixed(1)} ms at p95`;

/** How many steps took longer than a long frame, in words. */
export const longFrames = (sorted: readonly number[]): string =>
  `${sorted.filter((time) => time > 50).length} of ${sorted.length} longer than 50 ms`;
