import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { isFault } from './signed-in.ts';
import { picture, saved } from './writer.testing.ts';

describe.skipIf(!CHROMIUM)('a company from an empty machine', () => {
  let server: TestServer;
  let browser: Browser;
  const errors: string[] = [];

  beforeAll(async () => {
    server = await startServer({
      config: { host: 'localhost' },
      roles: ['api', 'worker'],
      ownDatabase: true,
    });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const openPage = async (): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    page.on('console', (message) => isFault(message) && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    return page;
  };
  /** Writes a new page of the open space. */
  const writePage = async (page: Page, title: string, text: string) => {
    await page.getByRole('button', { name: 'New page' }).first().click();
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type(title);
    await page.getByRole('textbox', { name: `Text of ${title}` }).click();
    await page.keyboard.type(text);
    await saved(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  };

  test('Ada sets the server up, writes, publishes and invites Grace, who writes what readers see', async () => {
    const ada = await openPage();
    await ada.goto((await server.app.services.setup.findLink())!);
    await ada.getByLabel('Name of the organization').fill('Analytical Engines');
    await ada.getByLabel('Name of the first space').fill('Handbook');
    await ada.getByLabel('Your name').fill('Ada Lovelace');
    await ada.getByLabel('E-mail address').fill('ada@engines.test');
    await ada.getByLabel('Password', { exact: true }).fill('a green lamp by the sea');
    await ada.getByRole('button', { name: 'Set up', exact: true }).click();
    await ada.waitForURL(/\/app\/s\/\w+/);
    await ada.getByRole('link', { name: 'Start writing' }).waitFor();
    await picture(ada, 'company-first-screen');

    // A page, and a site of it.
    await writePage(ada, 'Mill', 'The mill computes.');
    await ada.getByRole('button', { name: 'Actions on Handbook' }).click();
    await ada.getByRole('menuitem', { name: 'Publish as a site…' }).click();
    await ada.getByRole('button', { name: 'Publish', exact: true }).click();
    await ada.getByText('Published', { exact: true }).waitFor();
    await picture(ada, 'company-site');
    const address = (await ada.getByRole('link', { name: 'Open site' }).getAttribute('href'))!;
    const reader = await openPage();
    await reader.goto(address);
    await reader.getByRole('link', { name: 'Mill' }).first().click();
    await reader.getByText('The mill computes.').waitFor();

    // Grace is invited as an editor. Nothing mails: the link is passed on.
    await ada.getByRole('link', { name: 'Home', exact: true }).click();
    await ada.getByRole('link', { name: 'Settings' }).first().click();
    await ada.getByRole('link', { name: 'Members' }).click();
    await ada.getByRole('button', { name: 'Invite people' }).click();
    await ada.getByRole('textbox', { name: 'E-mail addresses' }).fill('grace@engines.test');
    await ada.getByRole('combobox', { name: 'Role' }).last().selectOption({ label: 'Editor' });
    await ada.getByRole('button', { name: 'Invite', exact: true }).click();
    const links = ada.getByRole('dialog', { name: 'Pass the invitations on' });
    const invitation = (await links.locator('code').textContent())!;
    await links.getByRole('button', { name: 'Done' }).click();

    const grace = await openPage();
    await grace.goto(invitation);
    await grace.getByLabel('Your name').fill('Grace Hopper');
    await grace.getByLabel('Password').fill('seven boats in the harbour');
    await grace.getByRole('button', { name: 'Join', exact: true }).click();
    await grace.waitForURL(/\/app\/o\//);
    await picture(grace, 'company-colleague');
    // She writes, and readers see it at once.
    await grace.getByRole('treeitem', { name: 'Handbook' }).getByRole('link').click();
    await writePage(grace, 'Store', 'The store remembers.');
    await expect.poll(async () => (await reader.goto(`${address}store`))?.status()).toBe(200);
    await reader.getByText('The store remembers.').waitFor();
    // She neither shares or deletes the space, nor changes the organization.
    expect(await grace.getByRole('button', { name: 'Actions on Handbook' }).count()).toBe(0);
    await grace.getByRole('link', { name: 'Home', exact: true }).click();
    await grace.getByRole('link', { name: 'Settings' }).first().click();
    await grace.getByText('Administrators change its settings.').waitFor();

    // Later, with the password, at the sign-in page.
    await grace.context().clearCookies();
    await grace.goto(server.app.publicUrl());
    await grace.getByLabel('E-mail address').first().fill('grace@engines.test');
    await grace.getByLabel('Password').fill('seven boats in the harbour');
    await grace.getByRole('button', { name: 'Sign in', exact: true }).click();
    await grace.waitForURL(/\/app/);
    await grace.getByRole('treeitem', { name: 'Handbook' }).waitFor();
    expect(errors).toEqual([]);
  });
});
