import { createHmac } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { createRepositories, type TestRepository } from '../../../testing/git-repositories.ts';
import { notificationJobsOf, notificationsOf } from '../../../testing/notifications.ts';
import type { Person, TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const repositories = await createRepositories();
afterAll(() => repositories.close());

describe('a failed automatic synchronization', () => {
  let server: TestServer;
  let org: TestOrganization;
  let repo: TestRepository;
  let space: string;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { config: { gitFolders: repositories.top } },
  );
  beforeEach(async () => {
    repo = await repositories.repository();
    await repo.commit({ 'README.md': '# Home\n' });
    space = await createLiveSpace(org);
  });

  const call = (method: 'POST' | 'PUT', at: string, body: object, by = org.admin) =>
    by.call(method, `/spaces/${space}/git/connection${at}`, body);
  const connect = async (branch: string, by?: Person) => {
    const connection = { url: repo.folder, branch, authentication: { type: 'none' } };
    expect((await call('PUT', '', connection, by)).status).toBe(200);
  };
  const work = async () => {
    await server.app.services.gitOperations.run({ organization_id: org.id, id: space });
    return (await org.admin.call('GET', `/spaces/${space}/git/operation`)).body;
  };
  const importNow = async () => {
    await call('POST', '/sync', { direction: 'import' });
    return work();
  };
  /** A push to a branch that the repository does not have. */
  const fail = async () => {
    const { secret, url } = (await call('POST', '/webhook-secret', {})).body;
    const body = JSON.stringify({ ref: 'refs/heads/gone' });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature}` };
    await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body });
    expect(await work()).toMatchObject({ state: 'failure', cause: 'push' });
  };
  const failures = async () =>
    (await server.eventsOf(space)).filter(({ action }) => action === 'space.git-sync-failed').length;
  const dispatch = async () => {
    const jobs = notificationJobsOf(server);
    await jobs.dispatch(await jobs.last('space.git-sync-failed'));
  };

  test('notifies the member who connected the space, of the first failure in a row', async () => {
    await connect('gone', org.create);
    await fail();
    await dispatch();
    expect(await notificationsOf(org.create)).toMatchObject([
      {
        kind: 'git-sync-failed',
        space: { id: space },
        urls: { app: expect.stringMatching(new RegExp(`/s/${space}/~/git$`)) },
      },
    ]);
    expect(await notificationsOf(org.admin)).toEqual([]);
    await fail();
    expect(await failures()).toBe(1);
    // A success ends the row.
    await connect('main');
    expect(await importNow()).toMatchObject({ state: 'success' });
    await connect('gone');
    await fail();
    expect(await failures()).toBe(2);
  });

  test('notifies administrators if that member has no permission any more', async () => {
    await connect('gone', org.create);
    await org.admin.call('PATCH', `/orgs/${org.id}/members/${org.create.id}`, { role: 'read' });
    await fail();
    await dispatch();
    expect(await notificationsOf(org.admin)).toMatchObject([{ kind: 'git-sync-failed' }]);
    expect(await notificationsOf(org.create)).toEqual([]);
  });

  test('is not reported to whoever started it and sees it', async () => {
    await connect('gone');
    expect(await importNow()).toMatchObject({ state: 'failure' });
    expect(await failures()).toBe(0);
  });
});
