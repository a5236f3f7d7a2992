import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../server/src/testing/person.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { publishSite } from '../../server/src/testing/sites.ts';
import { CHROMIUM, openBrowser, overflowOf } from '../../site/src/testing/browser.ts';
import { expectAccessible, expectGoodScreen } from './expect-screen.ts';
import { signInTo } from './signed-in.ts';
import { picture } from './writer.testing.ts';

const BEFORE = 'Welcome.\n\nRun the installer and follow the steps.\n\n```js\nstart(3000);\n```';
const FIRST = BEFORE.replace('follow the steps', 'answer its qestions').replace('3000', '8080');
const SECOND = FIRST.replace('qestions', 'questions');

describe.skipIf(!CHROMIUM)('a review in a browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let space: string;
  let pageId: string;
  const errors: string[] = [];

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    browser = await openBrowser();
    space = await org.space('Handbook');
    await org.admin.call('PATCH', `/spaces/${space}`, { editMode: 'live' });
    await org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'Install', document: { markdown: BEFORE } }],
    });
    const { body } = await org.admin.call('GET', `/spaces/${space}/content/pages`);
    pageId = body.pages.find(({ title }: { title: string }) => title === 'Install').id;
    await org.admin.call('PATCH', `/spaces/${space}`, {
      editMode: 'locked',
      mergeRules: {
        type: 'rules',
        rules: [{ rule: 'require_at_least_one_review' }, { rule: 'require_all_reviews_approved' }],
      },
    });
    await publishSite(server, org, [
      { space: await org.space('Guides'), section: 'Guides' },
      { space, section: 'Handbook' },
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** A browser window in which a person is signed in. */
  const windowOf = async (person: Person, width = 1280): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    await signInTo(context, server, person);
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    return page;
  };
  const open = (page: Page, path: string) => page.goto(`${server.url}/app/s/${space}${path}`);
  const write = (by: Person, number: number, markdown: string) =>
    by.call('POST', `/spaces/${space}/change-requests/${number}/content`, {
      changes: [{ operation: 'update_page', page: pageId, document: { markdown } }],
    });

  test('Ann proposes, Ben asks for a change, Ann mends it, Ben approves, Ann merges, a reader sees it', async () => {
    const [ann, ben] = [org.review, org.create];
    const annsWindow = await windowOf(ann);
    const bensWindow = await windowOf(ben);

    // Ann proposes.
    await open(annsWindow, '/');
    await annsWindow.getByRole('link', { name: 'Changes' }).click();
    await annsWindow.getByText('There are no change requests in this space yet.').waitFor();
    await expectAccessible(annsWindow);
    await annsWindow.getByRole('button', { name: 'New change request' }).click();
    await annsWindow.waitForURL(/~\/changes\/1$/);
    await annsWindow.getByRole('button', { name: 'Edit the subject' }).click();
    await annsWindow.getByRole('textbox', { name: 'Subject' }).fill('Explain the installer');
    await annsWindow.getByRole('button', { name: 'Save' }).click();
    await annsWindow.getByRole('heading', { name: 'Explain the installer' }).waitFor();
    // A draft says so, even if nothing but its reviews is missing.
    await annsWindow.getByRole('heading', { name: 'Draft', exact: true }).waitFor();
    await annsWindow.getByText('A review is missing: nobody has reviewed it yet').waitFor();
    await write(ann, 1, FIRST);
    const bensName = ben.email.split('@')[0]!;
    await annsWindow.getByRole('button', { name: 'Request reviews' }).click();
    await annsWindow.getByRole('checkbox', { name: bensName }).click();
    await annsWindow.getByRole('button', { name: 'Request', exact: true }).click();
    await annsWindow.getByText('not reviewed yet').waitFor();
    await annsWindow.getByText('Not ready to merge').waitFor();
    expect(await annsWindow.getByRole('button', { name: 'Merge' }).isDisabled()).toBe(true);
    await annsWindow.getByText(`${ann.email.split('@')[0]} opened it for review`).waitFor();
    const changed = annsWindow.getByRole('listitem').filter({ hasText: 'Install' });
    await changed.filter({ hasText: 'edited' }).getByRole('link', { name: 'Install' }).click();
    await annsWindow.waitForURL(/~\/files\?item=/);
    await annsWindow.goBack();

    // Ben asks for a change.
    await open(bensWindow, '/~/changes');
    await bensWindow.getByRole('link', { name: 'Waiting for my review' }).click();
    await bensWindow.waitForURL(/reviewer=/);
    await bensWindow.getByRole('link', { name: 'Explain the installer' }).click();
    await bensWindow.getByRole('link', { name: 'Preview' }).click();
    await bensWindow.waitForURL((url) => url.hostname.endsWith('.localhost'));
    await bensWindow.getByRole('link', { name: '#1 Explain the installer' }).waitFor();
    await bensWindow.getByText('Changed pages: 1').click();
    await bensWindow.locator('.announcement').getByRole('link', { name: 'Install', exact: true }).click();
    await bensWindow.getByText('answer its qestions').waitFor();
    await expectAccessible(bensWindow);
    const previewed = bensWindow.url();
    // Ann opens the address that Ben passes on; others have to sign in.
    const stranger = await browser.newPage();
    await stranger.goto(previewed);
    await stranger.waitForURL(/\/login\?to=/);
    await stranger.close();
    const passed = await annsWindow.context().newPage();
    await passed.goto(previewed);
    await passed.waitForURL(previewed);
    await passed.getByText('answer its qestions').waitFor();
    await passed.getByRole('link', { name: '#1 Explain the installer' }).waitFor();
    await passed.close();
    await bensWindow.getByRole('link', { name: '#1 Explain the installer' }).click();
    await bensWindow.getByRole('link', { name: /^Changes 1/ }).click();
    const paragraph = bensWindow.locator('[data-change]', { hasText: 'Run the installer' });
    await paragraph.waitFor();
    expect(await paragraph.locator('del').first().textContent()).toBe('follow the steps');
    expect(await paragraph.locator('ins').first().textContent()).toBe('answer its qestions');
    expect(await bensWindow.locator('.line.diff-removed').textContent()).toContain('start(3000)');
    expect(await bensWindow.locator('.line.diff-added').textContent()).toContain('start(8080)');
    await expectAccessible(bensWindow);
    await bensWindow.keyboard.press('n');
    expect(await bensWindow.evaluate('document.activeElement.textContent')).toContain('Run the installer');
    await bensWindow.keyboard.press('n');
    expect(await bensWindow.evaluate('document.activeElement.textContent')).toContain('start(8080)');
    await bensWindow.keyboard.press('p');
    await paragraph.hover();
    await paragraph.getByRole('button', { name: 'Comment on this block' }).click();
    await bensWindow.getByRole('textbox', { name: 'Comment on this block' }).fill('There is a **typo**.');
    await bensWindow.keyboard.press('Control+Enter');
    await bensWindow.getByText('There is a typo.').waitFor();
    await bensWindow.getByRole('button', { name: 'Side by side' }).click();
    await bensWindow.waitForURL(/layout=split/);
    await expectAccessible(bensWindow);
    await bensWindow.getByRole('button', { name: 'Markdown' }).click();
    await bensWindow.getByText('Run the installer and answer its qestions.').waitFor();
    await expectAccessible(bensWindow);
    await bensWindow.getByRole('button', { name: 'Viewed' }).click();
    await bensWindow.getByText('1 of 1 viewed').waitFor();
    await bensWindow.getByRole('button', { name: 'Review' }).click();
    await bensWindow.getByRole('textbox', { name: 'Summary' }).fill('Please mend the typo.');
    await bensWindow.getByRole('button', { name: 'Request changes' }).click();
    await bensWindow.getByText('You requested changes').waitFor();

    // Ann mends it.
    await annsWindow.reload();
    await annsWindow.getByText('Please mend the typo.').waitFor();
    await annsWindow.getByText('requested changes', { exact: true }).waitFor();
    const objection = `Everybody who reviewed it must approve it: ${bensName} requested changes`;
    await annsWindow.getByText(objection).waitFor();
    await annsWindow.getByText('Changes requested', { exact: true }).waitFor();
    await expectAccessible(annsWindow);
    await write(ann, 1, SECOND);
    await annsWindow.getByText('2 threads are open').waitFor();
    const thread = annsWindow.getByRole('article').filter({ hasText: 'There is a typo.' });
    await thread.getByRole('button', { name: 'Reply' }).click();
    await thread.getByRole('textbox', { name: 'Reply' }).fill('Mended.');
    await annsWindow.keyboard.press('Control+Enter');
    await annsWindow.getByText('Mended.').waitFor();
    await thread.getByRole('button', { name: 'Resolve' }).click();
    await annsWindow.getByRole('button', { name: /Resolved thread/ }).waitFor();
    // The summary of a review is answered and resolved like other comments.
    await annsWindow.getByText('1 thread is open').waitFor();
    const summary = annsWindow.getByRole('article').filter({ hasText: 'Please mend the typo.' });
    await summary.getByRole('button', { name: 'Reply' }).click();
    await summary.getByRole('textbox', { name: 'Reply' }).fill('It is mended.');
    await annsWindow.keyboard.press('Control+Enter');
    await summary.getByText('It is mended.', { exact: true }).waitFor();
    await summary.getByRole('button', { name: 'Resolve' }).click();
    await summary.getByRole('button', { name: 'Reopen' }).waitFor();
    await annsWindow.getByText('1 thread is open').waitFor({ state: 'detached' });

    // Ben approves.
    await bensWindow.reload();
    await bensWindow.getByText('0 of 1 viewed').waitFor();
    await bensWindow.getByRole('button', { name: 'Review' }).click();
    await bensWindow.getByRole('button', { name: 'Approve' }).click();
    await bensWindow.getByText('You approved this change request').waitFor();

    // Ann merges.
    await annsWindow.reload();
    await annsWindow.getByText('Ready to merge', { exact: true }).waitFor();
    await annsWindow.getByRole('button', { name: 'Merge' }).click();
    await annsWindow.getByText('Merged into the space').waitFor();
    await annsWindow.getByText(`${ann.email.split('@')[0]} merged it`).waitFor();
    await expectAccessible(annsWindow);
    await open(annsWindow, '/~/revisions');
    await annsWindow.getByRole('link', { name: 'Merged #1 Explain the installer' }).waitFor();
    await expectAccessible(annsWindow);

    // A reader sees it, on a phone.
    const readersWindow = await windowOf(org.read, 390);
    await open(readersWindow, '/install');
    await readersWindow.getByText('answer its questions').waitFor();
    await open(readersWindow, '/~/changes/1/~/files');
    await readersWindow.getByText('answer its questions').waitFor();
    expect(await overflowOf(readersWindow)).toBeLessThanOrEqual(0);
    expect(await readersWindow.getByRole('button', { name: 'Comment on this block' }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('Ben approves only what he has read, and keeps his words when Ann changes the page', async () => {
    const subject = 'Change of mind';
    const { body: request } = await org.review.call('POST', `/spaces/${space}/change-requests`, { subject });
    const good = SECOND.replace('Welcome.', 'Welcome, good people.');
    await write(org.review, request.number, good);
    const window = await windowOf(org.create);
    await open(window, `/~/changes/${request.number}/~/files`);
    const paragraph = window.locator('[data-change]', { hasText: 'Welcome' });
    await paragraph.hover();
    await paragraph.getByRole('button', { name: 'Comment on this block' }).click();
    const comment = window.getByRole('textbox', { name: 'Comment on this block' });
    await comment.fill('Who is meant?');

    await write(org.review, request.number, good.replace('good people', 'bad people'));
    await window.getByRole('button', { name: 'Review' }).click();
    await window.getByRole('textbox', { name: 'Summary' }).fill('Fine.');
    await window.getByRole('button', { name: 'Approve' }).click();
    await window.getByRole('alert').filter({ hasText: 'has changed since you read it' }).waitFor();
    const { body: reviews } = await org.create.call(
      'GET',
      `/spaces/${space}/change-requests/${request.number}/reviews`,
    );
    expect(reviews.items).toEqual([]);

    // What is new is shown, and nothing that was written is gone.
    await window.getByText('bad people').waitFor();
    expect(await window.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('Fine.');
    await window.keyboard.press('Escape');
    expect(await comment.inputValue()).toBe('Who is meant?');
    await window.getByText('has changed this while you were reading.').waitFor();
    await expectGoodScreen(window, 'review-newer');
    await window.getByRole('link', { name: 'Show what is new' }).click();
    await window.locator('del', { hasText: 'good' }).waitFor();
    expect(await window.locator('ins').first().textContent()).toBe('bad');
    await window.goBack();
    await window.getByRole('button', { name: 'Review' }).click();
    await window.getByRole('button', { name: 'Request changes' }).click();
    await window.getByText('You requested changes').waitFor();
    await window.context().close();
    // The browser reports the refused review.
    expect(errors.splice(0)).toEqual([expect.stringContaining('409 (Conflict)')]);
  });

  test('Ben sees where links and buttons lead, and the data of blocks that nothing else shows', async () => {
    await org.admin.call('PATCH', `/spaces/${space}`, { editMode: 'live', mergeRules: { type: 'none' } });
    const content = (host: string, word: string, video: string) =>
      [
        `A [safe link](https://${host}/a) here.`,
        `{% @unknown/thing content="${word}" %}`,
        `<a href="https://${host}" class="button primary">Go</a>`,
        `{% embed url="https://www.youtube.com/watch?v=${video}" %}`,
      ].join('\n\n');
    const { body: inserted } = await org.admin.call('POST', `/spaces/${space}/content?compat=false`, {
      changes: [
        {
          operation: 'insert_page',
          title: 'Links',
          document: { markdown: content('example.com', 'first', 'aaaaaaaa') },
        },
      ],
    });
    const { body: request } = await org.review.call('POST', `/spaces/${space}/change-requests`, {
      subject: 'Links',
    });
    await org.review.call('POST', `/spaces/${space}/change-requests/${request.number}/content`, {
      changes: [
        {
          operation: 'update_page',
          page: inserted.changes[0].page.id,
          document: { markdown: content('evil.example', 'second', 'bbbbbbbb') },
        },
      ],
    });
    const window = await windowOf(org.create);
    await open(window, `/~/changes/${request.number}/~/files`);
    const rows = window.locator('[data-change]');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(4);
    for (const [at, words] of [
      'Link “safe link”: https://example.com/a → https://evil.example/a',
      'content: first → second',
      'Button “Go”, target: https://example.com → https://evil.example',
      'v=aaaaaaaa → https://www.youtube.com/watch?v=bbbbbbbb',
    ].entries())
      expect(await rows.nth(at).textContent()).toContain(words);
    expect(await window.locator('iframe').count()).toBe(0);
    await expectAccessible(window);
    await window.context().close();
  });

  test('Ann settles conflicts with the space, and Ben rolls the merge back', async () => {
    const [ann, ben] = [org.review, org.create];
    await org.admin.call('PATCH', `/spaces/${space}`, { editMode: 'live', mergeRules: { type: 'none' } });
    const legal = (markdown: string) => ({ title: 'Legal', document: { markdown } });
    const { body: inserted } = await org.admin.call('POST', `/spaces/${space}/content?compat=false`, {
      changes: [
        { operation: 'insert_reusable_content', ...legal('Read the terms.') },
        { operation: 'insert_page', title: 'Prices', document: { markdown: 'It is free.' } },
      ],
    });
    const reusableContent = inserted.insertedReusableContents[0].id as string;
    const { body: content } = await org.admin.call('GET', `/spaces/${space}/content`);
    const prices = content.pages.find(({ title }: { title: string }) => title === 'Prices').id as string;
    const { body } = await ann.call('POST', `/spaces/${space}/change-requests`, {
      subject: 'Welcome people',
    });
    const number = body.number as number;
    const request = `/spaces/${space}/change-requests/${number}`;
    await ann.call('POST', `${request}/content`, {
      changes: [
        { operation: 'update_reusable_content', reusableContent, ...legal('Read all terms at once.') },
        { operation: 'update_page', page: prices, document: { markdown: 'It stays free.' } },
      ],
    });
    await write(ann, number, SECOND.replace('Welcome.', 'Welcome, dear reader.'));
    await org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [
        {
          operation: 'update_page',
          page: pageId,
          document: { markdown: SECOND.replace('Welcome.', 'Good morning.') },
        },
        { operation: 'update_reusable_content', reusableContent, ...legal('Read the long terms later.') },
        { operation: 'delete_page', page: prices },
      ],
    });
    const window = await windowOf(ann);
    await open(window, `/~/changes/${number}/~/conflicts`);
    await window.getByText(/Update it from the space/).waitFor();
    await open(window, `/~/changes/${number}`);
    await window.getByText(/It conflicts with changes in the space/).waitFor();
    await window.getByRole('button', { name: 'Update from the space' }).click();
    await window.waitForURL(/~\/conflicts$/);
    const onPage = window.getByRole('region', { name: 'Install' });
    const inSpace = onPage.getByRole('group', { name: 'In the space' });
    expect(await inSpace.textContent()).toContain('Good morning.');
    const inLegal = window.getByRole('region', { name: 'Legal' });
    const markedIn = (name: string) => inLegal.getByRole('group', { name }).locator('mark').allTextContents();
    expect([await markedIn('In the space'), await markedIn('In this change request')]).toEqual([
      ['the long ', 'later'],
      ['all ', 'at once'],
    ]);
    await picture(window, 'conflicts-words');
    expect(await onPage.getByRole('group', { name: 'Before' }).textContent()).toContain('Welcome.');
    await expectAccessible(window);
    await onPage.getByRole('radio', { name: 'Edit by hand' }).check();
    // A text that nobody has edited or confirmed settles nothing.
    await window.getByText(/^0 of \d settled/).waitFor();
    await onPage.getByRole('button', { name: 'Use this text' }).click();
    await window.getByText(/^1 of \d settled/).waitFor();
    await onPage.getByRole('textbox', { name: 'Outcome in Markdown' }).fill('Good morning, dear *reader*.');
    await inLegal.getByRole('radio', { name: 'Take the version of the space' }).check();
    const deletion = window.getByRole('article').filter({ hasText: 'Prices: deleted on one side' });
    expect((await deletion.getByRole('group').allTextContents()).slice(0, 3)).toEqual([
      'BeforeIt is free.',
      'In the spaceDeleted',
      'In this change requestIt stays free.',
    ]);
    await deletion.getByRole('radio', { name: 'Delete it, as in the space' }).check();
    await window.getByText('3 of 3 settled').waitFor();
    // On a phone the bar at the bottom does not cover the button.
    await window.setViewportSize({ width: 390, height: 844 });
    const isUncovered = (button: Element): boolean => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    const save = window.getByRole('button', { name: 'Save outcomes' });
    await expect.poll(() => save.evaluate(isUncovered)).toBe(true);
    await window.setViewportSize({ width: 1280, height: 900 });

    // Outcomes survive a reload, and do not overwrite what Ben writes meanwhile.
    await window.reload();
    await window.getByText('3 of 3 settled').waitFor();
    const { body: conflicted } = await ben.call('GET', `${request}/content/page/${pageId}?format=markdown`);
    await write(ben, number, `${conflicted.markdown}\n\nYours, Ben.`);
    await save.click();
    await window.getByRole('alert').filter({ hasText: 'Somebody else has changed this meanwhile' }).waitFor();
    await window.getByText('3 of 3 settled').waitFor();
    await save.click();
    // Ann passes over her own request for changes only knowingly.
    await window.getByRole('heading', { name: 'Draft', exact: true }).waitFor();
    await window.getByRole('button', { name: 'Open for review' }).click();
    await window.getByText('Ready to merge', { exact: true }).waitFor();
    await window.getByRole('button', { name: 'Review', exact: true }).click();
    await window.getByRole('button', { name: 'Request changes' }).click();
    await window.getByRole('heading', { name: 'Changes requested' }).waitFor();
    await window.getByRole('button', { name: 'Merge' }).click();
    await window
      .getByRole('dialog')
      .getByText('You requested changes, and no approval has followed.')
      .waitFor();
    await expectAccessible(window);
    await window.getByRole('button', { name: 'Merge anyway' }).click();
    await window.getByText('Merged into the space').waitFor();
    await open(window, '/install');
    await window.getByText('Good morning, dear reader.').waitFor();
    await window.getByText('Yours, Ben.').waitFor();

    const bensWindow = await windowOf(ben);
    await open(bensWindow, '/~/revisions');
    const boxes = bensWindow.getByRole('checkbox');
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    await bensWindow.getByRole('button', { name: 'Compare two revisions' }).click();
    await bensWindow.waitForURL(/base=/);
    await bensWindow.getByText(/compared with an earlier revision/).waitFor();
    await open(bensWindow, '/~/revisions');
    await bensWindow.getByRole('link', { name: 'Merged #1 Explain the installer' }).click();
    await bensWindow.getByRole('heading', { name: 'Merged #1 Explain the installer' }).waitFor();
    await bensWindow.getByRole('button', { name: /^Actions on/ }).click();
    await bensWindow.getByRole('menuitem', { name: 'Roll the space back' }).click();
    await bensWindow.getByRole('button', { name: 'Roll back', exact: true }).click();
    await bensWindow.getByRole('link', { name: 'Rolled the space back' }).waitFor();
    await open(bensWindow, '/install');
    await bensWindow.getByText('Welcome.', { exact: true }).waitFor();
    // The browser reports the refused outcomes.
    expect(errors).toEqual([expect.stringContaining('409 (Conflict)')]);
  });
});
