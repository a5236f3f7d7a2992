import { statSync } from 'node:fs';
import path from 'node:path';
import type { ConsoleWindow } from './console.ts';

const DIST = path.resolve('packages/console/dist');
const FIRST_SCREEN_KB = 200;
const EDITOR_KB = 250;

/** The compressed size of a script in kilobytes. */
const sizeOf = (pathname: string): number =>
  statSync(path.join(DIST, `${pathname.replace(/^\/app\//, '')}.gz`)).size / 1024;

/** The compressed scripts of the first screen, and those that the editor adds. */
export const measureWeight = async ({ page, organizationId, spaceId }: ConsoleWindow): Promise<string> => {
  const loaded = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) loaded.add(pathname);
  });
  const total = () => [...loaded].reduce((sum, name) => sum + sizeOf(name), 0);
  // The stream of the inbox never ends, and the network would never be idle.
  await page.route('**/v1/user/notifications/events', (route) => route.abort());
  await page.goto(`/app/o/${organizationId}`);
  await page.waitForLoadState('networkidle');
  const first = total();
  await page.goto(`/app/s/${spaceId}`);
  await page.waitForLoadState('networkidle');
  const reading = total();
  await page.goto(`/app/s/${spaceId}?edit=true`);
  await page.getByRole('textbox', { name: /^Text of/ }).waitFor();
  await page.waitForLoadState('networkidle');
  const writing = total();
  return [
    `console, first screen: ${first.toFixed(0)} KB of compressed script (at most ${FIRST_SCREEN_KB})`,
    `console, reading a page: ${(reading - first).toFixed(0)} KB more`,
    `console, editor: ${(writing - reading).toFixed(0)} KB more than reading, ${(writing - first).toFixed(0)} KB more than the first screen (at most ${EDITOR_KB})`,
  ].join('\n');
};
