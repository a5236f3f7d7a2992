import { createHmac } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../server/src/testing/content-factory.ts';
import { createRepositories } from '../../server/src/testing/git-repositories.ts';
import { startServer, type TestOrganization, type TestServer } from '../../server/src/testing/server.ts';
import { startSshServer } from '../../server/src/testing/ssh-server.ts';
import { CHROMIUM, openBrowser } from '../../site/src/testing/browser.ts';
import { expectGoodScreen } from './expect-screen.ts';
import { openSignedIn } from './signed-in.ts';

const BOOK = {
  'docs/README.md': '# Home\n\nThe answer is one and nothing else.\n',
  'docs/guide.md': '# Guide\n\nRead it.\n',
  'docs/SUMMARY.md': '# Summary\n\n* [Home](README.md)\n* [Guide](guide.md)\n',
  'code.ts': 'export {};\n',
};

describe.skipIf(!CHROMIUM)('a space and a repository', () => {
  let server: TestServer;
  let org: TestOrganization;
  let browser: Browser;
  let repositories: Awaited<ReturnType<typeof createRepositories>>;
  let ssh: Awaited<ReturnType<typeof startSshServer>>;
  beforeAll(async () => {
    repositories = await createRepositories();
    ssh = await startSshServer(repositories.top);
    server = await startServer({
      roles: ['api', 'worker'],
      config: { gitFolders: repositories.top, egressAllow: '127.0.0.1' },
    });
    org = await server.organization();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await ssh?.close();
    await repositories?.close();
  });

  test('Cem connects them with a deploy key, both change, a push arrives, and a conflict is resolved', async () => {
    const repo = await repositories.repository();
    await repo.commit(BOOK);
    const space = await createLiveSpace(org);
    const { page, errors, unlisted } = await openSignedIn(browser, server, org.create);
    await page.goto(`/app/s/${space}`);
    await page.getByRole('link', { name: 'Git', exact: true }).click();
    await page.getByRole('heading', { name: 'Connect a repository' }).waitFor();

    // What the server refuses is said at the field.
    await page.getByRole('textbox', { name: 'Address of the repository' }).fill('not a repository');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText(/must be an SSH URL/).waitFor();
    await expectGoodScreen(page, 'git-connect');
    await page.getByRole('textbox', { name: 'Address of the repository' }).fill(ssh.urlOf(repo));
    await page.getByRole('textbox', { name: 'Folder (optional)' }).fill('docs');
    await page.getByRole('button', { name: 'Connect' }).click();

    // The repository does not know the key yet.
    await page.getByText(/refused the deploy key/).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Synchronize' }).isDisabled()).toBe(true);
    await expectGoodScreen(page, 'git-first');
    const publicKey = (await page.getByText(/^ssh-ed25519 /).textContent())!;
    ssh.allowed.push({ publicKey, mayWrite: true });
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText(/can be read and written/).waitFor();
    await page.getByRole('radio', { name: /^From the repository to this space/ }).check();
    await page.getByRole('button', { name: 'Synchronize' }).click();
    await page.getByText('Imported 2 files').click();
    await page.getByText('docs/guide.md').waitFor();
    await page.getByText('Up to date').waitFor();
    await page.getByRole('treeitem', { name: 'Guide' }).waitFor();

    // An edit goes to the repository with a message.
    const pages = (await org.create.call('GET', `/spaces/${space}/content/pages`)).body.pages;
    const write = async (title: string, markdown: string) => {
      const { id } = pages.find((each: { title: string }) => each.title === title);
      const changes = [{ operation: 'update_page', page: id, document: { markdown } }];
      expect((await org.create.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
    };
    await write('Guide', 'Read it twice.\n');
    await page.getByRole('button', { name: 'Push…' }).click();
    await page.getByRole('textbox', { name: /^Message of the commit/ }).fill('Insist on reading');
    await page.keyboard.press('Enter');
    await page.getByText('Pushed 1 file').waitFor();
    expect(await repo.git('log', '-1', '--format=%s', 'main')).toBe('Insist on reading');
    expect((await repo.files())['docs/guide.md']).toBe('# Guide\n\nRead it twice.\n');

    // The git host sends a push, signed with the secret that was shown once.
    await page.getByRole('button', { name: 'Create the secret' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/shown only now/).waitFor();
    await expectGoodScreen(page, 'git-webhook');
    const [url, secret] = await dialog.locator('code').allTextContents();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await repo.commit({
      'docs/new.md': '# Pushed\n\nFrom elsewhere.\n',
      'docs/SUMMARY.md': `${BOOK['docs/SUMMARY.md']}* [Pushed](new.md)\n`,
    });
    const body = JSON.stringify({ ref: 'refs/heads/main' });
    const signature = createHmac('sha256', secret!).update(body).digest('hex');
    const headers = { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature}` };
    expect((await fetch(url!, { method: 'POST', headers, body })).status).toBe(200);
    await page.getByText('by a push').waitFor();
    await page.getByRole('treeitem', { name: 'Pushed' }).waitFor();
    await page.getByText(/The last request came/).waitFor();

    // Both sides change one line.
    await write('Home', 'The answer is two and nothing else.\n');
    await repo.commit({ 'docs/README.md': '# Home\n\nThe answer is three and nothing else.\n' });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Conflicts', exact: true }).waitFor();
    await page.getByText('Page in docs/README.md').waitFor();
    await expectGoodScreen(page, 'git-conflicts');
    await page.getByRole('button', { name: 'Resolve in a change request' }).click();
    await page.getByRole('link', { name: /^#1 Resolve conflicts with/ }).click();
    await page.getByRole('heading', { name: /^Resolve conflicts with/ }).waitFor();
    const request = `/spaces/${space}/change-requests/1`;
    const { id } = pages.find((each: { title: string }) => each.title === 'Home');
    const changes = [
      {
        operation: 'update_page',
        page: id,
        document: { markdown: 'The answer is four and nothing else.\n' },
      },
    ];
    expect((await org.create.call('POST', `${request}/content`, { changes })).status).toBe(200);
    expect((await org.create.call('POST', `${request}/merge`)).body.result).toBe('merge');
    await page.goto(`/app/s/${space}/~/git`);
    await page.getByText(/The change request is merged/).waitFor();
    await page.getByRole('button', { name: 'Push…' }).click();
    await page.getByRole('button', { name: 'Push', exact: true }).click();
    await expect
      .poll(async () => (await repo.files())['docs/README.md'])
      .toBe('# Home\n\nThe answer is four and nothing else.\n');
    await page.getByText('Up to date').waitFor();
    await expectGoodScreen(page, 'git-connected');

    // The end of it changes neither side.
    await page.getByRole('button', { name: 'Actions on the connection' }).click();
    await page.getByRole('menuitem', { name: 'Disconnect…' }).click();
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByRole('heading', { name: 'Connect a repository' }).waitFor();
    expect(errors).toEqual([]);
    expect(unlisted).toEqual([]);

    // A reviewer sees nothing of it.
    const reviewer = await openSignedIn(browser, server, org.review);
    await reviewer.page.goto(`/app/s/${space}/~/git`);
    await reviewer.page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(await reviewer.page.getByRole('link', { name: 'Git', exact: true }).count()).toBe(0);
  });
});
