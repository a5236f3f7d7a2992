import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import {
  accessibilityViolations,
  CHROMIUM,
  openBrowser,
  overflowOf,
} from '../../site/src/testing/browser.ts';
import { openSignedIn, type Window } from './signed-in.ts';
import { picture } from './writer.testing.ts';

describe.skipIf(!CHROMIUM)('people in an organization', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let mia: Window;
  let manual: string;
  let invitation: string;
  const cleo = { email: 'cleo@people.test' };

  beforeAll(async () => {
    server = await startServer({ roles: ['api', 'worker'] });
    org = await server.organization();
    const collection = await org.collection('Products');
    manual = await org.space('Manual', collection);
    await org.space('Secret plans');
    browser = await openBrowser();
    mia = await openSignedIn(browser, server, org.admin);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const settings = (page: Page, name: string) => page.goto(`/app/o/${org.id}/~/settings/${name}`);
  const member = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: name });
  const memberIn = async (userId: string) =>
    (await org.admin.call('GET', `/orgs/${org.id}/members/${userId}`)).body;

  test('Mia renames the organization, invites Cleo as a guest, makes a team and shares one space with it', async () => {
    const { page, errors, unlisted } = mia;
    await page.goto(`/app/o/${org.id}`);
    await page
      .getByRole('navigation', { name: 'Organization' })
      .getByRole('link', { name: 'Settings' })
      .click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('B');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/must not have fewer than 2|must match|2 characters/).waitFor();
    await name.fill('Bicycles Ltd');
    await page.keyboard.press('Enter');
    await page.getByText('The settings were saved').waitFor();
    await page.getByRole('link', { name: 'Back to Bicycles Ltd' }).waitFor();

    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('button', { name: 'Invite people' }).click();
    const emails = page.getByRole('textbox', { name: 'E-mail addresses' });
    await emails.fill('cleo');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('No e-mail address: cleo').waitFor();
    await emails.fill(`Cleo <${cleo.email}>`);
    await page.getByRole('combobox', { name: 'Role' }).last().selectOption({ label: 'Guest' });
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    // The server sends no e-mails: it says so, and gives the link.
    const links = page.getByRole('dialog', { name: 'Pass the invitations on' });
    await links.getByText('This server sends no e-mails.').waitFor();
    const link = await links.locator('code').textContent();
    await links.getByRole('button', { name: 'Done' }).click();
    await member(page, 'cleo').getByText('Not seen yet').waitFor();
    // A new link replaces it.
    await member(page, 'cleo')
      .getByRole('button', { name: /^Actions on/ })
      .click();
    await page.getByRole('menuitem', { name: 'New invitation link' }).click();
    const renewed = page.getByRole('dialog', { name: /^Invitation of/ });
    invitation = (await renewed.locator('code').textContent())!;
    expect(invitation).toMatch(/^http/);
    expect(invitation).not.toBe(link);
    await renewed.getByRole('button', { name: 'Close' }).click();

    // A link for everybody who has it, which is revoked again.
    await page.getByRole('link', { name: 'Invite links' }).click();
    await page.getByText('There are no invite links.').waitFor();
    await page.getByRole('combobox', { name: 'Role of the new link' }).selectOption({ label: 'Reader' });
    await page.getByRole('button', { name: 'New link' }).click();
    await page.getByText('Invite link: Reader').waitFor();
    await page.getByRole('button', { name: 'Revoke this link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('There are no invite links.').waitFor();

    // A team with Cleo and one more.
    await page.getByRole('link', { name: 'Teams' }).click();
    await page.getByText('There are no teams yet.').waitFor();
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mechanics');
    const picker = page.getByRole('combobox', { name: 'Members' });
    await picker.fill('cleo');
    await page.getByRole('option', { name: /cleo/ }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Mechanics', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Add people' }).click();
    await page.getByRole('combobox', { name: 'People' }).fill(org.edit.email.slice(0, 12));
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('2 members').waitFor();
    await page
      .getByRole('combobox', { name: `Role of ${org.edit.email.split('@')[0]} in the team` })
      .selectOption({ label: 'Owner' });
    await expect
      .poll(async () => (await org.edit.call('GET', `/orgs/${org.id}`)).body.permissions.ownTeam)
      .toBe(true);

    // The space is shared with the team, and Cleo sees only that.
    await page.goto(`/app/s/${manual}`);
    await page.getByRole('button', { name: 'Actions on Manual' }).click();
    await page.getByRole('menuitem', { name: 'Share…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Add people and teams' }).fill('mech');
    await page.getByRole('option', { name: /Mechanics/ }).click();
    await dialog.getByRole('combobox', { name: 'Role', exact: true }).selectOption({ label: 'Commenter' });
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog.getByRole('list', { name: 'Shared with' }).getByText('Mechanics').waitFor();
    // Somebody who is not a member becomes a guest, with a link to pass on.
    await dialog.getByRole('combobox', { name: 'Add people and teams' }).fill('remy@people.test');
    await page.getByRole('option', { name: /Invite this address/ }).click();
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    const passOn = page.getByRole('dialog', { name: 'Pass the invitations on' });
    await passOn.getByText('remy@people.test').waitFor();
    expect(await passOn.locator('code').textContent()).toMatch(/^http.*\/invitation\?token=/);
    await passOn.getByRole('button', { name: 'Done' }).click();
    await dialog.getByRole('list', { name: 'Shared with' }).getByText('remy@people.test').waitFor();
    await dialog.getByRole('tab', { name: 'Everybody with access' }).click();
    const everybody = dialog.getByRole('list', { name: 'Everybody with access' });
    await dialog.getByRole('searchbox', { name: 'Name or e-mail address' }).fill('cleo');
    await expect.poll(() => everybody.getByRole('listitem').count()).toBe(1);
    await everybody.getByText('By the team “Mechanics”').waitFor();
    expect(await accessibilityViolations(page, ['minor', 'moderate', 'serious', 'critical'])).toEqual([]);
    expect(errors).toEqual([]);
    expect(unlisted).toEqual([]);
  });

  test('Cleo accepts the invitation with a password, sees the one space and no people', async () => {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    const { pathname, search, hash } = new URL(invitation);
    await page.goto(pathname + search + hash);
    await page.getByText('You join as a guest.').waitFor();
    await page.getByRole('textbox', { name: 'Your name' }).fill('Cleo Vance');
    await page.getByLabel('Password').fill('seven bicycles in the rain');
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await page.waitForURL(/\/app/);
    await page.getByRole('treeitem', { name: 'Manual' }).waitFor();
    expect(await page.getByRole('treeitem').count()).toBe(1);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Administrators change its settings.').waitFor();
    expect(
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents(),
    ).toEqual([' General', ' Account and API tokens']);
    await settings(page, 'members');
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  test('Mia changes a role, disables, enables and removes somebody, also on a phone', async () => {
    const { page, errors } = mia;
    await settings(page, 'members');
    const search = page.getByRole('searchbox', { name: 'Name or e-mail address' });
    await search.fill(org.comment.email);
    await page.waitForURL(/text=/);
    const row = member(page, org.comment.email);
    await row.waitFor();
    await page.getByText('1 person').waitFor();
    const name = org.comment.email.split('@')[0]!;
    await row.getByRole('combobox', { name: `Role of ${name}` }).selectOption({ label: 'Editor' });
    await expect.poll(async () => (await memberIn(org.comment.id)).role).toBe('edit');
    await row.getByRole('button', { name: `Actions on ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Disable…' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('No teams, spaces, change requests or git connections').waitFor();
    await question.getByRole('button', { name: 'Disable' }).click();
    await row.getByText('Disabled').waitFor();
    expect((await org.comment.call('GET', `/orgs/${org.id}`)).status).toBe(404);
    await row.getByRole('button', { name: `Actions on ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Enable' }).click();
    await row.getByText('Disabled').waitFor({ state: 'detached' });
    // They were an administrator for a while.
    const role = (to: string) =>
      org.admin.call('PATCH', `/orgs/${org.id}/members/${org.comment.id}`, { role: to });
    await role('admin');
    const hook = { url: 'https://hooks.example.com/in', events: ['*'], description: 'Builds' };
    expect((await org.comment.call('POST', `/orgs/${org.id}/webhooks`, hook)).status).toBe(201);
    expect((await org.comment.call('POST', `/orgs/${org.id}/link-invites`, { role: 'read' })).status).toBe(
      201,
    );
    await role('edit');
    const notes = await org.space('Notes of a leaver');
    await org.admin.call('POST', `/spaces/${notes}/permissions`, { role: 'create', users: [org.comment.id] });

    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await row.getByRole('button', { name: `Actions on ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await question.getByText('1 space or collection').waitFor();
    await question.getByText('Notes of a leaver').waitFor();
    await question.getByText('1 webhook').waitFor();
    await question.getByText('1 invite link').waitFor();
    await question.getByRole('combobox', { name: 'New owner' }).fill(org.read.email.slice(0, 12));
    await page.getByRole('option').first().click();
    await picture(page, 'people-transfer');
    expect(await accessibilityViolations(page, ['minor', 'moderate', 'serious', 'critical'])).toEqual([]);
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nobody matches this filter.').waitFor();
    expect((await org.comment.call('GET', `/orgs/${org.id}`)).status).toBe(404);
    expect((await org.read.call('GET', `/spaces/${notes}`)).body.permissions.admin).toBe(true);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(errors).toEqual([]);
  });
});
