import { describe, expect, test } from 'vitest';
import { editContent } from '../../../testing/edit-content.ts';
import type { Person, TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('reviews of change requests', () => {
  let server: TestServer;
  let org: TestOrganization;
  let at: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const begin = async () => {
    const space = await org.space();
    const { body } = await org.edit.call('POST', `/spaces/${space}/change-requests`, { subject: 'Change' });
    at = `/spaces/${space}/change-requests/${body.id}`;
    return body;
  };
  const submit = (by: Person, status: string, comment?: object) =>
    by.call('POST', `${at}/reviews`, { status, ...(comment && { comment }) });
  const request = (...users: Person[]) =>
    org.edit.call('POST', `${at}/requested-reviewers`, { users: users.map(({ id }) => id) });
  const items = async (path: string) => (await org.read.call('GET', `${at}/${path}`)).body.items;

  test('approve or reject a revision, with or without a comment', async () => {
    const { revision, id } = await begin();
    const approved = await submit(org.review, 'approved', { markdown: 'Well **done**' });
    expect(approved.status).toBe(201);
    expect(approved.body).toMatchObject({
      status: 'approved',
      revision,
      outdated: false,
      reviewer: { id: org.review.id },
      comment: {
        body: { markdown: 'Well **done**\n' },
        target: { changeRequest: id, review: approved.body.id },
      },
    });
    expect((await org.review.call('GET', `${at}/reviews/${approved.body.id}`)).body).toEqual(approved.body);
    const formatted = await org.read.call('GET', `${at}/reviews/${approved.body.id}?format=document`);
    expect(formatted.body.comment.body.document.nodes).toMatchObject([{ type: 'paragraph' }]);
    expect((await submit(org.admin, 'changes-requested')).body.comment).toBeUndefined();
    expect((await items('reviews')).map(({ status }: { status: string }) => status)).toEqual([
      'changes-requested',
      'approved',
    ]);
    expect((await org.read.call('GET', `${at}/reviews/none`)).status).toBe(404);
    expect((await submit(org.edit, 'approved')).status).toBe(403);
    expect((await submit(org.review, 'perhaps')).status).toBe(400);
    expect((await server.eventsOf(id)).map(({ action }) => action)).toContain('change-request.reviewed');
  });

  test('and merges are refused for content that the caller has not read', async () => {
    const { revision } = await begin();
    const page = { operation: 'insert_page', title: 'Later', document: {} };
    await org.edit.call('POST', `${at}/content`, { changes: [page] });
    const review = { status: 'approved', comment: { markdown: 'Good' } };
    const refused = await org.review.call('POST', `${at}/reviews`, { ...review, revision });
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toBe(
      'This change request has changed since you read it: read it again before you review it',
    );
    expect(await items('reviews')).toEqual([]);
    const { body: now } = await org.review.call('GET', at);
    const taken = await org.review.call('POST', `${at}/reviews`, { ...review, revision: now.revision });
    expect([taken.status, taken.body.revision]).toEqual([201, now.revision]);
    const merge = (seen: string) => org.review.call('POST', `${at}/merge?revision=${seen}`);
    const unmerged = await merge(revision);
    expect([unmerged.status, unmerged.body.error.message]).toEqual([
      409,
      expect.stringContaining('has changed since you read it'),
    ]);
    expect((await org.review.call('GET', at)).body.status).not.toBe('merged');
    expect((await merge(now.revision)).body.result).toBe('merge');
  });

  test('of the same user replace each other: earlier ones are outdated', async () => {
    await begin();
    await submit(org.review, 'changes-requested');
    await submit(org.review, 'approved');
    await submit(org.admin, 'approved');
    const outdated = async (query = '') =>
      (await items(`reviews${query}`)).map((review: { outdated: boolean }) => review.outdated);
    expect(await outdated()).toEqual([false, false, true]);
    expect(await outdated('?outdated=true')).toEqual([true]);
    expect(await outdated('?outdated=false&limit=1')).toEqual([false]);
    expect((await request(org.review)).status).toBe(200);
    expect(await outdated()).toEqual([false, true, true]);
  });

  test('are outdated by new content, and still count for a merge', async () => {
    const { space } = await begin();
    const outdated = async () =>
      (await items('reviews')).map((review: { outdated: boolean }) => review.outdated);
    const change = (changes: object[]) => org.edit.call('POST', `${at}/content`, { changes });
    await submit(org.review, 'approved');
    const { body: same } = await org.edit.call('POST', `${at}/update`);
    expect([same.result, await outdated()]).toEqual(['update', [false]]);
    expect((await change([{ operation: 'insert_page', title: '' }])).status).toBe(400);
    expect(await outdated()).toEqual([false]);
    await change([{ operation: 'insert_page', title: 'New' }]);
    expect(await outdated()).toEqual([true]);
    await submit(org.admin, 'approved');
    expect(await outdated()).toEqual([false, true]);
    await editContent(server, space, (draft) =>
      draft.insertPage('other', 'document', { title: 'Other' }, { parent: null }),
    );
    expect(await outdated()).toEqual([false, true]);
    expect((await org.edit.call('POST', `${at}/update`)).body.result).toBe('update');
    expect(await outdated()).toEqual([true, true]);
    await org.admin.call('PATCH', `/spaces/${space}`, {
      mergeRules: { type: 'rules', rules: [{ rule: 'require_all_reviews_approved' }] },
    });
    expect((await org.review.call('POST', `${at}/merge`)).body.result).toBe('merge');
  });

  test('are requested, which opens a draft, and requests can be withdrawn', async () => {
    const made = await begin();
    const asked = await request(org.comment, org.review, org.comment);
    expect(asked.body.users).toHaveLength(2);
    expect(asked.body.users[0]).toMatchObject({
      object: 'change-request-requested-reviewer',
      kind: 'user',
      revision: made.revision,
      requestedBy: { id: org.edit.id },
    });
    expect((await org.read.call('GET', at)).body.status).toBe('open');
    expect(await items('requested-reviewers')).toHaveLength(2);
    const list = `/spaces/${made.space}/change-requests?requestedReviewer=${org.comment.id}`;
    expect((await org.read.call('GET', list)).body.count).toBe(1);
    expect((await submit(org.comment, 'approved')).body.requestedBy.id).toBe(org.edit.id);
    for (let i = 0; i < 2; i++)
      expect((await org.edit.call('DELETE', `${at}/requested-reviewers/${org.comment.id}`)).status).toBe(204);
    expect(await items('requested-reviewers')).toHaveLength(1);
    expect((await submit(org.comment, 'approved')).status).toBe(403);
  });

  test('cannot be requested from users without permission', async () => {
    const { id } = await begin();
    const refused = await request(org.review, org.comment, org.read);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.users.2']);
    expect(await items('requested-reviewers')).toEqual([]);
    expect((await org.read.call('GET', at)).body.status).toBe('draft');
    const actions = (await server.eventsOf(id)).map(({ action }) => action);
    expect(actions).not.toContain('change-request.review-requested');
    expect((await submit(org.read, 'approved')).status).toBe(403);
  });

  test('can be requested from any commenter, with a new subject', async () => {
    await begin();
    const refused = await request(org.review, org.guest);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.users.1']);
    expect((await org.read.call('GET', at)).body.status).toBe('draft');
    await org.edit.call('POST', `${at}/requested-reviewers`, { users: [], subject: 'Better' });
    expect((await org.read.call('GET', at)).body).toMatchObject({ status: 'open', subject: 'Better' });
    await org.edit.call('PATCH', at, { status: 'archived' });
    expect((await request(org.review)).status).toBe(409);
    expect((await submit(org.review, 'approved')).status).toBe(409);
  });

  test('move with the space to another organization', async () => {
    const { space } = await begin();
    await request(org.review);
    await submit(org.review, 'approved');
    await org.edit.call('POST', `${at}/content`, { changes: [{ operation: 'insert_page', title: 'New' }] });
    const { body: elsewhere } = await org.admin.call('POST', '/orgs', { title: 'Elsewhere' });
    const handed = await org.admin.call('POST', `/spaces/${space}/transfer`, { organization: elsewhere.id });
    expect(handed.status).toBe(200);
    expect((await org.review.call('GET', at)).status).toBe(404);
    const get = async (path: string) => (await org.admin.call('GET', at + path)).body;
    expect((await get('/reviews')).count).toBe(1);
    expect((await get('/requested-reviewers')).count).toBe(1);
    expect((await get('/content/pages')).pages).toHaveLength(2);
    expect((await org.admin.call('POST', `${at}/merge`)).body.result).toBe('merge');
  });
});
