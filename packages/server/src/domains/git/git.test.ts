import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { createRepositories, type TestRepository } from '../../testing/git-repositories.ts';
import { type GitSync, gitSyncOf, REF } from '../../testing/git-sync.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const repositories = await createRepositories();
const http = await repositories.serve();
const locked = await repositories.serve('s3cret');
afterAll(async () => {
  await http.close();
  await locked.close();
  await repositories.close();
});

let server: TestServer;
let org: TestOrganization;
let repo: TestRepository;
let space: string;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { config: { gitFolders: repositories.top, egressAllow: '127.0.0.1' } },
);
beforeEach(async () => {
  repo = await repositories.repository();
  space = await createLiveSpace(org);
  ({ ask, last, sync, get, pages, revision, markdown, write } = gitSyncOf(server, org, space, repo));
});

let { ask, last, sync, get, pages, revision, markdown, write } = {} as GitSync;

const BOOK = {
  'README.md': '# Home\n\nRead [the guide](guide/start.md).\n\n* odd   list\n\nThe end.\n',
  'guide/start.md': '# Start\n\nOne.\n\nTwo.\n\nThree.\n',
  'SUMMARY.md': '# Summary\n\n- [Home](README.md)\n- [Start](guide/start.md)\n',
  LICENSE: 'Do what you want.\n',
};

describe('an import', () => {
  test('imports a repository with the origin of every page, once', async () => {
    const commit = await repo.commit(BOOK);
    const done = await sync('import', {
      repoCommitURL: 'https://git.test/commit',
      gitInfo: { provider: 'github' },
    });
    expect(done).toMatchObject({ state: 'success', direction: 'import', stage: 'finalize', problems: [] });
    expect(done.dispatchedTasks).toBe(2);
    expect(done.completedTasks).toBe(2);
    const content = await get('/content');
    expect(content.git).toEqual({
      oid: commit,
      message: 'By somebody else',
      createdByGitBook: false,
      createdByService: false,
      ref: REF,
      url: `https://git.test/commit/${commit}`,
    });
    const { Home } = await pages();
    expect(Home!.git).toEqual({ path: 'README.md', oid: await repo.git('rev-parse', 'main:README.md') });
    expect(await get('/git/info')).toMatchObject({
      installationProvider: 'github',
      repoName: expect.stringContaining('/r'),
    });
    expect((await get('')).gitSync).toMatchObject({ installationProvider: 'github' });
    const at = await revision();
    expect(await sync('import')).toMatchObject({ state: 'success' });
    expect(await revision()).toBe(at);
  });

  test('is incremental: ids survive renames, and only changes are read', async () => {
    const pagesOf = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`p${n}.md`, `# Page ${n}\n\nSome words about ${n}.\n`]),
    );
    await repo.commit(pagesOf);
    expect((await sync('import')).dispatchedTasks).toBe(30);
    const before = await pages();
    await repo.commit({
      'p3.md': null,
      'deep/moved.md': pagesOf['p3.md']!,
      'p4.md': '# Page 4\n\nOther words.\n',
    });
    const done = await sync('import');
    expect(done.dispatchedTasks).toBe(2);
    const after = await pages();
    expect(after['Page 3']!.id).toBe(before['Page 3']!.id);
    expect(after['Page 3']!.git!.path).toBe('deep/moved.md');
    expect(await markdown('Page 4')).toBe('Other words.\n');
  });

  test('merges with local changes', async () => {
    await repo.commit(BOOK);
    await sync('import');
    await write('Start', 'One of ours.\n\nTwo.\n\nThree.\n');
    await repo.commit({ 'guide/start.md': '# Start\n\nOne.\n\nTwo.\n\nThree of theirs.\n' });
    expect(await sync('import')).toMatchObject({ state: 'success' });
    expect(await markdown('Start')).toBe('One of ours.\n\nTwo.\n\nThree of theirs.\n');
    // The next one begins where both were the same.
    await repo.commit({ 'guide/start.md': '# Start\n\nOne.\n\nTwo of theirs.\n\nThree of theirs.\n' });
    expect(await sync('import')).toMatchObject({ state: 'success' });
    expect(await markdown('Start')).toBe('One of ours.\n\nTwo of theirs.\n\nThree of theirs.\n');
  });

  test('with conflicts changes nothing, unless it is forced', async () => {
    const answer = (number: string) => `The answer is ${number} and nothing else.\n`;
    await repo.commit({ ...BOOK, 'guide/start.md': `# Start\n\n${answer('one')}` });
    await sync('import');
    await write('Start', answer('two'));
    await repo.commit({ 'guide/start.md': `# Start\n\n${answer('three')}` });
    const at = await revision();
    const failed = await sync('import');
    expect(failed).toMatchObject({
      state: 'failure',
      error: expect.stringContaining('one conflict between the repository and the space'),
    });
    expect(failed.completedAt).toBeUndefined();
    expect(await revision()).toBe(at);
    expect(await sync('import', { force: true })).toMatchObject({ state: 'success' });
    expect(await markdown('Start')).toBe(answer('three'));
  });

  test('in standalone mode creates a revision without changing the space', async () => {
    await repo.commit(BOOK);
    const at = await revision();
    expect(await sync('import', { standalone: true })).toMatchObject({ state: 'success' });
    expect(await revision()).toBe(at);
    const events = await server.eventsOf(space);
    const { payload } = events.find(({ action }) => action === 'space.git-imported')!;
    const { revision: made } = payload as { revision: string };
    expect((await get(`/revisions/${made}`)).pages).toHaveLength(2);
  });

  test('follows the project directory and its configuration, and skips special files', async () => {
    await repo.commit({
      'docs/.gitbook.yaml': 'root: ./text/\nredirects:\n  old: new.md\n',
      'docs/text/README.md': '# Docs\n\n![](../../dot.svg) [code](../../code.ts)\n',
      'docs/text/new.md': '# New\n',
      'dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
      'docs/text/secret.md': { link: '/etc/passwd' },
      'code.ts': '1',
      'README.md': '# Other\n',
    });
    expect(
      await sync('import', { repoProjectDirectory: 'docs', repoTreeURL: 'https://git.test/tree/main' }),
    ).toMatchObject({ state: 'success' });
    expect((await last()).problems).toEqual([
      { path: 'docs/text/secret.md', message: 'is not a regular file and was skipped' },
    ]);
    expect(Object.keys(await pages())).toEqual(['Docs', 'New']);
    expect(await markdown('Docs')).toContain('[code](https://git.test/tree/main/code.ts)');
    expect((await get('/content/path/old')).title).toBe('New');
  });
});

describe('an export', () => {
  test('writes a clean repository, once, and importing it changes nothing', async () => {
    const changes = [
      { operation: 'insert_page', title: 'Welcome', document: { markdown: 'Hello.\n' } },
      { operation: 'insert_page', type: 'group', title: 'Parts', ref: 'g' },
      {
        operation: 'insert_page',
        title: 'One',
        into: 'g',
        ref: 'one',
        document: { markdown: 'See [two](./two).\n' },
      },
      { operation: 'insert_page', title: 'Two', into: 'one', ref: 'two', description: 'The second' },
    ];
    expect((await org.admin.call('POST', `/spaces/${space}/content`, { changes })).status).toBe(200);
    expect(await sync('export')).toMatchObject({ state: 'success', direction: 'export' });
    expect(await repo.files()).toEqual({
      'README.md': '# Welcome\n\nHello.\n',
      'SUMMARY.md':
        '# Table of contents\n\n* [Welcome](README.md)\n\n## Parts\n\n* [One](parts/one/README.md)\n  * [Two](parts/one/two.md)\n',
      'parts/one/README.md': '# One\n\nSee [two](two.md).\n',
      'parts/one/two.md': '---\ndescription: The second\n---\n\n# Two\n',
    });
    const { author, message } = JSON.parse(
      await repo.git('log', '-1', '--format={"author":"%ae","message":"%s"}', 'main'),
    );
    expect([author, message]).toEqual([org.admin.email, 'Write it down']);
    const [commit, at] = [await repo.head(), await revision()];
    expect((await get('/content')).git).toMatchObject({ oid: commit, createdByGitBook: true });
    expect(await sync('export')).toMatchObject({ state: 'success' });
    expect(await repo.head()).toBe(commit);
    expect(await sync('import')).toMatchObject({ state: 'success' });
    expect(await sync('import', { force: true })).toMatchObject({ state: 'success' });
    expect(await revision()).toBe(at);
  });

  test('does not change unmodified files and unrelated ones', async () => {
    await repo.commit(BOOK);
    await sync('import');
    const before = await repo.head();
    expect(await sync('export')).toMatchObject({ state: 'success' });
    expect(await repo.head()).toBe(before);
    await write('Start', 'Changed.\n');
    await sync('export');
    expect(await repo.files()).toEqual({ ...BOOK, 'guide/start.md': '# Start\n\nChanged.\n' });
    const at = await revision();
    await sync('import');
    expect(await revision()).toBe(at);
  });

  test('lists the file of an entry without a link once it has content', async () => {
    const summary = `${BOOK['SUMMARY.md']}  - Soon\n`;
    await repo.commit({ ...BOOK, 'SUMMARY.md': summary });
    await sync('import');
    const { Soon } = await pages();
    expect(await sync('export')).toMatchObject({ state: 'success' });
    expect((await repo.files())['SUMMARY.md']).toBe(summary);
    await write('Soon', 'Now.\n');
    expect(await sync('export')).toMatchObject({ state: 'success' });
    const files = await repo.files();
    expect(files['guide/start/soon.md']).toBe('# Soon\n\nNow.\n');
    expect(files['SUMMARY.md']).toContain('[Soon](guide/start/soon.md)\n');
    await repo.commit({ 'guide/start/soon.md': '# Soon\n\nLater.\n' });
    await sync('import');
    expect((await pages()).Soon!.id).toBe(Soon!.id);
    expect(await markdown('Soon')).toBe('Later.\n');
  });

  test('first imports commits that others have pushed', async () => {
    await repo.commit(BOOK);
    await sync('import');
    await write('Start', 'One of ours.\n\nTwo.\n\nThree.\n');
    await repo.commit({ 'guide/start.md': '# Start\n\nOne.\n\nTwo.\n\nThree of theirs.\n' });
    expect(await sync('export')).toMatchObject({ state: 'success' });
    const merged = 'One of ours.\n\nTwo.\n\nThree of theirs.\n';
    expect(await markdown('Start')).toBe(merged);
    expect((await repo.files())['guide/start.md']).toBe(`# Start\n\n${merged}`);
  });

  test('deletes removed files, and moves renamed ones', async () => {
    await repo.commit(BOOK);
    await sync('import');
    const { Start, Home } = await pages();
    const changes = [
      { operation: 'update_page', page: Start!.id, slug: 'begin' },
      { operation: 'insert_page', title: 'Gone soon', ref: 'x' },
    ];
    await org.admin.call('POST', `/spaces/${space}/content`, { changes });
    await sync('export');
    const { 'guide/start.md': start, ...rest } = await repo.files();
    expect(start).toBeUndefined();
    expect(rest['begin.md']).toBe(BOOK['guide/start.md']);
    expect(rest['README.md']).toContain('[the guide](begin.md)');
    expect(rest['gone-soon.md']).toBeDefined();
    expect((await pages()).Home!.id).toBe(Home!.id);
    const gone = (await pages())['Gone soon']!.id;
    await org.admin.call('POST', `/spaces/${space}/content`, {
      changes: [{ operation: 'delete_page', page: gone }],
    });
    await sync('export');
    expect((await repo.files())['gone-soon.md']).toBeUndefined();
  });

  test('rejects executable files', async () => {
    const base64 = Buffer.from('alert(1)').toString('base64');
    const file = { name: 'x.js', contentType: 'text/javascript', base64 };
    const changes = [{ operation: 'insert_files', files: [file] }];
    await org.admin.call('POST', `/spaces/${space}/content`, { changes });
    expect(await sync('export')).toMatchObject({ state: 'failure', error: expect.stringContaining('x.js') });
  });
});

describe('a remote', () => {
  test('is accessed over HTTP, in both directions', async () => {
    await repo.commit(BOOK);
    expect(await sync('import', { url: http.urlOf(repo) })).toMatchObject({ state: 'success' });
    await write('Start', 'Over the wire.\n');
    expect(await sync('export', { url: http.urlOf(repo) })).toMatchObject({ state: 'success' });
    expect((await repo.files())['guide/start.md']).toContain('Over the wire.');
  });

  test('receives a password, which is not logged or returned', async () => {
    await repo.commit(BOOK);
    expect(await sync('import', { url: locked.urlOf(repo) })).toMatchObject({ state: 'failure' });
    expect(await sync('import', { url: locked.urlOf(repo, 'me:wr0ng@') })).toMatchObject({
      state: 'failure',
    });
    const said = [await last(), await get('/git/info'), await get(''), await server.eventsOf(space)];
    expect(await sync('import', { url: locked.urlOf(repo, 'me:s3cret@') })).toMatchObject({
      state: 'success',
    });
    const rows = await server.app.kernel.db.selectFrom('git_operations').selectAll().execute();
    expect(JSON.stringify([said, rows])).not.toMatch(/s3cret|wr0ng/);
    expect(locked.seen.join()).not.toMatch(/s3cret|wr0ng/);
  });

  test.each([
    'ext::sh -c touch% /tmp/x',
    '--upload-pack=touch /tmp/x',
    '-c core.sshCommand=x',
    'ssh://host.test/x',
    'git://host.test/x',
    'git@host.test:x',
    'file:///etc',
    '/etc',
    'file://host/etc',
    'ftp://host.test/x',
    'http://x.test/\nx',
    '../x',
  ])('%s is rejected', async (url) => {
    const { status, body } = await org.admin.call('POST', `/spaces/${space}/git/import`, { url, ref: REF });
    expect(status).toBe(400);
    expect(body.error.details[0].path).toBe('body.url');
  });

  test('outside of the allowed folders is rejected, also through links', async () => {
    const link = path.join(repositories.top, `link-${space}`);
    symlinkSync('/etc', link);
    for (const url of [link, `${repositories.top}/../../etc`, repositories.top]) {
      const { status } = await org.admin.call('POST', `/spaces/${space}/git/import`, { url, ref: REF });
      expect(status, url).toBe(400);
    }
  });

  test.each([
    'main',
    '--force',
    'refs/heads/-x',
    'refs/heads/a..b',
    'refs/heads/a b',
    'refs/heads/x.lock',
    'refs/heads/a:b',
    'refs/heads/',
  ])('has no ref %s', async (ref) => {
    const { status, body } = await org.admin.call('POST', `/spaces/${space}/git/import`, {
      url: repo.folder,
      ref,
    });
    expect(status).toBe(400);
    expect(body.error.details[0].path).toBe('body.ref');
  });

  test('in the internal network is not contacted, and unknown hosts are reported', async () => {
    for (const url of ['http://169.254.169.254/x', 'http://10.0.0.1/x', 'http://nobody.test/x'])
      expect(await sync('import', { url })).toMatchObject({ state: 'failure', error: expect.any(String) });
  });

  test('that redirects to another host is not followed', async () => {
    const { createServer } = await import('node:http');
    const asked: string[] = [];
    const away = createServer((request, response) => {
      asked.push(request.url!);
      response.writeHead(302, { location: `${http.urlOf(repo)}/info/refs?service=git-upload-pack` }).end();
    });
    await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
    await repo.commit(BOOK);
    const { port } = away.address() as { port: number };
    const done = await sync('import', { url: `http://127.0.0.1:${port}/x` });
    away.close();
    expect(asked.length).toBeGreaterThan(0);
    expect(done).toMatchObject({ state: 'failure' });
  });

  test('without the branch fails an import, and an export creates the branch', async () => {
    expect(await sync('import')).toMatchObject({ state: 'failure', error: expect.stringContaining(REF) });
    expect(await sync('export')).toMatchObject({ state: 'success' });
    expect(Object.keys(await repo.files())).toEqual(['SUMMARY.md']);
  });
});

describe('Git operations', () => {
  test('run in order', async () => {
    await repo.commit(BOOK);
    await ask('export', { timestamp: '2026-02-01T00:00:00Z' });
    await ask('import', { timestamp: '2026-01-01T00:00:00Z' });
    await server.app.services.gitOperations.run({ organization_id: org.id, id: space });
    // Had the export been first, the repository would have lost its pages.
    expect(await repo.files()).toEqual(BOOK);
    expect(Object.keys(await pages())).toEqual(['Home', 'Start']);
  });

  test('of a dead process are restarted by another one', async () => {
    await repo.commit(BOOK);
    await ask('import');
    const { db } = server.app.kernel;
    const running = { attempt: 1, stage: 'content_process' as const };
    await db.updateTable('git_operations').set(running).where('space_id', '=', space).execute();
    const key = { organization_id: org.id, id: space };
    await server.app.services.gitOperations.run(key);
    expect((await last()).state).toBe('running');
    await db
      .updateTable('git_operations')
      .set({ updated_at: new Date(Date.now() - 120_000) })
      .where('space_id', '=', space)
      .execute();
    await server.app.services.gitOperations.run(key);
    expect((await last()).state).toBe('success');
    expect(Object.keys(await pages())).toEqual(['Home', 'Start']);
  });
});
