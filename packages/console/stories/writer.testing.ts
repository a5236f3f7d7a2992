import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import {
  startServer,
  type TestClock,
  type TestOrganization,
  type TestServer,
} from '../../server/src/testing/server.ts';
import { openBrowser } from '../../site/src/testing/browser.ts';
import { isFault, signInTo } from './signed-in.ts';

/** A page of a space. */
export interface PagePlace {
  readonly space: string;
  readonly id: string;
}

/** A person at a browser. */
export interface Writer {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the browser complained about. */
  readonly errors: readonly string[];
}

/** A server with a browser beside it that knows further hosts, for stories about writing. */
export const startWriting = async ({
  hosts = [],
  clock,
}: {
  readonly hosts?: readonly string[];
  readonly clock?: TestClock;
} = {}) => {
  const server: TestServer = await startServer(clock && { clock });
  const org: TestOrganization = await server.organization();
  const browser: Browser = await openBrowser(...hosts);
  return {
    server,
    org,
    browser,
    /** A page named Story in a new space, or another one in a space. */
    newPage: async (markdown: string, another?: string): Promise<PagePlace> => {
      const space = another ?? (await createLiveSpace(org));
      const title = another === undefined ? 'Story' : 'Other page';
      const made = await org.edit.call('POST', `/spaces/${space}/content?compat=false`, {
        changes: [{ operation: 'insert_page', title, document: { markdown } }],
      });
      return { space, id: made.body.changes[0].page.id };
    },
    markdownOf: async ({ space, id }: PagePlace): Promise<string> =>
      (await org.read.call('GET', `/spaces/${space}/content/page/${id}?format=markdown`)).body.markdown,
    /** Signs an editor in; the address is the server's own unless another process serves it. */
    signIn: async (url = server.url, person = org.edit): Promise<Writer> => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      await signInTo(context, server, person, url);
      const page = await context.newPage();
      const errors: string[] = [];
      // A request that fails is shown by the screen, and a network that is gone too.
      page.on('console', (message) => {
        if (isFault(message) && !/^Failed to load resource|ERR_INTERNET_DISCONNECTED/.test(message.text()))
          errors.push(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      return { context, page, errors };
    },
    /** Opens the editor of a page. */
    open: async (page: Page, { space }: Pick<PagePlace, 'space'>, url = server.url): Promise<Locator> => {
      await page.goto(`${url}/app/s/${space}/story?edit=true`);
      const editor = page.getByRole('textbox', { name: 'Text of Story' });
      await editor.waitFor();
      return editor;
    },
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
};

/** The setting of a story about writing. */
export type Writing = Awaited<ReturnType<typeof startWriting>>;

/** Waits until everything is on the server. */
export const saved = (page: Page): Promise<void> =>
  page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

/** The drafts in a browser, as text. */
export const draftsIn = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('lectern-console', 1);
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => {
            opening.result.close();
            // The version that a text was made from is no draft.
            resolve(JSON.stringify(all.result.map(({ base, unanswered, ...draft }) => draft)));
          };
        };
      }),
  );

/** Puts the cursor into the last line. Within some milliseconds after another change, the editor takes a key that only moves the cursor back. */
export const goToEnd = (editor: Locator): Promise<void> =>
  expect
    .poll(async () => {
      await editor.press('Control+End');
      return editor.evaluate(async (element) => {
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
        return element.lastElementChild!.contains(document.getSelection()!.anchorNode);
      });
    })
    .toBe(true);

/** Pastes content of a type, or a file. */
export const paste = (editor: Locator, type: string, text: string, file?: { name: string; base64: string }) =>
  editor.evaluate(
    (element, given) => {
      const data = new DataTransfer();
      if (given.file) {
        const bytes = Uint8Array.from(atob(given.file.base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], given.file.name, { type: given.type }));
      } else data.setData(given.type, given.text);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    { type, text, file },
  );

/** Takes a screenshot into the folder of PICTURES, if it is set. */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
};
