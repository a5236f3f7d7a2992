import { expect } from 'vitest';
import { type Client, errorOf, type Scene } from '../client.ts';

type Spaces = Client['spaces'];

/** The comment operations of a space. */
const onSpace = (spaces: Spaces, space: string) => ({
  page: () => spaces.listPages(space),
  container: () => spaces.getSpaceById(space),
  list: (query?: Parameters<Spaces['listCommentsInSpace']>[1]) => spaces.listCommentsInSpace(space, query),
  post: (data: Parameters<Spaces['postCommentInSpace']>[1]) => spaces.postCommentInSpace(space, data),
  get: (id: string) => spaces.getCommentInSpace(space, id),
  update: (id: string, data: Parameters<Spaces['updateCommentInSpace']>[2]) =>
    spaces.updateCommentInSpace(space, id, data),
  remove: (id: string) => spaces.deleteCommentInSpace(space, id),
  replies: (id: string) => spaces.listCommentRepliesInSpace(space, id),
  reply: (id: string, markdown: string) => spaces.postCommentReplyInSpace(space, id, { body: { markdown } }),
  getReply: (id: string, reply: string) =>
    spaces.getCommentReplyInSpace(space, id, reply, { format: 'markdown' }),
  updateReply: (id: string, reply: string, data: Parameters<Spaces['updateCommentReplyInSpace']>[3]) =>
    spaces.updateCommentReplyInSpace(space, id, reply, data),
  removeReply: (id: string, reply: string) => spaces.deleteCommentReplyInSpace(space, id, reply),
  commenters: () => spaces.listCommentersInSpace(space),
});

const onChangeRequest = (spaces: Spaces, space: string, request: string): ReturnType<typeof onSpace> => ({
  page: () => spaces.listPagesInChangeRequest(space, request) as never,
  container: () => spaces.getChangeRequestById(space, request) as never,
  list: (query) => spaces.listCommentsInChangeRequest(space, request, query),
  post: (data) => spaces.postCommentInChangeRequest(space, request, data),
  get: (id) => spaces.getCommentInChangeRequest(space, request, id),
  update: (id, data) => spaces.updateCommentInChangeRequest(space, request, id, data),
  remove: (id) => spaces.deleteCommentInChangeRequest(space, request, id),
  replies: (id) => spaces.listCommentRepliesInChangeRequest(space, request, id),
  reply: (id, markdown) => spaces.postCommentReplyInChangeRequest(space, request, id, { body: { markdown } }),
  getReply: (id, reply) =>
    spaces.getCommentReplyInChangeRequest(space, request, id, reply, { format: 'markdown' }),
  updateReply: (id, reply, data) => spaces.updateCommentReplyInChangeRequest(space, request, id, reply, data),
  removeReply: (id, reply) => spaces.deleteCommentReplyInChangeRequest(space, request, id, reply),
  commenters: () => spaces.listCommentersInChangeRequest(space, request),
});

type On = (client: Client) => ReturnType<typeof onSpace>;

/** Users comment, reply and react. */
const converse = async ({ server, clients }: Scene, about: 'space' | 'change request') => {
  const org = await server.organization('Conversations');
  const { data: space } = await clients.as(org.admin).orgs.createSpace(org.id, { title: 'Handbook' });
  const { data: request } = await clients
    .as(org.edit)
    .spaces.createChangeRequest(space.id, { subject: 'Say more' });
  const on: On = ({ spaces }) =>
    about === 'space' ? onSpace(spaces, space.id) : onChangeRequest(spaces, space.id, request.id);
  const [reader, author, other, manager] = [org.read, org.comment, org.edit, org.create].map((person) =>
    on(clients.as(person)),
  );
  const openComments = async () => (await reader!.container()).data.comments;

  const [page] = (await reader!.page()).data.pages;
  const { data: comment } = await author!.post({
    page: page!.id,
    body: { markdown: `[E](/users/${org.edit.id} "mention"), is this **right**? [x](javascript:alert(1))` },
  });
  expect(comment).toMatchObject({
    object: 'comment',
    status: 'open',
    target: { page: { id: page!.id }, space: space.id },
    permissions: { view: true, edit: true, reply: true, delete: true },
  });
  expect(JSON.stringify(comment.body)).not.toContain('javascript');
  expect((await reader!.get(comment.id)).data.id).toBe(comment.id);
  expect((await errorOf(reader!.post({ body: { markdown: 'Me too' } }))).code).toBe(403);
  expect((await errorOf(author!.post({ page: 'none', body: {} }))).code).toBe(400);
  expect(await openComments()).toBe(1);

  const { data: reply } = await other!.reply(comment.id, 'It is.');
  expect((await reader!.replies(comment.id)).data.items).toMatchObject([{ id: reply.id }]);
  const { data: edited } = await other!.updateReply(comment.id, reply.id, {
    body: { markdown: 'It is now.' },
    addedReactions: ['👍'],
  });
  expect(edited).toMatchObject({ reactions: [{ emoji: '👍', count: 1 }], editedAt: expect.any(String) });
  const { data: read } = await reader!.getReply(comment.id, reply.id);
  expect(read.body).toEqual({ markdown: 'It is now.\n' });
  expect((await reader!.get(comment.id)).data).toMatchObject({
    replies: 1,
    repliers: [{ count: 1, user: { id: org.edit.id } }],
  });

  await other!.update(comment.id, { addedReactions: ['🎉', '👀'] });
  const { data: resolved } = await other!.update(comment.id, { resolved: true, removedReactions: ['👀'] });
  expect(resolved).toMatchObject({
    status: 'resolved',
    resolvedBy: { id: org.edit.id },
    reactions: [{ emoji: '🎉', count: 1, users: [{ user: { id: org.edit.id } }] }],
  });
  expect(await openComments()).toBe(0);
  const { data: open } = await reader!.list({ status: 'open' as never });
  expect(open.items).toEqual([]);
  const { data: found } = await reader!.list({ targetPage: page!.id, authors: [org.comment.id] });
  expect(found.items).toMatchObject([{ id: comment.id }]);
  const { data: commenters } = await reader!.commenters();
  expect(commenters.items.map(({ id }) => id).sort()).toEqual([org.comment.id, org.edit.id].sort());

  expect((await errorOf(other!.remove(comment.id))).code).toBe(403);
  await other!.removeReply(comment.id, reply.id);
  await manager!.remove(comment.id);
  expect((await errorOf(reader!.get(comment.id))).code).toBe(404);
};

/** Users comment on a space. */
export const aSpaceIsCommentedOn = (scene: Scene) => converse(scene, 'space');

/** Users comment on a change request. */
export const aChangeRequestIsCommentedOn = (scene: Scene) => converse(scene, 'change request');

/** The text of a review is a comment, which can be replied to. */
export const aReviewGetsAReply = async ({ server, clients }: Scene) => {
  const org = await server.organization('Reviews');
  const [author, reviewer] = [clients.as(org.edit).spaces, clients.as(org.review).spaces];
  const { data: space } = await clients.as(org.admin).orgs.createSpace(org.id, { title: 'Handbook' });
  const { data: request } = await author.createChangeRequest(space.id, { subject: 'Say more' });
  const { data: review } = await reviewer.submitChangeRequestReview(space.id, request.id, {
    status: 'changes-requested' as never,
    comment: { markdown: 'Say less.' },
  });
  const { data: comments } = await author.listCommentsInChangeRequest(space.id, request.id);
  expect(comments.items).toMatchObject([
    { id: review.comment!.id, target: { review: review.id, changeRequest: request.id } },
  ]);
  await author.postCommentReplyInChangeRequest(space.id, request.id, review.comment!.id, {
    body: { markdown: 'Shorter now.' },
  });
  await author.updateCommentInChangeRequest(space.id, request.id, review.comment!.id, { resolved: true });
  const { data: again } = await reviewer.getChangeRequestReviewById(space.id, request.id, review.id);
  expect(again.comment).toMatchObject({ status: 'resolved', replies: 1 });
};

/** Comments refer to a block or a table cell of a page. */
export const blocksAndCellsAreCommentedOn = async ({ server, clients }: Scene) => {
  const org = await server.organization('Blocks');
  const { data: space } = await clients.as(org.admin).orgs.createSpace(org.id, { title: 'Handbook' });
  const { data: request } = await clients.as(org.edit).spaces.createChangeRequest(space.id, {});
  // The official client does not have this operation.
  await org.edit.call('POST', `/spaces/${space.id}/change-requests/${request.id}/content`, {
    changes: [
      {
        operation: 'insert_page',
        title: 'Table',
        document: { markdown: 'Text\n\n| A | B |\n| - | - |\n| 1 | 2 |\n' },
      },
    ],
  });
  const author = clients.as(org.comment).spaces;
  const { data: tree } = await author.listPagesInChangeRequest(space.id, request.id);
  const page = tree.pages.find(({ title }) => title === 'Table')!.id;
  const { data: shown } = await author.getPageInChangeRequestById(space.id, request.id, page, {
    format: 'document',
  });
  const [text, table] = (shown as unknown as { document: { nodes: { key: string }[] } }).document.nodes;
  const tableCell = { record: 'r0', definition: 'c1' };
  for (const [filter, target] of [
    [{ page, node: text!.key }, { node: { id: text!.key } }],
    [
      { page, node: table!.key, tableCell },
      { node: { id: table!.key }, tableCell },
    ],
  ] as const) {
    const posted = await author.postCommentInChangeRequest(space.id, request.id, {
      ...filter,
      body: { markdown: 'Here' },
    });
    const { data: read } = await author.getCommentInChangeRequest(space.id, request.id, posted.data.id);
    expect(read.target).toMatchObject({ page: { id: page }, ...target });
  }
};

/** A comment is edited, reopened and read in several formats. */
export const aCommentIsEditedAndReopened = async ({ server, clients }: Scene) => {
  const org = await server.organization('Going on');
  const { data: space } = await clients.as(org.admin).orgs.createSpace(org.id, { title: 'Handbook' });
  const [author, other] = [clients.as(org.comment).spaces, clients.as(org.edit).spaces];
  const paragraph = {
    object: 'block',
    type: 'paragraph',
    isVoid: false,
    data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'As a document', marks: [] }] }],
  };
  const document = { object: 'document', data: {}, nodes: [paragraph] } as never;
  const { data: empty } = await author.postCommentInSpace(space.id, { body: {} });
  const { data: rich } = await author.postCommentInSpace(space.id, { body: { document } });
  const read = async (id: string, format: 'document' | 'markdown') =>
    (await other.getCommentInSpace(space.id, id, { format })).data;
  expect((await read(rich.id, 'markdown')).body).toEqual({ markdown: 'As a document\n' });
  expect((await read(rich.id, 'document')).body).toMatchObject({
    document: { nodes: [{ type: 'paragraph' }] },
  });

  expect(empty).not.toHaveProperty('editedAt');
  const { data: edited } = await author.updateCommentInSpace(space.id, empty.id, {
    body: { markdown: 'Not empty' },
  });
  expect(edited).toMatchObject({ body: { markdown: 'Not empty\n' }, editedAt: expect.any(String) });
  const orders = [
    ['asc', [empty.id, rich.id]],
    ['desc', [rich.id, empty.id]],
  ] as const;
  for (const [order, ids] of orders) {
    const { data } = await other.listCommentsInSpace(space.id, { order });
    expect(data.items.map(({ id }) => id)).toEqual(ids);
  }

  await other.updateCommentInSpace(space.id, rich.id, { resolved: true });
  const { data: reopened } = await author.updateCommentInSpace(space.id, rich.id, { resolved: false });
  expect(reopened.status).toBe('open');
  expect(reopened).not.toHaveProperty('resolvedBy');
  for (let times = 0; times < 2; times++)
    await other.updateCommentInSpace(space.id, rich.id, { addedReactions: ['👍'] });
  const { permissions, reactions } = await read(rich.id, 'markdown');
  expect(reactions).toMatchObject([{ emoji: '👍', count: 1 }]);
  // Others can reply, but not edit.
  expect(permissions).toMatchObject({ view: true, reply: true, edit: false, delete: false });

  const replies: string[] = [];
  for (const markdown of ['One', 'Two', 'Three'])
    replies.push((await author.postCommentReplyInSpace(space.id, rich.id, { body: { markdown } })).data.id);
  const { data: first } = await other.listCommentRepliesInSpace(space.id, rich.id, { limit: 2 });
  const { data: rest } = await other.listCommentRepliesInSpace(space.id, rich.id, {
    limit: 2,
    page: first.next!.page,
  });
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(replies);
  expect(rest.next).toBeUndefined();
  for (const [client, isAuthor] of [
    [author, true],
    [other, false],
  ] as const) {
    const { data: reply } = await client.getCommentReplyInSpace(space.id, rich.id, replies[0]!);
    expect(reply.permissions).toMatchObject({ view: true, reply: true, edit: isAuthor, delete: isAuthor });
  }
};
