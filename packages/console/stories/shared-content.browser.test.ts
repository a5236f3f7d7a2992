import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, overflowOf } from '../../site/src/testing/browser.ts';
import { expectAccessible } from './expect-screen.ts';
import { picture, saved, startWriting, type Writing } from './writer.testing.ts';

describe.skipIf(!CHROMIUM)('variables and reusable contents in a browser', () => {
  let writing: Writing;
  beforeAll(async () => {
    writing = await startWriting();
  });
  afterAll(async () => {
    await writing?.close();
  });

  test('Ann makes a variable and a reusable content, uses both, renames, edits and detaches', async () => {
    const place = await writing.newPage('First words.\n\nAsk us for help.\n\nLast words.');
    const { context, page, errors } = await writing.signIn();
    const markdown = () => writing.markdownOf(place);
    await page.goto(`${writing.server.url}/app/s/${place.space}/story`);
    await page.getByRole('link', { name: 'Variables and reuse' }).click();
    await page.getByText('There are no variables yet.').waitFor();
    await page.getByRole('button', { name: 'New variable' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('1st');
    await page.getByRole('textbox', { name: 'Value' }).fill('4.2');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('A name has letters, digits').waitFor();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Name' }).fill('version');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('4.2').waitFor();

    // The slash menu has it, and a block becomes reusable.
    const editor = await writing.open(page, place);
    await editor.getByText('First words.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' /vers');
    await page.getByRole('option', { name: 'version 4.2' }).waitFor();
    await picture(page, 'shared-slash');
    await page.getByRole('option', { name: 'version 4.2' }).click();
    await editor.getByText('Ask us for help.').click();
    await page.keyboard.press('Control+.');
    await page.getByRole('button', { name: 'Make reusable…' }).click();
    await page.getByRole('textbox', { name: 'Title of the reusable content' }).fill('Support');
    await picture(page, 'shared-make');
    await page.keyboard.press('Enter');
    await editor.locator('.reusable', { hasText: 'Ask us for help.' }).waitFor();
    await saved(page);
    await expect.poll(markdown).toContain('{% include "');
    expect(await markdown()).toContain('<code class="expression">space.vars.version</code>');

    // A new name is used in the page, too.
    await page.getByRole('link', { name: 'Variables and reuse' }).click();
    await page.getByRole('button', { name: 'Used by 1 page' }).first().click();
    await page.getByRole('listitem').getByRole('link', { name: 'Story' }).waitFor();
    await expectAccessible(page);
    await picture(page, 'shared-content');
    await page.getByRole('button', { name: 'Change version' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('release');
    await page.getByText('The page that uses it gets the new name, too.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change release' }).waitFor();
    expect(await markdown()).toContain('space.vars.release');

    // The content is edited in one place.
    await page.getByRole('link', { name: 'Support' }).click();
    const content = page.getByRole('textbox', { name: 'Text of Support' });
    await content.getByText('Ask us for help.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Any time.');
    await saved(page);
    await page.keyboard.type(' Really.');
    await saved(page);
    await expectAccessible(page);
    await picture(page, 'shared-edit');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Reusable content', exact: true }).waitFor();

    // It is inserted a second time, and made plain blocks.
    await writing.open(page, place);
    await editor.locator('.reusable', { hasText: 'Any time. Really.' }).waitFor();
    await editor.getByText('Last words.').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/supp');
    await page.getByRole('option', { name: 'Support' }).click();
    await expect.poll(() => editor.locator('.reusable').count()).toBe(2);
    await editor.locator('.reusable').first().click();
    await page.getByRole('button', { name: 'Make plain blocks' }).click();
    await expect.poll(() => editor.locator('.reusable').count()).toBe(1);
    await saved(page);
    await expect.poll(markdown).toContain('Ask us for help. Any time. Really.');
    expect((await markdown()).split('{% include').length).toBe(2);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('a change request has its own contents, which its pages show', async () => {
    const { space, id } = await writing.newPage('First.');
    const edit = (place: string, ...changes: readonly object[]) =>
      writing.org.edit.call('POST', `/spaces/${space}${place}/content?compat=false`, { changes });
    const made = await edit('', {
      operation: 'insert_reusable_content',
      title: 'Support',
      document: { markdown: 'Ask us.' },
    });
    const [{ id: content }] = made.body.insertedReusableContents;
    const markdown = `{% include "/reusable-contents/${content}" %}`;
    await edit('', { operation: 'update_page', page: id, document: { markdown } });
    const { body: request } = await writing.org.edit.call('POST', `/spaces/${space}/change-requests`, {});
    await edit(`/change-requests/${request.id}`, {
      operation: 'update_reusable_content',
      reusableContent: content,
      document: { markdown: 'Write to us.' },
    });
    const { context, page, errors } = await writing.signIn();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${writing.server.url}/app/s/${space}/story`);
    await page.getByText('Ask us.').waitFor();
    await page.goto(`${writing.server.url}/app/s/${space}/~/changes/${request.number}/story`);
    await page.getByText('Write to us.').waitFor();
    await page.goto(`${writing.server.url}/app/s/${space}/~/changes/${request.number}/~/shared`);
    await page.getByRole('main').getByRole('link', { name: 'Support' }).waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await picture(page, 'shared-phone');
    // There is one main part while the editor is loading, too.
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/page-editor-[^/]*\.js/, async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.getByRole('main').getByRole('link', { name: 'Support' }).click();
    await page.locator('main main, main [aria-busy]').first().waitFor();
    expect(await page.locator('main').count()).toBe(1);
    release();
    await page.getByRole('textbox', { name: 'Text of Support' }).getByText('Write to us.').waitFor();
    await page.goto(`${writing.server.url}/app/s/${space}/~/changes/${request.number}/story?edit=true`);
    await page.getByRole('textbox', { name: 'Text of Story' }).getByText('Write to us.').waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await picture(page, 'editor-phone');
    expect(errors).toEqual([]);
    await context.close();
  });
});
