import { createHmac } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { createRepositories, type TestRepository } from '../../../testing/git-repositories.ts';
import { type GitSync, gitSyncOf } from '../../../testing/git-sync.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { startSshServer } from '../../../testing/ssh-server.ts';

const repositories = await createRepositories();
const locked = await repositories.serve('s3cret');
const ssh = await startSshServer(repositories.top);
afterAll(async () => {
  await locked.close();
  await ssh.close();
  await repositories.close();
});

let server: TestServer;
let org: TestOrganization;
let repo: TestRepository;
let space: string;
let { last, get, pages, revision, markdown, write } = {} as GitSync;
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { config: { gitFolders: repositories.top, egressAllow: '127.0.0.1' } },
);
beforeEach(async () => {
  repo = await repositories.repository();
  space = await createLiveSpace(org);
  ({ last, get, pages, revision, markdown, write } = gitSyncOf(server, org, space, repo));
});

const BOOK = {
  'README.md': '# Home\n\nRead it.\n',
  'guide/start.md': '# Start\n\nOne.\n',
  'SUMMARY.md': '# Summary\n\n- [Home](README.md)\n- [Start](guide/start.md)\n',
};

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', at: string, body?: object) => {
  const answer = await org.admin.call(method, `/spaces/${space}/git${at}`, body);
  return { status: answer.status, body: answer.body };
};
const connect = async (more: object = {}) => {
  const connection = { url: repo.folder, branch: 'main', authentication: { type: 'none' }, ...more };
  const { status, body } = await call('PUT', '/connection', connection);
  expect([status, body]).toEqual([200, expect.objectContaining({ object: 'git-connection' })]);
  return body;
};
const work = () => server.app.services.gitOperations.run({ organization_id: org.id, id: space });
const sync = async (options: object) => {
  const { status, body } = await call('POST', '/connection/sync', options);
  expect([status, body]).toEqual([204, undefined]);
  await work();
  return last();
};
const push = async (secret: string, payload: object, headers: Record<string, string> = {}) => {
  const text = JSON.stringify(payload);
  const signature = createHmac('sha256', secret).update(text).digest('hex');
  const { webhook } = (await call('GET', '/connection')).body;
  const response = await fetch(webhook.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-hub-signature-256': `sha256=${signature}`,
      ...headers,
    },
    body: text,
  });
  return { status: response.status, text: await response.text() };
};

describe('a connection', () => {
  test('is stored, changed and removed', async () => {
    expect((await call('GET', '/connection')).status).toBe(404);
    await repo.commit({ 'docs/README.md': '# Docs\n' });
    const connection = await connect({ directory: '/docs/' });
    expect(connection).toMatchObject({
      branch: 'main',
      directory: 'docs',
      provider: 'other',
      authentication: { type: 'none' },
      automaticExport: true,
      connectedBy: { id: org.admin.id },
      webhook: { hasSecret: false },
    });
    expect(connection.synced).toBeUndefined();
    expect(await sync({ direction: 'import' })).toMatchObject({
      state: 'success',
      cause: 'request',
      requestedBy: { id: org.admin.id },
      changes: { written: ['docs/README.md'], writtenCount: 1, removed: [], removedCount: 0 },
      commit: { oid: await repo.head() },
    });
    expect(Object.keys(await pages())).toEqual(['Docs']);
    expect((await call('GET', '/connection')).body.synced).toEqual({
      commit: await repo.head(),
      revision: await revision(),
      hasUnexportedChanges: false,
    });
    await connect({ branch: 'next' });
    expect((await call('GET', '/connection')).body.synced).toBeUndefined();
    expect((await call('DELETE', '/connection')).status).toBe(204);
    expect((await call('GET', '/connection')).status).toBe(404);
    expect((await get('')).gitSync).toBeUndefined();
    expect((await call('POST', '/connection/sync', { direction: 'import' })).status).toBe(404);
    const actions = (await server.eventsOf(space)).map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining([
        'space.git-connected',
        'space.git-connection-updated',
        'space.git-disconnected',
      ]),
    );
  });

  test('synchronizes in both directions, and lists what it did', async () => {
    await repo.commit(BOOK);
    await connect();
    await sync({ direction: 'import' });
    await write('Start', 'Written here.\n');
    expect((await call('GET', '/connection')).body.synced.hasUnexportedChanges).toBe(true);
    await sync({ direction: 'export', commitMessage: 'From the space' });
    expect((await repo.files())['guide/start.md']).toContain('Written here.');
    expect(await repo.git('log', '-1', '--format=%s', 'main')).toBe('From the space');
    await repo.commit({ 'guide/start.md': null, 'SUMMARY.md': '# Summary\n\n- [Home](README.md)\n' });
    await sync({ direction: 'import' });
    const { body } = await call('GET', '/operations');
    expect(body.count).toBe(3);
    const seen = body.items.map(({ direction, changes }: { direction: string; changes: object }) => ({
      direction,
      ...changes,
    }));
    expect(seen).toEqual([
      expect.objectContaining({ direction: 'import', written: [], removed: ['guide/start.md'] }),
      expect.objectContaining({ direction: 'export', written: ['guide/start.md'], removed: [] }),
      expect.objectContaining({ direction: 'import', writtenCount: 2 }),
    ]);
    const paged = await call('GET', '/operations?limit=2');
    const rest = await call('GET', `/operations?limit=2&page=${paged.body.next.page}`);
    expect(rest.body.items.map(({ id }: { id: string }) => id)).toEqual([body.items[2].id]);
  });

  test.each([
    ['url', { url: 'https://me:s3cret@git.example.com/docs' }],
    ['url', { url: 'git@git.example.com:docs' }],
    ['url', { url: 'https://git.example.com/docs', authentication: { type: 'deploy_key' } }],
    ['url', { url: 'ssh://-oProxyCommand=x/docs', authentication: { type: 'deploy_key' } }],
    ['url', { url: "ssh://git@host/docs'$(id)", authentication: { type: 'deploy_key' } }],
    ['url', { url: 'git@host:-docs', authentication: { type: 'deploy_key' } }],
    ['url', { authentication: { type: 'token', token: 'x' } }],
    ['url', { authentication: { type: 'deploy_key' } }],
    ['branch', { branch: 'a..b' }],
    ['branch', { branch: '-x' }],
    ['directory', { directory: '../docs' }],
    ['authentication.token', { url: 'https://git.example.com/docs', authentication: { type: 'token' } }],
  ])('with a bad %s is refused: %j', async (field, more) => {
    const connection = { url: repo.folder, branch: 'main', authentication: { type: 'none' }, ...more };
    const { status, body } = await call('PUT', '/connection', connection);
    expect([status, body.error.details[0].path]).toEqual([400, `body.${field}`]);
  });

  test('keeps its token sealed, and uses it', async () => {
    await repo.commit(BOOK);
    const url = locked.urlOf(repo);
    const wrong = await connect({ url, authentication: { type: 'token', username: 'me', token: 'wr0ng' } });
    expect((await call('POST', '/connection/check')).body).toMatchObject({
      isReachable: false,
      error: expect.stringContaining('is not accepted'),
    });
    await connect({ url, authentication: { type: 'token', username: 'me', token: 's3cret' } });
    const check = await call('POST', '/connection/check');
    expect(check.body).toEqual({
      isReachable: true,
      branches: ['main'],
      defaultBranch: 'main',
      hasBranch: true,
      mayPush: true,
    });
    // Without a token, the stored one is kept.
    const kept = await connect({ url, authentication: { type: 'token', username: 'me' } });
    expect(await sync({ direction: 'import' })).toMatchObject({ state: 'success' });
    const { db } = server.app.kernel;
    const rows = [
      await db.selectFrom('git_connections').selectAll().execute(),
      await db.selectFrom('git_operations').selectAll().execute(),
      await server.eventsOf(space),
    ];
    expect(JSON.stringify([wrong, kept, check, rows])).not.toMatch(/s3cret|wr0ng/);
  });
});

describe('a deploy key', () => {
  test('opens a repository on an SSH server in both directions, whose key is remembered', async () => {
    await repo.commit(BOOK);
    const url = ssh.urlOf(repo);
    const { authentication } = await connect({ url, authentication: { type: 'deploy_key' } });
    expect(authentication.publicKey).toMatch(/^ssh-ed25519 /);
    expect(authentication.fingerprint).toMatch(/^SHA256:/);
    expect((await call('POST', '/connection/check')).body).toMatchObject({
      isReachable: false,
      error: expect.stringContaining('refused the deploy key'),
    });
    ssh.allowed.push({ publicKey: authentication.publicKey, mayWrite: false });
    expect((await call('POST', '/connection/check')).body).toMatchObject({
      isReachable: true,
      hasBranch: true,
      mayPush: false,
      pushError: expect.stringContaining('may only read'),
    });
    expect(await sync({ direction: 'import' })).toMatchObject({ state: 'success' });
    const { hostKeys } = (await call('GET', '/connection')).body;
    expect(hostKeys).toEqual([expect.stringMatching(/^SHA256:.* \(rsa\)$/)]);
    ssh.allowed.length = 0;
    ssh.allowed.push({ publicKey: authentication.publicKey, mayWrite: true });
    await write('Start', 'Over SSH.\n');
    expect(await sync({ direction: 'export' })).toMatchObject({ state: 'success' });
    expect((await repo.files())['guide/start.md']).toContain('Over SSH.');

    const replaced = (await call('POST', '/connection/deploy-key')).body.authentication;
    expect(replaced.publicKey).not.toBe(authentication.publicKey);
    expect((await call('POST', '/connection/check')).body.isReachable).toBe(false);
    const rows = await server.app.kernel.db.selectFrom('git_connections').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('OPENSSH PRIVATE KEY');
  });

  test('is not sent to a server with another key, until the old key is forgotten', async () => {
    await repo.commit(BOOK);
    const first = await startSshServer(repositories.top);
    const url = first.urlOf(repo);
    const { authentication } = await connect({ url, authentication: { type: 'deploy_key' } });
    first.allowed.push({ publicKey: authentication.publicKey, mayWrite: true });
    expect((await call('POST', '/connection/check')).body.isReachable).toBe(true);
    await first.close();
    const second = await startSshServer(repositories.top, first.port);
    second.allowed.push({ publicKey: authentication.publicKey, mayWrite: true });
    expect((await call('POST', '/connection/check')).body).toMatchObject({
      isReachable: false,
      error: expect.stringContaining('not the one that was seen before'),
    });
    await connect({ url, authentication: { type: 'deploy_key' }, forgetHostKeys: true });
    expect((await call('POST', '/connection/check')).body.isReachable).toBe(true);
    await second.close();
  });

  test('cannot be replaced where there is none', async () => {
    await connect();
    expect((await call('POST', '/connection/deploy-key')).status).toBe(409);
  });
});

describe('a webhook', () => {
  test('imports a signed push to the branch, once', async () => {
    await repo.commit(BOOK);
    await connect();
    const { secret, url } = (await call('POST', '/connection/webhook-secret')).body;
    expect(url).toBe((await call('GET', '/connection')).body.webhook.url);
    expect(await push('wrong', { ref: 'refs/heads/main' })).toMatchObject({ status: 401 });
    expect((await call('GET', '/operations')).body.count).toBe(0);
    expect(await push(secret, { zen: 'x' }, { 'x-github-event': 'ping' })).toMatchObject({
      status: 200,
      text: 'Nothing to import\n',
    });
    expect(await push(secret, { ref: 'refs/heads/other' })).toMatchObject({ text: 'Nothing to import\n' });
    for (const _ of [1, 2, 3])
      expect(await push(secret, { ref: 'refs/heads/main' })).toMatchObject({
        status: 200,
        text: 'The push will be imported\n',
      });
    await work();
    expect((await call('GET', '/operations')).body).toMatchObject({
      count: 1,
      items: [{ cause: 'push', state: 'success', direction: 'import' }],
    });
    expect(Object.keys(await pages())).toEqual(['Home', 'Start']);
    expect((await call('GET', '/connection')).body.webhook).toMatchObject({
      hasSecret: true,
      lastReceivedAt: expect.any(String),
    });
    // A new secret replaces the old one.
    await call('POST', '/connection/webhook-secret');
    expect(await push(secret, { ref: 'refs/heads/main' })).toMatchObject({ status: 401 });
  });

  test('says nothing about spaces: unknown, not connected and wrongly signed are one answer', async () => {
    const answers = [];
    const base = `${server.url}/~git`;
    for (const id of [space, 'nothing'])
      answers.push((await fetch(`${base}/${id}/push`, { method: 'POST', body: '{}' })).status);
    expect(answers).toEqual([401, 401]);
  });
});

describe('changes of the space', () => {
  const exportChanged = async () => {
    await server.app.services.gitConnections.exportChanged();
    await work();
  };
  /** Makes the newest revision older than the time that people are given to finish. */
  const leaveAlone = () =>
    server.app.kernel.db
      .updateTable('revisions')
      .set({ created_at: new Date(Date.now() - 3_600_000) })
      .where('space_id', '=', space)
      .execute();

  test('are pushed by themselves once nobody edits any more', async () => {
    await repo.commit(BOOK);
    await connect();
    await sync({ direction: 'import' });
    const before = await repo.head();
    await write('Start', 'Changed.\n');
    await exportChanged();
    expect(await repo.head()).toBe(before);
    await leaveAlone();
    await exportChanged();
    expect((await repo.files())['guide/start.md']).toBe('# Start\n\nChanged.\n');
    expect(await last()).toMatchObject({ cause: 'change', direction: 'export', state: 'success' });
    await leaveAlone();
    await exportChanged();
    expect((await call('GET', '/operations')).body.count).toBe(2);
  });

  test('are not pushed if the connection does not want it', async () => {
    await repo.commit(BOOK);
    await connect({ automaticExport: false });
    await sync({ direction: 'import' });
    await write('Start', 'Changed.\n');
    await leaveAlone();
    await exportChanged();
    expect((await call('GET', '/operations')).body.count).toBe(1);
  });
});

describe('a conflict', () => {
  const answer = (number: string) => `The answer is ${number} and nothing else.\n`;
  const conflicting = async () => {
    await repo.commit({ ...BOOK, 'guide/start.md': `# Start\n\n${answer('one')}` });
    await connect();
    await sync({ direction: 'import' });
    await write('Start', answer('two'));
    await repo.commit({ 'guide/start.md': `# Start\n\n${answer('three')}`, 'new.md': '# New\n' });
  };
  const requests = (at: string) => `/spaces/${space}/change-requests/${at}`;

  test('is named, and resolved in a change request', async () => {
    await conflicting();
    expect(await sync({ direction: 'import' })).toMatchObject({
      state: 'failure',
      conflicts: [{ kind: 'page', title: 'Start', path: 'guide/start.md' }],
    });
    const resolving = await sync({ direction: 'import', resolveConflicts: true });
    expect(resolving).toMatchObject({ state: 'success', changeRequest: { number: 1 } });
    const { id } = resolving.changeRequest;
    expect((await call('GET', '/connection')).body.resolution).toEqual({ changeRequest: id });
    expect((await org.admin.call('GET', requests(`${id}/merge-status`))).body.conflicts).toBe('unresolved');
    // Neither side is overwritten meanwhile.
    const waiting = { state: 'failure', error: expect.stringContaining('#1') };
    expect(await sync({ direction: 'import' })).toMatchObject(waiting);
    expect(await sync({ direction: 'export' })).toMatchObject(waiting);

    const page = (await pages()).Start!.id;
    const changes = [{ operation: 'update_page', page, document: { markdown: answer('four') } }];
    expect((await org.admin.call('POST', requests(`${id}/content`), { changes })).status).toBe(200);
    expect((await org.admin.call('POST', requests(`${id}/merge`))).body.result).toBe('merge');
    expect(await sync({ direction: 'export' })).toMatchObject({ state: 'success' });
    const files = await repo.files();
    expect(files['guide/start.md']).toBe(`# Start\n\n${answer('four')}`);
    expect(files['new.md']).toBe('# New\n');
    expect((await call('GET', '/connection')).body.resolution).toBeUndefined();
    expect(await sync({ direction: 'import' })).toMatchObject({ state: 'success' });
    expect(await markdown('Start')).toBe(answer('four'));
  });

  test('is over with the version of the repository, or of the space', async () => {
    await conflicting();
    expect(await sync({ direction: 'import', force: true })).toMatchObject({ state: 'success' });
    expect(await markdown('Start')).toBe(answer('three'));
    await write('Start', answer('five'));
    await repo.commit({ 'guide/start.md': `# Start\n\n${answer('six')}` });
    expect(await sync({ direction: 'export' })).toMatchObject({ state: 'failure' });
    expect(await sync({ direction: 'export', force: true })).toMatchObject({ state: 'success' });
    expect((await repo.files())['guide/start.md']).toBe(`# Start\n\n${answer('five')}`);
  });

  test('is open again when its change request is archived', async () => {
    await conflicting();
    const { changeRequest } = await sync({ direction: 'import', resolveConflicts: true });
    await org.admin.call('PATCH', requests(changeRequest.id), { status: 'archived' });
    expect(await sync({ direction: 'import' })).toMatchObject({
      state: 'failure',
      conflicts: [{ title: 'Start' }],
    });
  });
});
