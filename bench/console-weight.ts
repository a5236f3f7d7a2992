import path from 'node:path';
import type { Locator } from 'playwright-core';
import { LIMITS, sizeOf } from '../packages/console/build/weight.ts';
import type { ConsoleWindow } from './console.ts';

const DIST = path.resolve('packages/console/dist');

/** The compressed scripts of the first screen, and those that the editor adds. */
export const measureWeight = async ({ context, organizationId, spaceId }: ConsoleWindow): Promise<string> => {
  const page = await context.newPage();
  const loaded = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) loaded.add(pathname);
  });
  const open = async (at: string, shown: () => Locator): Promise<number> => {
    await page.goto(at);
    await shown().first().waitFor();
    // What a screen loads once it is there.
    await page.waitForTimeout(1000);
    return [...loaded].reduce((sum, name) => sum + sizeOf(DIST, name.replace(/^\/app\//, '')), 0);
  };
  const first = await open(`/app/o/${organizationId}`, () => page.getByRole('treeitem'));
  const reading = await open(`/app/s/${spaceId}`, () => page.locator('main .prose'));
  const writing = await open(`/app/s/${spaceId}?edit=true`, () =>
    page.getByRole('textbox', { name: /^Text of/ }),
  );
  await page.close();
  return [
    `console, first screen: ${first.toFixed(0)} KB of compressed script (at most ${LIMITS.firstScreen})`,
    `console, reading a page: ${(reading - first).toFixed(0)} KB more`,
    `console, editor: ${(writing - reading).toFixed(0)} KB more than reading, ${(writing - first).toFixed(0)} KB more than the first screen (at most ${LIMITS.editor})`,
  ].join('\n');
};
