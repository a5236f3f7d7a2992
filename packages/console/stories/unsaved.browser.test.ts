import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityViolations, CHROMIUM } from '../../site/src/testing/browser.ts';
import { draftsIn, picture, startWriting, type Writing } from './writer.testing.ts';

describe.skipIf(!CHROMIUM)('text that cannot be saved, in a browser', () => {
  let writing: Writing;
  beforeAll(async () => {
    writing = await startWriting();
  });
  afterAll(async () => {
    await writing?.close();
  });
  const signIn = async () => {
    const writer = await writing.signIn();
    writer.context.setDefaultTimeout(60_000);
    return writer;
  };
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
    await context.setOffline(true);
    await editor.getByText('One.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Mine.');
    await page.getByRole('status').getByText('Offline: kept in this browser').waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', {
      name: 'Unsaved text in 1 page',
    });
    await link.click();
    await page.getByText('The server cannot be reached.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, 'unsaved-offline');
    await context.setOffline(false);
    await page.getByText('Everything that you wrote is saved.').waitFor();
    expect(await writing.markdownOf(place)).toBe('One. Mine.\n');
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
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, 'unsaved-deleted-editor');
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
    expect(await accessibilityViolations(later)).toEqual([]);
    await picture(later, 'unsaved-deleted');
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
});
