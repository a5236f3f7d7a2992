import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeMcpServer, startMcpServer } from '../../server/src/testing/mcp-server.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { expectGoodScreen } from './expect-screen.ts';
import { openSignedIn } from './signed-in.ts';

describe.skipIf(!CHROMIUM)('MCP servers of a site in a browser', () => {
  let mcp: FakeMcpServer;
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  beforeAll(async () => {
    mcp = await startMcpServer([
      {
        name: 'trackParcel',
        title: 'Track a parcel',
        description: 'Says where a parcel is.',
        annotations: { readOnlyHint: true },
      },
      { name: 'cancelParcel' },
    ]);
    server = await startServer({ config: { egressAllow: mcp.host } });
    org = await server.organization();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await mcp?.close();
  });

  test('Cem adds a server, checks it, changes its address and removes it', async () => {
    const site = await org.site();
    const { page, context, errors, unlisted } = await openSignedIn(browser, server, org.create);
    await page.goto(`/app/o/${org.id}/sites/${site}/mcp-servers`);
    await page.getByText('There are no MCP servers yet.').waitFor();
    await page.getByRole('button', { name: 'New MCP server' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Carrier');
    await form.getByRole('textbox', { name: 'Address' }).fill('http://169.254.169.254/');
    await form.getByRole('button', { name: 'Add a header' }).click();
    await form.getByRole('textbox', { name: 'Name of header 1' }).fill('Authorization');
    await form.getByLabel('Value of header 1').fill('Bearer swordfish');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('is not on the public internet').waitFor();
    await form.getByRole('textbox', { name: 'Address' }).fill(mcp.url);
    await expectGoodScreen(page, 'mcp-server-new');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Check connection of Carrier' }).click();
    await page.getByText('2 tools, 1 used in answers.').waitFor();
    await page.getByText('Lectern has no language model here').waitFor();
    const tools = page.getByRole('list', { name: 'Tools' });
    await tools.getByText('Says where a parcel is.').waitFor();
    await tools.getByText('Not used: it may change something').waitFor();
    await expectGoodScreen(page, 'mcp-server-checked');
    expect(mcp.received.at(-1)!.headers.authorization).toBe('Bearer swordfish');

    await page.getByRole('button', { name: 'Edit Carrier' }).click();
    expect(await form.getByLabel('Value of header 1').inputValue()).toBe('');
    await form.getByRole('textbox', { name: 'Address' }).fill(`${mcp.url}/2`);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${mcp.url}/2`).waitFor();
    mcp.behave();
    await page.getByRole('button', { name: 'Check connection of Carrier' }).click();
    await page.getByText('2 tools, 1 used in answers.').waitFor();
    expect(mcp.received.at(-1)!.headers.authorization).toBe('Bearer swordfish');

    await page.getByRole('button', { name: 'Remove Carrier' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('There are no MCP servers yet.').waitFor();
    expect([errors, unlisted]).toEqual([[], []]);
    await context.close();
  });
});
