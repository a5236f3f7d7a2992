import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { createRepositories } from '../../../testing/git-repositories.ts';
import { REF } from '../../../testing/git-sync.ts';
import { install, publish, serviceAccountsOf } from '../../../testing/published-integrations.ts';
import { eventsOf, installEverywhere, queueOf, traceOf } from '../../../testing/reporter-integration.ts';
import { type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { PUBLIC_ACTIONS } from '../../public-events/index.ts';

const repositories = await createRepositories();
afterAll(() => repositories.close());

const TOLD = 20;
const testing = testClock();
const start = testing.now().getTime();
// Twenty of anything are done well within a minute, however busy the machine is.
const SLOWER = 20;
let skipped = 0;
const clock = {
  now: () => new Date(start + skipped + (testing.now().getTime() - start) / SLOWER),
  advance: (ms: number) => {
    skipped += ms;
  },
};
let server: TestServer;
let org: TestOrganization;
// Nothing is given to scripts here: what they are to be told stays in the queue.
withOrganization(
  (fresh) => {
    ({ server, org } = fresh);
  },
  { clock, config: { gitFolders: repositories.top, rateLimit: 3000 } },
);

const counted = (types: readonly string[]) => {
  const counts: Record<string, number> = {};
  for (const type of types) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};
/** How often an integration is to be told of what, but for what concerns its installation. */
const queued = async (name: string) =>
  counted((await queueOf(server, name)).map(({ type }) => type).filter((type) => !type.includes('setup')));
/** What it is not told of. */
const untold = async (name: string) => {
  const events = await eventsOf(org, name);
  for (const { id, status } of events) {
    expect(status).toBe('failed');
    expect(await traceOf(org, name, id)).toMatchObject([
      { level: 'warn', message: expect.stringContaining('more than 20 times within a minute') },
    ]);
  }
  return counted(events.map(({ payload }) => payload.type));
};

describe('events of spaces caused by an installation itself', () => {
  const scopes = ['space:content:read', 'space:content:write', 'space:git:sync'];
  let name: string;
  let own: TestServer['anonymous'];
  beforeEach(async () => {
    name = await publish(org, { scopes });
    const { id } = await installEverywhere(org, name);
    own = (await serviceAccountsOf(server, name, id)).installation;
  });

  /** Announces what happened, in the order in which it did: all of it, or the last. */
  const announce = async (last = 0) => {
    const rows = await server.app.kernel.db
      .selectFrom('events')
      .selectAll()
      .where('organization_id', '=', org.id)
      .where('action', 'in', PUBLIC_ACTIONS)
      .orderBy('id')
      .execute();
    for (const row of rows.slice(-last))
      await server.app.services.integrationEvents.queueForSubscribers({
        id: row.id,
        organizationId: org.id,
        action: row.action,
        target: { type: row.target_type, id: row.target_id },
        payload: row.payload as object as Record<string, unknown>,
        actor: { type: row.actor_type, id: row.actor_id },
      });
  };
  const sync = async (space: string, url: string) => {
    expect((await own('POST', `/spaces/${space}/git/import`, { url, ref: REF })).status).toBe(204);
    await server.app.services.gitOperations.run({ organization_id: org.id, id: space });
  };

  test('are delivered for any number of spaces that it syncs with Git within a minute', async () => {
    const repo = await repositories.repository();
    await repo.commit({ 'README.md': '# Home\n\nHello.\n' });
    for (let n = 0; n < TOLD + 1; n++) await sync(await createLiveSpace(org), repo.folder);
    await announce();
    expect(await untold(name)).toEqual({});
    expect(await queued(name)).toEqual({
      space_gitsync_started: TOLD + 1,
      space_content_updated: TOLD + 1,
      space_gitsync_completed: TOLD + 1,
    });
  });

  test('are limited per space, with the end of each sync whose start was delivered', async () => {
    const [space, other] = [await createLiveSpace(org), await createLiveSpace(org)];
    const repo = await repositories.repository();
    for (let n = 0; n < TOLD + 1; n++) {
      await repo.commit({ 'README.md': `# Home\n\n${n}\n` });
      await sync(space, repo.folder);
    }
    await sync(other, repo.folder);
    await announce();
    expect(await untold(name)).toEqual({
      space_gitsync_started: 1,
      space_content_updated: 1,
      space_gitsync_completed: 1,
    });
    const told = (await queueOf(server, name)).filter(({ type }) => type.startsWith('space_gitsync'));
    const commitsOf = (wanted: string) =>
      told
        .filter(({ type }) => type === wanted)
        .map(({ payload }) => (payload as unknown as { commitId: string }).commitId);
    expect(commitsOf('space_gitsync_started')).toHaveLength(TOLD + 1);
    expect(commitsOf('space_gitsync_completed')).toEqual(commitsOf('space_gitsync_started'));
  });

  test('are checked with one query, however many there are', async () => {
    const space = await createLiveSpace(org);
    const edit = (n: number) =>
      own('POST', `/spaces/${space}/content`, {
        changes: [{ operation: 'insert_page', title: `${n}`, document: { markdown: 'x' } }],
      });
    await edit(0);
    const forOne = await server.countQueries(() => announce(1));
    for (let n = 1; n < TOLD + 5; n++) await edit(n);
    expect(await server.countQueries(() => announce(1))).toBe(forOne);
    expect(await untold(name)).toEqual({ space_content_updated: 1 });
  });
});

describe('events of installations caused by an integration itself', () => {
  let times = 0;
  const change = async (by: TestServer['anonymous'], path: string) => {
    const { status } = await by('PATCH', path, { configuration: { times: `no ${++times}` } });
    expect(status).toBe(200);
  };
  const settings = async () => {
    const name = await publish(org);
    const { id, at } = await install(org, name);
    return { name, at, ...(await serviceAccountsOf(server, name, id)) };
  };
  const spaceOf = async (at: string) => {
    const space = await org.space();
    await org.admin.call('POST', `${at}/spaces`, { space });
    return `${at}/spaces/${space}`;
  };

  test('are delivered for every space with an installation', async () => {
    const { name, at, integration } = await settings();
    const spaces = [];
    for (let n = 0; n < TOLD + 5; n++) spaces.push(await spaceOf(at));
    const before = (await queueOf(server, name)).length;
    for (const space of spaces) await change(integration, space);
    expect(await queueOf(server, name)).toHaveLength(before + TOLD + 5);
    expect(await untold(name)).toEqual({});
  });

  test('are limited for the same installation, whatever the token, and the log counts the dropped ones', async () => {
    const { name, at, integration, installation } = await settings();
    const space = await spaceOf(at);
    const waiting = async () => (await queueOf(server, name)).length;
    const before = await waiting();
    for (let n = 0; n < TOLD / 2; n++) {
      await change(integration, space);
      await change(installation, space);
    }
    expect(await waiting()).toBe(before + TOLD);
    await change(integration, space);
    await change(installation, space);
    expect(await waiting()).toBe(before + TOLD);
    expect(await untold(name)).toEqual({ space_installation_setup: 2 });
    const [last] = await eventsOf(org, name);
    expect(last!.payload).toMatchObject({
      spaceId: space.split('/').at(-1),
      status: 'active',
      previous: { configuration: { times: '[hidden]' } },
    });

    // The organization's own is counted for itself.
    for (let n = 0; n < TOLD + 1; n++) await change(installation, at);
    expect(await waiting()).toBe(before + 2 * TOLD);
    expect(await untold(name)).toEqual({ space_installation_setup: 2, installation_setup: 1 });

    // What people change is told as ever, and so is what it changes itself after a while.
    await change(org.admin.call, at);
    await change(org.admin.call, space);
    expect(await waiting()).toBe(before + 2 * TOLD + 2);
    clock.advance(61_000);
    await change(installation, at);
    await change(integration, space);
    expect(await waiting()).toBe(before + 2 * TOLD + 4);
  });
});
