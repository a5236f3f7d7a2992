import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import { PIXEL, publish } from '../../server/src/testing/published-integrations.ts';
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

  test('Ada finds an integration, installs and configures it, and sees its events', async () => {
    const name = await publish(org, { icon: PIXEL, configurations: CONFIGURATION, target: 'space' });
    await publish(org, { title: 'Weather' });
    const space = await createLiveSpace(org);
    await org.admin.call('PATCH', `/spaces/${space}`, { title: 'Handbook' });
    const { page, context, errors, unlisted } = await openSignedIn(browser, server, org.admin);
    context.setDefaultTimeout(60_000);
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
      .poll(async () => (await org.admin.call('GET', `/integrations/${name}/events`)).body.count, {
        timeout: 60_000,
      })
      .toBeGreaterThan(0);
    await page.reload();
    await page.getByRole('list', { name: 'Events' }).getByRole('button').first().click();
    await page.getByText('The event:').waitFor();
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

    // Members see what there is; administrators install it.
    const member = await openSignedIn(browser, server, org.create);
    member.context.setDefaultTimeout(60_000);
    await member.page.goto(`/app/o/${org.id}/integrations/${name}`);
    await member.page.getByText('Ask an administrator to install it.').waitFor();
    expect(await member.page.getByRole('heading', { name: 'Events' }).count()).toBe(0);
  }, 300_000);
});
