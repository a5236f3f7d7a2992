import type { Page } from 'playwright-core';
import type { Sample } from '../sample.ts';

/** Waits for the title of the screen. */
export const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name, level: 1 }).first().waitFor();

/** Waits for words. */
export const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();

/** Does one after the other. */
export const all =
  (...steps: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

/** Presses keys. */
export const press = (keys: string) => (page: Page) => page.keyboard.press(keys);

/** Clicks the first of a name. */
export const click = (role: 'button' | 'menuitem' | 'radio', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().click();

/** The path of the organization. */
export const home = ({ organizationId }: Sample) => `/o/${organizationId}`;

/** The path of the site. */
export const site = (sample: Sample) => `${home(sample)}/sites/${sample.siteId}`;

/** The path of the space. */
export const space = ({ spaceId }: Sample) => `/s/${spaceId}`;

/** Opens the list of pages or spaces of a narrow screen. */
export const unfold = async (page: Page) => {
  const button = page.getByRole('button', { name: /^Show (?:pages|spaces)/ });
  if (await button.isVisible()) await button.click();
};

/** Leaves messages on the screen, which close by themselves otherwise. */
export const keepMessages = (page: Page) =>
  page.evaluate(() => {
    const { setTimeout: later } = window;
    const MESSAGE_MS = 5000;
    window.setTimeout = ((run: () => void, delay = 0) =>
      delay < MESSAGE_MS ? later(run, delay) : 0) as typeof window.setTimeout;
  });

/** Makes copying fail. */
export const refuseClipboard = (page: Page) =>
  page.evaluate(() => {
    navigator.clipboard.writeText = async () => {
      throw new Error('The browser did not copy the text.');
    };
  });

/** Searches on the site of the screen for what it does not have. */
export const searchInVain = async (page: Page) => {
  const address = await page.getByRole('link', { name: 'Open site' }).getAttribute('href');
  // Headless browsers are not counted as readers.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
  const reader = await page.context().browser()!.newContext({ userAgent });
  const lost = await reader.newPage();
  await lost.goto(`${address}~lectern/search?q=anchorage`);
  await reader.close();
  await page.reload();
};
