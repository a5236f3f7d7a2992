import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { insertPage } from '../../server/src/testing/showcase.ts';
import { publishSite } from '../../server/src/testing/sites.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { openSignedIn } from './signed-in.ts';
import { picture } from './writer.testing.ts';

describe.skipIf(!CHROMIUM)('questions', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let space: string;
  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    browser = await openBrowser();
    space = await createLiveSpace(org);
    const changes = [
      insertPage('Home', 'Welcome.'),
      insertPage('Plans', '## What do plans cost?\n\n| Plan | Price |\n| --- | --- |\n| Team | 12 |'),
      insertPage('Billing', 'About money.\n\n## When are invoices sent?\n\nOn the first of the month.'),
    ];
    await org.admin.call('POST', `/spaces/${space}/content`, { changes });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('are asked from the palette, and the answer leads to the page that it is from', async () => {
    const { page, context, errors, unlisted } = await openSignedIn(browser, server, org.read);
    await page.goto('/app');
    await page.getByRole('main').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('ask');
    await page.getByRole('option', { name: 'Ask a question' }).click();
    await page.getByRole('link', { name: 'When are invoices sent?' }).waitFor();
    await page.getByRole('textbox', { name: 'Question' }).fill('invoices sent');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText('On the first of the month.').waitFor();
    await picture(page, 'ask');
    await answer.getByRole('link', { name: 'Billing › When are invoices sent?' }).click();
    await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor();
    expect(page.url()).toContain(`/app/s/${space}/billing#when-are-invoices-sent`);
    await page.goBack();
    await page.getByRole('textbox', { name: 'Question' }).fill('What do plans cost?');
    await page.getByRole('button', { name: 'Ask' }).click();
    await answer.getByRole('columnheader', { name: 'Price' }).waitFor();
    await answer.getByRole('cell', { name: '12' }).waitFor();
    await picture(page, 'ask-table');
    await page.getByRole('textbox', { name: 'Question' }).fill('Does it run on a submarine?');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('No page that you can see answers “Does it run on a submarine?”.').waitFor();
    expect([errors, unlisted]).toEqual([[], []]);
    await context.close();
  });

  test('are asked on a site from its search', async () => {
    const site = await publishSite(server, org, [{ space }]);
    const at = `/orgs/${org.id}/sites/${site.id}/customization`;
    const { body } = await org.admin.call('GET', at);
    await org.admin.call('PUT', at, { ...body, ai: { mode: 'search' } });
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(site.url);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('When are invoices sent?');
    await page.getByRole('dialog').getByRole('button', { name: 'Ask' }).click();
    const answer = page.getByRole('status', { name: 'Answer' });
    await answer.getByText('On the first of the month.').waitFor();
    await picture(page, 'site-ask');
    await answer.getByRole('link', { name: 'Billing › When are invoices sent?' }).click();
    await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor();
    expect(errors).toEqual([]);
    await page.close();
  });
});
