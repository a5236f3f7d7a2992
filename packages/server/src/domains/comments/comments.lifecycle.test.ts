import { beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMENT_TARGETS } from '../../testing/comment-targets.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe.each(COMMENT_TARGETS)('comments on %s', (_, begin) => {
  let server: TestServer;
  let org: TestOrganization;
  let at: string;
  let space: string;
  let comment: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    ({ at, space } = await begin(org));
    const { body } = await org.comment.call('POST', `${at}/comments`, { body: { markdown: 'Hm' } });
    comment = body.id;
    await org.edit.call('POST', `${at}/comments/${comment}/replies`, {
      body: { markdown: `[x](/users/${org.review.id} "mention")` },
    });
    await org.edit.call('PUT', `${at}/comments/${comment}`, { addedReactions: ['👍'] });
  });

  const rowsLeft = async () => {
    const { db } = server.app.kernel;
    const [replies, reactions] = await Promise.all(
      (['comment_replies', 'comment_reactions'] as const).map((table) =>
        db.selectFrom(table).selectAll().where('comment_id', '=', comment).execute(),
      ),
    );
    return replies!.length + reactions!.length;
  };

  test('move with the space to another organization', async () => {
    const { body: elsewhere } = await org.admin.call('POST', '/orgs', { title: 'Elsewhere' });
    const handed = await org.admin.call('POST', `/spaces/${space}/transfer`, { organization: elsewhere.id });
    expect(handed.status).toBe(200);
    const { body } = await org.admin.call('GET', `${at}/comments/${comment}`);
    expect(body).toMatchObject({ replies: 1, reactions: [{ count: 1 }], postedBy: { id: org.comment.id } });
    expect((await org.admin.call('GET', at)).body.comments).toBe(1);
    expect((await org.comment.call('GET', `${at}/comments/${comment}`)).status).toBe(404);
    await org.admin.call('PUT', `${at}/comments/${comment}`, { resolved: true });
    expect((await org.admin.call('GET', at)).body.comments).toBe(0);
    // Those who wrote it are no members there.
    expect((await org.admin.call('GET', `${at}/commenters`)).body.items).toEqual([]);
  });

  test('are not copied with the space, and are deleted with it', async () => {
    const copy = (await org.admin.call('POST', `/spaces/${space}/duplicate`)).body;
    expect(copy.comments).toBe(0);
    expect((await org.admin.call('GET', `/spaces/${copy.id}/comments`)).body.count).toBe(0);
    expect(await rowsLeft()).toBe(2);
    await org.admin.call('DELETE', `/spaces/${space}`);
    expect((await org.admin.call('GET', `${at}/comments/${comment}`)).status).toBe(404);
    await org.admin.call('POST', `/spaces/${space}/restore`);
    expect((await org.admin.call('GET', `${at}/comments/${comment}`)).status).toBe(200);
    await server.app.kernel.db.deleteFrom('contents').where('id', '=', space).execute();
    expect(await rowsLeft()).toBe(0);
  });

  test('notify the participants: authors, repliers and mentioned users', async () => {
    const { comments } = server.app.services;
    const part = await comments.participantsOf(server.app.kernel.db, { space, comment });
    expect(part).toEqual([org.comment.id, org.edit.id, org.review.id].sort());
    expect(await comments.participantsOf(server.app.kernel.db, { space, comment: 'none' })).toEqual([]);
  });

  test('are parsed again after an update of the parser', async () => {
    await server.app.kernel.db
      .updateTable('comments')
      .set({ markdown: 'Old [x](javascript:y)', document: null, document_version: null })
      .where('id', '=', comment)
      .execute();
    const bodyAs = async (format: string) =>
      (await org.read.call('GET', `${at}/comments/${comment}?format=${format}`)).body.body;
    expect(await bodyAs('markdown')).toEqual({ markdown: 'Old x\n' });
    expect((await bodyAs('document')).document.nodes).toMatchObject([{ type: 'paragraph' }]);
  });

  test('are parsed again once, however many there are', async () => {
    const { db, markdown } = server.app.kernel;
    const stale = {
      markdown: 'Old [x](javascript:y)',
      document: null,
      document_version: null,
      excerpt: null,
    };
    for (let n = 0; n < 3; n++)
      await org.comment.call('POST', `${at}/comments`, { body: { markdown: `More ${n}` } });
    await db.updateTable('comments').set(stale).where('space_id', '=', space).execute();
    const read = vi.spyOn(markdown, 'parseComments');
    for (let n = 0; n < 2; n++) await org.read.call('GET', `${at}/comments?format=document`);
    expect(read.mock.calls.map(([texts]) => texts.length)).toEqual([4]);
    const kept = await db.selectFrom('comments').selectAll().where('space_id', '=', space).execute();
    expect(kept.map((row) => [row.markdown, row.excerpt])).toEqual(kept.map(() => ['Old x\n', 'Old x']));
    read.mockRestore();
  });
});

describe('the comment of a review', () => {
  let server: TestServer;
  let org: TestOrganization;
  let at: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    ({ at } = await COMMENT_TARGETS[1]![1](org));
  });

  const submit = async (comment?: object) =>
    (await org.review.call('POST', `${at}/reviews`, { status: 'approved', ...(comment && { comment }) }))
      .body;
  const get = async (path: string) => (await org.read.call('GET', at + path)).body;

  test('is a comment of the change request, and each refers to the other', async () => {
    const review = await submit({ markdown: 'Well **done** <script>x</script>' });
    const { comment } = review;
    expect(comment.body.markdown).toMatch(/^Well \*\*done\*\*/);
    expect(comment.target).toMatchObject({ review: review.id, revision: review.revision });
    expect((await org.review.call('GET', `${at}/comments/${comment.id}`)).body).toEqual(comment);
    expect((await get('')).comments).toBe(1);
    expect((await server.eventsOf(comment.id))[0]).toMatchObject({
      action: 'comment.created',
      payload: { review: review.id, author: org.review.id },
    });
    await org.edit.call('POST', `${at}/comments/${comment.id}/replies`, { body: { markdown: 'Thanks' } });
    const later = (await get('/reviews?format=document')).items[0].comment;
    expect(later).toMatchObject({ id: comment.id, replies: 1, body: { document: { object: 'document' } } });
    await org.review.call('DELETE', `${at}/comments/${comment.id}`);
    expect(await get(`/reviews/${review.id}`)).not.toHaveProperty('comment');
    expect((await get('')).comments).toBe(0);
  });

  test('is omitted if it is empty', async () => {
    for (const nothing of [undefined, {}, { markdown: ' ' }])
      expect(await submit(nothing)).not.toHaveProperty('comment');
    expect((await get('/comments')).count).toBe(0);
    expect(
      (await org.review.call('POST', `${at}/reviews`, { status: 'approved', comment: { markdown: 1 } }))
        .status,
    ).toBe(400);
  });

  test('does not increase the number of queries of a list of reviews', async () => {
    const count = () => server.countQueries(() => org.read.call('GET', `${at}/reviews`));
    await submit({ markdown: 'One' });
    const few = await count();
    for (let n = 0; n < 5; n++) await submit({ markdown: `More ${n}` });
    expect(await count()).toBe(few);
  });
});
