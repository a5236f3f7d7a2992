import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type Person,
  startServer,
  type TestOrganization,
  type TestServer,
  testClock,
} from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { EMPTY_TRASH } from './index.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('the trash', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;

  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { roles: ['api', 'worker'], clock },
  );

  const trash = async (id: string) =>
    expect((await org.admin.call('DELETE', `/spaces/${id}`)).status).toBe(204);
  const restore = (id: string, by = org.admin) => by.call('POST', `/spaces/${id}/restore`);
  const stored = async (id: string) => {
    const { db } = server.app.kernel;
    return db.selectFrom('contents').selectAll().where('id', '=', id).executeTakeFirst();
  };
  const actions = async (id: string) =>
    (await server.eventsOf(id)).map(({ action, actor }) => [action, actor]);
  /** Lets the worker empty the trash, and waits until it has. */
  const emptyTrash = async () => {
    const { db, jobs, transaction } = server.app.kernel;
    const marker = await org.space('marker');
    await trash(marker);
    await db
      .updateTable('contents')
      .set({ deleted_at: new Date(0) })
      .where('id', '=', marker)
      .execute();
    await transaction((tx) => jobs.enqueue(tx, EMPTY_TRASH, {}));
    // The marker is the oldest of all: when it has gone, the run that took it sees to the rest.
    await vi.waitFor(async () => expect(await stored(marker)).toBeUndefined(), {
      timeout: 240_000,
      interval: 50,
    });
  };

  // The first of all, so that no run of another test is on its way.
  test('schedules a job for each deletion', async () => {
    const id = await org.space('Docs');
    const due = clock.now().getTime() + 7 * DAY;
    const planned = async () => {
      const { db } = server.app.kernel;
      const { rows } = await sql<{ start: Date }>`
        select start_after as start from pgboss.job where name = ${EMPTY_TRASH} and state = 'created'`.execute(
        db,
      );
      return rows.filter(({ start }) => start.getTime() >= due);
    };
    expect(await planned()).toHaveLength(0);
    await trash(id);
    await vi.waitFor(async () => expect(await planned()).toHaveLength(1), { timeout: 240_000 });
  });

  test('hides a deleted space from everyone, and restores it unchanged', async () => {
    const parent = (await org.admin.call('POST', `/orgs/${org.id}/collections`, {})).body.id;
    const id = await org.space('Docs', parent);
    await org.space('After', parent);
    await org.admin.call('POST', `/spaces/${id}/permissions`, { role: 'edit', users: [org.guest.id] });
    const before = (await org.admin.call('GET', `/spaces/${id}`)).body;
    await trash(id);
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { title: 'x' }],
      ['POST', '/duplicate'],
      ['POST', '/move', {}],
      ['POST', '/transfer', { organization: org.id }],
      ['POST', '/permissions', { role: 'read', users: [org.read.id] }],
      ['GET', '/permissions/aggregate'],
    ] as const)
      expect([path, (await org.admin.call(method, `/spaces/${id}${path}`, body)).status]).toEqual([
        path,
        404,
      ]);
    expect((await org.admin.call('GET', `/collections/${parent}/spaces`)).body.count).toBe(1);
    const restored = await restore(id, org.create);
    expect(restored.status).toBe(200);
    const { updatedAt } = restored.body;
    expect((await org.admin.call('GET', `/spaces/${id}`)).body).toEqual({ ...before, updatedAt });
    expect((await org.guest.call('GET', `/spaces/${id}`)).body.permissions.edit).toBe(true);
    const listed = (await org.admin.call('GET', `/collections/${parent}/spaces`)).body.items;
    expect(listed.map((item: { title: string }) => item.title)).toEqual(['Docs', 'After']);
    expect(await actions(id)).toEqual([
      ['space.created', org.admin.id],
      ['space.access-changed', org.admin.id],
      ['space.deleted', org.admin.id],
      ['space.restored', org.create.id],
    ]);
  });

  test('lets administrators of the space restore it; others do not find it', async () => {
    const id = await org.space('Docs');
    expect((await restore(id)).status).toBe(409);
    expect((await restore(id, org.review)).status).toBe(403);
    await trash(id);
    for (const person of [org.review, org.read, org.guest, await server.person()])
      expect((await restore(id, person)).status).toBe(404);
    expect((await restore('unknown')).status).toBe(404);
    const answers = await Promise.all([restore(id), restore(id), restore(id)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  });

  test('is listed for those who can restore a space, within seven days', async () => {
    const { body: own } = await org.admin.call('POST', `/orgs/${org.id}/collections`, {});
    const ids = [await org.space('One', own.id), await org.space('Two'), await org.space('Three')];
    for (const id of ids.slice(0, 2)) {
      await trash(id);
      clock.advance(1000);
    }
    const listed = async (by: Person, query = '') =>
      (await by.call('GET', `/orgs/${org.id}/spaces?trashed=true${query}`)).body;
    const { items, count } = await listed(org.create);
    expect([items.map(({ title }: { title: string }) => title), count]).toEqual([['Two', 'One'], 2]);
    expect(items[1]).toMatchObject({ id: ids[0], parent: own.id, permissions: { admin: true } });
    expect(items[0].deletedAt).toBeDefined();
    for (const person of [org.review, org.read, org.guest]) expect((await listed(person)).count).toBe(0);
    const first = await listed(org.admin, '&limit=1');
    const second = await listed(org.admin, `&limit=1&page=${first.next.page}`);
    expect([first.items[0].id, second.items[0].id, second.next]).toEqual([ids[1], ids[0], undefined]);
    expect((await listed(org.admin, '&title=ON')).items.map(({ id }: { id: string }) => id)).toEqual([
      ids[0],
    ]);
    expect((await listed(org.admin, '&title=%25')).count).toBe(0);
    await restore(ids[0]!);
    expect((await listed(org.admin)).count).toBe(1);
    // Those of a collection are deleted at the same time.
    await org.space('Four', own.id);
    await org.admin.call('DELETE', `/collections/${own.id}`);
    const pages = [await listed(org.admin, '&limit=1')];
    while (pages.at(-1).next) pages.push(await listed(org.admin, `&limit=1&page=${pages.at(-1).next.page}`));
    expect(pages.map(({ items: [{ title }] }) => title)).toEqual(['Four', 'One', 'Two']);
    clock.advance(7 * DAY);
    expect((await listed(org.admin)).count).toBe(0);
  });

  test('keeps the first deletion date of a space that is deleted again', async () => {
    const id = await org.space('Docs');
    const answers = await Promise.all([1, 2, 3].map(() => org.admin.call('DELETE', `/spaces/${id}`)));
    expect(answers.map((answer) => answer.status)).toEqual([204, 204, 204]);
    const { deleted_at } = (await stored(id))!;
    clock.advance(DAY);
    await trash(id);
    expect((await stored(id))!.deleted_at).toEqual(deleted_at);
    expect((await actions(id)).filter(([action]) => action === 'space.deleted')).toHaveLength(1);
  });

  test('restores a space within seven days, and not after', async () => {
    const [early, late] = [await org.space('early'), await org.space('late')];
    await trash(early);
    await trash(late);
    clock.advance(7 * DAY - 60_000);
    expect((await restore(early)).status).toBe(200);
    clock.advance(60_000);
    expect((await restore(late)).status).toBe(404);
    expect(await stored(late)).toBeDefined();
  });

  test('deletes due spaces permanently, with all their data, and nothing else', async () => {
    const { db, newId } = server.app.kernel;
    const [due, young, alive] = [await org.space('due'), await org.space('young'), await org.space('alive')];
    const row = { organization_id: org.id, space_id: due, created_at: new Date() };
    await db
      .insertInto('change_requests')
      .values({ ...row, id: newId(), number: 1 })
      .execute();
    await db
      .insertInto('comments')
      .values({ ...row, id: newId() })
      .execute();
    await trash(due);
    clock.advance(7 * DAY);
    await trash(young);
    await emptyTrash();
    await vi.waitFor(async () => expect(await stored(due)).toBeUndefined(), { timeout: 240_000 });
    for (const table of ['revisions', 'change_requests', 'comments'] as const)
      expect(await db.selectFrom(table).select('id').where('space_id', '=', due).execute()).toEqual([]);
    expect((await restore(due)).status).toBe(404);
    expect((await restore(young)).status).toBe(200);
    expect((await org.admin.call('GET', `/spaces/${alive}`)).status).toBe(200);
    expect((await actions(due)).at(-1)).toEqual(['space.removed', 'system']);
  });

  test('contains the spaces of a deleted collection', async () => {
    const parent = (await org.admin.call('POST', `/orgs/${org.id}/collections`, {})).body.id;
    const id = await org.space('Docs', parent);
    await org.admin.call('DELETE', `/collections/${parent}`);
    clock.advance(7 * DAY - 60_000);
    await emptyTrash();
    expect(await stored(id)).toBeDefined();
    clock.advance(60_000);
    await emptyTrash();
    await vi.waitFor(async () => expect(await stored(id)).toBeUndefined(), { timeout: 240_000 });
  });
});

describe('a space that cannot be deleted', () => {
  const lines: string[] = [];
  let server: TestServer;
  beforeAll(async () => {
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    server = await startServer({ roles: ['api', 'worker'], log });
  });
  afterAll(() => server.close());

  test('is reported in the log, delays no other, and is deleted later', async () => {
    const { db, jobs, transaction } = server.app.kernel;
    const org = await server.organization();
    const trashed = (title: string, count: number, at: number): Promise<string[]> =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const { id } = (await org.admin.call('POST', `/orgs/${org.id}/spaces`, { title })).body;
          await db
            .updateTable('contents')
            .set({ deleted_at: new Date(at) })
            .where('id', '=', id)
            .execute();
          return id;
        }),
      );
    // More of them than are looked at together, and older than the others.
    const stuck = await trashed('Stuck', 101, 0);
    const free = await trashed('Free', 2, 1000);
    await sql`
      create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'it is stuck'; end $$`.execute(db);
    await sql`
      create trigger stuck before delete on spaces for each row when (old.title = 'Stuck')
      execute function refuse()`.execute(db);
    const left = async () => {
      const rows = await db.selectFrom('contents').select('id').where('deleted_at', 'is not', null).execute();
      return rows.map((row) => row.id).sort();
    };
    await transaction((tx) => jobs.enqueue(tx, EMPTY_TRASH, {}));
    await vi.waitFor(() => expect(lines.join()).toContain('spaces.empty-trash'), { timeout: 240_000 });
    expect(await left()).toEqual([...stuck].sort());
    for (const id of stuck) expect(lines.join()).toContain(id);
    for (const id of free) expect(lines.join()).not.toContain(id);
    expect(lines.join()).toContain('it is stuck');
    await sql`drop trigger stuck on spaces`.execute(db);
    await transaction((tx) => jobs.enqueue(tx, EMPTY_TRASH, {}));
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 240_000, interval: 50 });
  });
});
