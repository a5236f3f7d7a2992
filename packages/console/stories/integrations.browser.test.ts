import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import { bundleIntegration } from '../../server/src/testing/integration-scripts.ts';
import { install, PIXEL, publish } from '../../server/src/testing/published-integrations.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { expectGoodScreen } from './expect-screen.ts';
import { openSignedIn } from './signed-in.ts';

const CONFIGURATION = {
  account: {
    properties: {
      key: { type: 'string', title: 'Key', description: 'From the settings of the service' },
      region: { type: 'string', title: 'Region', enum: ['Europe', 'America'] },
      limit: { type: 'number', title: 'Limit', default: 10 },
      isLoud: { type: 'boolean', title: 'Loud' },
    },
    required: ['key'],
  },
};

describe.skipIf(!CHROMIUM)('integrations in a browser', () => {
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

  test('Ada fills in the form of an integration itself, and one for a space', async () => {
    const vendor = await server.organization();
    const manifest = {
      title: 'Greeter',
      visibility: 'public',
      script: await bundleIntegration('block'),
      target: 'space',
      configurations: {
        account: { componentId: 'settings' },
        space: { properties: { channel: { type: 'string', title: 'Channel' } }, required: ['channel'] },
      },
    };
    const name = await publish(vendor, manifest);
    const { at } = await install(org, name);
    const space = await createLiveSpace(org);
    await org.admin.call('PATCH', `/spaces/${space}`, { title: 'Journal' });
    expect((await org.admin.call('POST', `${at}/spaces`, { space })).status).toBe(201);
    const { page, errors, unlisted } = await openSignedIn(browser, server, org.admin);
    await page.goto(`/app/o/${org.id}/~/settings/integrations/${name}`);
    await page.getByRole('textbox', { name: 'Message' }).fill('Good morning');
    await expectGoodScreen(page, 'integration-component');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => (await org.admin.call('GET', at)).body.configuration)
      .toEqual({ message: 'Good morning' });

    await page.getByRole('button', { name: 'Configure for Journal' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Channel' }).fill('#docs');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { body } = await org.admin.call('GET', `${at}/spaces/${space}`);
    expect(body.configuration).toEqual({ channel: '#docs' });

    // A newer version asks for more, and does not get it by other changes.
    await publish(vendor, { ...manifest, scopes: ['space:content:read', 'space:content:write'] }, name);
    await page.reload();
    await page.getByRole('heading', { name: 'It asks for more permissions' }).waitFor();
    await page.getByRole('switch', { name: 'All spaces' }).click();
    await page.getByRole('switch', { name: 'All spaces', checked: true }).waitFor();
    await page.getByText('Change pages', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('heading', { name: 'It asks for more permissions' }).waitFor({ state: 'detached' });
    expect((await org.admin.call('GET', at)).body.scopes).toContain('space:content:write');
    expect(errors).toEqual([]);
    expect(unlisted).toEqual([]);
  });

  test('Ada finds an integration, installs and configures it, and sees its events', async () => {
    const name = await publish(org, { icon: PIXEL, configurations: CONFIGURATION, target: 'space' });
    await publish(org, { title: 'Weather' });
    const space = await createLiveSpace(org);
    await org.admin.call('PATCH', `/spaces/${space}`, { title: 'Handbook' });
    const { page, errors, unlisted } = await openSignedIn(browser, server, org.admin);
    await page.goto(`/app/o/${org.id}/~/settings/integrations`);
    await page.getByRole('link', { name: 'Weather' }).waitFor();
    await expectGoodScreen(page, 'integrations');
    await page.getByRole('searchbox', { name: 'Name of an integration' }).fill('robot');
    await page.getByRole('link', { name: 'Weather' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Robot' }).click();
    await page.getByText('Read pages').waitFor();
    await expectGoodScreen(page, 'integration-install');
    await page.getByRole('button', { name: 'Install', exact: true }).click();

    await page.getByRole('heading', { name: 'Configuration' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Key is required.').waitFor();
    await page.getByRole('textbox', { name: 'Key' }).fill('a key');
    await page.getByRole('combobox', { name: 'Region' }).selectOption('America');
    await page.getByRole('switch', { name: 'Loud' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    const { body } = await org.admin.call('GET', `/integrations/${name}/installations`);
    expect(body.items[0].configuration).toEqual({ key: 'a key', region: 'America', limit: 10, isLoud: true });

    await page.getByRole('button', { name: 'Install on a space' }).click();
    await page.getByRole('radio', { name: 'Handbook' }).check();
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByRole('button', { name: 'Remove from Handbook' }).waitFor();
    await expect
      .poll(async () => (await org.admin.call('GET', `/integrations/${name}/events`)).body.count)
      .toBeGreaterThan(0);
    await page.reload();
    await page.getByRole('list', { name: 'Events' }).getByRole('button').first().click();
    await page.getByText('The event:').waitFor();
    const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
    const before = await events.count();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Sent again: the script handled it.').waitFor();
    await expect.poll(() => events.count()).toBe(before + 1);
    await expectGoodScreen(page, 'integration');
    await page.getByRole('button', { name: 'Remove from Handbook' }).click();
    await page.getByText('It is installed on no space yet.').waitFor();
    await page.getByRole('switch', { name: 'Running' }).click();
    await page.getByText('Paused').waitFor();
    await page.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { name: 'Install' }).waitFor();
    expect(errors).toEqual([]);
    expect(unlisted).toEqual([]);

    // The reason of a failure is on the page of the installation.
    const failing = await publish(org, {
      title: 'Broken',
      script: 'export default { fetch: () => { throw new Error("No such account: 17") } }',
    });
    const { at } = await install(org, failing);
    await expect.poll(async () => (await org.admin.call('GET', at)).body.lastFailure).toBeDefined();
    await page.goto(`/app/o/${org.id}/~/settings/integrations/${failing}`);
    await page.getByRole('heading', { name: 'Last failure' }).waitFor();
    await page.getByText('No such account: 17').waitFor();
    await expectGoodScreen(page, 'integration-failure');
    expect(unlisted).toEqual([]);

    // Members see what there is; administrators install it.
    const member = await openSignedIn(browser, server, org.create);
    await member.page.goto(`/app/o/${org.id}/integrations/${name}`);
    await member.page.getByText('Ask an administrator to install it.').waitFor();
    expect(await member.page.getByRole('heading', { name: 'Events' }).count()).toBe(0);
  });
});
