import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testClock } from '../../server/src/testing/server.ts';
import { CHROMIUM } from '../../site/src/testing/browser.ts';
import { expectGoodScreen } from './expect-screen.ts';
import { draftsIn, type PagePlace, picture, saved, startWriting, type Writing } from './writer.testing.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.skipIf(!CHROMIUM)('two people who write in a page together, in two browsers', () => {
  const clock = testClock();
  let writing: Writing;
  beforeAll(async () => {
    writing = await startWriting({ clock });
  });
  afterAll(async () => {
    await writing?.close();
  });
  const two = async (markdown: string) => {
    const place = await writing.newPage(markdown);
    const { server, org } = writing;
    const [one, other] = [await writing.signIn(), await writing.signIn(server.url, org.review)];
    return { place, one, other };
  };

  /** Saves and ends what nobody has open, as a worker does every minute. */
  const endAbandoned = async () => {
    const { jobs } = writing.server.app.domains.find(({ name }) => name === 'live-documents')!;
    await jobs!.find(({ name }) => name === 'live-documents.end-abandoned')!.run({} as never);
  };

  /** A comment on a word of the first paragraph. */
  const commentOn = async ({ space, id }: PagePlace, word: string) => {
    const { org } = writing;
    const { body } = await org.edit.call('GET', `/spaces/${space}/content/page/${id}?format=document`);
    const quote = { text: word, occurrence: 0 };
    const comment = { body: { markdown: 'Why?' }, page: id, node: body.document.nodes[0].key, quote };
    expect((await org.edit.call('POST', `/spaces/${space}/comments`, comment)).status).toBe(200);
  };
  /** The words that are marked on the page. */
  const marked = (page: Page) =>
    page.evaluate(() => [...(CSS.highlights.get('comment') ?? [])].map((range) => String(range)));

  test('they see what the other one writes, and where; undo takes back only what one has written oneself', async () => {
    const { place, one, other } = await two('First.\n\nSecond.');
    const { org } = writing;
    await writing.newPage('Other.', place.space);
    await commentOn(place, 'First');
    const mine = await writing.open(one.page, place);
    await mine.getByText('First.').click();
    await one.page.keyboard.press('End');
    await one.page.keyboard.type(' Alone.');
    await saved(one.page);
    const theirs = await writing.open(other.page, place);
    // Each has the cursor of the other one.
    await one.page.locator('.remote-caret').waitFor();
    await other.page.locator('.remote-caret').waitFor();
    await one.page.getByRole('list', { name: 'People here' }).waitFor();
    await theirs.getByText('Second.').click();
    await other.page.keyboard.press('End');
    await other.page.keyboard.type(' Theirs.');
    await mine.getByText('Second. Theirs.').waitFor();
    await one.page.keyboard.type(' Mine.');
    await theirs.getByText('First. Alone. Mine.').waitFor();
    await expectGoodScreen(one.page, 'together');
    await picture(one.page, 'together');
    // Comments stay on their words.
    for (const { page } of [one, other]) await expect.poll(() => marked(page)).toEqual(['First']);
    await other.page.keyboard.press('Control+z');
    await theirs.getByText('Second. Theirs.').waitFor({ state: 'detached' });
    await theirs.getByText('First. Alone. Mine.').waitFor();
    await Promise.all([saved(one.page), saved(other.page)]);
    // Whoever reads follows along.
    const reader = await writing.signIn(writing.server.url, org.read);
    await reader.page.goto(`${writing.server.url}/app/s/${place.space}/story`);
    await one.page.keyboard.type(' Followed.');
    await reader.page.getByText('First. Alone. Mine. Followed.').waitFor();
    await expect.poll(() => marked(reader.page)).toEqual(['First']);
    const writer = org.edit.email.split('@')[0]!;
    await reader.page.getByRole('button', { name: `Follow ${writer}, who edits Story` }).click();
    await reader.page.getByRole('status').getByText(`Following ${writer}`).waitFor();
    await picture(reader.page, 'following');
    for (const { page } of [one, other]) await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => writing.markdownOf(place)).toContain('First. Alone. Mine. Followed.');
    // The reader has the text that was saved, and goes where the writer goes.
    await reader.page.getByText('First. Alone. Mine. Followed.').waitFor();
    await one.page.getByRole('treeitem', { name: 'Other page' }).click();
    await reader.page.getByText('Other.').waitFor();
    await reader.page.keyboard.press('Escape');
    await reader.page.getByText(`Following ${writer}`).waitFor({ state: 'detached' });
    expect(await draftsIn(one.page)).toBe('[]');
    for (const { errors, context } of [one, other, reader]) {
      expect(errors).toEqual([]);
      await context.close();
    }
  });

  test('what one types without a network for a day is merged, and the history names both', async () => {
    const { place, one, other } = await two('First.\n\nSecond.');
    const mine = await writing.open(one.page, place);
    const theirs = await writing.open(other.page, place);
    await one.page.locator('.remote-caret').waitFor();
    await one.context.setOffline(true);
    await mine.getByText('First.').click();
    await one.page.keyboard.press('End');
    await one.page.keyboard.type(' Offline.');
    await one.page.getByRole('status').getByText('Offline: kept in this browser').waitFor();
    await theirs.getByText('Second.').click();
    await other.page.keyboard.press('End');
    await other.page.keyboard.type(' Online.');
    await saved(other.page);
    await other.page.getByRole('button', { name: 'Done' }).click();
    clock.advance(DAY_MS);
    // Nobody has the page open anymore.
    await endAbandoned();
    await expect.poll(() => writing.markdownOf(place)).toBe('First.\n\nSecond. Online.\n');
    await one.context.setOffline(false);
    await other.page.getByText('First. Offline.').waitFor();
    await mine.getByText('Second. Online.').waitFor();
    await saved(one.page);
    await one.page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => writing.markdownOf(place)).toBe('First. Offline.\n\nSecond. Online.\n');
    await other.page.goto(`${writing.server.url}/app/s/${place.space}/~/revisions`);
    for (const { email } of [writing.org.edit, writing.org.review])
      await other.page.getByRole('listitem').getByText(email.split('@')[0]!).first().waitFor();
    await picture(other.page, 'together-history');
    for (const { context } of [one, other]) await context.close();
  });

  test('what one typed before an offline tab was closed is merged, and lines of the other one stay as they are', async () => {
    const { place, one, other } = await two('Alpha\n\nMiddle\n\nBeta');
    const mine = await writing.open(one.page, place);
    const theirs = await writing.open(other.page, place);
    await one.page.locator('.remote-caret').waitFor();
    await mine.getByText('Alpha').click();
    await one.page.keyboard.press('Home');
    await one.page.keyboard.type('c1 ');
    await theirs.getByText('Beta').click();
    await other.page.keyboard.press('End');
    await other.page.keyboard.type(' a1');
    await mine.getByText('Beta a1').waitFor();
    await Promise.all([saved(one.page), saved(other.page)]);
    await one.context.setOffline(true);
    await one.page.keyboard.type('c2 ');
    await one.page.getByRole('status').getByText('Offline: kept in this browser').waitFor();
    await other.page.keyboard.type(' a2');
    await saved(other.page);
    await expect.poll(() => draftsIn(one.page)).toContain('c1 c2 Alpha');
    await one.page.close();
    await one.context.setOffline(false);
    const again = await one.context.newPage();
    await again.goto(`${writing.server.url}/app`);
    await again.getByText('Your unsaved text in a page was saved').waitFor();
    await theirs.getByText('c1 c2 Alpha').waitFor();
    await other.page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => writing.markdownOf(place)).toBe('c1 c2 Alpha\n\nMiddle\n\nBeta a1 a2\n');
    for (const { context } of [one, other]) await context.close();
  });
});
