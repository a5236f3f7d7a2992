import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { insertPage } from '../../server/src/testing/showcase.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { expectGoodScreen } from './expect-screen.ts';
import { openSignedIn } from './signed-in.ts';

/** More links than a page of the list has. */
const MANY = Array.from({ length: 55 }, (_, at) => `[${at}](./missing-${String(at).padStart(2, '0')}.md)`);

describe.skipIf(!CHROMIUM)('the broken links of a space', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let space: string;
  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    browser = await openBrowser();
    space = await createLiveSpace(org, { title: 'Manual' });
    const changes = [insertPage('Home', 'Welcome to [the web](https://example.com/).')];
    await org.admin.call('POST', `/spaces/${space}/content`, { changes });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('are found, repaired in the editor, and become tasks', async () => {
    const { page, context, errors, unlisted } = await openSignedIn(browser, server, org.edit);
    await page.goto(`/app/s/${space}`);
    await page.getByRole('navigation', { name: 'Space' }).getByRole('link', { name: 'Broken links' }).click();
    await page.getByText('Every link of this space leads somewhere.').waitFor();
    await expectGoodScreen(page, 'broken-links-empty');

    const paragraphs = Array.from({ length: 40 }, (_, at) => `Paragraph ${at}.`).join('\n\n');
    const changes = [
      insertPage('Setup', `${paragraphs}\n\nRead [the guide](./gone.md) and [below](#nowhere).`),
      insertPage('Tour', 'See [the guide](./gone.md), too.'),
    ];
    await org.admin.call('POST', `/spaces/${space}/content`, { changes });
    await page.reload();
    const links = page.getByRole('list', { name: 'Broken links' });
    await page.getByText('2 of 3 addresses in links are broken').waitFor();
    const gone = links.getByRole('listitem').filter({ hasText: './gone.md' }).first();
    await gone.getByRole('link', { name: 'Tour' }).waitFor();
    await links.getByText('a heading that “Setup” does not have').waitFor();
    await expectGoodScreen(page, 'broken-links');

    await gone.getByRole('link', { name: 'Setup' }).focus();
    await page.keyboard.press('Enter');
    const text = page.getByRole('textbox', { name: 'Text of Setup' });
    const block = text.getByText('Read the guide and below.');
    await expect
      .poll(() => block.evaluate((element) => element.getBoundingClientRect().top))
      .toBeLessThan(900);
    await page.goBack();

    await gone.getByRole('button', { name: 'Make a task… (Tour)' }).press('Enter');
    await page.getByText('Repairing the links of “Tour” becomes a task.').waitFor();
    await expectGoodScreen(page, 'broken-links-task');
    await page.getByRole('button', { name: 'Add to the backlog' }).click();
    await page.getByRole('heading', { name: 'Broken links in “Tour”', level: 1 }).waitFor();
    await page.getByText('These links lead nowhere: ./gone.md').waitFor();

    const more = [insertPage('Many', MANY.join('\n\n'))];
    await org.admin.call('POST', `/spaces/${space}/content`, { changes: more });
    await page.goto(`/app/s/${space}/~/links`);
    await page.getByRole('button', { name: 'Show more' }).click();
    await links.getByText('./missing-54.md').waitFor();
    expect(await links.locator(':scope > li').count()).toBe(57);
    expect([errors, unlisted]).toEqual([[], []]);
    await context.close();
  });

  test('are seen by readers, without the way to change them', async () => {
    const { page, context, errors, unlisted } = await openSignedIn(browser, server, org.read);
    await page.goto(`/app/s/${space}/~/links`);
    await page.getByRole('list', { name: 'Broken links' }).getByRole('link', { name: 'Tour' }).waitFor();
    expect(await page.getByRole('button', { name: /^Make a task/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Broken links' }).count()).toBe(0);
    expect([errors, unlisted]).toEqual([[], []]);
    await context.close();
  });
});
