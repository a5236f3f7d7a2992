import { beforeEach, describe, expect, test } from 'vitest';
import { COMMENT_TARGETS } from '../../../testing/comment-targets.ts';
import type { Person, TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe.each(COMMENT_TARGETS)('replies to comments on %s', (_, begin) => {
  let server: TestServer;
  let org: TestOrganization;
  let comment: string;
  let at: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    const commented = await begin(org);
    const { body } = await org.comment.call('POST', `${commented.at}/comments`, { body: { markdown: 'Hm' } });
    comment = body.id;
    at = `${commented.at}/comments/${comment}`;
  });

  const reply = async (by: Person, markdown = 'Indeed') =>
    (await by.call('POST', `${at}/replies`, { body: { markdown } })).body;
  const get = async (path = '') => (await org.read.call('GET', at + path)).body;

  test('are posted, read, listed in order, edited and deleted', async () => {
    const posted = await org.edit.call('POST', `${at}/replies?format=document`, {
      body: { markdown: '<script>x</script>Indeed' },
    });
    expect(posted.status).toBe(200);
    const { id } = posted.body;
    expect(posted.body).toMatchObject({
      object: 'comment-reply',
      postedBy: { id: org.edit.id },
      reactions: [],
      body: { document: { nodes: [{ type: 'paragraph' }] } },
      urls: { location: `${server.url}/v1${at}/replies/${id}` },
      permissions: { view: true, edit: true, reply: true, delete: true },
    });
    expect((await get(`/replies/${id}?format=document`)).body).toEqual(posted.body.body);
    expect((await get(`/replies/${id}`)).body).toEqual({ markdown: 'Indeed\n' });
    const second = await reply(org.comment, 'Two');
    const third = await reply(org.edit, 'Three');
    const first = await get('/replies?limit=2');
    const rest = await get(`/replies?limit=2&page=${first.next.page}`);
    const ids = [...first.items, ...rest.items].map((item: { id: string }) => item.id);
    expect([first.count, ...ids]).toEqual([3, id, second.id, third.id]);
    const change = (by: Person, body: object) => by.call('PUT', `${at}/replies/${id}`, body);
    expect((await change(org.comment, { body: { markdown: 'Mine' } })).status).toBe(403);
    const edited = (await change(org.edit, { body: { markdown: 'Better' } })).body;
    expect(edited).toMatchObject({ body: { markdown: 'Better\n' }, editedAt: expect.any(String) });
    expect((await org.comment.call('DELETE', `${at}/replies/${id}`)).status).toBe(403);
    for (let i = 0; i < 2; i++)
      expect((await org.create.call('DELETE', `${at}/replies/${id}`)).status).toBe(204);
    expect((await org.read.call('GET', `${at}/replies/${id}`)).status).toBe(404);
    expect((await get('/replies')).count).toBe(2);
    const told = (await server.eventsOf(comment)).map(({ action, payload }) => [
      action,
      (payload as { reply?: string }).reply,
    ]);
    expect(told).toEqual([
      ['comment.created', undefined],
      ['comment-reply.created', id],
      ['comment-reply.created', second.id],
      ['comment-reply.created', third.id],
      ['comment-reply.updated', id],
      ['comment-reply.deleted', id],
    ]);
  });

  test('are counted, with their authors', async () => {
    for (const by of [org.edit, org.comment, org.edit]) await reply(by);
    const seen = await get();
    expect(seen.replies).toBe(3);
    const counts = seen.repliers.map((one: { user: { id: string }; count: number }) => [
      one.user.id,
      one.count,
    ]);
    expect(counts).toEqual([
      [org.edit.id, 2],
      [org.comment.id, 1],
    ]);
    const last = (await get('/replies')).items.at(-1);
    expect(seen.repliers[0].updatedAt).toBe(last.postedAt);
    await org.edit.call('DELETE', `${at}/replies/${last.id}`);
    expect(await get()).toMatchObject({ replies: 2, repliers: [{ count: 1 }, { count: 1 }] });
    await Promise.all(Array.from({ length: 10 }, () => reply(org.review)));
    expect(await get()).toMatchObject({
      replies: 12,
      repliers: [{ user: { id: org.review.id }, count: 10 }, {}, {}],
    });
  });

  test('have reactions of their own', async () => {
    const { id } = await reply(org.edit);
    const other = await reply(org.edit);
    const react = (by: Person, addedReactions: string[], removedReactions: string[] = []) =>
      by.call('PUT', `${at}/replies/${id}`, { addedReactions, removedReactions });
    await react(org.comment, ['👍']);
    expect((await react(org.edit, ['👍'])).body.reactions).toMatchObject([{ emoji: '👍', count: 2 }]);
    expect((await react(org.comment, [], ['👍'])).body.reactions).toMatchObject([
      { emoji: '👍', count: 1, users: [{ user: { id: org.edit.id } }] },
    ]);
    expect((await get()).reactions).toEqual([]);
    expect((await get(`/replies/${other.id}`)).reactions).toEqual([]);
    expect((await react(org.read, ['👍'])).status).toBe(403);
    await org.edit.call('DELETE', `${at}/replies/${id}`);
    const left = await server.app.kernel.db
      .selectFrom('comment_reactions')
      .select('emoji')
      .where('comment_id', '=', comment)
      .execute();
    expect(left).toEqual([]);
  });

  test('can resolve their comment', async () => {
    const { id } = await reply(org.edit);
    const change = (body: object) => org.review.call('PUT', `${at}/replies/${id}`, body);
    expect((await change({ resolved: true })).status).toBe(200);
    expect(await get()).toMatchObject({ status: 'resolved', resolvedBy: { id: org.review.id } });
    await change({ resolved: false });
    expect((await get()).status).toBe('open');
  });

  test('require an existing comment', async () => {
    const { id } = await reply(org.edit);
    const elsewhere = at.replace(comment, 'none');
    expect((await org.edit.call('POST', `${elsewhere}/replies`, { body: {} })).status).toBe(404);
    expect((await org.edit.call('GET', `${elsewhere}/replies`)).status).toBe(404);
    expect((await org.edit.call('GET', `${elsewhere}/replies/${id}`)).status).toBe(404);
    expect((await org.edit.call('DELETE', `${elsewhere}/replies/${id}`)).status).toBe(404);
    expect((await org.read.call('POST', `${at}/replies`, { body: {} })).status).toBe(403);
    expect((await org.edit.call('POST', `${at}/replies`, {})).status).toBe(400);
    await org.comment.call('DELETE', at);
    expect((await org.edit.call('GET', `${at}/replies/${id}`)).status).toBe(404);
  });
});
