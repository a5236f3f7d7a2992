import { describe, expect, test } from 'vitest';
import type { Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const document = (text: string) => ({
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

  const create = async (by: Person = org.edit, subject?: string, where = space) =>
    (await by.call('POST', `/spaces/${where}/change-requests`, { subject })).body;
  const at = (id: string | number) => `/spaces/${space}/change-requests/${id}`;
  const numbers = async (path: string, by: Person = org.read): Promise<number[]> =>
    (await by.call('GET', path)).body.items.map((item: { number: number }) => item.number);

  test('are drafts at first, at what the space is, and found by id and by number', async () => {
    space = await org.space();
    const { revision } = (await org.read.call('GET', `/spaces/${space}`)).body;
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
    expect((await org.read.call('GET', at(made.id))).body).toEqual(made);
    expect((await org.read.call('GET', at(1))).body).toEqual(made);
    for (const missing of [2, 0, 'unknown', '99999999999999'])
      expect((await org.read.call('GET', at(missing))).status).toBe(404);
    expect((await org.guest.call('GET', at(1))).status).toBe(404);
    expect((await org.read.call('POST', `/spaces/${space}/change-requests`, {})).status).toBe(403);
    const [created] = await server.eventsOf(made.id);
    expect(created).toMatchObject({ action: 'change-request.created', payload: { space, number: 1 } });
  });

  test('opened at the same time are counted without gaps', async () => {
    space = await org.space();
    const made = await Promise.all(Array.from({ length: 12 }, () => create()));
    expect(made.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
  });

  test('are changed by their author and by editors, and by nobody else', async () => {
    space = await org.space();
    const { id } = await create(org.comment);
    const changed = await org.comment.call('PATCH', at(id), {
      subject: 'Mine',
      description: document('Why it is better'),
      status: 'open',
    });
    expect(changed.body).toMatchObject({
      subject: 'Mine',
      status: 'open',
      description: { nodes: [{ type: 'paragraph' }] },
    });
    expect((await org.edit.call('PATCH', at(id), { subject: 'Ours' })).status).toBe(200);
    expect((await org.read.call('PATCH', at(id), { subject: 'Theirs' })).status).toBe(403);
    const other = await server.member(org.id, 'comment');
    expect((await other.call('PATCH', at(id), { subject: 'Theirs' })).status).toBe(403);
    const counts = (await org.read.call('GET', `/spaces/${space}`)).body;
    expect([counts.changeRequestsOpen, counts.changeRequestsDraft]).toEqual([1, 0]);
    const events = await server.eventsOf(id);
    expect(events.map(({ action }) => action)).toEqual([
      'change-request.created',
      'change-request.updated',
      'change-request.updated',
    ]);
  });

  test('refuse what is too long, no document, and to be merged by saying so', async () => {
    space = await org.space();
    const { id } = await create();
    const refused = async (body: object) => (await org.edit.call('PATCH', at(id), body)).body.error;
    expect(await refused({ status: 'merged' })).toMatchObject({
      code: 400,
      details: [{ path: 'body.status' }],
    });
    expect((await refused({ subject: 'x'.repeat(101) })).details[0].path).toBe('body.subject');
    const broken = {
      object: 'document',
      data: {},
      nodes: [{ ...document('lost').nodes[0], type: 'unheard-of' }],
    };
    expect((await refused({ description: broken })).details[0].path).toMatch(/^body\.description\.nodes/);
    await org.edit.call('PATCH', at(id), { status: 'archived' });
    expect((await org.edit.call('PATCH', at(id), { status: 'open' })).body.status).toBe('open');
  });

  test('are listed newest first, page by page and filtered, the open ones unless asked otherwise', async () => {
    space = await org.space();
    for (let i = 0; i < 4; i++) {
      const { id } = await create(i === 3 ? org.review : org.edit);
      if (i > 0) await org.edit.call('PATCH', at(id), { status: 'open' });
    }
    const list = `/spaces/${space}/change-requests`;
    expect(await numbers(list)).toEqual([4, 3, 2]);
    expect(await numbers(`${list}?status=draft`)).toEqual([1]);
    expect(await numbers(`${list}?creator=${org.review.id}`)).toEqual([4]);
    expect(await numbers(`${list}?contributor=${org.review.id}`)).toEqual([]);
    expect(await numbers(`${list}?requestedReviewer=${org.review.id}`)).toEqual([]);
    expect(await numbers(`${list}?conversationsIssuesCluster=none`)).toEqual([]);
    const first = (await org.read.call('GET', `${list}?limit=2`)).body;
    expect(first.count).toBe(3);
    expect(await numbers(`${list}?limit=2&page=${first.next.page}`)).toEqual([2]);
    expect((await org.read.call('GET', `${list}?status=closed`)).status).toBe(400);
  });

  test('of an organization are those of spaces that one may see, in a fixed number of queries', async () => {
    const hidden = await org.space('Hidden');
    await org.admin.call('PATCH', `/spaces/${hidden}`, { defaultLevel: null });
    const open = async (where: string) => {
      space = where;
      const { id } = await create(org.admin);
      await org.admin.call('PATCH', at(id), { status: 'open' });
    };
    await open(hidden);
    await open(await org.space('Seen'));
    const list = `/orgs/${org.id}/change-requests`;
    const spacesOf = async (by: Person) =>
      (await by.call('GET', list)).body.items.map((item: { space: string }) => item.space);
    expect(await spacesOf(org.read)).toEqual([space]);
    expect(await spacesOf(org.admin)).toEqual([space, hidden]);
    expect(await spacesOf(org.guest)).toEqual([]);
    const few = await server.countQueries(() => org.admin.call('GET', list));
    for (let i = 0; i < 5; i++) await open(await org.space());
    expect(await server.countQueries(() => org.admin.call('GET', list))).toBe(few);
  });
});
