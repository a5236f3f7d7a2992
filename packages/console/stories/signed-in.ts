import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { entriesOf } from '../../server/src/conformance/operations.ts';
import { signInLinkFor } from '../../server/src/testing/browser-client.ts';
import type { TestServer } from '../../server/src/testing/server.ts';

/** A browser window in which a person is signed in. */
export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of scripts, of the console and of the content security policy. */
  readonly errors: string[];
  /** Requests to paths of the API that are not in the operation table. */
  readonly unlisted: string[];
}

/** Whether the console reports a fault: an error, or a selection that is in no line of the editor. */
export const isFault = (message: ConsoleMessage): boolean =>
  message.type() === 'error' || message.text().startsWith('TextSelection');

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.~$]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Opens a window in which a person is signed in. */
export const openSignedIn = async (
  browser: Browser,
  server: TestServer,
  { email }: { readonly email: string },
  options: BrowserContextOptions = {},
): Promise<Window> => {
  const table = entriesOf(server.app.domains).map(({ path, operation: { method } }) => ({
    method,
    pattern: toPattern(path),
  }));
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  const errors: string[] = [];
  const unlisted: string[] = [];
  await page.goto(await signInLinkFor(server, email));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/app/);
  // A response with an error status is shown by the screen.
  page.on('console', (message) => {
    if (isFault(message) && !/^Failed to load resource|ApiError: /.test(message.text()))
      errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const isListed = table.some(
      ({ method, pattern }) => method === request.method() && pattern.test(decodeURI(pathname)),
    );
    if (origin !== server.url || (pathname.startsWith('/v1/') && !isListed))
      unlisted.push(`${request.method()} ${request.url()}`);
  });
  return { context, page, errors, unlisted };
};
