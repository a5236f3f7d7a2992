import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChatModel, completing, startChatModel } from '../../server/src/testing/chat-model.ts';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import { CARD_QUESTIONS, conversationOf } from '../../server/src/testing/conversations.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { insertPage } from '../../server/src/testing/showcase.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { expectGoodScreen } from './expect-screen.ts';
import { openSignedIn } from './signed-in.ts';

describe.skipIf(!CHROMIUM)('tasks in a browser', () => {
  let model: ChatModel;
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let space: string;
  beforeAll(async () => {
    model = await startChatModel();
    model.behave(
      completing(() => ({
        changes: [
          {
            page: 1,
            section: 1,
            place: 'replace',
            markdown: '## Export a PDF\n\nChoose **PDF** in the menu.',
            reason: 'The page did not name the menu.',
          },
        ],
        newPages: [],
      })),
    );
    server = await startServer({ roles: ['api', 'worker'], config: { llm: model.config } });
    org = await server.organization();
    browser = await openBrowser();
    space = await createLiveSpace(org, { title: 'Help center' });
    const changes = [insertPage('Export', 'About exports.\n\n## Export a PDF\n\nIt is possible.')];
    await org.admin.call('POST', `/spaces/${space}/content`, { changes });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await model?.close();
  });

  test('Edda lets the model write a change request, and makes tasks of questions', async () => {
    const { page, context, errors, unlisted } = await openSignedIn(browser, server, org.edit);
    await page.goto('/app');
    await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Tasks' }).click();
    await page.getByText('There are no tasks yet.').waitFor();
    await expectGoodScreen(page, 'tasks-empty');

    await page.getByRole('button', { name: 'New task' }).click();
    const start = page.getByRole('button', { name: 'Start', exact: true });
    expect(await start.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Instructions' }).fill('Explain how to export a PDF.');
    await page.getByRole('radio', { name: 'Help center' }).check();
    await expectGoodScreen(page, 'tasks-new');
    await start.click();
    await page.getByRole('heading', { name: 'Explain how to export a PDF.', level: 1 }).waitFor();
    await page.getByText('The language model wrote the change request.').waitFor();
    await page.getByText('The page did not name the menu.').waitFor();
    const sources = page.getByRole('list', { name: 'Sources' });
    await sources.getByRole('link', { name: 'Export › Export a PDF' }).waitFor();
    await expectGoodScreen(page, 'task');
    await page.getByRole('link', { name: '#1 Explain how to export a PDF.' }).click();
    await page.getByRole('heading', { name: 'Explain how to export a PDF.' }).first().waitFor();
    await page.getByText('A language model wrote these changes.').waitFor();
    await page.goBack();
    await sources.getByRole('link').first().click();
    await page.waitForURL(/\/export#export-a-pdf$/);

    await page.goto(`/app/o/${org.id}/~/ask?q=${encodeURIComponent('Does it run on a submarine?')}`);
    await page.getByRole('button', { name: 'Make a task…' }).click();
    await page.getByRole('button', { name: 'Add to the backlog' }).click();
    await page.getByRole('heading', { name: 'Does it run on a submarine?', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Unanswered question' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the task' }).click();
    await page.getByText('Canceled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Back to the backlog' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();

    const sent = CARD_QUESTIONS.map((text, at) => conversationOf(`c-${at}`, text));
    await org.create.call('POST', `/orgs/${org.id}/conversations`, sent);
    const clusters = async () =>
      (await org.read.call('GET', `/orgs/${org.id}/conversations-clusters?orderBy=issues`)).body.items;
    await expect.poll(async () => (await clusters())[0]?.stats.issues, { interval: 50 }).toBe(sent.length);
    const [{ id, label }] = await clusters();
    await page.goto(`/app/o/${org.id}/~/settings/conversations/${id}`);
    await page.getByRole('button', { name: 'Make a task…' }).click();
    await page.getByRole('textbox', { name: 'Instructions (optional)' }).fill('Be brief.');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('heading', { name: label, level: 1 }).waitFor();
    await page.getByText('Be brief.').waitFor();
    await page.getByRole('link', { name: 'Show the questions' }).click();
    await page.getByText('1 task, 0 completed').waitFor();

    await page.goto(`/app/o/${org.id}/~/tasks`);
    const tasks = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem');
    await expect.poll(() => tasks.count(), { interval: 50 }).toBe(3);
    await expectGoodScreen(page, 'tasks');
    await page.getByRole('link', { name: 'Backlog' }).click();
    await expect.poll(() => tasks.count(), { interval: 50 }).toBe(1);
    await page.getByRole('link', { name: 'Canceled' }).click();
    await page.getByText('No task has this status.').waitFor();
    expect([errors, unlisted]).toEqual([[], []]);
    await context.close();
  });
});
