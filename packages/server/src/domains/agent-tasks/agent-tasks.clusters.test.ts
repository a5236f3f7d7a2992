import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiRequest } from '../../testing/api-client.ts';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { CARD_QUESTIONS, conversationOf, PASSWORD_QUESTIONS } from '../../testing/conversations.ts';
import type { Person, TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

describe('agent tasks for clusters', () => {
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
  /** A cluster of questions of customers. */
  const cluster = async (): Promise<string> => {
    const sent = CARD_QUESTIONS.map((text, i) => conversationOf(`c-${i}`, text));
    await org.create.call('POST', `/orgs/${org.id}/conversations`, sent);
    await server.app.services.conversationProcessing.process(org.id);
    const { items } = (await org.read.call('GET', `/orgs/${org.id}/conversations-clusters?orderBy=issues`))
      .body;
    return items[0].id;
  };
  const run = ({ id }: { id: string }, starts = 1) =>
    server.app.services.agentTaskWriting.run({ organization_id: org.id, id, starts });

  test('are counted in the clusters, as far as their spaces are visible', async () => {
    const clusterId = await cluster();
    const origin = { type: 'cluster', cluster: clusterId } as const;
    const task = await create({ origin });
    expect(task).toMatchObject({ cluster: clusterId, origin, status: 'backlog' });
    expect(CARD_QUESTIONS).toContain(task.title);
    expect(task.description).toMatch(/^Customers asked this \d times\. /);
    await create({ origin, status: 'started' });
    const hidden = await createLiveSpace(org);
    await org.admin.call('PATCH', `/spaces/${hidden}`, { defaultLevel: null });
    await create({ origin, status: 'started' }, org.admin, hidden);
    const statsFor = async (by: Person) => {
      const { body } = await by.call('GET', `/orgs/${org.id}/conversations-clusters/${clusterId}`);
      const { tasksTotal, tasksBacklog, tasksStarted, tasksCompleted, tasksCancelled } = body.stats;
      return [tasksTotal, tasksBacklog, tasksStarted, tasksCompleted, tasksCancelled];
    };
    expect([await statsFor(org.read), await statsFor(org.admin)]).toEqual([
      [2, 1, 1, 0, 0],
      [3, 1, 2, 0, 0],
    ]);
    await update(task.id, 'canceled');
    expect(await statsFor(org.read)).toEqual([2, 0, 1, 0, 1]);
    expect((await list({ cluster: clusterId })).count).toBe(2);
    const { body: state } = await org.read.request('getAgentSetupState', { params: at() });
    expect(state.stats).toEqual({
      backlogTasks: 0,
      startedTasks: 1,
      completedTasks: 0,
      canceledTasks: 1,
      conversations: CARD_QUESTIONS.length,
      issues: CARD_QUESTIONS.length,
      issuesClusters: 1,
      sources: { [`integration:api:${org.id}`]: CARD_QUESTIONS.length },
    });
  });

  test('order the lists of clusters', async () => {
    await cluster();
    const passwords = PASSWORD_QUESTIONS.map((text, i) => conversationOf(`p-${i}`, text));
    await org.create.call('POST', `/orgs/${org.id}/conversations`, passwords);
    await server.app.services.conversationProcessing.process(org.id);
    const clusters = async (query: string) =>
      (await org.read.call('GET', `/orgs/${org.id}/conversations-clusters?${query}`)).body;
    const [cards, password] = (await clusters('orderBy=issues')).items;
    await create({ origin: { type: 'cluster', cluster: password.id }, status: 'started' });
    for (const orderBy of ['tasksTotal', 'tasksStarted'])
      for (const [order, ids] of [
        ['desc', [password.id, cards.id]],
        ['asc', [cards.id, password.id]],
      ] as const) {
        const first = await clusters(`orderBy=${orderBy}&order=${order}&limit=1`);
        const rest = await clusters(`orderBy=${orderBy}&order=${order}&limit=1&page=${first.next.page}`);
        expect([first.items[0].id, rest.items[0].id]).toEqual(ids);
      }
  });

  test('are for readers of conversations, and say little in their change request', async () => {
    const clusterId = await cluster();
    const guest = await server.member(org.id, null);
    await org.admin.call('POST', `/spaces/${space}/permissions`, { role: 'edit', users: [guest.id] });
    const task = await create({
      origin: { type: 'cluster', cluster: clusterId },
      title: 'Cards',
      status: 'started',
    });
    await run(task);
    const params = { ...at(), agentTaskId: task.id };
    expect((await guest.refusal('getAgentTask', { params })).status).toBe(404);
    expect((await list({}, guest)).items).toEqual([]);
    const body = { space, origin: { type: 'cluster', cluster: clusterId } };
    expect((await guest.refusal('createAgentTask', { params: at(), body })).status).toBe(403);
    const seen = await guest.call('GET', `/spaces/${space}/change-requests/${task.changeRequest}`);
    expect(seen.body.conversationsIssuesCluster).toBe(clusterId);
    const text = JSON.stringify(seen.body);
    for (const question of CARD_QUESTIONS) expect(text).not.toContain(question);
    await create({ instructions: 'For everybody.' });
    expect((await list({}, guest)).items.map(({ title }) => title)).toEqual(['For everybody.']);
  });

  test('survive their cluster, and leave it when the space moves to another organization', async () => {
    const clusterId = await cluster();
    const task = await create({ origin: { type: 'cluster', cluster: clusterId } });
    const { body: elsewhere } = await org.admin.call('POST', '/orgs', { title: 'Elsewhere' });
    await org.admin.call('POST', `/spaces/${space}/transfer`, { organization: elsewhere.id });
    const moved = await org.admin.call('GET', `/orgs/${elsewhere.id}/agent-tasks/${task.id}`);
    expect([moved.status, moved.body.cluster, moved.body.origin]).toEqual([
      200,
      undefined,
      { type: 'cluster' },
    ]);
    expect((await list({}, org.admin)).count).toBe(0);
    space = await createLiveSpace(org);
    const stays = await create({ origin: { type: 'cluster', cluster: clusterId } });
    await org.create.call(
      'POST',
      `/orgs/${org.id}/conversations`,
      CARD_QUESTIONS.map((_, i) => conversationOf(`c-${i}`, 'Thanks!')),
    );
    await server.app.services.conversationProcessing.process(org.id);
    expect((await get(stays.id)).cluster).toBeUndefined();
  });
});
