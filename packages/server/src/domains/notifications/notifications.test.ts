import { beforeEach, describe, expect, test } from 'vitest';
import { signedInBrowser } from '../../testing/browser-client.ts';
import { type NotificationJobs, notificationJobsOf } from '../../testing/notifications.ts';
import { type TestOrganization, type TestServer, testClock } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('notifications', () => {
  const clock = testClock();
  let server: TestServer;
  let org: TestOrganization;
  let notificationJobs: NotificationJobs;
  let space: string;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock },
  );
  beforeEach(async () => {
    notificationJobs = notificationJobsOf(server);
    space = await org.space('Handbook');
  });

  /** Tells `read` of so many mentions, which say their number. */
  const mention = async (count: number, where = space) => {
    for (let n = 1; n <= count; n++)
      await notificationJobs.dispatch(
        await notificationJobs.write(org.review, { space: where, mentions: [org.read.id], text: String(n) }),
      );
  };
  const list = async (query = '') => (await org.read.call('GET', `/user/notifications${query}`)).body;
  const excerpts = (items: readonly { excerpt: string }[]) =>
    items.map(({ excerpt }) => excerpt.split(' ')[0]);
  const mark = (id: string, status: string, by = org.read) =>
    by.call('PATCH', `/user/notifications/${id}`, { status });
  const readAll = (body: object = {}) => org.read.call('POST', '/user/notifications/read', body);
  const access = (role: string | null, where = space) =>
    org.admin.call('POST', `/spaces/${where}/permissions`, { role, users: [org.read.id] });

  test('are listed newest first, in pages', async () => {
    await mention(5);
    const first = await list('?limit=2');
    expect(excerpts(first.items)).toEqual(['5', '4']);
    expect([first.count, first.unread]).toEqual([5, 5]);
    await mention(1);
    const second = await list(`?limit=2&page=${first.next.page}`);
    expect(excerpts(second.items)).toEqual(['3', '2']);
    const third = await list(`?limit=2&page=${second.next.page}`);
    expect([excerpts(third.items), third.next]).toEqual([['1'], undefined]);
    const other = await org.read.call('GET', `/user/notifications?status=read&page=${first.next.page}`);
    expect([other.status, other.body.error.details[0].path]).toEqual([400, 'query.page']);
  });

  describe('as server-sent events', () => {
    const connect = (accept: string, signal?: AbortSignal) =>
      fetch(`${server.url}/v1/user/notifications/events`, {
        headers: { authorization: `Bearer ${org.read.token}`, accept },
        ...(signal && { signal }),
      });

    test('report every change until the client leaves', async () => {
      const leaving = new AbortController();
      const response = await connect('text/event-stream', leaving.signal);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/event-stream; charset=utf-8',
      ]);
      const chunks = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
      const next = async () => (await chunks.next()).value;
      expect(await next()).toBe('data: {"unread":0}\n\n');
      await mention(1);
      expect(await next()).toBe('data: {"unread":1}\n\n');
      await mark((await list()).items[0].id, 'read');
      expect(await next()).toBe('data: {"unread":0}\n\n');
      leaving.abort();
    });

    test('end when the session ends', async () => {
      const browser = await signedInBrowser(server, org.read);
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(`${server.url}/v1/user/notifications/events`, {
        headers: { cookie, accept: 'text/event-stream' },
      });
      expect(response.status).toBe(200);
      const text = response.text();
      await browser.submit(await browser.open('/account'), '/logout');
      expect(await text).toBe('data: {"unread":0}\n\n');
    });

    test('are one event for other clients', async () => {
      await mention(2);
      expect(await (await connect('*/*')).text()).toBe('data: {"unread":2}\n\n');
    });
  });

  test('are marked as read individually, and filtered by status and kind', async () => {
    await mention(2);
    const [newest, oldest] = (await list()).items;
    const marked = await mark(oldest.id, 'read');
    expect(marked.body).toEqual({ ...oldest, status: 'read', readAt: expect.any(String) });
    clock.advance(5000);
    expect((await mark(oldest.id, 'read')).body.readAt).toBe(marked.body.readAt);
    expect((await list()).unread).toBe(1);
    expect(excerpts((await list('?status=read')).items)).toEqual(['1']);
    expect(await list('?status=unread')).toMatchObject({ count: 1, unread: 1, items: [{ id: newest.id }] });
    expect((await list('?status=all')).count).toBe(2);
    expect((await list('?kind=mention')).count).toBe(2);
    expect((await list('?kind=reply')).count).toBe(0);
    expect((await list('?kind=reply')).unread).toBe(1);
    expect((await mark(oldest.id, 'unread')).body).toEqual(oldest);
    for (const [query, field] of [
      ['status=new', 'query.status'],
      ['kind=gossip', 'query.kind'],
    ]) {
      const refused = await org.read.call('GET', `/user/notifications?${query}`);
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, field]);
    }
    const refused = await mark(oldest.id, 'seen');
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.status']);
  });

  test('are marked as read all at once, or up to a given one', async () => {
    await mention(3);
    const [, seen] = (await list()).items;
    expect((await readAll({ until: seen.id })).body).toEqual({ unread: 1 });
    expect(excerpts((await list('?status=unread')).items)).toEqual(['3']);
    // Who made the space is told of the same comments.
    // One that is gone still says how far one has read.
    await mention(1);
    await server.app.kernel.db.deleteFrom('notifications').where('id', '=', seen.id).execute();
    expect((await readAll({ until: seen.id })).body).toEqual({ unread: 2 });
    expect((await readAll()).body).toEqual({ unread: 0 });
    expect((await org.admin.call('GET', '/user/notifications')).body.unread).toBe(4);
  });

  test.each(['zzz', '', 7, null])('are not marked up to an invalid id: %j', async (until) => {
    await mention(2);
    const refused = await readAll({ until } as never);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.until']);
    expect((await list()).unread).toBe(2);
  });

  test('of other users are not found', async () => {
    await mention(1);
    const [{ id }] = (await list()).items;
    for (const person of [org.admin, org.review]) {
      expect((await person.call('GET', `/user/notifications/${id}`)).status).toBe(404);
      expect((await mark(id, 'read', person)).status).toBe(404);
    }
    expect((await list()).unread).toBe(1);
  });

  test('of a space without access are not listed, and return with the access', async () => {
    const other = await org.space('Open');
    await mention(2);
    await mention(1, other);
    const before = await list();
    const [, hidden] = before.items;
    await access(null);
    expect(await list()).toMatchObject({ count: 1, unread: 1, items: [{ space: { id: other } }] });
    expect((await org.read.call('GET', `/user/notifications/${hidden.id}`)).status).toBe(404);
    expect((await mark(hidden.id, 'read')).status).toBe(404);
    expect((await readAll({ until: hidden.id })).body).toEqual({ unread: 1 });
    await access('read');
    expect(await list()).toEqual(before);
    await org.admin.call('DELETE', `/spaces/${space}`);
    expect((await list()).count).toBe(1);
    await server.disable(org.read);
    expect(await list()).toEqual({ count: 0, unread: 0, items: [] });
  });

  test('take a constant number of queries', async () => {
    await mention(1);
    const few = await server.countQueries(() => list());
    for (let n = 0; n < 3; n++) await mention(5, await org.space());
    expect((await list()).count).toBe(16);
    expect(await server.countQueries(() => list())).toBe(few);
    expect(few).toBeLessThanOrEqual(4);
  });

  test('require a scope of their own for limited tokens', async () => {
    const limited = async (scope: string) => {
      const { body } = await org.read.call('POST', '/user/tokens', { label: 'Limited', scopes: [scope] });
      const answer = await fetch(`${server.url}/v1/user/notifications`, {
        headers: { authorization: `Bearer ${body.token}` },
      });
      return answer.status;
    };
    expect([await limited('notification:read'), await limited('user:read')]).toEqual([200, 403]);
  });

  test('are deleted 90 days after they were read, and not before', async () => {
    await mention(3);
    const [unread, early, late] = (await list()).items;
    await mark(early.id, 'read');
    clock.advance(2 * DAY);
    await mark(late.id, 'read');
    clock.advance(88 * DAY + 1000);
    await notificationJobs.run('remove-old');
    expect((await list()).items.map(({ id }: { id: string }) => id)).toEqual([unread.id, late.id]);
    clock.advance(365 * DAY);
    await notificationJobs.run('remove-old');
    expect((await list()).items).toEqual([unread]);
  });
});
