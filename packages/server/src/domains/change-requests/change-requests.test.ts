import { describe, expect, test } from 'vitest';
import type { RichText } from '../../kernel/contract/document-schemas.ts';
import type { ApiRequest } from '../../testing/api-client.ts';
import type { Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const document = (text: string): RichText => ({
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    },
  ],
});

describe('change requests', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  const create = async (by: Person = org.edit, subject?: string) => {
    const body = { ...(subject !== undefined && { subject }) };
    return (await by.request('createChangeRequest', { params: { spaceId: space }, body })).body;
  };
  const paramsOf = (changeRequestId: string | number) => ({ spaceId: space, changeRequestId });
  const get = async (id: string | number) =>
    (await org.read.request('getChangeRequestById', { params: paramsOf(id) })).body;
  const getSpace = async () => (await org.read.request('getSpaceById', { params: { spaceId: space } })).body;
  const update = (by: Person, id: string, body: ApiRequest<'updateChangeRequestById'>['body']) =>
    by.request('updateChangeRequestById', { params: paramsOf(id), body });
  const refusedUpdate = (by: Person, id: string, body: object) =>
    by.refusal('updateChangeRequestById', { params: paramsOf(id), body });

  test('start as drafts of the current content, and are found by id and by number', async () => {
    space = await org.space();
    const { revision } = await getSpace();
    const made = await create(org.comment, 'Say it better');
    expect(made).toMatchObject({
      number: 1,
      status: 'draft',
      subject: 'Say it better',
      space,
      revision,
      revisionInitial: revision,
      outdated: false,
      comments: 0,
      createdBy: { id: org.comment.id },
    });
    const permissions = { view: true, comment: false, edit: false, review: false, merge: false };
    expect(await get(made.id)).toEqual({ ...made, permissions });
    expect(await get(1)).toEqual({ ...made, permissions });
    const refused = (by: Person, id: string | number) =>
      by.refusal('getChangeRequestById', { params: paramsOf(id) });
    for (const missing of [2, 0, 'unknown', '99999999999999'])
      expect((await refused(org.read, missing)).status).toBe(404);
    expect((await refused(org.guest, 1)).status).toBe(404);
    const another = { params: { spaceId: space }, body: {} };
    expect((await org.read.refusal('createChangeRequest', another)).status).toBe(403);
    const [created] = await server.eventsOf(made.id);
    expect(created).toMatchObject({ action: 'change-request.created', payload: { space, number: 1 } });
  });

  test('created at the same time are numbered without gaps', async () => {
    space = await org.space();
    const made = await Promise.all(Array.from({ length: 12 }, () => create()));
    expect(made.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
  });

  test('are changed only by their author and by editors', async () => {
    space = await org.space();
    const { id } = await create(org.comment);
    const changed = await update(org.comment, id, {
      subject: 'Mine',
      description: document('Why it is better'),
      status: 'open',
    });
    expect(changed.body).toMatchObject({
      subject: 'Mine',
      status: 'open',
      description: { nodes: [{ type: 'paragraph' }] },
    });
    expect((await update(org.edit, id, { subject: 'Ours' })).status).toBe(200);
    expect((await refusedUpdate(org.read, id, { subject: 'Theirs' })).status).toBe(403);
    const other = await server.member(org.id, 'comment');
    expect((await refusedUpdate(other, id, { subject: 'Theirs' })).status).toBe(403);
    const counts = await getSpace();
    expect([counts.changeRequestsOpen, counts.changeRequestsDraft]).toEqual([1, 0]);
    const events = await server.eventsOf(id);
    expect(events.map(({ action }) => action)).toEqual([
      'change-request.created',
      'change-request.updated',
      'change-request.updated',
    ]);
  });

  test('reject long values, invalid documents, and the status merged', async () => {
    space = await org.space();
    const { id } = await create();
    const refused = (body: object) => refusedUpdate(org.edit, id, body);
    expect(await refused({ status: 'merged' })).toMatchObject({
      error: { code: 400, details: [{ path: 'body.status' }] },
    });
    expect((await refused({ subject: 'x'.repeat(101) })).paths[0]).toBe('body.subject');
    const broken = {
      object: 'document',
      data: {},
      nodes: [{ ...document('lost').nodes[0], type: 'unheard-of' }],
    };
    expect((await refused({ description: broken })).paths[0]).toMatch(/^body\.description\.nodes/);
    await update(org.edit, id, { status: 'archived' });
    expect((await update(org.edit, id, { status: 'open' })).body.status).toBe('open');
  });

  test('tell who opened, archived, reopened and merged them', async () => {
    space = await org.space();
    const { id } = await create(org.comment);
    await update(org.comment, id, { subject: 'Not a change of status' });
    await update(org.comment, id, { status: 'open', subject: 'Both at once' });
    await update(org.edit, id, { status: 'archived' });
    await update(org.admin, id, { status: 'open' });
    await org.review.request('mergeChangeRequest', { params: paramsOf(id) });
    const list = async (query: ApiRequest<'listChangeRequestStatusChanges'>['query'] & object = {}) =>
      (await org.read.request('listChangeRequestStatusChanges', { params: paramsOf(id), query })).body;
    const { items, count } = await list();
    expect(items.map(({ status, changedBy }) => [status, changedBy.id])).toEqual([
      ['merged', org.review.id],
      ['open', org.admin.id],
      ['archived', org.edit.id],
      ['open', org.comment.id],
    ]);
    expect(count).toBe(4);
    const first = await list({ limit: 3 });
    expect((await list({ limit: 3, ...first.next })).items).toEqual(items.slice(3));
    const refused = await org.guest.refusal('listChangeRequestStatusChanges', { params: paramsOf(id) });
    expect(refused.status).toBe(404);
  });

  test('are listed newest first, in pages, with filters, by default the open ones', async () => {
    space = await org.space();
    for (let i = 0; i < 4; i++) {
      const { id } = await create(i === 3 ? org.review : org.edit);
      if (i > 0) await update(org.edit, id, { status: 'open' });
    }
    const params = { spaceId: space };
    const list = async (query: ApiRequest<'listChangeRequestsForSpace'>['query'] & object = {}) =>
      (await org.read.request('listChangeRequestsForSpace', { params, query })).body;
    const numbers = async (query?: Parameters<typeof list>[0]) =>
      (await list(query)).items.map(({ number }) => number);
    expect(await numbers()).toEqual([4, 3, 2]);
    expect(await numbers({ status: 'draft' })).toEqual([1]);
    expect(await numbers({ creator: org.review.id })).toEqual([4]);
    expect(await numbers({ contributor: org.review.id })).toEqual([]);
    expect(await numbers({ requestedReviewer: org.review.id })).toEqual([]);
    expect(await numbers({ conversationsIssuesCluster: 'none' })).toEqual([]);
    const { items } = await list();
    await update(org.edit, items[1]!.id, { subject: 'Explain the 100% rule' });
    expect(await numbers({ search: 'RULE explain' })).toEqual([3]);
    expect(await numbers({ search: '100%' })).toEqual([3]);
    expect(await numbers({ search: 'explain 200' })).toEqual([]);
    expect(await numbers({ search: '#4' })).toEqual([4]);
    const first = await list({ limit: 2 });
    expect(first.count).toBe(3);
    expect(await numbers({ limit: 2, ...first.next })).toEqual([2]);
    const refused = await org.read.refusal('listChangeRequestsForSpace', {
      params,
      query: { status: 'closed' },
    });
    expect(refused.status).toBe(400);
  });

  test('of an organization are those of accessible spaces, with a constant number of queries', async () => {
    const hidden = await org.space('Hidden');
    const body = { defaultLevel: null };
    await org.admin.request('updateSpaceById', { params: { spaceId: hidden }, body });
    const open = async (where: string) => {
      space = where;
      const { id } = await create(org.admin);
      await update(org.admin, id, { status: 'open' });
    };
    await open(hidden);
    await open(await org.space('Seen'));
    const params = { organizationId: org.id };
    const list = (by: Person) => by.request('listChangeRequestsForOrganization', { params });
    const spacesOf = async (by: Person) => (await list(by)).body.items.map((item) => item.space);
    expect(await spacesOf(org.read)).toEqual([space]);
    expect(await spacesOf(org.admin)).toEqual([space, hidden]);
    expect(await spacesOf(org.guest)).toEqual([]);
    const few = await server.countQueries(() => list(org.admin));
    for (let i = 0; i < 5; i++) await open(await org.space());
    expect(await server.countQueries(() => list(org.admin))).toBe(few);
  });
});
