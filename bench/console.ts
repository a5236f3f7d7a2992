import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Installation, startInstallation } from '../packages/console/scripts/installation.ts';
import { CHROMIUM, openBrowser } from '../packages/site/src/testing/browser.ts';
import { measureDifference } from './console-difference.ts';
import { measureEditor } from './console-editor.ts';
import { measureTree } from './console-tree.ts';
import { measureWeight } from './console-weight.ts';

/** A signed-in window of a new installation. */
export interface ConsoleWindow {
  readonly installation: Installation;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly organizationId: string;
  /** A space with live edits and pages. */
  readonly spaceId: string;
}

/** The parts of the benchmark, each a few lines of text. */
const PARTS: readonly ((window: ConsoleWindow) => Promise<string>)[] = [
  measureWeight,
  measureEditor,
  measureDifference,
  measureTree,
];

/** The weight and the speed of the console in a browser. */
export const measureConsole = async (program: string): Promise<string> => {
  if (!CHROMIUM) return 'console: skipped, because there is no Chromium (CHROMIUM_PATH)';
  const installation = await startInstallation(program);
  const browser = await openBrowser();
  try {
    const call = installation.callerOf(installation.token);
    const { body: user } = await call('GET', '/user');
    const { body: organizations } = await call('GET', '/orgs');
    const organizationId = organizations.items[0].id as string;
    const { body: spaces } = await call('GET', `/orgs/${organizationId}/spaces`);
    const { context, page } = await installation.signIn(browser, user.email);
    await page.setViewportSize({ width: 1280, height: 900 });
    const lines: string[] = [];
    for (const part of PARTS)
      lines.push(
        await part({ installation, browser, context, page, organizationId, spaceId: spaces.items[0].id }),
      );
    return lines.join('\n');
  } finally {
    await browser.close();
    await installation.stop();
  }
};
