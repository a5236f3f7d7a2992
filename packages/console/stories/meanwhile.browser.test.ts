import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { expectGoodScreen } from './expect-screen.ts';
import { openSignedIn, type Window } from './signed-in.ts';
import { saved } from './writer.testing.ts';

describe.skipIf(!CHROMIUM)('what somebody else does meanwhile', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let space: string;
  const windows: Window[] = [];

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    browser = await openBrowser();
    space = await createLiveSpace(org);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const newWindow = async (person: { readonly email: string }): Promise<Page> => {
    const window = await openSignedIn(browser, server, person);
    windows.push(window);
    return window.page;
  };
  const change = async (path: string, ...changes: readonly object[]) => {
    const answer = await org.admin.call('POST', `/spaces/${space}${path}/content?compat=false`, { changes });
    expect(answer.status).toBe(200);
    return answer;
  };
  const newPage = async (title: string, markdown: string): Promise<string> =>
    (await change('', { operation: 'insert_page', title, document: { markdown } })).body.changes[0].page.id;
  const update = (page: string, fields: object, path = '') =>
    change(path, { operation: 'update_page', page, ...fields });
  const markdownOf = async (page: string, path = ''): Promise<string> =>
    (await org.admin.call('GET', `/spaces/${space}${path}/content/page/${page}?format=markdown`)).body
      .markdown;

  test('what Ann wrote as the outcome of a conflict is offered after Ben has settled it', async () => {
    const id = await newPage('First day', 'Before.\n\nSecond day.');
    const { body } = await org.create.call('POST', `/spaces/${space}/change-requests`, { subject: 'Days' });
    const path = `/change-requests/${body.number}`;
    await update(id, { document: { markdown: 'In the request.\n\nSecond day.' } }, path);
    await update(id, { document: { markdown: 'In the space.\n\nSecond day.' } });
    await org.create.call('POST', `/spaces/${space}${path}/update`);
    const address = `/app/s/${space}/~/changes/${body.number}/~/conflicts`;
    const ann = await newWindow(org.create);
    await ann.goto(address);
    await ann.getByRole('radio', { name: 'Edit by hand' }).check();
    const outcome = ann.getByRole('textbox', { name: 'Outcome in Markdown' });
    await outcome.fill('Ann wrote this with care.');
    await update(id, { document: { markdown: 'Settled by the other.\n\nSecond day, later.' } }, path);
    await ann.getByRole('button', { name: 'Save outcomes' }).click();
    const name = org.admin.email.split('@')[0];
    const unused = ann.getByRole('region', { name: `${name} has settled this: First day` });
    await unused.waitFor();
    expect(await ann.locator('body').textContent()).not.toContain('body.');
    // It is still there in the next visit.
    await ann.reload();
    await unused.getByRole('group', { name: 'Your text' }).getByText('Ann wrote this with care.').waitFor();
    await unused.getByRole('group', { name: 'Now' }).getByText('Settled by the other.').waitFor();
    await expectGoodScreen(ann, 'conflict-settled');
    await unused.getByRole('button', { name: 'Use my text' }).click();
    await ann.getByText('Your text is in the change request').waitFor();
    await unused.waitFor({ state: 'detached' });
    expect((await markdownOf(id, path)).trim()).toBe('Ann wrote this with care.\n\nSecond day, later.');
  });

  test('people who have a page open see what another saves without touching it, and an author is told about two versions', async () => {
    const id = await newPage('Both', 'Alpha.\n\nBeta.');
    const page = await newWindow(org.edit);
    await page.goto(`/app/s/${space}/both?edit=true`);
    // The title changes, and the label with it.
    const editor = page.locator('.ProseMirror');
    await editor.getByText('Alpha.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' One.');
    await saved(page);
    await expect.poll(() => markdownOf(id)).toContain('Alpha. One.');
    await update(id, { document: { markdown: 'Alpha. One.\n\nBeta by another.' } });
    // Nobody touches the tab.
    await editor.getByText('Beta by another.').waitFor();
    const reader = await newWindow(org.read);
    // What is saved between the first screen and its connection is shown, too.
    const connecting = new Promise<WebSocketRoute>((resolve) => {
      void reader.routeWebSocket('**/live', resolve);
    });
    await reader.goto(`/app/s/${space}/both`);
    await reader.getByText('Beta by another.').waitFor();
    await update(id, { document: { markdown: 'Alpha. One.\n\nBeta before the connection.' } });
    (await connecting).connectToServer();
    await reader.getByText('Beta before the connection.').waitFor();
    await update(id, { title: 'Both of us', document: { markdown: 'Alpha. One.\n\nBeta once more.' } });
    for (const each of [page, reader]) {
      await each.getByText('Beta once more.').waitFor();
      await each.getByRole('treeitem', { name: 'Both of us' }).waitFor();
    }

    await editor.getByText('Alpha. One.').click();
    await page.keyboard.press('End');
    let areEditsHeld = true;
    await page
      .context()
      .route('**/v1/spaces/*/content?*', (route) => (areEditsHeld ? route.abort() : route.continue()));
    await page.keyboard.type(' Mine.');
    await update(id, { document: { markdown: 'Alpha, theirs.\n\nBeta once more.' } });
    areEditsHeld = false;
    await page.getByText('Somebody else changed the same paragraph').waitFor();
    const lines = await editor.locator('p').allTextContents();
    expect(lines.slice(0, 2)).toEqual(['Alpha, theirs.', 'Alpha. One. Mine.']);
  });

  test('the first page stays open when another one becomes the first, or when it is deleted', async () => {
    const other = await createLiveSpace(org);
    const inOther = async (...changes: readonly object[]) => {
      const answer = await org.admin.call('POST', `/spaces/${other}/content?compat=false`, { changes });
      expect(answer.status).toBe(200);
      return answer.body.changes[0].page.id as string;
    };
    const [first] = (await org.admin.call('GET', `/spaces/${other}/content/pages`)).body.pages;
    if (first) await inOther({ operation: 'delete_page', page: first.id });
    const id = await inOther({
      operation: 'insert_page',
      title: 'Front',
      document: { markdown: 'Front words.' },
    });
    const [reader, writer] = [await newWindow(org.read), await newWindow(org.edit)];
    await reader.goto(`/app/s/${other}`);
    await writer.goto(`/app/s/${other}?edit=true`);
    for (const page of [reader, writer]) await page.getByText('Front words.').waitFor();
    await inOther({ operation: 'insert_page', title: 'Newer', at: 0, document: { markdown: 'New words.' } });
    for (const page of [reader, writer]) {
      await page.getByRole('treeitem', { name: 'Newer' }).waitFor();
      await page.getByText('Front words.').waitFor();
    }
    await inOther({ operation: 'delete_page', page: id });
    await reader.getByText('New words.').waitFor();
    await writer.getByRole('treeitem', { name: 'Front' }).waitFor({ state: 'detached' });
    await writer.locator('.ProseMirror').getByText('Front words.').click();
    await writer.keyboard.type('More ');
    await writer.getByText('This page was deleted').waitFor();
  });

  test('a page is found at its former address, by readers and in links', async () => {
    const id = await newPage('Guide', 'Words.\n\n## Part\n\nMore words.');
    const page = await newWindow(org.read);
    await page.goto(`/app/s/${space}/guide`);
    await page.getByRole('heading', { name: 'Guide' }).waitFor();
    await update(id, { title: 'Manual', slug: 'manual' });
    await page.reload();
    await page.waitForURL(/\/manual$/);
    await page.getByRole('heading', { name: 'Manual' }).waitFor();
    await page.goto(`/app/s/${space}/guide?comments=true#part`);
    await page.waitForURL(/\/manual\?comments=true#part$/);
    await page.goto(`/app/s/${space}/never-was`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });

  test('who saves a description sees first what somebody else has saved meanwhile', async () => {
    const { body } = await org.create.call('POST', `/spaces/${space}/change-requests`, { subject: 'Words' });
    const path = `/spaces/${space}/change-requests/${body.number}`;
    const describe = (words: string) =>
      org.admin.call('PATCH', path, {
        description: {
          object: 'document',
          data: {},
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              isVoid: false,
              data: {},
              nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }],
            },
          ],
        },
      });
    expect((await describe('First.')).status).toBe(200);
    const page = await newWindow(org.create);
    await page.goto(`/app/s/${space}/~/changes/${body.number}`);
    await page.getByRole('button', { name: 'Edit the description' }).click();
    const field = page.getByRole('textbox', { name: 'Description in Markdown' });
    await field.fill('Mine.');
    expect((await describe('Theirs.')).status).toBe(200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const newer = page.getByRole('alert').filter({ hasText: 'Somebody else has changed' });
    await newer.getByText('Theirs.').waitFor();
    const saved = async () => JSON.stringify((await org.admin.call('GET', path)).body.description);
    expect(await saved()).toContain('Theirs.');
    await expectGoodScreen(page, 'description-changed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await field.waitFor({ state: 'detached' });
    expect(await saved()).toContain('Mine.');
  });

  test('the tree shows the current page', async () => {
    const titles = Array.from({ length: 50 }, (_, at) => `Page ${at + 1}`);
    const { body } = await change('', ...titles.map((title) => ({ operation: 'insert_page', title })));
    const ids = body.changes.map(({ page }: { page: { id: string } }) => page.id);
    const page = await newWindow(org.edit);
    await page.goto(`/app/s/${space}/page-50`);
    const row = (name: string) =>
      page.getByRole('tree', { name: 'Pages' }).getByRole('treeitem', { name, exact: true });
    const isInView = (name: string) =>
      row(name).evaluate((each) => {
        const tree = each.closest('[role="tree"]')!.getBoundingClientRect();
        const { top, bottom } = each.getBoundingClientRect();
        return top >= tree.top - 1 && bottom <= tree.bottom + 1;
      });
    await expect.poll(() => isInView('Page 50')).toBe(true);
    await page.goto(`/app/s/${space}/page-1`);
    await expect.poll(() => isInView('Page 1')).toBe(true);
    // Below collapsed pages, it is found, too.
    const child = await newPage('Child', 'Words.');
    await change('', { operation: 'update_page', page: child, into: ids[0] });
    await page.reload();
    await row('Page 1').press('ArrowLeft');
    await row('Child').waitFor({ state: 'detached' });
    await page.goto(`/app/s/${space}/page-1/child`);
    await expect.poll(() => isInView('Child')).toBe(true);
    await page.goto(`/app/s/${space}/page-30`);
    await expect.poll(() => isInView('Page 30')).toBe(true);
    await page.getByRole('button', { name: 'New page', exact: true }).click();
    await page.waitForURL(/edit=true/);
    await expect.poll(() => isInView('Untitled')).toBe(true);
  });

  test('the question about leaving goes when everything is saved, and a title in doubt is not saved', async () => {
    const id = await newPage('Doubt', 'Words.');
    const page = await newWindow(org.edit);
    // A tab that is not told what others do.
    await page.routeWebSocket(/\/live$/, () => undefined);
    await page.goto(`/app/s/${space}/doubt?edit=true`);
    await page.getByRole('textbox', { name: 'Text of Doubt' }).waitFor();
    await update(id, { title: 'Theirs' });
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Mine');
    await page.getByRole('button', { name: 'Use mine' }).waitFor();
    await page.getByRole('status').getByText('Not saved: choose below').waitFor();
    expect(await page.getByRole('status').getByText('Saved', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Use mine' }).click();
    await saved(page);

    await page.locator('.ProseMirror').getByText('Words.').click();
    await page.context().setOffline(true);
    await page.keyboard.type('More ');
    await page.getByRole('button', { name: 'Done' }).click();
    const question = page.getByRole('dialog', { name: 'Not everything is saved' });
    await question.waitFor();
    await page.context().setOffline(false);
    await question.waitFor({ state: 'detached' });
    await page
      .getByRole('link', { name: 'Edit' })
      .or(page.getByRole('button', { name: 'Edit' }))
      .first()
      .waitFor();
    expect(await markdownOf(id)).toContain('More');
  });

  test('no script has failed, and nothing but the public API was asked', () => {
    expect(windows.flatMap(({ errors, unlisted }) => [...errors, ...unlisted])).toEqual([]);
  });
});
