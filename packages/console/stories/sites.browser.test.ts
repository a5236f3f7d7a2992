import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { openSignedIn, type Window } from './signed-in.ts';
import { picture } from './writer.testing.ts';

/** Drags a row of a tree before another one. */
const dragBefore = async (page: Page, name: string, target: string) => {
  const row = (title: string) => page.getByRole('treeitem', { name: title, exact: true });
  await row(name).dragTo(row(target), { targetPosition: { x: 40, y: 3 } });
};

describe.skipIf(!CHROMIUM)('sites in a browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let owner: Window;
  let reader: Page;

  const newSpace = async (title: string, markdown: string): Promise<string> => {
    const space = await createLiveSpace(org);
    await org.admin.call('PATCH', `/spaces/${space}`, { title });
    await org.edit.call('POST', `/spaces/${space}/content?compat=false`, {
      changes: [{ operation: 'insert_page', title: 'Start', document: { markdown } }],
    });
    return space;
  };
  const siteOf = async (title: string) =>
    (await org.admin.call('GET', `/orgs/${org.id}/sites?title=${encodeURIComponent(title)}`)).body.items[0];

  beforeAll(async () => {
    server = await startServer({ roles: ['api', 'worker'] });
    org = await server.organization();
    browser = await openBrowser();
    owner = await openSignedIn(browser, server, org.create);
    owner.context.setDefaultTimeout(15_000);
    reader = await (await browser.newContext()).newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('an owner publishes a space in two clicks, and a reader sees it', async () => {
    const { page, errors, unlisted } = owner;
    const space = await newSpace('Harbor guide', 'Ships come **in**.');
    await page.goto(`/app/s/${space}`);
    await page.getByRole('button', { name: 'Actions on Harbor guide' }).click();
    await page.getByRole('menuitem', { name: 'Publish as a site…' }).click();
    await picture(page, 'sites-publish');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('heading', { name: 'Harbor guide', level: 1 }).waitFor();
    await page.getByText('Published', { exact: true }).waitFor();
    await picture(page, 'sites-overview');
    const { urls } = await siteOf('Harbor guide');
    await reader.goto(urls.published);
    await reader.getByText('Ships come in.').waitFor();

    // Unpublished and published again.
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('Not published', { exact: true }).waitFor();
    expect((await reader.goto(urls.published))?.status()).toBe(404);
    await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published', { exact: true }).waitFor();
    expect((await reader.goto(urls.published))?.status()).toBe(200);

    await picture(page, 'sites-again');
    // The list finds it, and leads back.
    await page.getByRole('link', { name: 'Sites', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search sites' }).fill('harb');
    await page.waitForURL(/title=harb/);
    await picture(page, 'sites-list');
    await page.getByRole('link', { name: 'Harbor guide' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Harbor handbook');
    await page.getByRole('button', { name: 'Save title' }).click();
    await page.getByRole('heading', { name: 'Harbor handbook', level: 1 }).waitFor();
    expect([errors.splice(0), unlisted.splice(0)]).toEqual([[], []]);
  });

  test('the owner builds a structure with the mouse and the keyboard, and a reader finds the sections', async () => {
    const { page, errors, unlisted } = owner;
    await newSpace('Crane manual', 'Cranes lift.');
    const german = await newSpace('Hafenhandbuch', 'Schiffe kommen.');
    const { urls } = await siteOf('Harbor handbook');
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Structure' }).click();
    const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
    await row('Harbor guide').waitFor();

    // A second language of the first section.
    await page.getByRole('button', { name: 'Add space' }).click();
    await page.getByRole('searchbox', { name: 'Space' }).fill('hafen');
    await page.getByRole('radio', { name: /Hafenhandbuch/ }).check();
    await picture(page, 'sites-add-space');
    await page.getByRole('dialog').getByRole('button', { name: 'Add space' }).click();
    const panel = page.getByRole('region', { name: 'Settings of Hafenhandbuch' });
    await panel.getByRole('textbox', { name: 'Path' }).fill('de');
    await org.admin.call('PATCH', `/spaces/${german}`, { language: 'de' });
    await panel.getByRole('button', { name: 'Save' }).click();
    await row('Hafenhandbuch').getByText('/de').waitFor();

    // Sections and a group.
    await page.getByRole('button', { name: 'Add section' }).click();
    await page.getByRole('radio', { name: /Crane manual/ }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Add section' }).click();
    await page.getByRole('region', { name: 'Settings of Crane manual' }).waitFor();
    await page.getByRole('button', { name: 'Add group' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Machines');
    await page.getByRole('dialog').getByRole('button', { name: 'Add group' }).click();
    await row('Machines').waitFor();
    const structure = async () => {
      const site = await siteOf('Harbor handbook');
      const { body } = await org.admin.call('GET', `/orgs/${org.id}/sites/${site.id}/structure`);
      const titles = (item: { title: string; children?: []; siteSpaces?: [] }): unknown =>
        item.children || item.siteSpaces
          ? { [item.title]: (item.children ?? item.siteSpaces ?? []).map(titles) }
          : item.title;
      return body.structure.map(titles);
    };
    // The group comes first by mouse, the section enters it by keyboard.
    await dragBefore(page, 'Machines', 'Harbor handbook');
    await expect.poll(async () => Object.keys((await structure())[0])).toEqual(['Machines']);
    await picture(page, 'sites-structure');
    const crane = page.getByRole('treeitem', { name: 'Crane manual', exact: true, level: 1 });
    await crane.focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect
      .poll(async () => (await structure()).map((each: object) => Object.keys(each)[0]))
      .toEqual(['Machines', 'Crane manual', 'Harbor handbook']);
    await crane.focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect
      .poll(structure)
      .toEqual([
        { Machines: [{ 'Crane manual': ['Crane manual'] }] },
        { 'Harbor handbook': ['Harbor guide', 'Hafenhandbuch'] },
      ]);
    // A section is renamed in the tree.
    await page.getByRole('treeitem', { name: 'Harbor handbook', exact: true }).focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Title of Harbor handbook' }).fill('Ships');
    await page.keyboard.press('Enter');
    await row('Ships').waitFor();

    await reader.goto(urls.published);
    await reader.getByRole('link', { name: 'Ships' }).first().waitFor();
    await reader.getByText('Machines').first().click();
    await reader.getByRole('link', { name: 'Crane manual' }).first().click();
    await reader.getByText('Cranes lift.').waitFor();

    // A section is removed after a question.
    await row('Machines').focus();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row('Machines').waitFor({ state: 'detached' });
    expect([errors.splice(0), unlisted.splice(0)]).toEqual([[], []]);
  });
});
