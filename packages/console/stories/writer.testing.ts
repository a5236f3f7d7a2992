import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { signInLinkFor } from '../../server/src/testing/browser-client.ts';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { openBrowser } from '../../site/src/testing/browser.ts';
import { isFault } from './signed-in.ts';

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

/** A server with a browser beside it, for stories about writing. */
export const startWriting = async (...hosts: readonly string[]) => {
  const server: TestServer = await startServer();
  const org: TestOrganization = await server.organization();
  const browser: Browser = await openBrowser(...hosts);
  return {
    server,
    org,
    browser,
    /** A page named Story in a new space. */
    newPage: async (markdown: string): Promise<PagePlace> => {
      const space = await createLiveSpace(org);
      const made = await org.edit.call('POST', `/spaces/${space}/content?compat=false`, {
        changes: [{ operation: 'insert_page', title: 'Story', document: { markdown } }],
      });
      return { space, id: made.body.changes[0].page.id };
    },
    markdownOf: async ({ space, id }: PagePlace): Promise<string> =>
      (await org.read.call('GET', `/spaces/${space}/content/page/${id}?format=markdown`)).body.markdown,
    /** Signs an editor in; the address is the server's own unless another process serves it. */
    signIn: async (url = server.url): Promise<Writer> => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      await page.goto(url + (await signInLinkFor(server, org.edit.email)));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/app/);
      const errors: string[] = [];
      // A request that fails is shown by the screen.
      page.on('console', (message) => {
        if (isFault(message) && !message.text().startsWith('Failed to load resource'))
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
