import type { Page } from 'playwright-core';
import { CONNECTIONS_SCREENS } from './screens/connections.ts';
import { HOME_SCREENS } from './screens/home.ts';
import type { Screen } from './screens/screen.ts';
import { SETTINGS_SCREENS } from './screens/settings.ts';
import { SITES_SCREENS } from './screens/sites.ts';
import { WRITING_SCREENS } from './screens/writing.ts';

/** Every screen, in the order of a tour. */
export const SCREENS: readonly Screen[] = [
  ...HOME_SCREENS,
  ...SETTINGS_SCREENS,
  ...WRITING_SCREENS,
  ...SITES_SCREENS,
  ...CONNECTIONS_SCREENS,
];

/** Waits until nothing is loading. */
export const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('load');
  await page
    .locator('[aria-busy="true"]')
    .waitFor({ state: 'detached' })
    .catch(() => {});
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
};
