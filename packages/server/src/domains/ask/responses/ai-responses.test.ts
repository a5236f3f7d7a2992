import type { Block } from '@lectern/document';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AiEvent, assistantOf, textOf } from '../../../testing/ai-responses.ts';
import {
  beginning,
  breakingOff,
  type ChatModel,
  responding,
  saying,
  startChatModel,
} from '../../../testing/chat-model.ts';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import { eventsIn, readEvents } from '../../../testing/event-stream.ts';
import { startServer, type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';
import { insertPage } from '../../../testing/showcase.ts';
import { NO_ANSWER } from '../answers/answer.ts';
import { documentOf, textNode } from '../answers/answer-blocks.ts';
import { createAiResponsesService } from './ai-responses.service.ts';

const QUESTION = 'When are invoices sent?';
const PAGES = [
  insertPage('Billing', 'Invoices are sent on the first of the month.'),
  insertPage('Refunds', 'A refund takes five days.'),
];

const paragraph = (text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  nodes: [textNode(text)],
});

describe('responses of the assistant of a site', () => {
  const clock = testClock();
  let model: ChatModel;
  let server: TestServer;
  let second: TestServer;
  let org: TestOrganization;
  let space: string;
  let site: string;
  let assistant: ReturnType<typeof assistantOf>;

  beforeAll(async () => {
    model = await startChatModel();
    server = await startServer({ clock, config: { llm: model.config } });
    second = await startServer({
      clock,
      config: { llm: model.config },
      connectionString: server.connectionString,
    });
  });
  afterAll(async () => {
    await second.close();
    await server.close();
    await model.close();
  });
  beforeEach(async () => {
    // Faults of the model are forgotten.
    clock.advance(3_600_000);
    org = await server.organization();
    space = await createLiveSpace(org);
    await org.admin.call('POST', `/spaces/${space}/content`, { changes: PAGES });
    site = await org.site({ spaces: [space] });
    assistant = assistantOf(server.url, org.id, site);
  });

  const types = (events: readonly AiEvent[]) => events.map(({ type }) => type);

  test('are streamed as steps with the pages that they are from, and resumed', async () => {
    model.behave(
      saying(
        () =>
          'Invoices are sent on the first. [1]\nInvoices are sent each month. [1]\n? Invoices of the month?',
      ),
    );
    const { status, headers, events, id, text } = await assistant.respond(org.read.token, QUESTION);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(types(events)).toEqual([
      'response_start',
      'response_tool_call',
      'response_document',
      'response_document',
      'response_followup_suggestion',
      'response_finish',
    ]);
    expect(events[0]).toMatchObject({ messageId: id, responseId: id });
    expect(events[1]!.toolCall).toMatchObject({ tool: 'search', results: [{ title: 'Billing' }] });
    expect(events[4]!.suggestions).toEqual(['Invoices of the month?']);
    expect(text).toBe('Invoices are sent on the first. [1]Invoices are sent each month. [1]');
    expect((await assistant.resume(org.read.token, id)).events).toEqual(events);
  });

  test('take documents as messages, and reject those without text', async () => {
    model.behave(saying(() => 'Invoices are sent on the first. [1]'));
    const leaf = { object: 'text', leaves: [{ object: 'leaf', text: QUESTION, marks: [] }] };
    const document = {
      object: 'document',
      data: {},
      nodes: [{ object: 'block', type: 'paragraph', nodes: [leaf] }],
    };
    expect((await assistant.respond(org.read.token, document)).text).toContain('on the first');
    const refused = async (body: object) => {
      const path = `/orgs/${org.id}/sites/${site}/ai/response`;
      const answer = await org.read.call('POST', path, body);
      return [answer.status, answer.body.error.details[0].path];
    };
    const message = (content: unknown) => ({ input: [{ role: 'user', content }] });
    expect(await refused(message(' '))).toEqual([400, 'body.input.0.content']);
    expect(
      await refused(message({ ...document, nodes: [{ object: 'block', type: 'x', leaves: [null] }] })),
    ).toEqual([400, 'body.input.0.content']);
    expect((await refused(message('x'.repeat(2049))))[0]).toBe(400);
    expect(await refused({ input: [] })).toEqual([400, 'body.input']);
    expect(await refused({})).toEqual([400, 'body.input']);
    expect(await refused({ ...message('x'), previousResponseId: 'unknown' })).toEqual([
      400,
      'body.previousResponseId',
    ]);
  });

  test('continue a conversation, with all of its questions', async () => {
    model.behave(saying(() => 'Invoices are sent on the first. [1]'));
    const { id } = await assistant.respond(org.read.token, 'Which day are invoices sent?');
    const next = await assistant.respond(org.read.token, 'And when exactly?', { previousResponseId: id });
    expect(next.text).toContain('Invoices are sent on the first');
    await assistant.respond(org.read.token, QUESTION, { previousResponseId: next.id });
    expect(model.prompts.at(-1)!.earlierQuestions).toEqual([
      'Which day are invoices sent?',
      'And when exactly?',
    ]);
    const other = await assistant.respond(org.edit.token, QUESTION, { previousResponseId: id });
    expect(other.status).toBe(400);
  });

  test('say that no page answers, and that the model failed', async () => {
    expect((await assistant.respond(org.read.token, 'Does it run on a submarine?')).text).toBe(
      'The pages of this site do not answer this question.',
    );
    model.behave(responding(500, 'no'));
    const failed = (await assistant.respond(org.read.token, QUESTION)).text;
    expect(failed).toMatch(/The language model did not answer.*first of the month/);
    model.behave(breakingOff('Invoices are sent on the first. [1]\nAnd th'));
    const { events } = await assistant.respond(org.read.token, QUESTION);
    const steps = events.filter(({ blocks }) => blocks).map(({ stepIndex }) => stepIndex);
    expect(steps).toEqual([0, 1]);
  });

  test('are theirs who asked, for a day, and while their pages may be read', async () => {
    model.behave(saying(() => 'Invoices are sent on the first. [1]'));
    const { id } = await assistant.respond(org.read.token, QUESTION);
    const statusFor = async (token: string, of = assistant) => (await of.resume(token, id)).status;
    const stranger = (await server.organization()).admin;
    for (const { token } of [org.edit, org.admin, org.guest, stranger])
      expect(await statusFor(token)).toBe(404);
    const other = assistantOf(server.url, org.id, await org.site({ spaces: [space] }));
    expect(await statusFor(org.read.token, other)).toBe(404);
    expect(await statusFor(org.read.token)).toBe(200);
    expect((await assistant.resume(org.read.token, 'unknown')).status).toBe(404);
    await org.admin.call('PATCH', `/spaces/${space}`, { defaultLevel: null });
    expect(await statusFor(org.read.token)).toBe(404);
    await org.admin.call('PATCH', `/spaces/${space}`, { defaultLevel: 'inherit' });
    clock.advance(25 * 3_600_000);
    expect(await statusFor(org.read.token)).toBe(404);
    const spared = (await assistant.respond(org.read.token, QUESTION)).id;
    const { db } = server.app.kernel;
    const count = async () =>
      (
        await db
          .selectFrom('site_ai_responses')
          .select('id')
          .where('site_id', '=', site)
          .orderBy('id')
          .execute()
      ).map((row) => row.id);
    expect(await count()).toEqual([id, spared]);
    const job = server.app.domains
      .flatMap(({ jobs = [] }) => jobs)
      .find(({ name }) => name === 'ask.remove-expired-responses')!;
    await job.run({});
    expect(await count()).toEqual([spared]);
  });

  test('go on when their reader leaves, and are followed in another process', async () => {
    let finish = () => {};
    model.behave((prompt, response) => {
      beginning('Invoices are sent on the first. [1]\nInvo')(prompt, response);
      finish = () =>
        response.end(
          `data: ${JSON.stringify({ choices: [{ delta: { content: 'ices are sent each month. [1]' }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
        );
    });
    const leaving = new AbortController();
    const response = await fetch(assistant.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.read.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input: [{ role: 'user', content: QUESTION }] }),
      signal: leaving.signal,
    });
    let told = '';
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      told += part;
      if (told.includes('on the first')) break;
    }
    const [start] = eventsIn(told) as AiEvent[];
    leaving.abort();
    const elsewhere = assistantOf(second.url, org.id, site);
    const resumed = elsewhere.resume(org.read.token, start!.responseId!);
    finish();
    const { events } = await resumed;
    expect(textOf(events)).toBe('Invoices are sent on the first. [1]Invoices are sent each month. [1]');
    expect(events.at(-1)!.type).toBe('response_finish');
  });

  test('stop a while after their last reader has left, and contain what was written', async () => {
    const { kernel } = server.app;
    let hasStopped = false;
    const stream = async ({ signal }: { signal?: AbortSignal }) =>
      (async function* () {
        yield { ...NO_ANSWER, document: documentOf([paragraph('So far.')]) };
        await new Promise((resolve) => signal!.addEventListener('abort', resolve));
        hasStopped = true;
      })();
    const responses = createAiResponsesService({ ...kernel, ask: { stream }, abandonedMs: 50 });
    const asker = { organization: org.id, site, visitor: 'v' };
    const conversant = { asker, key: 'k', readable: [] };
    const message = { text: QUESTION, earlier: [], previousResponseId: undefined, spaces: [] };
    const leaving = new AbortController();
    let id = '';
    for await (const event of await responses.respond(conversant, message, leaving.signal)) {
      if (event.type === 'response_start') id = event.responseId!;
      if (event.type === 'response_document') break;
    }
    const rest: string[] = [];
    const staying = new AbortController();
    for await (const event of await responses.resume(conversant, id, staying.signal)) {
      rest.push(event.type);
      if (event.type === 'response_document') setTimeout(() => staying.abort(), 100);
    }
    // Somebody read until the reader left as well.
    expect([rest, hasStopped]).toEqual([['response_start', 'response_document'], false]);
    await expect
      .poll(async () => {
        const events = [];
        for await (const event of await responses.resume(conversant, id, AbortSignal.timeout(20)))
          events.push(event.type);
        return events;
      })
      .toContain('response_finish');
    expect(hasStopped).toBe(true);
  });

  test('end at the shutdown of the server, and for followers of a process that died', async () => {
    model.behave(beginning('Invoices are sent on the first. [1]\nInvo'));
    const third = await startServer({
      clock,
      config: { llm: model.config },
      connectionString: server.connectionString,
    });
    const asked = assistantOf(third.url, org.id, site)
      .respond(org.read.token, QUESTION)
      .catch(() => {});
    const { db } = server.app.kernel;
    const rows = () =>
      db.selectFrom('site_ai_responses').select(['id', 'events']).where('site_id', '=', site).execute();
    await expect.poll(async () => (await rows())[0]?.events).toContain('on the first');
    await third.close();
    await asked;
    const [{ id, events: stored } = { id: '', events: '' }] = await rows();
    await db
      .updateTable('site_ai_responses')
      .set({ ended_at: null, events: `${stored.split('\n')[0]}\n` })
      .where('id', '=', id)
      .execute();
    clock.advance(200_000);
    const { events } = await readEvents<AiEvent>(`${assistant.url}/${id}`, org.read.token);
    expect(types(events)).toEqual(['response_start', 'response_finish']);
    expect(events.at(-1)).toMatchObject({ responseId: id });
  });
});
