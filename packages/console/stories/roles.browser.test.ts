import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { settle } from './screens.ts';
import { openSignedIn } from './signed-in.ts';

/** The roles; each may do what the ones before it may. */
const ROLES = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** What a screen offers, by the role that may first do it. */
type Offers = Partial<Record<Role, readonly string[]>>;

const PAGE: Offers = {
  read: ['Comments, 1 open', 'Close the comments', 'Page actions', 'Actions on the comment by somebody'],
  // A commenter edits in a change request.
  comment: ['Comment', 'Reply', 'Resolve', 'Add a reaction', 'Edit'],
  edit: ['Actions on Start', 'New page'],
  create: ['Actions on Handbook'],
};
// Whoever is offered the actions on the space exports it there.
const EXPORT = 'Export Handbook';
const PAGE_ACTIONS: Offers = {
  read: ['History of this page', 'Copy the address', 'PDF…'],
  edit: ['Edit in a change request', 'Duplicate', 'Move to another space', 'Settings'],
};
const SPACE_ACTIONS: Offers = {
  create: [
    'Duplicate',
    'Export as Markdown (ZIP)',
    'Move to trash',
    'Move to…',
    'PDF…',
    'Publish as a site…',
    'Settings…',
    'Share…',
  ],
};
const CHANGE_REQUEST: Offers = {
  read: ['PDF'],
  comment: ['Comment'],
  edit: ['Archive', 'Edit the description', 'Edit the subject', 'Request reviews', 'Turn into a draft'],
  review: ['Merge', 'Review'],
};
const SITE: Offers = {
  read: ['Copy the address of the site'],
  create: ['Delete site…', 'Save title', 'Unpublish'],
};
const SETTINGS: Offers = {
  read: [
    'General',
    'Members',
    'Teams',
    'Translations',
    'Conversations',
    'OpenAPI',
    'Integrations',
    'Account and API tokens',
  ],
  admin: ['Audit log', 'Invite links', 'Merge rules', 'Sign-in', 'Webhooks'],
};
const MEMBERS: Offers = { admin: ['Invite people', 'Actions on somebody'] };

const offeredTo = (role: Role, offers: Offers): readonly string[] =>
  ROLES.slice(0, ROLES.indexOf(role) + 1)
    .flatMap((each) => offers[each] ?? [])
    .sort();

const BUTTONS = 'button, a[class*="button"]';
// Test persons are named by the first part of their address.
const PERSON = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** The names of visible controls, each once. */
const namesIn = async (page: Page, selector: string): Promise<readonly string[]> => {
  const names = await page
    .locator(selector)
    .filter({ visible: true })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''));
  return [...new Set(names.map((name) => name.trim().replace(PERSON, 'somebody')))].filter(Boolean).sort();
};

describe.skipIf(!CHROMIUM)('what each role is offered', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let space: string;
  let site: string;
  let request: number;

  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    const { call } = org.admin;
    space = await createLiveSpace(org);
    await call('PATCH', `/spaces/${space}`, { title: 'Handbook' });
    const document = { markdown: 'Ships come in.' };
    const { body } = await call('POST', `/spaces/${space}/content?compat=false`, {
      changes: [{ operation: 'insert_page', title: 'Start', document }],
    });
    const page = body.changes[0].page.id;
    await call('POST', `/spaces/${space}/comments`, { page, body: { markdown: 'All of them?' } });
    request = (await call('POST', `/spaces/${space}/change-requests`, { subject: 'More ships' })).body.number;
    await call('POST', `/spaces/${space}/change-requests/${request}/content?compat=false`, {
      changes: [{ operation: 'update_page', page, document: { markdown: 'All ships come in.' } }],
    });
    await call('PATCH', `/spaces/${space}/change-requests/${request}`, { status: 'open' });
    site = (await call('POST', `/orgs/${org.id}/sites`, { title: 'Port', spaces: [space] })).body.id;
    await call('POST', `/orgs/${org.id}/sites/${site}/publish`);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test.each(ROLES)('%s', async (role) => {
    const { page, context, errors } = await openSignedIn(browser, server, org[role]);
    const open = async (path: string, heading: string) => {
      await page.goto(`/app${path}`);
      await page.getByRole('heading', { name: heading, level: 1 }).first().waitFor();
      await settle(page);
    };
    const expectOffers = (selector: string, offers: Offers, others: readonly string[] = []) =>
      expect.poll(() => namesIn(page, selector)).toEqual([...offeredTo(role, offers), ...others].sort());
    const expectMenu = async (button: string, offers: Offers) => {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('menuitem').first().waitFor();
      await expectOffers('[role="menuitem"]', offers);
      await page.keyboard.press('Escape');
    };

    await open(`/s/${space}/start?comments=true`, 'Start');
    await page.getByText('All of them?').waitFor();
    const hasSpaceActions = offeredTo(role, SPACE_ACTIONS).length > 0;
    await expectOffers(
      `:is(${BUTTONS}):not(nav[aria-label="Main"] *)`,
      PAGE,
      hasSpaceActions ? [] : [EXPORT],
    );
    await expectMenu('Page actions', PAGE_ACTIONS);
    if (hasSpaceActions) await expectMenu('Actions on Handbook', SPACE_ACTIONS);

    await open(`/s/${space}/~/changes/${request}`, 'More ships');
    await expectOffers(`main :is(${BUTTONS})`, CHANGE_REQUEST);

    await open(`/o/${org.id}/sites/${site}`, 'Port');
    await expectOffers(`main :is(${BUTTONS})`, SITE);

    await open(`/o/${org.id}/~/settings/members`, 'Members');
    await expectOffers('nav[aria-label="Settings"] a', SETTINGS);
    await expectOffers(`main :is(${BUTTONS})`, MEMBERS);
    expect(errors).toEqual([]);
    await context.close();
  });
});
