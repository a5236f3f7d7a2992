import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser, overflowOf } from '../../site/src/testing/browser.ts';
import { expectAccessible } from './expect-screen.ts';
import { openSignedIn, type Window } from './signed-in.ts';

const PARAGRAPHS = Array.from({ length: 30 }, (_, at) => `Paragraph ${at + 1} of the manual.`);
const TEXT = `Welcome to the manual.\n\nRun the installer twice, then run the server.\n\n${PARAGRAPHS.join('\n\n')}\n\nAsk in the forum.`;

describe.skipIf(!CHROMIUM)('a discussion in a browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let space: string;
  let pageId: string;
  let ann: Window;
  let ben: Window;

  beforeAll(async () => {
    server = await startServer({ roles: ['api', 'worker'] });
    org = await server.organization();
    browser = await openBrowser();
    space = await org.space('Handbook');
    await org.admin.call('PATCH', `/spaces/${space}`, { editMode: 'live' });
    const { body } = await org.admin.call('POST', `/spaces/${space}/content?compat=false`, {
      changes: [
        { operation: 'insert_page', title: 'Start', document: { markdown: 'Begin here.' } },
        { operation: 'insert_page', title: 'Install', document: { markdown: TEXT } },
      ],
    });
    pageId = body.changes[1].page.id;
    ann = await openSignedIn(browser, server, org.edit);
    ben = await openSignedIn(browser, server, org.review);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const nameOf = ({ email }: { readonly email: string }) => email.split('@')[0]!;
  /** Selects words of the page as a drag of the mouse does. */
  const select = (page: Page, words: string, occurrence = 0) =>
    page.evaluate(
      ([wanted, skipped]) => {
        const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
        let left = skipped;
        while (walker.nextNode()) {
          const node = walker.currentNode as Text;
          for (let at = node.data.indexOf(wanted); at >= 0; at = node.data.indexOf(wanted, at + 1))
            if (left-- === 0) {
              document.getSelection()!.setBaseAndExtent(node, at, node, at + wanted.length);
              return;
            }
        }
        throw new Error(`${wanted} is not on the page`);
      },
      [words, occurrence] as const,
    );
  /** The words that are marked on the page. */
  const marked = (page: Page, name = 'comment') =>
    page.evaluate((wanted) => [...(CSS.highlights.get(wanted) ?? [])].map((range) => String(range)), name);
  const inView = (page: Page, words: string) =>
    page
      .locator('main')
      .getByText(words)
      .evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
  const unread = (page: Page, count: number) =>
    page.getByRole('link', { name: count === 0 ? 'Inbox' : `Inbox, ${count} unread`, exact: true }).waitFor();

  test('Ann comments on words beside a page, Ben is told at once, answers and resolves', async () => {
    await ben.page.goto('/app/inbox');
    await ben.page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await unread(ben.page, 0);

    // Ann comments on the second of two equal words, and mentions Ben.
    const { page } = ann;
    await page.goto(`/app/s/${space}/install`);
    await page.getByText('Run the installer twice').waitFor();
    await page.getByRole('link', { name: 'Comments', exact: true }).waitFor();
    await select(page, 'the', 3);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Comments' });
    await panel.getByText('About: the').waitFor();
    // The focus is in the field, although the panel was closed.
    await page.keyboard.type(`Which one, @${nameOf(org.review).slice(0, 4)}`);
    await panel.getByRole('option', { name: nameOf(org.review) }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('?');
    expect(await panel.getByRole('textbox').inputValue()).toBe(`Which one, @${nameOf(org.review)} ?`);
    await page.keyboard.press('Control+Enter');
    await panel.getByRole('article').getByText('Which one,').waitFor();
    await page.waitForFunction(() => CSS.highlights.get('comment')?.size === 1);
    expect(await marked(page)).toEqual(['the']);
    await expectAccessible(page);

    // Ben's inbox has it without a reload, and leads to the very block.
    await unread(ben.page, 1);
    const [{ id: comment }] = (await org.edit.call('GET', `/spaces/${space}/comments`)).body.items;
    await ben.page.getByRole('link', { name: /mentioned you in Handbook/ }).click();
    await ben.page.waitForURL(new RegExp(`/install\\?comments=true#comment-${comment}$`));
    const thread = ben.page.getByRole('article', { name: `Thread by ${nameOf(org.edit)}` });
    await thread.waitFor();
    await unread(ben.page, 0);
    await ben.page.waitForFunction(() => CSS.highlights.get('comment-active')?.size === 1);
    expect(await marked(ben.page, 'comment-active')).toEqual(['the']);
    expect(await inView(ben.page, 'Run the installer twice')).toBe(true);
    await expectAccessible(ben.page);

    // Ben reacts and answers; Ann sees both.
    await thread.getByRole('button', { name: 'Add a reaction' }).click();
    await thread.getByRole('button', { name: 'Party' }).click();
    await thread.getByRole('button', { name: '🎉: 1' }).waitFor();
    await thread.getByRole('button', { name: 'Reply' }).click();
    await thread.getByRole('textbox', { name: 'Reply' }).fill('The server, of course.');
    await ben.page.keyboard.press('Control+Enter');
    await thread.getByText('The server, of course.').waitFor();
    await unread(page, 1);
    const own = panel.getByRole('article', { name: `Thread by ${nameOf(org.edit)}` });
    await own.getByText('The server, of course.').waitFor();
    await own.getByRole('button', { name: '🎉: 1' }).waitFor();

    // Ann edits her words, a click on the mark opens the thread, and Ben resolves it.
    await own.getByRole('button', { name: `Actions on the comment by ${nameOf(org.edit)}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const field = own.getByRole('textbox', { name: 'Edit the comment' });
    expect(await field.inputValue()).toBe(`Which one, @${nameOf(org.review)} ?`);
    await field.fill(`Which installer, @${nameOf(org.review)} ?`);
    await own.getByRole('button', { name: 'Save' }).click();
    await own.getByText('· edited').waitFor();
    const { body: edited } = await org.edit.call('GET', `/spaces/${space}/comments/${comment}`);
    expect(edited.body.markdown).toContain(`](/users/${org.review.id} "mention")`);
    await panel.getByRole('button', { name: 'Close the comments' }).click();
    await panel.waitFor({ state: 'detached' });
    const at = await page.evaluate(() => {
      const [range] = CSS.highlights.get('comment')!;
      const { x, y, width, height } = (range as Range).getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
    await page.mouse.click(at.x, at.y);
    await page.waitForURL(new RegExp(`#comment-${comment}$`));
    await own.waitFor();
    // The address of a block leads to it, and says so when the block has changed.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('main').getByText('Paragraph 30 of').hover();
    await page.getByRole('button', { name: 'Copy the address of this block' }).click();
    await page.getByText('The address was copied').waitFor();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toMatch(/\/install#block-\w+$/);
    await page.goto('about:blank');
    await page.goto(address);
    await page.waitForFunction(() => CSS.highlights.get('comment-active')?.size === 1);
    expect(await marked(page, 'comment-active')).toEqual(['Paragraph 30 of the manual.']);
    expect(await inView(page, 'Paragraph 30 of')).toBe(true);
    await page.goto(`/app/s/${space}/install#block-none`);
    await page.getByText('The block of this address was changed or deleted since').waitFor();

    await thread.getByRole('button', { name: 'Resolve' }).click();
    await ben.page.getByRole('button', { name: 'Reopen' }).waitFor();
    expect((await org.edit.call('GET', `/spaces/${space}/comments/${comment}`)).body.status).toBe('resolved');
  });

  test('comments go along with the text in the editor', async () => {
    const { page } = ann;
    await page.goto(`/app/s/${space}/install?edit=true`);
    const editor = page.getByRole('textbox', { name: 'Text of Install' });
    await editor.waitFor();
    // A block that was just typed has no key yet.
    await editor.getByText('Paragraph 2 of the manual.').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Mind the gap.');
    await page.keyboard.press('Shift+Home');
    await page.getByRole('toolbar', { name: 'Format' }).getByRole('button', { name: 'Comment' }).click();
    const panel = page.getByRole('complementary', { name: 'Comments' });
    await panel.getByText('About: Mind the gap.').waitFor();
    await page.keyboard.type('Which gap?');
    await page.keyboard.press('Control+Enter');
    await panel.getByRole('article').getByText('Which gap?').waitFor();
    const last = async () => (await org.edit.call('GET', `/spaces/${space}/comments`)).body.items[0];
    const posted = await last();
    expect(posted.target.quote.text).toBe('Mind the gap.');
    const { body: before } = await org.edit.call(
      'GET',
      `/spaces/${space}/content/page/${pageId}?format=document`,
    );
    expect(before.document.nodes[4].key).toBe(posted.target.node.id);
    await page.waitForFunction(() => CSS.highlights.get('comment')?.size === 1);
    await editor.getByText('Mind the gap.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' It is wide.');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await page.waitForFunction(() => CSS.highlights.get('comment')?.size === 1);
    expect(await marked(page)).toEqual(['Mind the gap.']);
    expect((await last()).target).toMatchObject({ changed: true });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('main').getByText('Mind the gap. It is wide.').waitFor();
  });

  test('Ben suggests other words in a review, Ann takes one, and the other no longer fits', async () => {
    const { body: request } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {
      subject: 'Name the mail',
    });
    const { body: now } = await org.edit.call(
      'GET',
      `/spaces/${space}/content/page/${pageId}?format=markdown`,
    );
    await org.edit.call('POST', `/spaces/${space}/change-requests/${request.id}/content`, {
      changes: [
        {
          operation: 'update_page',
          page: pageId,
          document: { markdown: now.markdown.replace('Ask in the forum.', 'Ask in teh forum, or by mail.') },
        },
      ],
    });
    const files = `/app/s/${space}/~/changes/${request.number}/~/files`;
    const { page } = ben;
    await page.goto(files);
    const row = page.locator('[data-change]', { hasText: 'or by mail' });
    await row.waitFor();
    for (const [remark, words] of [
      ['There is a typo.', 'Ask in the forum, or by _mail_.'],
      ['Or shorter.', 'Ask by mail.'],
    ] as const) {
      await row.hover();
      await row.getByRole('button', { name: 'Comment on this block' }).click();
      await page.getByRole('textbox', { name: 'Comment on this block' }).fill(remark);
      await page.getByRole('button', { name: 'Suggest other words' }).click();
      const suggested = page.getByRole('textbox', { name: 'Suggested text, in Markdown' });
      expect(await suggested.inputValue()).toBe('Ask in teh forum, or by mail.');
      await suggested.fill(words);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('article').getByText(remark).waitFor();
    }
    await select(page, 'by mail');
    await page.keyboard.press('Control+Alt+m');
    await page.getByRole('textbox', { name: 'Comment on this block' }).fill('Which address?');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article').getByText('Which address?').waitFor();
    await page.waitForFunction(() => CSS.highlights.get('comment')?.size === 1);
    await expectAccessible(page);
    // Ben may merge, but did not write it.
    await unread(ann.page, 4);

    // Ann takes the first with one click.
    await ann.page.goto(files);
    const first = ann.page.getByRole('article').filter({ hasText: 'There is a typo.' });
    const second = ann.page.getByRole('article').filter({ hasText: 'Or shorter.' });
    await first.getByText('Suggested change').waitFor();
    expect(await first.locator('ins').allTextContents()).toEqual(expect.arrayContaining(['the']));
    await expectAccessible(ann.page);
    await first.evaluate((thread) => {
      const note = () => {
        if (thread.textContent.includes('no longer fits')) thread.ownerDocument.body.dataset.misfit = 'true';
      };
      new MutationObserver(note).observe(thread, { subtree: true, childList: true, characterData: true });
    });
    await first.getByRole('button', { name: 'Apply' }).click();
    await ann.page.getByText('The suggestion was applied').waitFor();
    expect(await ann.page.locator('body').getAttribute('data-misfit')).toBeNull();
    await second.getByText('this suggestion no longer fits').waitFor();
    await ann.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await second.getByRole('button', { name: 'Copy text' }).click();
    await ann.page.getByText('The suggested text was copied').waitFor();
    expect(await ann.page.evaluate('navigator.clipboard.readText()')).toMatch(/^Ask /);
    expect(await second.getByRole('button', { name: 'Apply' }).count()).toBe(0);
    const { body: after } = await org.edit.call(
      'GET',
      `/spaces/${space}/change-requests/${request.id}/content/page/${pageId}?format=markdown`,
    );
    expect(after.markdown).toBe(now.markdown.replace('Ask in the forum.', 'Ask in the forum, or by _mail_.'));
    const folded = ann.page.getByRole('button', { name: /Resolved thread/ });
    await folded.click();
    await first.getByText('This suggestion was applied').waitFor();
    await first.getByText('Applied the suggestion.').waitFor();

    // The page of the change request has its comments beside it, too.
    await ann.page.goto(`/app/s/${space}/~/changes/${request.number}/install?comments=true`);
    const panel = ann.page.getByRole('complementary', { name: 'Comments' });
    await panel.getByText('Which address?').waitFor();
    await ann.page.waitForFunction(() => CSS.highlights.get('comment')?.size === 1);
    expect(await marked(ann.page)).toEqual(['by mail']);

    // The link of a notification leads to the block of the change.
    await page.goto('/app/inbox');
    await page.getByRole('link', { name: /replied in #1/ }).click();
    await page.waitForURL(/~\/files\?item=page.*#comment-/);
    await page.getByText('Applied the suggestion.').waitFor();
    expect(await inView(page, 'Applied the suggestion.')).toBe(true);
  });

  test('comments that Ann has begun stay with their blocks until they are posted', async () => {
    const { page } = ann;
    await page.goto(`/app/s/${space}/install`);
    const panel = page.getByRole('complementary', { name: 'Comments' });
    const field = panel.getByRole('textbox', { name: 'Write a comment' });
    const begin = async (block: string, words: string) => {
      await page.locator('main').getByText(block, { exact: true }).hover();
      await page.getByRole('button', { name: 'Comment on this block' }).click();
      await expect.poll(() => field.inputValue()).toBe('');
      await page.keyboard.type(words);
      expect(await field.inputValue()).toBe(words);
    };
    await begin('Paragraph 2 of the manual.', 'On the second.');
    await begin('Paragraph 4 of the manual.', 'On the fourth.');
    // The same block again leads into its field, and keys in the panel are no commands.
    await page.locator('main').getByText('Paragraph 4 of the manual.', { exact: true }).hover();
    await page.getByRole('button', { name: 'Comment on this block' }).click();
    await page.keyboard.type('..');
    expect(await field.inputValue()).toBe('On the fourth...');
    await field.fill('On the fourth.');
    await panel.getByRole('heading', { name: 'Comments' }).click();
    await page.keyboard.type('e?');
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(page.url()).not.toContain('edit');
    const unposted = panel.getByRole('list', { name: 'Comments that are not posted' });
    await unposted.getByText('On the second.').waitFor();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Close the comments' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('link', { name: /^Comments/ }).click();
    await unposted.getByRole('button', { name: 'Continue: On the second.' }).click();
    await expect.poll(() => field.inputValue()).toBe('On the second.');
    // Without a network nothing is sent later unasked, and the words stay.
    await ann.context.setOffline(true);
    await field.press('Control+Enter');
    await page.getByText('The server could not be reached').waitFor();
    expect(await field.inputValue()).toBe('On the second.');
    await ann.context.setOffline(false);
    await field.press('Control+Enter');
    const posted = panel.getByRole('article').filter({ hasText: 'On the second.' });
    await posted.getByText('Paragraph 2 of the manual.').waitFor();
    expect(await posted.count()).toBe(1);
    await unposted.getByRole('button', { name: 'Discard “On the fourth.”' }).click();
    await unposted.waitFor({ state: 'detached' });
  });

  test('on a phone, Ben reads, comments and approves', async () => {
    const phone = await openSignedIn(browser, server, org.review, {
      viewport: { width: 390, height: 800 },
      hasTouch: true,
      isMobile: true,
    });
    const { page } = phone;
    await page.goto(`/app/s/${space}/install`);
    await page.getByText('Run the installer twice').waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: /^Comments/ }).tap();
    const panel = page.getByRole('complementary', { name: 'Comments' });
    await panel.getByRole('combobox', { name: 'About' }).selectOption({ label: 'Welcome to the manual.' });
    await panel.getByRole('textbox', { name: 'Write a comment' }).fill('Short and good.');
    await panel.getByRole('button', { name: 'Comment', exact: true }).tap();
    await panel.getByRole('article').getByText('Short and good.').waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await page.goto(`/app/s/${space}/~/changes/1/~/files`);
    await page.getByText('Which address?').waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Review', exact: true }).tap();
    await page.getByRole('button', { name: 'Approve' }).tap();
    await page.getByText('You approved this change request').waitFor();
    // Whoever signs out in one tab is signed out in the others.
    const account = await ben.context.newPage();
    await account.goto('/account');
    await account.getByRole('button', { name: 'Sign out', exact: true }).click();
    await ben.page.waitForURL(/\/login/);
    for (const window of [ann, ben, phone]) expect([window.errors, window.unlisted]).toEqual([[], []]);
  });
});
