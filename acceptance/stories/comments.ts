import { expect } from 'vitest';
import { type Client, refusalOf, type Scene } from '../client.ts';

type Spaces = Client['spaces'];

/** The operations of one thing that is commented on, with what its path names filled in. */
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

/** A conversation is had, whatever it is about. */
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
  expect((await refusalOf(reader!.post({ body: { markdown: 'Me too' } }))).code).toBe(403);
  expect((await refusalOf(author!.post({ page: 'none', body: {} }))).code).toBe(400);
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

  expect((await refusalOf(other!.remove(comment.id))).code).toBe(403);
  await other!.removeReply(comment.id, reply.id);
  await manager!.remove(comment.id);
  expect((await refusalOf(reader!.get(comment.id))).code).toBe(404);
};

/** People talk about a space. */
export const aSpaceIsTalkedAbout = (scene: Scene) => converse(scene, 'space');

/** People talk about a change request. */
export const aChangeRequestIsTalkedAbout = (scene: Scene) => converse(scene, 'change request');

/** What a reviewer says with a verdict is a comment, and goes on as one. */
export const aReviewIsAnswered = async ({ server, clients }: Scene) => {
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
