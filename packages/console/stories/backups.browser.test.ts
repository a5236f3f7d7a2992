import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordServerAdministrator } from '../../server/src/domains/identity/index.ts';
import { writeBackup } from '../../server/src/kernel/backup/write-backup.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { expectGoodScreen } from './expect-screen.ts';
import { openSignedIn } from './signed-in.ts';

describe.skipIf(!CHROMIUM)('backups in a browser', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    server = await startServer();
    org = await server.organization();
    await recordServerAdministrator(server.app.kernel.db, org.admin.id);
    browser = await openBrowser();
    folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-backups-'));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('Ada, who set up the server, sees the command and the backups that it made; others see neither', async () => {
    const { page, errors, unlisted } = await openSignedIn(browser, server, org.admin);
    await page.goto(`/app/o/${org.id}/~/settings/general`);
    await page.getByRole('link', { name: 'Backups' }).click();
    await page.getByText('No backup was made yet.').waitFor();
    await page.getByText(/npx lectern backup \/backups\/[\d-]+\.lectern/).waitFor();
    await expectGoodScreen(page, 'backups-none');

    const file = path.join(folder, 'Ada’s first.lectern');
    const { connectionString, app } = server;
    await writeBackup({ file, connectionString, blobs: app.kernel.blobs, version: '0.1.0' });
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: file }).getByText('Lectern 0.1.0').waitFor();
    await page.getByText(`npx lectern restore '${file}'`).waitFor();
    await expectGoodScreen(page, 'backups');
    expect(errors).toEqual([]);
    expect(unlisted).toEqual([]);

    const member = await openSignedIn(browser, server, org.create);
    await member.page.goto(`/app/o/${org.id}/~/settings/backups`);
    await member.page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(await member.page.getByRole('link', { name: 'Backups' }).count()).toBe(0);
  });
});
