import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../server/src/testing/person.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser, overflowOf } from '../../site/src/testing/browser.ts';
import { expectAccessible } from './expect-screen.ts';
import { openSignedIn } from './signed-in.ts';
import { saved } from './writer.testing.ts';

describe.skipIf(!CHROMIUM)('proposing and history in a browser', () => {
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

  /** A space with the pages Install and Upgrade. */
  const newSpace = async (title: string, editMode: 'live' | 'locked'): Promise<string> => {
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/spaces`, {
      title,
      editMode: 'live',
      empty: true,
    });
    await org.admin.call('POST', `/spaces/${body.id}/content`, {
      changes: ['Install', 'Upgrade'].map((name) => ({
        operation: 'insert_page',
        title: name,
        document: { markdown: `${name} it.` },
      })),
    });
    await org.admin.call('PATCH', `/spaces/${body.id}`, { editMode });
    return body.id;
  };
  const markdownOf = async (space: string, path: string, place = ''): Promise<string | undefined> =>
    (await org.read.call('GET', `/spaces/${space}${place}/content/path/${path}?format=markdown`)).body
      .markdown;
  const menu = async (page: Page, button: string | RegExp, item: string) => {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const enter = async (person: Person, width = 1280) => {
    const window = await openSignedIn(browser, server, person, { viewport: { width, height: 900 } });
    return window;
  };
  const look = async (page: Page, name: string) => {
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
  };

  test('Ann edits a locked space in a change request, goes on with it, Ben merges it, Ann undoes the merge', async () => {
    const space = await newSpace('Manual', 'locked');
    const { page, errors, unlisted, context } = await enter(org.edit);

    // Editing begins a change request.
    await page.goto(`/app/s/${space}/install`);
    await page.getByRole('heading', { name: 'Install', level: 1 }).waitFor();
    await page.keyboard.press('e');
    await page.waitForURL(/~\/changes\/1\/install\?edit=true$/);
    const editor = page.getByRole('textbox', { name: 'Text of Install' });
    await editor.getByText('Install it.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Then start it.');
    await saved(page);
    const bar = page.getByRole('region', { name: 'Change request' });
    await bar.getByText('Draft').waitFor();
    await expectAccessible(page);
    await look(page, 'propose-editor');

    // Pages are created, renamed and deleted in it, too.
    await page.getByRole('button', { name: 'New page' }).click();
    await page.waitForURL(/~\/changes\/1\/untitled\?edit=true$/);
    // The title is selected, so that the first words replace it.
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Uninstall');
    await page.waitForURL(/~\/changes\/1\/uninstall\?edit=true$/);
    await page.getByRole('textbox', { name: 'Text of Uninstall' }).click();
    await page.keyboard.type('Delete the folder.');
    await saved(page);
    const upgrade = page.getByRole('treeitem', { name: 'Upgrade' });
    await upgrade.focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await upgrade.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await upgrade.waitFor();
    expect(await markdownOf(space, 'install')).toBe('Install it.\n');
    expect(await markdownOf(space, 'uninstall')).toBeUndefined();

    // It is opened with a subject.
    await bar.getByRole('button', { name: 'Open for review' }).click();
    await page.getByRole('dialog').locator('input:focus').waitFor();
    const subject = page.getByRole('dialog').getByRole('textbox', { name: 'Subject' });
    await subject.fill(`Say what comes next${'!'.repeat(100)}`);
    await page.getByText('At most 100 characters: 19 are too many.').waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Open for review' }).click();
    await subject.fill('Say what comes next');
    const description = page.getByRole('dialog').getByRole('textbox', { name: 'Description' });
    await description.fill('Readers *asked* for it.');
    await expectAccessible(page);
    // Escape loses nothing.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await bar.getByRole('button', { name: 'Open for review' }).click();
    expect([await subject.inputValue(), await description.inputValue()]).toEqual([
      'Say what comes next',
      'Readers *asked* for it.',
    ]);
    await page.getByRole('dialog').getByRole('button', { name: 'Open for review' }).click();
    await page.waitForURL(/~\/changes\/1$/);
    await page.getByRole('heading', { name: 'Say what comes next' }).waitFor();
    await page.getByText('Readers asked for it.').waitFor();
    await page.getByRole('region', { name: 'Participants' }).getByText(/edits/).waitFor();
    await look(page, 'propose-overview');

    // The next edit offers to go on with it.
    await page.goto(`/app/s/${space}/install`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog').getByText('Edit in a change request').waitFor();
    await expectAccessible(page);
    await look(page, 'propose-dialog');
    await page.getByRole('button', { name: /Say what comes next/ }).click();
    await page.waitForURL(/~\/changes\/1\/install\?edit=true$/);
    await editor.getByText('Install it. Then start it.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('.prose', { hasText: 'Then start it.' }).waitFor();
    await bar.getByRole('link', { name: 'Show changes' }).click();
    await page.getByText(/^0 of \d viewed/).waitFor();

    // Ben finds it by its text, and merges it.
    const ben = await enter(org.review);
    await ben.page.goto(`/app/s/${space}/~/changes`);
    await ben.page.getByRole('searchbox', { name: 'Search' }).fill('nothing like it');
    await ben.page.getByText('No open change requests match').waitFor();
    await ben.page.getByRole('searchbox', { name: 'Search' }).fill('COMES next');
    await ben.page.getByRole('link', { name: 'Say what comes next' }).waitFor();
    await ben.page.waitForURL(/text=/);
    await ben.page.getByRole('button', { name: /^Author/ }).click();
    await ben.page.getByRole('option', { name: org.edit.email.split('@')[0]! }).click();
    await ben.page.waitForURL(/author=/);
    await expectAccessible(ben.page);
    await look(ben.page, 'change-requests');
    await ben.page.getByRole('link', { name: 'Say what comes next' }).click();
    await ben.page.getByRole('button', { name: 'Merge' }).click();
    await ben.page.getByText('Merged into the space').waitFor();
    expect(await markdownOf(space, 'install')).toBe('Install it. Then start it.\n');

    // The history names the pages; the merge is undone in a change request.
    await page.goto(`/app/s/${space}/~/revisions`);
    const row = page.getByRole('listitem').filter({ hasText: 'Merged #1 Say what comes next' });
    await row.getByText('Created Uninstall, edited Install').waitFor();
    await expectAccessible(page);
    await look(page, 'history');
    await menu(page, /Actions on “Merged #1/, 'Undo this merge');
    await page.waitForURL(/~\/changes\/2$/);
    await page.getByRole('heading', { name: /^Undo “Merged #1/ }).waitFor();
    await ben.page.goto(`/app/s/${space}/~/changes/2`);
    await ben.page.getByRole('button', { name: 'Merge' }).click();
    await ben.page.getByText('Merged into the space').waitFor();
    expect(await markdownOf(space, 'install')).toBe('Install it.\n');
    await ben.page.getByRole('button', { name: 'Undo this merge' }).waitFor();

    // A page gets a former state by a change request.
    await page.goto(`/app/s/${space}/install`);
    await menu(page, 'Page actions', 'History of this page');
    await page.getByRole('heading', { name: 'History of “Install”' }).waitFor();
    await menu(page, /Actions on “Merged #1/, 'Propose this state of the page');
    await page.waitForURL(/~\/changes\/3$/);
    await page.getByRole('heading', { name: 'Restore “Install”' }).waitFor();
    await expect
      .poll(() => markdownOf(space, 'install', '/change-requests/3'))
      .toBe('Install it. Then start it.\n');
    // A draft that nobody wrote in is used again.
    await org.edit.call('PATCH', `/spaces/${space}/change-requests/3`, { status: 'archived' });
    expect([errors, unlisted, ben.errors, ben.unlisted]).toEqual([[], [], [], []]);
    await ben.context.close();
    await context.close();
  });

  test('Ann restores a page, compares two states of it, and proposes a former state of a live space', async () => {
    const space = await newSpace('Notes', 'live');
    const { body } = await org.edit.call('GET', `/spaces/${space}/content/path/install`);
    for (const word of ['One.', 'Two.'])
      await org.edit.call('POST', `/spaces/${space}/content`, {
        changes: [{ operation: 'update_page', page: body.id, document: { markdown: word } }],
      });
    const { page, errors, unlisted, context } = await enter(org.edit);
    await page.goto(`/app/s/${space}/~/revisions?page=${body.id}`);
    // Her saves are one row, which opens.
    await page.getByRole('button', { name: 'Show 2 saves' }).click();
    await look(page, 'history-group');
    await expectAccessible(page);
    const boxes = page.getByRole('checkbox');
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    await page.getByRole('button', { name: 'Compare two revisions' }).click();
    await page.waitForURL(/base=/);
    await page.locator('[data-change] ins', { hasText: 'Two' }).waitFor();
    await page.goto(`/app/s/${space}/~/revisions?page=${body.id}`);
    // Together they are compared with what was before.
    await page.getByRole('link', { name: 'Edited Install', exact: true }).click();
    await page.waitForURL(/base=/);
    await page.locator('[data-change] ins', { hasText: 'Two' }).waitFor();
    await page.goto(`/app/s/${space}/~/revisions?page=${body.id}`);
    await page.getByRole('button', { name: 'Show 2 saves' }).click();
    await page
      .getByRole('list', { name: 'Saves of “Edited Install”' })
      .getByRole('link', { name: 'Edited Install' })
      .nth(1)
      .click();
    await page.locator('[data-change] ins', { hasText: 'One' }).waitFor();
    await look(page, 'revision');
    await page.getByRole('button', { name: 'Restore this page' }).click();
    await page.getByText('“Install” was restored').waitFor();
    expect(await markdownOf(space, 'install')).toBe('One.\n');
    // It stands for itself beside her saves.
    await page.getByRole('link', { name: 'Restored Install', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show 2 saves' }).waitFor();
    await menu(page, 'Actions on “Restored Install”', 'Undo this revision');
    await page.waitForURL(/~\/changes\/1$/);
    await page.goto(`/app/s/${space}/~/revisions`);
    await page
      .getByRole('button', { name: /^Actions on “/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Propose this state of the space' }).click();
    await page.waitForURL(/~\/changes\/2$/);
    await page.getByRole('heading', { name: /^Go back to / }).waitFor();

    // A live space can be edited in a change request, too.
    await page.goto(`/app/s/${space}/upgrade`);
    await menu(page, 'Page actions', 'Edit in a change request');
    await page.getByRole('button', { name: 'New change request' }).click();
    await page.waitForURL(/~\/changes\/3\/upgrade\?edit=true$/);
    await page.getByRole('textbox', { name: 'Text of Upgrade' }).waitFor();
    // Nothing was written: the draft is used again.
    await page.goto(`/app/s/${space}/install`);
    await menu(page, 'Page actions', 'Edit in a change request');
    await page.waitForURL(/~\/changes\/3\/install\?edit=true$/);
    expect([errors, unlisted]).toEqual([[], []]);
    await context.close();
  });

  test('Ann tags a page, gives it a cover, duplicates it, moves it to another space, deletes it and takes it back', async () => {
    const [space, other] = [await newSpace('From', 'live'), await newSpace('To', 'live')];
    const { page, errors, unlisted, context } = await enter(org.edit);
    await page.goto(`/app/s/${space}/install`);
    await menu(page, 'Page actions', 'Settings');
    await page.getByRole('textbox', { name: 'Tags' }).fill('Beta, New feature');
    // Escape loses nothing.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await menu(page, 'Page actions', 'Settings');
    expect(await page.getByRole('textbox', { name: 'Tags' }).inputValue()).toBe('Beta, New feature');
    await page.getByRole('textbox', { name: 'Cover', exact: true }).fill('https://example.com/cover.png');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { body } = await org.read.call('GET', `/spaces/${space}/content/path/install`);
    expect(body.tags.map(({ tag }: { tag: { tag: string } }) => tag.tag)).toEqual(['beta', 'new-feature']);
    expect(body.cover.ref.url).toBe('https://example.com/cover.png');

    // A right click opens the actions of a row.
    await page.getByRole('treeitem', { name: 'Install' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open in a new tab' }).waitFor();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'Install (copy)', level: 1 }).waitFor();
    expect(await markdownOf(space, 'install-copy')).toBe('Install it.\n');
    await menu(page, 'Page actions', 'Move to another space');
    await page.getByRole('radio', { name: 'To', exact: true }).check();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.waitForURL(new RegExp(`/s/${other}/install-copy$`));
    expect(await markdownOf(space, 'install-copy')).toBeUndefined();

    // The page that is shown is deleted: another one is shown.
    await page.getByRole('treeitem', { name: 'Install (copy)' }).focus();
    await page.keyboard.press('Delete');
    await page.getByText('“Install (copy)” was deleted').waitFor();
    await page.getByRole('heading', { name: 'Install', level: 1, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('treeitem', { name: 'Install (copy)' }).waitFor();
    expect(await markdownOf(other, 'install-copy')).toBe('Install it.\n');
    // The page that was shown is shown again, and keys go on in it.
    await page.getByRole('heading', { name: 'Install (copy)', level: 1 }).waitFor();
    await page.waitForFunction(() => document.activeElement !== document.body);
    expect(unlisted.filter((url) => !url.includes('example.com'))).toEqual([]);
    expect(errors.filter((text) => !text.includes('example.com'))).toEqual([]);
    await context.close();
  });

  test('Cleo, who may only comment, proposes an edit; a reader sees no button', async () => {
    const space = await newSpace('Rules', 'locked');
    const cleo = await enter(org.comment, 390);
    await cleo.page.goto(`/app/s/${space}/install`);
    await cleo.page.getByRole('button', { name: 'Edit', exact: true }).click();
    await cleo.page.waitForURL(/~\/changes\/1\/install\?edit=true$/);
    await cleo.page.getByRole('textbox', { name: 'Text of Install' }).waitFor();
    expect(await overflowOf(cleo.page)).toBeLessThanOrEqual(0);
    await look(cleo.page, 'propose-phone');
    const reader = await enter(org.read);
    await reader.page.goto(`/app/s/${space}/install`);
    await reader.page.getByRole('heading', { name: 'Install', level: 1 }).waitFor();
    expect(await reader.page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    // An address of the editor shows the page.
    await reader.page.goto(`/app/s/${space}/install?edit=true`);
    await reader.page.locator('.prose', { hasText: 'Install it.' }).waitFor();
    expect(await reader.page.getByRole('textbox').count()).toBe(0);
    await reader.page.goto(`/app/s/${space}/~/changes/1/install`);
    await reader.page.getByRole('region', { name: 'Change request' }).waitFor();
    expect(await reader.page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0);
    expect([cleo.errors, cleo.unlisted, reader.errors, reader.unlisted]).toEqual([[], [], [], []]);
    await cleo.context.close();
    await reader.context.close();
  });
});
