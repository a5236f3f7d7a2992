import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import { WOFF2 } from '../../server/src/testing/fonts.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { openSignedIn, readyToDrag, type Window } from './signed-in.ts';
import { picture } from './writer.testing.ts';

/** Drags a row of a tree before another one. */
const dragBefore = async (page: Page, name: string, target: string) => {
  const row = (title: string) => page.getByRole('treeitem', { name: title, exact: true, level: 1 });
  await readyToDrag(row(name));
  await row(name).dragTo(row(target), { targetPosition: { x: 40, y: 3 } });
};

const logoOf = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48"><path fill="${color}" d="M4 34h40l-8 10H12zM22 4v26H6z"/></svg>`;

/** Chooses a file for an image of the customization. */
const upload = async (page: Page, label: string, name: string, content: string) => {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: `Upload: ${label}`, exact: true }).click();
  await (await choosing).setFiles({ name, mimeType: '', buffer: Buffer.from(content) });
};

/** The width of an image as it was loaded. */
const widthOf = (image: Locator): Promise<number> =>
  image.evaluate((element) => (element as HTMLImageElement).naturalWidth);

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

  /** Publishes a space as a site. */
  const newSite = async (title: string, space: string): Promise<{ id: string; url: string; app: string }> => {
    const { body: site } = await org.admin.call('POST', `/orgs/${org.id}/sites`, { title, spaces: [space] });
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/sites/${site.id}/publish`);
    return { id: site.id, url: body.urls.published, app: `/app/o/${org.id}/sites/${site.id}` };
  };

  beforeAll(async () => {
    server = await startServer({ roles: ['api', 'worker'] });
    org = await server.organization();
    browser = await openBrowser();
    owner = await openSignedIn(browser, server, org.create);
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

    // The list finds it, and leads back.
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: /Sites/ }).click();
    await page.getByRole('searchbox', { name: 'Search sites' }).fill('harb');
    await page.waitForURL(/title=harb/);
    await picture(page, 'sites-list');
    await page.getByRole('main').getByRole('link', { name: 'Harbor guide' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Harbor handbook');
    await page.getByRole('button', { name: 'Save title' }).click();
    await page.getByRole('heading', { name: 'Harbor handbook', level: 1 }).waitFor();
    expect([errors.splice(0), unlisted.splice(0)]).toEqual([[], []]);
  });

  test('the owner builds a structure with the mouse and the keyboard, and a reader finds the sections', async () => {
    const { page, errors, unlisted } = owner;
    await newSpace('Crane manual', 'Cranes lift.');
    const german = await newSpace('Hafenhandbuch', 'Schiffe kommen.');
    const site = await newSite('Port handbook', await newSpace('Port guide', 'Ports are **open**.'));
    await page.goto(site.app);
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Structure' }).click();
    const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
    await row('Port guide').waitFor();

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
    await row('Hafenhandbuch').locator('[data-text="/de"]').waitFor();

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
      const { body } = await org.admin.call('GET', `/orgs/${org.id}/sites/${site.id}/structure`);
      const titles = (item: { title: string; children?: []; siteSpaces?: [] }): unknown =>
        item.children || item.siteSpaces
          ? { [item.title]: (item.children ?? item.siteSpaces ?? []).map(titles) }
          : item.title;
      return body.structure.map(titles);
    };
    // The group comes first by mouse, the section enters it by keyboard.
    await dragBefore(page, 'Machines', 'Port guide');
    await expect.poll(async () => Object.keys((await structure())[0])).toEqual(['Machines']);
    await picture(page, 'sites-structure');
    const crane = page.getByRole('treeitem', { name: 'Crane manual', exact: true, level: 1 });
    await crane.focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect
      .poll(async () => (await structure()).map((each: object) => Object.keys(each)[0]))
      .toEqual(['Machines', 'Crane manual', 'Port guide']);
    await crane.focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect
      .poll(structure)
      .toEqual([
        { Machines: [{ 'Crane manual': ['Crane manual'] }] },
        { 'Port guide': ['Port guide', 'Hafenhandbuch'] },
      ]);
    // A section is renamed in the tree.
    await page.getByRole('treeitem', { name: 'Port guide', exact: true, level: 1 }).focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Title of Port guide' }).fill('Ships');
    await page.keyboard.press('Enter');
    await row('Ships').waitFor();

    await reader.goto(site.url);
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

  test('the owner decides who reads the site, and tries it as a visitor', async () => {
    const { page, errors, unlisted } = owner;
    const { id, url, app } = await newSite('Ferry guide', await newSpace('Ferries', 'Ferries cross.'));
    await page.goto(`${app}/access`);
    await page.getByRole('radio', { name: /^Share links/ }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await page.getByText('The access was saved').waitFor();
    await page.getByRole('button', { name: 'New link' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Partners');
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
    await page.getByText('Partners').waitFor();
    await picture(page, 'sites-access');
    const { body: links } = await org.admin.call('GET', `/orgs/${org.id}/sites/${id}/share-links`);
    const shared = links.items[0].urls.published as string;
    expect((await reader.goto(url))?.status()).toBe(404);
    expect((await reader.goto(shared))?.status()).toBe(200);
    await page.getByRole('button', { name: 'Revoke Partners' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    await expect.poll(async () => (await reader.goto(shared))?.status()).toBe(404);

    // Visitors sign in; a link for a test visitor gets in.
    await page.getByRole('radio', { name: /^Visitor authentication/ }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect.poll(async () => (await siteOf('Ferry guide')).visibility).toBe('visitor-auth');
    await page.getByRole('textbox', { name: 'Claims of the visitor' }).fill('{"plan": ');
    await page.getByText('This is not an object in JSON.').waitFor();
    await page.getByRole('textbox', { name: 'Claims of the visitor' }).fill('{"plan": "pro"}');
    await page.getByRole('button', { name: 'Make a visitor link' }).click();
    const link = page.getByRole('link', { name: 'Open the site as this visitor (for one hour)' });
    await reader.goto((await link.getAttribute('href'))!);
    await reader.getByRole('heading', { name: 'Start' }).first().waitFor();
    expect([errors.splice(0), unlisted.splice(0)]).toEqual([[], []]);
  });

  test('the owner redirects old addresses, one and many', async () => {
    const { page, errors, unlisted } = owner;
    const { url, app } = await newSite('Dock guide', await newSpace('Docks', 'Docks are dry.'));
    await page.goto(`${app}/redirects`);
    await page.getByText('There are no redirects yet.').waitFor();
    await page.getByRole('button', { name: 'New redirect' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'From' }).fill('/jetty');
    await dialog.getByRole('combobox', { name: 'To' }).fill('/nowhere');
    await dialog.getByText('The site has no page with this path.').waitFor();
    await dialog.getByRole('combobox', { name: 'To' }).fill('https://example.com/jetty');
    await dialog.getByRole('button', { name: 'Create redirect' }).click();
    await page.getByRole('cell', { name: '/jetty', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add many…' }).click();
    await dialog
      .getByRole('textbox', { name: 'Redirects' })
      .fill('/jetty\n/pier, /, permanent\n/dock,https://example.com/dock');
    // A path alone deletes nothing by accident.
    await dialog.getByText(/^Line 1: \/jetty has no destination/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Save redirects' }).isDisabled()).toBe(true);
    await dialog
      .getByRole('textbox', { name: 'Redirects' })
      .fill('/jetty,\n/pier, /, permanent\n/dock,https://example.com/dock');
    await dialog.getByText('2 redirects to add or change, 1 to delete.').waitFor();
    await dialog.getByRole('button', { name: 'Save redirects' }).click();
    await page.getByRole('dialog', { name: 'Delete 1 redirect?' }).waitFor();
    await page.getByRole('button', { name: 'Save and delete' }).click();
    await page.getByText('2 redirects added, 0 changed, 1 deleted').waitFor();
    await page.getByRole('cell', { name: '/jetty', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: '/pier', exact: true }).waitFor();
    await picture(page, 'sites-redirects');
    await reader.goto(`${url}pier`);
    await reader.getByText('Docks are dry.').waitFor();
    expect(reader.url()).toBe(url.replace(/\/$/, ''));
    await page.getByRole('searchbox', { name: 'Search redirects by address' }).fill('pie');
    await page.getByRole('cell', { name: '/dock', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete the redirect of /pier' }).click();
    await page.getByText('No redirects match this search.').waitFor();

    // What readers did not find becomes a redirect.
    await page.getByText('Nobody has opened an address that the site does not have.').waitFor();
    // Headless browsers are not counted as readers.
    const person = await browser.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' });
    const lost = await person.newPage();
    for (const path of ['quay', 'quay', '~lectern/search?q=anchorage']) await lost.goto(`${url}${path}`);
    await person.close();
    await page.reload();
    await page.getByRole('cell', { name: '/quay', exact: true }).waitFor();
    await picture(page, 'sites-not-found');
    await page.getByRole('button', { name: 'Redirect /quay' }).click();
    await dialog.getByRole('combobox', { name: 'To' }).fill('/');
    await dialog.getByRole('button', { name: 'Create redirect' }).click();
    await page.getByText('Nobody has opened an address that the site does not have.').waitFor();
    await page.getByRole('combobox', { name: 'What readers did not find' }).selectOption('Searches');
    await page.getByRole('cell', { name: 'anchorage', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove anchorage from the list' }).click();
    await page.getByText('Every search has found something.').waitFor();
    await reader.goto(`${url}quay`);
    await reader.getByText('Docks are dry.').waitFor();
    expect([errors.splice(0), unlisted.splice(0)]).toEqual([[], []]);
  });

  test('the owner sees what readers do, without cookies', async () => {
    const { page, errors, unlisted } = owner;
    const { url, app } = await newSite('Buoy guide', await newSpace('Buoys', 'Buoys **float**.'));
    await page.goto(app);
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Insights' }).click();
    await page.getByText(/^Nobody has opened a page in this period/).waitFor();
    await picture(page, 'sites-insights-empty');

    // Headless browsers are not counted as readers.
    const person = await browser.newContext({
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      locale: 'de-DE',
    });
    const visitor = await person.newPage();
    await visitor.goto(url);
    await visitor.getByText('Buoys float.').waitFor();
    await visitor.keyboard.press('/');
    await visitor.keyboard.type('anchorage');
    const dialog = visitor.locator('.search-dialog');
    await dialog.getByText(/anchorage/).waitFor();
    const reported = visitor.waitForResponse(
      (response) => response.request().postData()?.includes('search_type_query') ?? false,
    );
    await visitor.keyboard.press('Escape');
    await reported;
    await visitor.evaluate(() => {
      const link = document.createElement('a');
      Object.assign(link, { href: 'https://else.test/shop?token=secret', textContent: 'Shop' });
      link.addEventListener('click', (event) => event.preventDefault());
      document.querySelector('main')?.append(link);
    });
    const clicked = visitor.waitForResponse(
      (response) => response.request().postData()?.includes('link_click') ?? false,
    );
    await visitor.getByRole('link', { name: 'Shop' }).click();
    await clicked;
    await visitor.goto(`${url}quay`);
    expect(await person.cookies()).toEqual([]);
    await person.close();

    const card = (name: string) => page.getByRole('region', { name, exact: true });
    await page.reload();
    await card('Top pages').getByRole('link', { name: 'Start' }).waitFor();
    await card('Searches without a result').getByText('anchorage').waitFor();
    await card('Broken addresses').getByText('/quay').waitFor();
    await card('Languages').getByText('German', { exact: false }).waitFor();
    await card('Links to elsewhere').getByText('https://else.test/shop').waitFor();
    expect(await card('Countries').count()).toBe(0);
    await page.getByRole('button', { name: /^Page views 1/ }).click();
    await page.getByRole('img', { name: 'Page views, by day' }).waitFor();
    await picture(page, 'sites-insights');
    await page.getByRole('button', { name: 'Show Start alone' }).first().click();
    await page.waitForURL(/page=/);
    await page.getByText('Only the page Start').waitFor();
    await card('Searches without a result').getByText('anchorage').waitFor();
    await picture(page, 'sites-insights-page');
    await page.getByRole('button', { name: 'Show all pages' }).click();
    await page.getByText('Only the page Start').waitFor({ state: 'detached' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download top pages as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('top-pages.csv');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download events' }).click();
    expect((await file).suggestedFilename()).toMatch(/^events-.*\.csv\.gz$/);
    await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 7 days');
    await page.waitForURL(/period=week/);
    await card('Devices').getByText('Desktop').waitFor();
    expect([errors.splice(0), unlisted.splice(0)]).toEqual([[], []]);
  });

  test('the owner customizes the site with a preview, and saves', async () => {
    const { page, errors, unlisted } = owner;
    const { url, app } = await newSite('Tide guide', await newSpace('Tides', 'Tides come **in**.'));
    await page.goto(`${app}/customization`);
    const preview = page.frameLocator('iframe');
    await preview.getByText('Tides come in.').waitFor({ state: 'attached' });
    await picture(page, 'sites-customization');

    // Unsaved changes are in the preview alone.
    await page.getByText('Title, logo and favicon').click();
    await page.getByRole('textbox', { name: 'Title for readers', exact: true }).fill('Port of Call');
    await preview.locator('header').getByText('Port of Call').waitFor({ state: 'attached' });
    // A file that is no image is refused; the logo is in the preview at once.
    await upload(page, 'Logo', 'notes.txt', 'Not a logo');
    await page.getByText(/must be a PNG, JPEG, GIF, WebP, SVG or ICO image/).waitFor();
    await upload(page, 'Logo', 'logo.svg', logoOf('#2457d6'));
    await expect.poll(() => widthOf(preview.getByAltText('Port of Call'))).toBe(48);
    await upload(page, 'Logo on dark pages', 'logo-dark.svg', logoOf('#9bb8ff'));
    await upload(page, 'Image of the favicon', 'favicon.svg', logoOf('#d62457'));
    await page.getByRole('textbox', { name: 'Image of the favicon on dark pages' }).waitFor();
    await picture(page, 'sites-customization-logo');
    // A font needs its regular weight.
    await page.getByRole('button', { name: 'Upload a font…' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Upload a font' });
    const font = (name: string) => ({ name, mimeType: 'font/woff2', buffer: WOFF2 });
    await dialog.getByLabel('Files').setInputFiles([font('PortSlab-Bold.woff2')]);
    await dialog.getByText('One file must have the weight 400 (regular).').waitFor();
    await dialog.getByLabel('Weight of PortSlab-Bold.woff2').fill('400');
    await picture(page, 'sites-customization-font');
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    const chosen = page.getByRole('combobox', { name: 'Font', exact: true }).locator('option:checked');
    await expect.poll(() => chosen.textContent()).toBe('Port Slab (your own)');
    await page.getByText('Announcement', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('High tide at noon');
    await preview.getByText('High tide at noon').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    await expect.poll(() => preview.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.getByRole('button', { name: 'Phone' }).click();
    await expect.poll(() => page.locator('iframe').evaluate((frame) => frame.clientWidth)).toBe(390);
    await picture(page, 'sites-customization-phone-preview');
    await reader.goto(url);
    expect(await reader.getByText('High tide at noon').count()).toBe(0);

    // Leaving asks.
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await page.getByText('Colors', { exact: true }).click();
    await page
      .getByText(/^Contrast 4\.8 : 1/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('All changes are saved.').waitFor();
    await reader.goto(url);
    await reader.getByText('High tide at noon').waitFor();
    await expect.poll(() => widthOf(reader.getByAltText('Port of Call').first())).toBe(48);
    const icon = await reader.locator('link[rel="icon"]').first().getAttribute('href');
    expect((await reader.request.get(icon!)).headers()['content-type']).toBe('image/svg+xml');
    // The font is loaded from the server.
    await expect.poll(() => reader.evaluate(() => document.fonts.check('16px "Port Slab"', 'Ἀ'))).toBe(true);
    await picture(reader, 'sites-logo');
    expect([errors.splice(0), unlisted.splice(0)]).toEqual([[], []]);
  });

  test('the owner gives one space settings of its own, and lets it follow the site again', async () => {
    const { page, errors, unlisted } = owner;
    const spaces = [await newSpace('Lighthouse', 'It shines.'), await newSpace('Fog horn', 'It sounds.')];
    const { body: site } = await org.admin.call('POST', `/orgs/${org.id}/sites`, {
      title: 'Signals',
      spaces,
    });
    const path = `/orgs/${org.id}/sites/${site.id}`;
    const { items } = (await org.admin.call('GET', `${path}/site-spaces`)).body;
    const horn = items.find((item: { space: { id: string } }) => item.space.id === spaces[1]).id;
    const themes = async () =>
      Promise.all(
        ['/customization', `/site-spaces/${horn}/customization`].map(
          async (at) => (await org.admin.call('GET', `${path}${at}`)).body.styling.theme,
        ),
      );
    await page.goto(`/app/o/${org.id}/sites/${site.id}/customization`);
    await page.getByRole('combobox', { name: 'Settings of' }).selectOption({ label: 'Fog horn' });
    await page.getByText('This space follows the site.').waitFor();
    await page.frameLocator('iframe').getByText('It sounds.').waitFor({ state: 'attached' });
    expect(await page.getByRole('combobox', { name: 'Font', exact: true }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Theme', exact: true }).selectOption({ label: 'Bold' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This space has settings of its own.').waitFor();
    await picture(page, 'sites-customization-space');
    expect(await themes()).toEqual(['clean', 'bold']);
    await page.getByRole('button', { name: 'Follow the site in everything' }).click();
    await page.getByText('This space follows the site.').waitFor();
    expect(await themes()).toEqual(['clean', 'clean']);
    expect([errors.splice(0), unlisted.splice(0)]).toEqual([[], []]);
  });

  test('somebody who reads sees the site, but nothing to change', async () => {
    const { app } = await newSite('Buoy guide', await newSpace('Buoys', 'Buoys float.'));
    const { context, page, errors } = await openSignedIn(browser, server, org.read);
    await page.goto(app);
    await page.getByRole('heading', { name: 'Buoy guide', level: 1 }).waitFor();
    for (const tab of ['Structure', 'Customization', 'Access', 'Redirects', 'Domain', 'Overview']) {
      await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: tab }).click();
      await page.locator('main h2').first().waitFor();
      const names = await page.getByRole('main').getByRole('button').allTextContents();
      expect([tab, names.filter((name) => /save|publish|add|new|delete|make/i.test(name))]).toEqual([
        tab,
        [],
      ]);
    }
    expect(errors).toEqual([]);
    await context.close();
  });
});
