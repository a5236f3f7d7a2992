import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiRequest } from '../../testing/api-client.ts';
import { createLiveSpace } from '../../testing/content-factory.ts';
import type { Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { insertPage } from '../../testing/showcase.ts';

describe('agent tasks', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    space = await createLiveSpace(org);
  });

  type NewTask = Omit<ApiRequest<'createAgentTask'>['body'], 'space'>;
  const at = () => ({ organizationId: org.id });
  const create = async (body: NewTask = { instructions: 'Explain it.' }, by = org.edit, where = space) =>
    (await by.request('createAgentTask', { params: at(), body: { space: where, ...body } })).body;
  const list = async (query: ApiRequest<'listAgentTasks'>['query'] = {}, by = org.read) =>
    (await by.request('listAgentTasks', { params: at(), query })).body;
  const get = async (id: string, by = org.read) =>
    (await by.request('getAgentTask', { params: { ...at(), agentTaskId: id } })).body;
  const update = async (id: string, status: 'backlog' | 'started' | 'canceled', by = org.edit) =>
    (await by.request('updateAgentTask', { params: { ...at(), agentTaskId: id }, body: { status } })).body;
  const write = (...changes: object[]) =>
    org.admin.call('POST', `/spaces/${space}/content?compat=false`, { changes });
  const run = ({ id }: { id: string }, starts = 1) =>
    server.app.services.agentTaskWriting.run({ organization_id: org.id, id, starts });

  test('begin in the backlog, with their origin', async () => {
    const task = await create({ instructions: 'Explain the export.\nWith an example.' });
    expect(task).toMatchObject({
      object: 'agent-task',
      title: 'Explain the export.',
      description: '',
      status: 'backlog',
      space,
      origin: { type: 'instruction' },
      createdBy: { id: org.edit.id },
      permissions: { view: true, update: true },
    });
    expect(task.instructions.nodes).toHaveLength(2);
    expect([task.changeRequest, task.outcome]).toEqual([undefined, undefined]);
    expect(await get(task.id)).toEqual({ ...task, permissions: { view: true, update: false } });
    const asked = await create({ origin: { type: 'question', question: 'How do I export?' } });
    expect(asked).toMatchObject({
      title: 'How do I export?',
      origin: { type: 'question', question: 'How do I export?' },
    });
  });

  test.each<[string, object, string]>([
    ['an instruction without words', { instructions: ' ' }, 'body.instructions'],
    ['no origin', {}, 'body.instructions'],
    ['another space', { space: 'none', instructions: 'Do it.' }, 'body.space'],
    [
      'a cluster that does not exist',
      { origin: { type: 'cluster', cluster: 'none' } },
      'body.origin.cluster',
    ],
    ['a page that does not exist', { origin: { type: 'link', page: 'none' } }, 'body.origin.page'],
    ['an empty question', { origin: { type: 'question', question: ' ' } }, 'body.origin.question'],
  ])('are not made of %s', async (_, body, path) => {
    const refused = await org.edit.refusal('createAgentTask', { params: at(), body: { space, ...body } });
    expect([refused.status, refused.paths]).toEqual([400, [path]]);
  });

  test('are about the broken links of a page', async () => {
    const { body } = await write(
      insertPage('Fine', 'See [the site](https://example.com/).'),
      insertPage('Guide', 'See [the old page](/pages/gone) and [this](/pages/lost#there).'),
    );
    const [fine, guide] = body.changes.map(({ page }: { page: { id: string } }) => page.id);
    const task = await create({ origin: { type: 'link', page: guide } });
    expect([task.title, task.description]).toEqual([
      'Broken links in “Guide”',
      'These links lead nowhere: /pages/gone, /pages/lost#there',
    ]);
    const origin = { type: 'link', page: fine };
    const refused = await org.edit.refusal('createAgentTask', { params: at(), body: { space, origin } });
    expect([refused.status, refused.paths]).toEqual([400, ['body.origin.page']]);
    await update(task.id, 'started');
    await run(task);
    const { changeRequest } = await get(task.id);
    const request = await org.read.call('GET', `/spaces/${space}/change-requests/${changeRequest}`);
    expect(JSON.stringify(request.body.description)).toContain('/pages/lost#there');
  });

  test('open one change request in the name of whoever starts them, however often they are started', async () => {
    const task = await create({ instructions: 'Explain the export.' });
    await Promise.all([update(task.id, 'started'), update(task.id, 'started'), update(task.id, 'started')]);
    const started = await get(task.id);
    expect(started).toMatchObject({ status: 'started', outcome: { status: 'pending', sources: [] } });
    const { body } = await org.read.call('GET', `/spaces/${space}/change-requests?status=draft`);
    expect(body.items).toMatchObject([
      { id: started.changeRequest, subject: 'Explain the export.', createdBy: { id: org.edit.id } },
    ]);
    const actions = (await org.admin.call('GET', `/orgs/${org.id}/audit-events?limit=5`)).body.items.map(
      ({ action }: { action: string }) => action,
    );
    expect(actions.filter((action: string) => action === 'agent-task.started')).toHaveLength(1);
  });

  test('are prepared for a person without a language model, once', async () => {
    await write(
      insertPage(
        'Export',
        'You can export a space as a folder of Markdown files.\n\n## PDF\n\nOr export a PDF.',
      ),
      insertPage('Cats', 'Cats sleep for most of the day.'),
    );
    const task = await create({ instructions: 'Explain the export of a PDF.', status: 'started' });
    await Promise.all([run(task), run(task)]);
    await run(task);
    const prepared = await get(task.id);
    expect(prepared.outcome).toMatchObject({ status: 'no-model', reasons: [] });
    expect(prepared.outcome!.sources.map(({ title }) => title)).toEqual(['Export', 'Export']);
    expect(prepared.outcome!.sources[0]).toMatchObject({ heading: 'PDF', anchor: 'pdf', path: 'export' });
    const { body } = await org.read.call('GET', `/spaces/${space}/change-requests/${prepared.changeRequest}`);
    expect(body.status).toBe('draft');
    const description = JSON.stringify(body.description);
    expect(description).toContain('This server has no language model');
    expect(description).toContain(`/app/s/${space}/export#pdf`);
    expect(description).toContain(`/app/o/${org.id}/~/tasks/${task.id}`);
    expect(body.revision).toBe(body.revisionInitial);
  });

  test('are completed when their change request is merged, and then stay as they are', async () => {
    const task = await create({ instructions: 'Explain it.', status: 'started' });
    await run(task);
    const requests = `/spaces/${space}/change-requests/${task.changeRequest}`;
    await org.admin.call('POST', `${requests}/content`, { changes: [insertPage('New', 'Explained.')] });
    await org.admin.call('PATCH', requests, { status: 'open' });
    expect((await org.admin.call('POST', `${requests}/merge`)).status).toBe(200);
    expect((await get(task.id)).status).toBe('completed');
    for (const status of ['canceled', 'backlog', 'started'] as const) {
      const params = { ...at(), agentTaskId: task.id };
      const refused = await org.edit.refusal('updateAgentTask', { params, body: { status } });
      expect(refused.status).toBe(409);
    }
  });

  test('that are canceled are not written; they keep their change request when they are started again', async () => {
    const task = await create({ instructions: 'Explain it.', status: 'started' });
    await update(task.id, 'canceled');
    await run(task);
    expect(await get(task.id)).toMatchObject({ status: 'canceled', outcome: { status: 'pending' } });
    const params = { ...at(), agentTaskId: task.id };
    expect(await update(task.id, 'backlog')).toMatchObject({ status: 'backlog' });
    const again = await update(task.id, 'started');
    expect(again.changeRequest).toBe(task.changeRequest);
    // The job of the first start comes late.
    await run(task, 1);
    expect((await get(task.id)).outcome!.status).toBe('pending');
    await run(task, 2);
    expect((await get(task.id)).outcome!.status).toBe('no-model');
    const refused = await org.edit.refusal('updateAgentTask', { params, body: { status: 'backlog' } });
    expect(refused.status).toBe(409);
    // Without its change request, it gets a new one.
    await update(task.id, 'canceled');
    const archived = `/spaces/${space}/change-requests/${task.changeRequest}`;
    await org.edit.call('PATCH', archived, { status: 'archived' });
    expect((await update(task.id, 'started')).changeRequest).not.toBe(task.changeRequest);
  });

  test('keep the description that a person has written', async () => {
    const task = await create({ instructions: 'Explain it.', status: 'started' });
    await run(task);
    const path = `/spaces/${space}/change-requests/${task.changeRequest}`;
    const textOf = async () => JSON.stringify((await org.read.call('GET', path)).body.description);
    const ours = await textOf();
    await update(task.id, 'canceled');
    await update(task.id, 'started');
    await run(task, 2);
    expect(await textOf()).toBe(ours);
    const paragraph = {
      object: 'block',
      type: 'paragraph',
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Mine', marks: [] }] }],
    };
    await org.edit.call('PATCH', path, { description: { object: 'document', data: {}, nodes: [paragraph] } });
    await update(task.id, 'canceled');
    await update(task.id, 'started');
    await run(task, 3);
    expect(await textOf()).toContain('Mine');
  });

  test('are taken over by a person who opens the change request', async () => {
    const task = await create();
    const open = (agentTaskId: string, by: Person = org.edit, where = space) =>
      by.call('POST', `/spaces/${where}/change-requests`, { subject: 'By hand', agentTaskId });
    const { body: made } = await open(task.id);
    expect(await get(task.id)).toMatchObject({
      status: 'started',
      changeRequest: made.id,
      outcome: { status: 'by-hand' },
    });
    await run(task);
    expect((await get(task.id)).outcome!.status).toBe('by-hand');
    expect((await open(task.id)).status).toBe(409);
    const other = await createLiveSpace(org);
    for (const [id, where] of [
      ['none', space],
      [(await create()).id, other],
    ] as const) {
      const refused = await open(id, org.edit, where);
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.agentTaskId']);
    }
    expect((await open((await create()).id, org.comment)).status).toBe(403);
  });

  test('are updated by their creator and by editors, and created by those who may comment', async () => {
    const refused = await org.read.refusal('createAgentTask', {
      params: at(),
      body: { space, instructions: 'Explain it.' },
    });
    expect(refused.status).toBe(403);
    const own = await create({ instructions: 'Explain it.' }, org.comment);
    const other = await create();
    const params = (id: string) => ({ ...at(), agentTaskId: id });
    expect((await update(own.id, 'started', org.comment)).status).toBe('started');
    const body = { status: 'started' } as const;
    expect((await org.comment.refusal('updateAgentTask', { params: params(other.id), body })).status).toBe(
      403,
    );
    expect((await update(own.id, 'canceled', org.review)).status).toBe('canceled');
    // The change request of somebody else is not theirs to edit.
    const theirs = await update(own.id, 'started', org.comment);
    await update(own.id, 'canceled');
    await org.edit.call('PATCH', `/spaces/${space}/change-requests/${theirs.changeRequest}`, {
      status: 'archived',
    });
    const ofEditor = await update(own.id, 'started');
    await update(own.id, 'canceled');
    const again = await update(own.id, 'started', org.comment);
    expect(new Set([theirs, ofEditor, again].map(({ changeRequest }) => changeRequest)).size).toBe(3);
  });

  test('are hidden with their space', async () => {
    const task = await create();
    await create({ instructions: 'Another.' }, org.admin, await createLiveSpace(org));
    await org.admin.call('PATCH', `/spaces/${space}`, { defaultLevel: null });
    const params = { ...at(), agentTaskId: task.id };
    expect((await org.read.refusal('getAgentTask', { params })).status).toBe(404);
    expect((await list()).count).toBe(1);
    const stats = (await org.read.request('getAgentSetupState', { params: at() })).body.stats;
    expect(stats.backlogTasks).toBe(1);
    const elsewhere = await server.organization();
    expect((await elsewhere.admin.refusal('getAgentTask', { params })).status).toBe(404);
    // Not by the address of another organization either.
    const there = { organizationId: elsewhere.id, agentTaskId: task.id };
    expect((await elsewhere.admin.refusal('getAgentTask', { params: there })).status).toBe(404);
    const foreign = { space, instructions: 'Explain it.' };
    const at2 = { organizationId: elsewhere.id };
    const refused = await elsewhere.admin.refusal('createAgentTask', { params: at2, body: foreign });
    expect([refused.status, refused.paths]).toEqual([400, ['body.space']]);
  });

  test('stop when whoever started them may not edit the change request any more', async () => {
    const task = await create({ instructions: 'Explain it.', status: 'started' });
    await org.admin.call('PATCH', `/spaces/${space}`, { defaultLevel: null });
    await run(task);
    expect((await get(task.id, org.admin)).outcome!.status).toBe('stopped');
  });

  test('are listed newest first, by status and space, in as many queries as one of them', async () => {
    const first = await create({ instructions: 'First.' });
    const query = { status: ['backlog', 'started'] as ('backlog' | 'started')[] };
    await list(query);
    const few = await server.countQueries(() => list(query));
    const others = [];
    for (let i = 0; i < 4; i++)
      others.push(await create({ instructions: `Number ${i}` }, org.admin, await createLiveSpace(org)));
    await update(others[0]!.id, 'started', org.admin);
    await update(others[1]!.id, 'canceled', org.admin);
    const { items, count } = await list(query);
    expect([count, items.map(({ id }) => id)]).toEqual([
      4,
      [others[3]!.id, others[2]!.id, others[0]!.id, first.id],
    ]);
    expect(await server.countQueries(() => list(query))).toBe(few);
    expect((await list({ status: ['canceled'] })).items.map(({ id }) => id)).toEqual([others[1]!.id]);
    expect((await list({ space })).items.map(({ id }) => id)).toEqual([first.id]);
    const page = await list({ limit: 2 });
    const rest = await list({ limit: 2, page: page.next!.page });
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual(
      [...others.map(({ id }) => id).reverse(), first.id].slice(0, 4),
    );
  });
});
