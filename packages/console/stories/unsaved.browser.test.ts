import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM } from '../../site/src/testing/browser.ts';
import { expectGoodScreen } from './expect-screen.ts';
import { draftsIn, saved, startWriting, type Writing } from './writer.testing.ts';

/** Waits until a part of the editor that nobody has asked for is loaded with all that it needs. */
const PARTS_ARE_LOADED = `(async () => {
  const find = () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/block-popover-'));
  while (!find()) await new Promise((resolve) => setTimeout(resolve, 20));
  await import(find().name);
})()`;

describe.skipIf(!CHROMIUM)('text that cannot be saved, in a browser', () => {
  let writing: Writing;
  beforeAll(async () => {
    writing = await startWriting();
  });
  afterAll(async () => {
    await writing?.close();
  });
  const signIn = () => writing.signIn();
  const edit = (place: string, ...changes: readonly object[]) =>
    writing.org.edit.call('POST', `/spaces/${place}/content?compat=false`, { changes });
  const markdownAt = async (place: string, path: string): Promise<string | undefined> =>
    (await writing.org.read.call('GET', `/spaces/${place}/content/path/${path}?format=markdown`)).body
      .markdown;

  test('text typed while offline is sent from the home as soon as the server is there again', async () => {
    const place = await writing.newPage('One.');
    const { context, page, errors } = await signIn();
    const editor = await writing.open(page, place);
    // The home is known before the connection is lost.
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.goBack();
    await editor.waitFor();
    await page.evaluate(PARTS_ARE_LOADED);
    await context.setOffline(true);
    await editor.getByText('One.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Mine.');
    await page.getByRole('status').getByText('Offline: kept in this browser').waitFor();
    // The whole editor is there without the server.
    await page.keyboard.press('Control+.');
    await page.getByRole('button', { name: 'Make reusable…' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('!');
    await editor.getByText('One. Mine.!').waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', {
      name: 'Unsaved text in 1 page',
    });
    await link.click();
    await page.getByText('The server cannot be reached.').waitFor();
    await expectGoodScreen(page, 'unsaved-offline');
    await context.setOffline(false);
    await page.getByText('Everything that you wrote is saved.').waitFor();
    expect(await writing.markdownOf(place)).toBe('One. Mine.!\n');
    expect(await draftsIn(page)).toBe('[]');
    await link.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    await context.close();
  });

  test('text typed into a page that somebody deletes is offered with the page, or as a new one', async () => {
    const place = await writing.newPage('One.');
    const { context, page } = await signIn();
    const editor = await writing.open(page, place);
    await edit(place.space, { operation: 'delete_page', page: place.id });
    await editor.getByText('One.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Mine.');
    const notice = page.getByRole('alert').filter({ hasText: 'This page was deleted.' });
    await notice.waitFor();
    await expectGoodScreen(page, 'unsaved-deleted-editor');
    await notice.getByRole('button', { name: 'Restore the page' }).click();
    await notice.waitFor({ state: 'detached' });
    await expect.poll(() => writing.markdownOf(place)).toBe('One. Mine.\n');

    // It is deleted again, and the author comes back later.
    await edit(place.space, { operation: 'delete_page', page: place.id });
    // The cursor is where it was.
    await page.keyboard.type(' Later.');
    await notice.waitFor();
    await page.close({ runBeforeUnload: false });
    const later = await context.newPage();
    await later.goto(`${writing.server.url}/app/s/${place.space}/story`);
    await later.getByRole('heading', { name: 'Not found' }).waitFor();
    await later.getByRole('main').getByRole('link', { name: 'Unsaved text in 1 page' }).click();
    const text = later.getByRole('listitem').filter({ hasText: 'Story' });
    await later.getByText('It was deleted before your text was sent.').waitFor();
    await expectGoodScreen(later, 'unsaved-deleted');
    await text.getByRole('button', { name: 'New page' }).click();
    await later.waitForURL(/\/story\?edit=true$/);
    await later.getByRole('textbox', { name: 'Text of Story' }).getByText('One. Mine. Later.').waitFor();
    expect(await markdownAt(place.space, 'story')).toBe('One. Mine. Later.\n');
    expect(await draftsIn(later)).toBe('[]');
    await context.close();
  });

  test('text of a page that was deleted in a change request is restored there', async () => {
    const { space } = await writing.newPage('One.');
    const { body: request } = await writing.org.edit.call('POST', `/spaces/${space}/change-requests`, {});
    const inRequest = `${space}/change-requests/${request.number}`;
    const made = await edit(inRequest, {
      operation: 'insert_page',
      title: 'Draft',
      document: { markdown: 'Two.' },
    });
    const { context, page } = await signIn();
    await page.goto(`${writing.server.url}/app/s/${space}/~/changes/${request.number}/draft?edit=true`);
    const editor = page.getByRole('textbox', { name: 'Text of Draft' });
    await editor.getByText('Two.').click();
    await edit(inRequest, { operation: 'delete_page', page: made.body.changes[0].page.id });
    await page.keyboard.press('End');
    await page.keyboard.type(' Mine.');
    await page.getByRole('button', { name: 'Restore the page' }).click();
    await expect.poll(() => markdownAt(inRequest, 'draft')).toBe('Two. Mine.\n');
    await context.close();
  });

  const typeAtEnd = async (page: Page, line: string, words: string) => {
    await page.locator('.ProseMirror').getByText(line).click();
    await page.keyboard.press('End');
    await page.keyboard.type(words);
  };
  const inRequest = (space: string, number: number) => `${space}/change-requests/${number}`;

  test('the text of a tab that crashes is there though another tab had the same page open', async () => {
    const place = await writing.newPage('First.\n\nLast.');
    const { context, page } = await signIn();
    let isFull = true;
    await context.route('**/v1/spaces/*/content?*', (route) =>
      isFull && route.request().method() === 'POST'
        ? route.fulfill({ status: 507, body: '{"error":{"code":507,"message":"full"}}' })
        : route.continue(),
    );
    await writing.open(page, place);
    await typeAtEnd(page, 'First.', ' alpha');
    await page.getByRole('status').getByText('Offline: kept in this browser').waitFor();
    const two = await context.newPage();
    await writing.open(two, place);
    await typeAtEnd(two, 'Last.', ' Two.');
    await expect.poll(() => draftsIn(two)).toContain('Two.');
    await page.bringToFront();
    await page.keyboard.type(' bravo charlie');
    await expect.poll(() => draftsIn(page)).toContain('charlie');
    const isCrashed = page.waitForEvent('crash');
    await page.goto('chrome://crash').catch(() => undefined);
    await isCrashed;
    await two.close({ runBeforeUnload: false });
    isFull = false;
    const three = await context.newPage();
    await three.goto(`${writing.server.url}/app`);
    await three.getByText('Your unsaved text in a page was saved').waitFor();
    expect(await writing.markdownOf(place)).toBe('First. alpha bravo charlie\n\nLast. Two.\n');
    expect(await draftsIn(three)).toBe('[]');
    await context.close();
  });

  test('a draft that cannot be read stays, is not called saved, and can be copied', async () => {
    const place = await writing.newPage('First.');
    const { context, page } = await signIn();
    const drafts = await context.newPage();
    await drafts.goto(`${writing.server.url}/app`);
    await drafts.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.route('**/v1/spaces/*/content?*', (route) => route.abort());
    await writing.open(page, place);
    await typeAtEnd(page, 'First.', ' alpha');
    await page.getByRole('status').getByText('Offline: kept in this browser').waitFor();
    await page.close({ runBeforeUnload: false });
    await drafts.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('lectern-console', 1);
          opening.onsuccess = () => {
            const edit = opening.result.transaction('drafts', 'readwrite');
            const store = edit.objectStore('drafts');
            const all = store.getAllKeys();
            all.onsuccess = () => {
              for (const key of all.result) if (String(key).endsWith('/base')) store.delete(key);
            };
            edit.oncomplete = () => resolve();
          };
        }),
    );
    await drafts.goto(`${writing.server.url}/app/unsaved`);
    await drafts.getByText('A part of this text is missing in this browser').waitFor();
    expect(await draftsIn(drafts)).toContain('alpha');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await drafts.getByRole('button', { name: 'Copy the text' }).click();
    await drafts.getByText('The text was copied').waitFor();
    expect(await drafts.evaluate(() => navigator.clipboard.readText())).toBe('First. alpha\n');
    expect(await draftsIn(drafts)).toContain('alpha');
    await context.close();
  });

  test('a space that is locked while somebody writes: the editor stays, and the text becomes a change request', async () => {
    const place = await writing.newPage('First.\n\nLast.');
    const { context, page, errors } = await signIn();
    const editor = await writing.open(page, place);
    await typeAtEnd(page, 'First.', ' one');
    await saved(page);
    // The screen learns of it, too.
    const isRead = page.waitForResponse((response) => response.url().endsWith(`/v1/spaces/${place.space}`));
    await writing.org.admin.call('PATCH', `/spaces/${place.space}`, { editMode: 'locked' });
    await page.keyboard.type(' two words');
    const notice = page.getByRole('alert').filter({ hasText: 'This space is locked' });
    await notice.waitFor();
    await isRead;
    await page.keyboard.type(' here');
    await editor.getByText('First. one two words here').waitFor();
    await expectGoodScreen(page, 'unsaved-locked');
    await notice.getByRole('button', { name: 'Propose it in a change request' }).click();
    await page.waitForURL(/~\/changes\/1\/story\?edit=true$/);
    await page.locator('.ProseMirror').getByText('First. one two words here').waitFor();
    expect(await markdownAt(inRequest(place.space, 1), 'story')).toBe('First. one two words here\n\nLast.\n');
    expect(await writing.markdownOf(place)).toBe('First. one\n\nLast.\n');
    await expect.poll(() => draftsIn(page)).toBe('[]');

    // The change request is merged while they go on; they leave, and find the text in the list.
    await writing.org.admin.call('POST', `/spaces/${inRequest(place.space, 1)}/merge`);
    await typeAtEnd(page, 'Last.', ' More.');
    await page.getByRole('alert').filter({ hasText: 'can no longer be changed' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'Unsaved text in 1 page' }).first().click();
    await expectGoodScreen(page, 'unsaved-closed');
    await page.getByRole('button', { name: 'Propose it in a change request' }).click();
    await page.waitForURL(/~\/changes\/2\/story\?edit=true$/);
    expect(await markdownAt(inRequest(place.space, 2), 'story')).toBe(
      'First. one two words here\n\nLast. More.\n',
    );
    await expect.poll(() => draftsIn(page)).toBe('[]');
    expect(errors).toEqual([]);
    await context.close();
  });

  test('a session that ends while somebody writes: they sign in in another tab, and the text is saved by itself', async () => {
    const place = await writing.newPage('First.');
    const { context, page } = await signIn();
    await writing.open(page, place);
    const cookies = await context.cookies();
    await context.clearCookies();
    await typeAtEnd(page, 'First.', ' one');
    const notice = page.getByRole('alert').filter({ hasText: 'Your session has ended.' });
    await notice.waitFor();
    await expectGoodScreen(page, 'unsaved-signed-out');
    const isOpened = context.waitForEvent('page');
    await notice.getByRole('link', { name: 'Sign in' }).click();
    const signing = await isOpened;
    await signing.waitForURL(/\/login\?to=/);
    await context.addCookies(cookies);
    await signing.close();
    await saved(page);
    await notice.waitFor({ state: 'detached' });
    expect(await writing.markdownOf(place)).toBe('First. one\n');
    // The cursor is where it was.
    await page.locator('.ProseMirror').getByText('First. one').click();
    await context.close();
  });

  test('a title that somebody else changes meanwhile is not overwritten before the writer has decided', async () => {
    const place = await writing.newPage('First.');
    const { context, page } = await signIn();
    const titleOf = async () =>
      (await writing.org.read.call('GET', `/spaces/${place.space}/content/page/${place.id}`)).body.title;
    const rename = (title: string) => edit(place.space, { operation: 'update_page', page: place.id, title });
    await writing.open(page, place);
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await title.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' by Ann');
    await expect.poll(titleOf).toBe('Story by Ann');
    await rename('Ben has renamed it');
    await page.keyboard.type(' again');
    const question = page.getByRole('status').filter({ hasText: 'Somebody else has changed this to' });
    await question.getByText('Ben has renamed it').waitFor();
    expect(await title.inputValue()).toBe('Story by Ann again');
    expect(await titleOf()).toBe('Ben has renamed it');
    await expectGoodScreen(page, 'contested-title');
    await question.getByRole('button', { name: 'Use mine' }).click();
    await expect.poll(titleOf).toBe('Story by Ann again');
    // A field that nobody writes in would take Ben's title.
    await title.click();
    await rename('Ben again');
    await page.keyboard.type('!');
    await question.getByRole('button', { name: 'Use theirs' }).click();
    await question.waitFor({ state: 'detached' });
    expect([await title.inputValue(), await titleOf()]).toEqual(['Ben again', 'Ben again']);
    await expect.poll(() => draftsIn(page)).toBe('[]');
    await context.close();
  });

  test('a screen that failed while the server was away is shown when it is back', async () => {
    const place = await writing.newPage('First.');
    const titlesNow = async () =>
      (await writing.org.read.call('GET', `/spaces/${place.space}/content/pages`)).body.pages.map(
        ({ title }: { title: string }) => title,
      );
    const titles = await titlesNow();
    const { context, page } = await signIn();
    let isAway = true;
    await page.route('**/v1/**', (route) => (isAway ? route.abort() : route.continue()));
    await page.goto(`${writing.server.url}/app/s/${place.space}/story`);
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    isAway = false;
    await page.getByRole('heading', { name: 'Story', level: 1 }).waitFor();
    await page.getByText('First.').waitFor();

    // What is pressed without a network fails, and does not happen later.
    await context.setOffline(true);
    await page.getByRole('button', { name: 'New page' }).first().click();
    await page.getByRole('alert').getByText('The server could not be reached').waitFor();
    // A part of the console that was not loaded yet.
    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText('The server could not be reached').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await alert.getByText('The server could not be reached').waitFor();
    await context.setOffline(false);
    await page.getByText('There are no change requests in this space yet').waitFor();
    expect(await titlesNow()).toEqual(titles);
    await context.close();
  });
});
