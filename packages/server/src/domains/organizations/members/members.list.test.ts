import { describe, expect, test } from 'vitest';
import { type Person, type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('lists of members', () => {
  let server: TestServer;
  const clock = testClock();
  let org: TestOrganization;
  const list = async (query = '') => (await org.admin.call('GET', `/orgs/${org.id}/members?${query}`)).body;
  const ids = (page: { items: { id: string }[] }) => page.items.map((item) => item.id);
  const everyPage = async (query: string) => {
    const found: string[] = [];
    let page = await list(query);
    for (;;) {
      found.push(...ids(page));
      if (!page.next) return found;
      page = await list(`${query}&page=${page.next.page}`);
    }
  };
  const set = (changes: { joined_at?: Date; last_seen_at?: Date }, ...people: Person[]) =>
    server.app.kernel.db
      .updateTable('members')
      .set(changes)
      .where('organization_id', '=', org.id)
      .where(
        'user_id',
        'in',
        people.map((one) => one.id),
      )
      .execute();
  const rename = (who: Person, displayName: string) => who.call('PATCH', `/users/${who.id}`, { displayName });

  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { clock },
  );

  test('contain all members with the fields of a single read', async () => {
    const all = await list();
    expect(all.count).toBe(7);
    expect(all.next).toBeUndefined();
    for (const item of all.items)
      expect(item).toEqual((await org.admin.call('GET', `/orgs/${org.id}/members/${item.id}`)).body);
  });

  test('are filtered by role, including guests', async () => {
    for (const role of ['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'] as const) {
      const found = await list(`role=${role}`);
      expect([role, ids(found), found.count]).toEqual([role, [org[role].id], 1]);
    }
  });

  test('are searched by parts of name and address, in any case, without wildcards', async () => {
    await rename(org.edit, 'Grace Hopper');
    await rename(org.read, '100%_Real\\');
    expect(ids(await list('search=RACE+hop'))).toEqual([org.edit.id]);
    expect(ids(await list(`search=${org.comment.email.slice(3, 30).toUpperCase()}`))).toEqual([
      org.comment.id,
    ]);
    expect(ids(await list('search=%25_'))).toEqual([org.read.id]);
    expect(ids(await list('search=%5C'))).toEqual([org.read.id]);
    expect((await list('search=people.test')).count).toBe(7);
    expect((await list('search=')).count).toBe(7);
    expect(await list('search=nobody+at+all')).toEqual({ count: 0, items: [] });
    expect((await list('search=hopper&role=read')).count).toBe(0);
  });

  test('are sorted by time of joining, latest first, and in both orders', async () => {
    const people = [org.admin, org.create, org.review, org.edit, org.comment, org.read, org.guest];
    for (const [i, one] of people.entries()) await set({ joined_at: new Date(1_700_000_000_000 + i) }, one);
    const expected = people.map((one) => one.id);
    expect(ids(await list('sort=joinedAt&order=asc'))).toEqual(expected);
    expect(ids(await list('order=asc'))).toEqual(expected);
    expect(ids(await list())).toEqual(expected.toReversed());
    expect(ids(await list('sort=joinedAt&order=desc'))).toEqual(expected.toReversed());
  });

  test('sorted by last seen contain only members who were ever seen', async () => {
    for (const who of [org.read, org.guest, org.edit]) {
      await who.call('POST', `/orgs/${org.id}/ping`);
      clock.advance(1000);
    }
    const descending = [org.edit.id, org.guest.id, org.read.id];
    const found = await list('sort=lastSeenAt');
    expect([ids(found), found.count]).toEqual([descending, 3]);
    expect(ids(await list('sort=lastSeenAt&order=asc'))).toEqual(descending.toReversed());
    expect(ids(await list('sort=lastSeenAt&role=guest'))).toEqual([org.guest.id]);
  });

  test.each(['joinedAt', 'lastSeenAt'])(
    'in pages by %s contain everyone once, also with equal times',
    async (sort) => {
      const extra = await Promise.all(Array.from({ length: 8 }, () => server.member(org.id, 'read')));
      const at = new Date(1_700_000_000_123);
      const people = [org.create, org.review, org.edit, org.comment, org.read, org.guest, ...extra];
      await set({ joined_at: at, last_seen_at: at }, ...people);
      await set({ joined_at: new Date(1_700_000_000_122), last_seen_at: at }, org.admin);
      const whole = ids(await list(`sort=${sort}&order=asc&limit=1000`));
      expect(whole).toHaveLength(15);
      for (const limit of [1, 2, 4, 15]) {
        expect(await everyPage(`sort=${sort}&order=asc&limit=${limit}`)).toEqual(whole);
        expect(await everyPage(`sort=${sort}&order=desc&limit=${limit}`)).toEqual(whole.toReversed());
      }
    },
  );

  test('in pages are stable when members join and leave', async () => {
    const before = ids(await list());
    const first = await list('limit=3');
    await server.member(org.id, 'edit');
    await org.admin.call('DELETE', `/orgs/${org.id}/members/${first.items[2].id}`);
    const second = await list(`limit=4&page=${first.next.page}`);
    expect(ids(second)).toEqual(before.slice(3));
    expect(second.next).toBeUndefined();
  });

  test('have page tokens for their filters and sort order only', async () => {
    const { next } = await list('limit=2');
    for (const query of ['role=read', 'search=x', 'order=asc', 'sort=lastSeenAt']) {
      const refused = await org.admin.call('GET', `/orgs/${org.id}/members?${query}&page=${next.page}`);
      expect([query, refused.status, refused.body.error.details[0].path]).toEqual([query, 400, 'query.page']);
    }
    const other = await server.organization();
    const foreign = await other.admin.call('GET', `/orgs/${other.id}/members?page=${next.page}`);
    expect(foreign.status).toBe(400);
  });

  test.each([
    ['role', 'boss'],
    ['role', ''],
    ['sort', 'name'],
    ['order', 'up'],
    ['limit', '1001'],
    ['limit', '-1'],
    ['limit', 'ten'],
    ['page', 'x'],
    ['search', 'x'.repeat(257)],
    ['search', '%00'],
  ])('reject a bad %s: %s', async (name, value) => {
    const refused = await org.admin.call('GET', `/orgs/${org.id}/members?${name}=${value}`);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, `query.${name}`]);
  });

  test('take a constant number of queries', async () => {
    const count = () => server.countQueries(() => list('limit=1000'));
    await count();
    const few = await count();
    await Promise.all(Array.from({ length: 20 }, () => server.member(org.id, 'read')));
    expect(await count()).toBe(few);
    expect(few).toBeLessThanOrEqual(3);
  });
});
