import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { petsApi } from '../../server/src/testing/specifications.ts';
import { type Receiver, respondWith, startReceiver } from '../../server/src/testing/webhook-receiver.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { expectGoodScreen } from './expect-screen.ts';
import { openSignedIn } from './signed-in.ts';

const BROKEN = 'openapi: 3.0.3\ninfo:\n  title: Pets\n  version: "1"\npaths:\n  /pets:\n    get: 7\n';

describe.skipIf(!CHROMIUM)('specifications and webhooks in a browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let receiver: Receiver;
  let folder: string;
  beforeAll(async () => {
    receiver = await startReceiver();
    folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-specifications-'));
    server = await startServer({
      roles: ['api', 'worker'],
      config: { egressAllow: new URL(receiver.url).host },
    });
    org = await server.organization();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await receiver?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('Cem adds a specification, mends its error, and finds the page that shows it', async () => {
    const file = async (name: string, text: string) => {
      const at = path.join(folder, name);
      await writeFile(at, text);
      return at;
    };
    const { page, errors, unlisted } = await openSignedIn(browser, server, org.create);
    await page.goto(`/app/o/${org.id}/~/settings/openapi`);
    await page.getByText('There are no specifications yet.').waitFor();
    await page.getByRole('button', { name: 'Add a specification' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Enter the address of the specification.').waitFor();
    await page.getByRole('radio', { name: /^From a file/ }).check();
    await page.getByLabel('File', { exact: true }).setInputFiles(await file('Pets API.yaml', BROKEN));
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('pets-api');
    await expectGoodScreen(page, 'openapi-add');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'pets-api' }).waitFor();
    await page.getByText(/^line 7, /).waitFor();
    await page.getByText('get: 7').waitFor();
    await expectGoodScreen(page, 'openapi-errors');

    await page.getByRole('button', { name: 'Change the source…' }).click();
    const good = await file('pets.json', JSON.stringify(petsApi()));
    await page.getByLabel('File', { exact: true }).setInputFiles(good);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Valid', { exact: true }).waitFor();
    await page.getByText('Current', { exact: true }).waitFor();

    // A page shows it.
    const space = await createLiveSpace(org);
    const markdown =
      '{% openapi-operation spec="pets-api" path="/pets" method="get" %}\n{% endopenapi-operation %}\n';
    const changes = [{ operation: 'insert_page', title: 'All pets', document: { markdown } }];
    expect((await org.create.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
    await page.goto(`/app/o/${org.id}/openapi/pets-api`);
    await page.getByRole('link', { name: 'All pets' }).waitFor();
    await page.getByRole('switch', { name: /^Anybody can download/ }).click();
    await page.getByText(`/openapi/${org.id}/pets-api`).waitFor();
    await expectGoodScreen(page, 'openapi');
    await page.getByRole('link', { name: 'All pets' }).click();
    await page.getByRole('heading', { name: 'All pets' }).waitFor();
    await page.goto(`/app/o/${org.id}/~/settings/openapi`);
    await page.getByRole('searchbox', { name: 'Name of a specification' }).fill('cars');
    await page.getByText('No specification matches this search.').waitFor();
    expect(errors).toEqual([]);
    expect(unlisted).toEqual([]);

    // A reader sees it, and may change nothing.
    const reader = await openSignedIn(browser, server, org.read);
    await reader.page.goto(`/app/o/${org.id}/~/settings/openapi/pets-api`);
    await reader.page.getByText('Valid', { exact: true }).waitFor();
    expect(await reader.page.getByRole('button', { name: /source|Delete/ }).count()).toBe(0);
  });

  test('Ada creates a webhook, sees a failed delivery, sends it again, and replaces the secret', async () => {
    const { page, errors, unlisted } = await openSignedIn(browser, server, org.admin);
    await page.goto(`/app/o/${org.id}/~/settings/webhooks`);
    await page.getByText('There are no webhooks yet.').waitFor();
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Enter an address that begins').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/hook`);
    await page.getByRole('checkbox', { name: 'The content of a space changed' }).check();
    expect(await page.getByRole('checkbox', { name: /^All events/ }).isChecked()).toBe(false);
    await expectGoodScreen(page, 'webhook-new');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText(/^whsec_/).waitFor();
    const secret = await page.getByText(/^whsec_/).textContent();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Nothing was sent yet.').waitFor();

    receiver.respondBy(respondWith(410, {}, 'Gone fishing'));
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByRole('button', { name: /^Failed Test event/ }).click();
    await page.getByText('Gone fishing').waitFor();
    await page
      .getByText(/Switched off/)
      .first()
      .waitFor();
    await expectGoodScreen(page, 'webhook');
    receiver.respondBy(respondWith(200));
    await page.getByRole('switch', { name: 'Send events' }).click();
    await page.getByText('On', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('button', { name: /^Arrived Test event/ }).waitFor();
    await page.getByRole('combobox', { name: 'Status of deliveries' }).selectOption('failed');
    await page.getByText('No delivery has this status.').waitFor();

    await page.getByRole('button', { name: 'Replace the secret…' }).click();
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByText(/^whsec_/).waitFor();
    expect(await page.getByText(/^whsec_/).textContent()).not.toBe(secret);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Requests are signed with the old secret as well').waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('There are no webhooks yet.').waitFor();
    expect(errors).toEqual([]);
    expect(unlisted).toEqual([]);

    // Only administrators see webhooks.
    const member = await openSignedIn(browser, server, org.create);
    await member.page.goto(`/app/o/${org.id}/~/settings/webhooks`);
    await member.page.getByRole('heading', { name: 'Not found' }).waitFor();
  });
});
