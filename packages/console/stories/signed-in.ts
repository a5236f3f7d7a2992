import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Locator,
  Page,
} from 'playwright-core';
import { entriesOf } from '../../server/src/conformance/operations.ts';
import { signedInBrowser } from '../../server/src/testing/browser-client.ts';
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

/** Moves the pointer over a row of a tree, and waits until it can be dragged. */
export const readyToDrag = async (row: Locator): Promise<void> => {
  await row.hover();
  await row.and(row.page().locator('[draggable="true"]')).waitFor();
};

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.~$]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Signs a person in to the windows of a context, without loading the pages of signing in, which have stories of their own. */
export const signInTo = async (
  context: BrowserContext,
  server: TestServer,
  person: { readonly email: string },
  url = server.url,
): Promise<void> => {
  const { cookies } = await signedInBrowser(server, person);
  await context.addCookies(
    [...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true, sameSite: 'Lax' as const })),
  );
};

/** Opens an empty window in which a person is signed in. */
export const openSignedIn = async (
  browser: Browser,
  server: TestServer,
  person: { readonly email: string },
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
  await signInTo(context, server, person);
  const page = await context.newPage();
  const errors: string[] = [];
  const unlisted: string[] = [];
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
