import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { openSignedIn } from './signed-in.ts';
import { saved } from './writer.testing.ts';

const MOST_TABS = 120;

const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

/** Presses a key until a control has the focus, as a person without a mouse does. */
const tabTo = async (page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  const target = control.first();
  await target.waitFor();
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${control} was not reached with ${key}`);
};

/** Goes to a button or a link with Tab, and activates it. */
const activate = async (
  page: Page,
  role: 'button' | 'link',
  name: string | RegExp,
  key?: 'Tab' | 'Shift+Tab',
) => {
  await tabTo(page, page.getByRole(role, { name }), key);
  await page.keyboard.press('Enter');
};

/** Chooses an entry of the open menu with the arrow keys. */
const chooseItem = async (page: Page, name: string) => {
  const item = page.getByRole('menuitem', { name });
  await item.waitFor();
  for (let presses = 0; presses < MOST_TABS && !(await isFocused(item)); presses++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
};

/** Chooses an entry of the palette. */
const command = async (page: Page, words: string, option: string | RegExp) => {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Search pages/).waitFor();
  await page.keyboard.type(words);
  await page.getByRole('option', { name: option }).first().waitFor();
  const selected = page.locator('[cmdk-item][aria-selected="true"]', { hasText: option });
  while (!(await selected.isVisible())) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
};

describe.skipIf(!CHROMIUM)('the console without a mouse', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  const enter = async (person: { readonly email: string }) => {
    const window = await openSignedIn(browser, server, person);
    await window.page.goto('/app');
    return window;
  };
  const outline = async (space: string): Promise<string> => {
    interface Node {
      readonly title: string;
      readonly pages?: readonly Node[];
    }
    const { body } = await org.admin.call('GET', `/spaces/${space}/content/pages`);
    const show = (pages: readonly Node[] = []): string =>
      pages
        .map(({ title, pages: below = [] }) => title + (below.length > 0 ? `(${show(below)})` : ''))
        .join(' ');
    return show(body.pages);
  };

  test('Mia creates a space, writes, sorts, proposes; Ben reviews, approves and merges; Mia restores: all by keyboard', async () => {
    const mia = await enter(org.admin);
    const { page } = mia;
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

    // A space.
    await command(page, 'new sp', 'New space…');
    await tabTo(page, page.getByRole('textbox', { name: 'Title' }));
    await page.keyboard.type('Bicycles');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/s\/\w+\/?$/);
    const space = /\/s\/(\w+)/.exec(page.url())![1]!;
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();

    // The keys of a screen do nothing below a dialog.
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('e');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' });
    expect(page.url()).not.toContain('edit=true');

    // Its first page.
    await page.keyboard.press('e');
    // The cursor is in the text, or in the title of a new page.
    await page.locator('.ProseMirror:focus, textarea:focus, input:focus').waitFor();
    await tabTo(page, page.getByRole('textbox', { name: 'Title', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Welcome');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ride with both hands.');
    await saved(page);
    // Tab goes from the text to the next control, and back.
    await page.keyboard.press('Tab');
    expect(await isFocused(page.getByRole('button', { name: 'Go to the toolbar' }))).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await isFocused(page.locator('.ProseMirror'))).toBe(true);
    await page.getByRole('treeitem', { name: 'Welcome' }).waitFor();
    await activate(page, 'button', 'Done', 'Shift+Tab');
    await page.locator('.prose', { hasText: 'both hands' }).waitFor();
    expect(await isFocused(page.getByRole('link', { name: 'Edit', exact: true }))).toBe(true);

    // Two more, nested and sorted in the tree.
    for (const title of ['Brakes', 'Chain']) {
      await command(page, 'new page', 'New page');
      await page.waitForURL(/untitled\?edit=true$/);
      await tabTo(page, page.getByRole('textbox', { name: 'Title', exact: true }));
      await page.keyboard.press('Control+a');
      await page.keyboard.type(title);
      await page.getByRole('treeitem', { name: title }).waitFor();
      await activate(page, 'button', 'Done', 'Shift+Tab');
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    }
    expect(await outline(space)).toBe('Welcome Brakes Chain');
    await tabTo(page, page.locator('[role="treeitem"][tabindex="0"]'), 'Shift+Tab');
    await page.keyboard.press('End');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => outline(space)).toBe('Welcome Chain Brakes');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => outline(space)).toBe('Welcome Chain(Brakes)');
    await page.keyboard.press('F2');
    await page.keyboard.type('Good brakes');
    await page.keyboard.press('Enter');
    await expect.poll(() => outline(space)).toBe('Welcome Chain(Good brakes)');
    await page.getByRole('treeitem', { name: 'Good brakes' }).waitFor();
    // Deleted, and taken back.
    await page.keyboard.press('Delete');
    await expect.poll(() => outline(space)).toBe('Welcome Chain');
    await page.getByText('“Good brakes” was deleted').waitFor();
    await page.keyboard.press('F6');
    await activate(page, 'button', 'Undo');
    await expect.poll(() => outline(space)).toBe('Welcome Chain(Good brakes)');

    // Who opens what was found goes on there.
    await command(page, 'good brakes', 'Good brakes');
    await page.getByRole('heading', { name: 'Good brakes', level: 1 }).waitFor();
    await page.locator('#content:focus').waitFor();

    // The space is locked: the next edit is a proposal.
    await activate(page, 'button', 'Actions on Bicycles');
    await chooseItem(page, 'Settings…');
    await tabTo(page, page.getByRole('radio', { name: /^Live/ }));
    await page.keyboard.press('ArrowDown');
    await page.getByRole('radio', { name: /^Locked/, checked: true }).waitFor();
    await activate(page, 'button', 'Save');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    await page.keyboard.press('e');
    await page.waitForURL(/~\/changes\/1\/welcome\?edit=true$/);
    await page.locator('.ProseMirror:focus').waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' And with a light.');
    await saved(page);
    await activate(page, 'button', 'Open for review', 'Shift+Tab');
    await tabTo(page, page.getByRole('textbox', { name: 'Subject' }));
    await page.keyboard.type('Be seen');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Be seen' }).waitFor();
    await activate(page, 'button', 'Request reviews');
    const ben = page.getByRole('checkbox', { name: org.review.email.split('@')[0]! });
    await tabTo(page, ben);
    await page.keyboard.press('Space');
    await activate(page, 'button', /^Request$/);
    await page.getByText('not reviewed yet').waitFor();

    // Ben reviews, approves and merges.
    const bens = await enter(org.review);
    await activate(bens.page, 'link', /Be seen/);
    await bens.page.getByRole('heading', { name: 'Be seen' }).waitFor();
    await activate(bens.page, 'link', /^Changes 1/);
    await bens.page.locator('[data-change] ins').first().waitFor();
    await bens.page.keyboard.press('n');
    expect(await bens.page.evaluate('document.activeElement.textContent')).toContain('with a light');
    await bens.page.keyboard.press('v');
    await bens.page.getByText('1 of 1 viewed').waitFor();
    await activate(bens.page, 'button', /^Review$/, 'Shift+Tab');
    await tabTo(bens.page, bens.page.getByRole('textbox', { name: 'Summary' }));
    await bens.page.keyboard.type('Very well.');
    await activate(bens.page, 'button', 'Approve');
    await bens.page.getByText('You approved this change request').waitFor();
    await activate(bens.page, 'link', 'Overview');
    await bens.page.getByText('Ready to merge', { exact: true }).waitFor();
    await activate(bens.page, 'button', 'Merge');
    await bens.page.getByText('Merged into the space').waitFor();

    // Mia takes the merge back.
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Merged #1 Be seen' }).waitFor();
    await activate(page, 'button', /^Actions on “(?!Merged)/);
    await chooseItem(page, 'Roll the space back');
    await activate(page, 'button', 'Roll back');
    await page.getByRole('link', { name: 'Rolled the space back' }).waitFor();
    const { body } = await org.read.call('GET', `/spaces/${space}/content/path/welcome?format=markdown`);
    expect(body.markdown).toBe('Ride with both hands.\n');
    expect([mia.errors, mia.unlisted, bens.errors, bens.unlisted]).toEqual([[], [], [], []]);
    await bens.context.close();
    await mia.context.close();
  });
});
