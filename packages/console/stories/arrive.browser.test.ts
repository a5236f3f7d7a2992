import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readZip } from '../../server/src/kernel/zip.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { expectGoodScreen } from './expect-screen.ts';
import { openSignedIn, readyToDrag } from './signed-in.ts';

const FILES = {
  'README.md': '# Bicycle manual\n\nRead the [brakes](guides/brakes.md) first.\n',
  'guides/README.md': '# Guides\n\n{% carousel %}\n\nAll guides.\n',
  'guides/brakes.md': '# Brakes\n\nOil the derailleur, never the brakes.\n',
  '.hidden.md': '# Hidden\n',
};

describe.skipIf(!CHROMIUM)('arriving in a browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    server = await startServer({ roles: ['api', 'worker'] });
    org = await server.organization();
    browser = await openBrowser();
    folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'lectern-arrive-')), 'bicycle-manual');
    for (const [name, text] of Object.entries(FILES)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await rm(path.dirname(folder), { recursive: true, force: true });
  });

  const spaces = async () => (await org.admin.call('GET', `/orgs/${org.id}/spaces`)).body.items;
  /** Chooses the first entry that the palette finds for words that are typed at once. */
  const command = async (page: Page, words: string, option: string | RegExp) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
    await page.getByRole('option', { name: option }).first().waitFor();
    const selected = page.locator('[cmdk-item][aria-selected="true"]', { hasText: option });
    while (!(await selected.isVisible())) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };

  test('Mia imports a folder, sorts it in, throws it away, restores it and finds it, without a mouse', async () => {
    const { page, errors, unlisted, context } = await openSignedIn(browser, server, org.admin);
    await page.goto('/app');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.getByText('There are no spaces yet.').waitFor();

    // A collection and a space by import of a folder.
    await command(page, 'new coll', 'New collection…');
    await page.getByRole('textbox', { name: 'Title' }).fill('Manuals');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'Manuals' }).waitFor();
    await command(page, 'new sp', 'New space…');
    await page.getByRole('radio', { name: /^A folder/ }).press('Space');
    await page.getByLabel('Folder', { exact: true }).setInputFiles(folder);
    await page.getByText('3 files are sent').waitFor();
    await page.getByRole('button', { name: 'Preview the import' }).press('Enter');
    await page.waitForURL(/~\/imports\//);
    await page.getByText('3 pages and 0 files would be imported.').waitFor();
    await page.getByText('contains the unknown tag {% carousel %}').waitFor();
    expect((await spaces())[0]).toMatchObject({ title: 'Bicycle manual' });
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
    await page.getByText('3 pages were imported.').waitFor();
    // Its own preview is no other import.
    expect(await page.getByText('Other imports into this space').count()).toBe(0);
    await page.getByRole('link', { name: 'Open the first page' }).press('Enter');
    await page.getByRole('heading', { name: 'Bicycle manual', level: 1 }).waitFor();
    await page.getByRole('treeitem', { name: 'Brakes' }).waitFor();

    // Renamed and moved in the tree.
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    const row = page.getByRole('treeitem', { name: 'Bicycle manual' });
    await row.focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Bicycles');
    await page.keyboard.press('Enter');
    const renamed = page.getByRole('treeitem', { name: 'Bicycles' });
    await renamed.waitFor();
    await expect.poll(async () => (await spaces())[0].title).toBe('Bicycles');
    await renamed.focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(async () => (await spaces())[0].parent).toBeDefined();
    await expect.poll(() => renamed.getAttribute('aria-level')).toBe('2');

    // Into the trash and back.
    await renamed.focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Move to trash' }).press('Enter');
    await page.getByText('“Bicycles” was moved to the trash').waitFor();
    await renamed.waitFor({ state: 'detached' });
    await command(page, 'trash', 'Trash');
    await page.getByRole('button', { name: 'Restore Bicycles' }).press('Enter');
    await page.getByText('The trash is empty.').waitFor();
    await renamed.waitFor();
    await expect.poll(() => renamed.getAttribute('aria-level')).toBe('2');

    // Found by its text.
    await expect
      .poll(async () => (await org.admin.call('GET', `/orgs/${org.id}/search?query=derailleur`)).body.count)
      .toBe(1);
    await command(page, 'derailleur', /Brakes/);
    await page.getByRole('heading', { name: 'Brakes', level: 1 }).waitFor();
    await page.waitForURL(/guides\/brakes$/);

    // Who presses Enter before something is found gets it when it is there.
    await page.goto(`/app/o/${org.id}`);
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    let isHeld = true;
    await page.route('**/v1/orgs/*/search?*', async (route) => {
      await expect.poll(() => isHeld).toBe(false);
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('derailleur');
    await page.getByRole('status').getByText('Searching…').waitFor();
    await page.keyboard.press('Enter');
    isHeld = false;
    await page.getByRole('heading', { name: 'Brakes', level: 1 }).waitFor();
    await page.waitForURL(/guides\/brakes$/);

    // Taken along: a page as PDF, the space as an archive that holds the same files.
    const saved = async (start: () => Promise<unknown>) => {
      const download = page.waitForEvent('download');
      await start();
      return {
        name: (await download).suggestedFilename(),
        bytes: await readFile(await (await download).path()),
      };
    };
    const choose = async (button: string, item: string) => {
      await page.getByRole('button', { name: button }).press('Enter');
      await page.getByRole('menuitem', { name: item }).press('Enter');
    };
    const pdf = await saved(() => choose('Page actions', 'PDF…'));
    expect([pdf.name, pdf.bytes.subarray(0, 5).toString()]).toEqual(['brakes.pdf', '%PDF-']);
    await page.getByText(/^The PDF is ready/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().press('Enter');
    const archive = await saved(() => choose('Actions on Bicycles', 'Export as Markdown (ZIP)'));
    expect(archive.name).toBe('bicycles.zip');
    const paths: string[] = [];
    for await (const { path: name } of readZip(archive.bytes)) paths.push(name);
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'guides/README.md', 'guides/brakes.md']));

    // The theme is remembered.
    await command(page, 'dark', 'Switch between light and dark');
    await page.reload();
    await page.getByRole('heading', { name: 'Brakes', level: 1 }).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');

    // The home says what comes next.
    await page.getByRole('link', { name: 'Home' }).press('Enter');
    const steps = page.getByRole('region', { name: 'Next steps' });
    await steps.getByRole('link', { name: 'Propose a change' }).waitFor();
    await expectGoodScreen(page, 'next-steps');
    await steps.getByRole('link', { name: 'Publish a site' }).press('Enter');
    await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor();
    expect(errors).toEqual([]);
    expect(unlisted).toEqual([]);
    await context.close();
  });

  test('Mia drags a space into a collection, changes its settings, and duplicates it', async () => {
    const { page, errors, unlisted, context } = await openSignedIn(browser, server, org.admin);
    await org.space('Loose');
    await page.goto(`/app/o/${org.id}`);
    const loose = page.getByRole('treeitem', { name: 'Loose' });
    await readyToDrag(loose);
    await loose.dragTo(page.getByRole('treeitem', { name: 'Manuals' }));
    await expect.poll(() => loose.getAttribute('aria-level')).toBe('2');
    await expect
      .poll(async () => (await spaces()).find(({ title }: { title: string }) => title === 'Loose').parent)
      .toBeDefined();
    await loose.getByRole('link').click();
    await page.getByRole('button', { name: 'Actions on Loose' }).click();
    await page.getByRole('menuitem', { name: 'Settings…' }).click();
    await page.getByRole('button', { name: /^Icon/ }).click();
    await page.getByRole('textbox', { name: 'Search emojis' }).fill('rocket');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Title' }).fill('Tied');
    await page.getByRole('radio', { name: /^Live/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'New page' }).waitFor();
    const tied = (await spaces()).find(({ title }: { title: string }) => title === 'Tied');
    expect([tied.emoji, tied.editMode]).toEqual(['🚀', 'live']);
    await page.getByRole('button', { name: 'Actions on Tied' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('link', { name: 'Copy of Tied' }).waitFor();
    expect(errors).toEqual([]);
    expect(unlisted).toEqual([]);
    await context.close();
  });

  test('a reader sees no actions that the server would refuse', async () => {
    const { page, errors, unlisted, context } = await openSignedIn(browser, server, org.read);
    await page.goto('/app');
    await page.getByRole('treeitem', { name: 'Bicycles' }).waitFor();
    expect(await page.getByRole('button', { name: /^(?:New|Actions on)/ }).count()).toBe(0);
    // The home is about reading, not about the work of others.
    await page.getByRole('region', { name: 'Spaces' }).getByRole('link', { name: 'Bicycles' }).waitFor();
    expect(await page.getByText('Waiting for your review').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Inbox' }).waitFor();
    expect(await page.getByRole('option', { name: /^New/ }).count()).toBe(0);
    expect(errors).toEqual([]);
    expect(unlisted).toEqual([]);
    await context.close();
  });
});
