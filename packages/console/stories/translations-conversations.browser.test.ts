import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import {
  CARD_QUESTIONS,
  conversationOf,
  PASSWORD_QUESTIONS,
} from '../../server/src/testing/conversations.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { expectGoodScreen } from './expect-screen.ts';
import { openSignedIn } from './signed-in.ts';

describe.skipIf(!CHROMIUM)('translations and conversations in a browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer({ roles: ['api', 'worker'] });
    org = await server.organization();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('Ada translates a space and keeps a glossary', async () => {
    const space = await createLiveSpace(org);
    const changes = [{ operation: 'insert_page', title: 'Welcome', document: { markdown: 'Hello.\n' } }];
    expect((await org.admin.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
    const { page, errors, unlisted } = await openSignedIn(browser, server, org.admin);
    await page.goto(`/app/o/${org.id}/~/settings/translations`);
    await page.getByText('There are no translations yet.').waitFor();
    await page.getByRole('button', { name: 'New translation' }).click();
    await page.getByRole('combobox', { name: 'New language' }).selectOption('fr');
    await expectGoodScreen(page, 'translation-new');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: /in French$/ }).waitFor();
    await page.getByRole('link', { name: 'Welcome' }).waitFor();
    await page.getByText('No new translation waits for a decision.').waitFor();
    await expectGoodScreen(page, 'translation');
    await page.getByRole('link', { name: 'Translations' }).first().click();
    await page.getByRole('link', { name: /in French$/ }).waitFor();

    await page.getByRole('link', { name: 'Glossary' }).click();
    await page.getByText('There are no terms yet.').waitFor();
    await page.getByRole('button', { name: 'New term' }).click();
    await page.getByRole('textbox', { name: 'English' }).fill('space');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Enter the term in two languages or more.').waitFor();
    await page.getByRole('textbox', { name: 'German' }).fill('Bereich');
    await page.getByRole('combobox', { name: 'Another language' }).selectOption('fr');
    await page.getByRole('textbox', { name: 'French' }).fill('espace');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('cell', { name: 'espace' }).waitFor();
    await expectGoodScreen(page, 'glossary');
    await page.getByRole('button', { name: /^Change / }).click();
    await page.getByRole('textbox', { name: 'German' }).fill('Raum');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Raum', exact: true }).waitFor();
    const search = page.getByRole('searchbox', { name: 'Search terms' });
    await search.fill('nothing');
    await page.getByText('No terms match this search.').waitFor();
    await search.fill('esp');
    await page.getByRole('cell', { name: 'espace' }).waitFor();
    await search.fill('');
    await page.getByRole('button', { name: /^Delete / }).click();
    await page.getByText('There are no terms yet.').waitFor();
    expect(errors).toEqual([]);
    expect(unlisted).toEqual([]);
  });

  test('Cem sees what customers ask, and proposes a page', async () => {
    const space = await createLiveSpace(org);
    await org.admin.call('PATCH', `/spaces/${space}`, { title: 'Help center' });
    const conversations = [...CARD_QUESTIONS, ...PASSWORD_QUESTIONS].map((text, at) =>
      conversationOf(`c-${at}`, text, { subject: text }),
    );
    const { page, errors, unlisted } = await openSignedIn(browser, server, org.create);
    await page.goto(`/app/o/${org.id}/~/settings/conversations`);
    await page.getByText('There are no recurring questions yet.').waitFor();
    const sent = await org.create.call('POST', `/orgs/${org.id}/conversations`, conversations);
    expect(sent.status).toBe(204);
    const isClustered = async () => {
      const window = await server.app.kernel.db
        .selectFrom('issue_windows')
        .select('pending')
        .where('organization_id', '=', org.id)
        .executeTakeFirst();
      const { items } = (await org.read.call('GET', `/orgs/${org.id}/conversations`)).body;
      const isRead = items.every(({ processedAt }: { processedAt?: string }) => processedAt !== undefined);
      return isRead && items.length === conversations.length && window?.pending === 0;
    };
    await expect.poll(isClustered, { interval: 250 }).toBe(true);
    await page.reload();
    const cards = page.getByRole('list', { name: 'Recurring questions' }).getByRole('link');
    await cards.first().waitFor();
    await expectGoodScreen(page, 'conversations');
    await page.getByRole('link', { name: 'Conversations', exact: true }).last().click();
    await page.getByText(CARD_QUESTIONS[0]!).first().waitFor();
    await expectGoodScreen(page, 'conversations-list');
    await page.getByRole('searchbox', { name: 'Subject of a conversation' }).fill('nothing like it');
    await page.getByText('No conversation matches this search.').waitFor();
    await page.getByRole('link', { name: 'Questions' }).click();
    await page.getByRole('searchbox', { name: 'Words of a question' }).fill('password');
    await expect.poll(() => cards.count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Words of a question' }).fill('');
    await expect.poll(() => cards.count()).toBeGreaterThan(1);
    await cards.first().click();
    await page.getByRole('heading', { name: 'Questions' }).waitFor();
    await expectGoodScreen(page, 'conversations-question');
    await page.getByRole('button', { name: 'Propose a page…' }).click();
    await page.getByRole('radio', { name: 'Help center' }).check();
    await page.getByRole('textbox', { name: 'Title of the page' }).fill('When your card arrives');
    await expectGoodScreen(page, 'conversations-propose');
    await page.getByRole('button', { name: 'Open a change request' }).click();
    await page.waitForURL(/~\/changes\/1$/);
    await page.getByRole('heading', { name: 'When your card arrives' }).first().waitFor();
    const request = await org.create.call('GET', `/spaces/${space}/change-requests/1`);
    expect(request.body.subject).toBe('When your card arrives');
    const pages = await org.create.call('GET', `/spaces/${space}/change-requests/1/content/pages`);
    expect(pages.body.pages.map(({ title }: { title: string }) => title)).toEqual(['When your card arrives']);
    expect(errors).toEqual([]);
    expect(unlisted).toEqual([]);
  });
});
