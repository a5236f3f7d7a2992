import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOpenAiChat } from '../../../adapters/llm/openai-chat.ts';
import { startServer, type TestOrganization, type TestServer, testClock } from '../../../testing/server.ts';

type Answer = (response: http.ServerResponse, attempt: number) => void;

const saying = (content: unknown) => JSON.stringify({ choices: [{ message: { content } }] });
const FOUND = { issues: [{ title: 'Cannot export', summary: 'The export fails, says jo@example.com.' }] };
const found: Answer = (response) => response.end(saying(JSON.stringify(FOUND)));

describe('conversations processed by a language model', () => {
  const clock = testClock();
  const asked: { headers: http.IncomingHttpHeaders; body: string; path: string }[] = [];
  let answer: Answer = found;
  let model: http.Server;
  let server: TestServer;
  let org: TestOrganization;
  let next = 0;
  const logged: { msg: string; reason?: string }[] = [];
  const write = (line: string) => void logged.push(JSON.parse(line));

  beforeAll(async () => {
    model = http.createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      asked.push({ headers: request.headers, body, path: request.url! });
      answer(response, asked.length);
    });
    await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
    const { port } = model.address() as AddressInfo;
    server = await startServer({
      clock,
      log: pino({ level: 'warn' }, { write }),
      config: {
        llm: { baseUrl: `http://127.0.0.1:${port}/v1/`, apiKey: 'secret-key', model: 'small' },
      },
    });
  });
  afterAll(async () => {
    await server.close();
    model.closeAllConnections();
    model.close();
  });
  beforeEach(async () => {
    asked.length = 0;
    answer = found;
    // Whatever faults there were are forgotten.
    clock.advance(3_600_000);
    org = await server.organization();
  });

  const titles = async (body: string) => {
    const at = `/orgs/${org.id}`;
    const id = `c-${next++}`;
    const conversation = { id, subject: 'Help', parts: [{ type: 'message', role: 'user', body }] };
    expect((await org.admin.call('POST', `${at}/conversations`, conversation)).status).toBe(204);
    await server.app.services.conversationProcessing.process(org.id);
    expect(
      (await org.admin.call('GET', `${at}/conversations/${id}`)).body.conversation.processedAt,
    ).toBeDefined();
    const { items } = (await org.admin.call('GET', `${at}/conversations-issues?conversation=${id}`)).body;
    return items.map(({ issue }: { issue: { title: string } }) => issue.title);
  };

  test('have the issues that it finds, without personal data in requests or results', async () => {
    expect(await titles('My export fails. Write to me: kim@example.com, 4111 1111 1111 1111')).toEqual([
      'Cannot export',
    ]);
    const [{ headers, body, path }] = asked as [(typeof asked)[number]];
    expect([path, headers.authorization]).toEqual(['/v1/chat/completions', 'Bearer secret-key']);
    expect(body).not.toMatch(/kim@|4111/);
    const question = JSON.parse(body);
    expect(question).toMatchObject({
      model: 'small',
      response_format: { type: 'json_schema', json_schema: { strict: true } },
    });
    expect(question.messages[1].content).toBe(
      'Subject: Help\n\nuser: My export fails. Write to me: [email], [card]',
    );
    const { items } = (await org.admin.call('GET', `/orgs/${org.id}/conversations-issues`)).body;
    expect(items[0].issue.summary).toBe('The export fails, says [email].');
  });

  test('are stored while others are still processed, so that few responses of a slow model can be lost', async () => {
    const many = Array.from({ length: 30 }, () => ({
      id: `c-${next++}`,
      parts: [{ type: 'message', role: 'user', body: 'My export fails.' }],
    }));
    const waiting: number[] = [];
    answer = async (response, attempt) => {
      const row = await server.app.kernel.db
        .selectFrom('conversations')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('organization_id', '=', org.id)
        .where('processed_at', 'is', null)
        .executeTakeFirstOrThrow();
      waiting.push(Number(row.count));
      found(response, attempt);
    };
    expect((await org.admin.call('POST', `/orgs/${org.id}/conversations`, many)).status).toBe(204);
    await server.app.services.conversationProcessing.process(org.id);
    expect(Math.min(...waiting)).toBeLessThanOrEqual(8);
    expect((await org.admin.call('GET', `/orgs/${org.id}/conversations-issues`)).body.count).toBe(30);
  });

  test('are requested again if the model asks for it', async () => {
    answer = (response, attempt) => {
      if (attempt > 1) return found(response, attempt);
      response.writeHead(429, { 'retry-after': '0' }).end();
    };
    expect(await titles('My export fails.')).toEqual(['Cannot export']);
    expect(asked).toHaveLength(2);
  });

  const FAULTS: [string, Answer][] = [
    ['has no time', (response) => response.writeHead(429, { 'retry-after': '3600' }).end()],
    ['fails', (response) => response.writeHead(500).end('{}')],
    ['hangs up', (response) => response.destroy()],
    ['does not respond with JSON', (response) => response.end('<html>')],
    ['generates invalid JSON', (response) => response.end(saying('Sure! {"issues": ['))],
    ['says nothing', (response) => response.end('{"choices": []}')],
    ['says something else', (response) => response.end(saying('{"issues": [{"title": 5}]}'))],
  ];
  test.each(FAULTS)('are processed without it if it %s', async (_, fault) => {
    answer = fault;
    expect(await titles('My export fails.')).toEqual(['My export fails.']);
  });

  test('keep the first issues of a response with too many, without an error', async () => {
    const long = { title: 'Cannot export '.repeat(20), summary: `${'The export fails. '.repeat(60)}` };
    answer = (response) => response.end(saying(JSON.stringify({ issues: Array(9).fill(long) })));
    for (let i = 0; i < 4; i++) {
      const found = await titles('My export fails.');
      expect(found).toHaveLength(8);
      for (const title of found) expect(title).toMatch(/^(?:Cannot export ){10,13}Cannot(?: export)?…$/);
    }
    expect(asked).toHaveLength(4);
    const { messages, response_format } = JSON.parse(asked[0]!.body);
    expect(messages[0].content).toMatch(/at most 8 .* at most 200 characters.* at most 1000/);
    expect(JSON.stringify(response_format)).toMatch(/At most 8\..*At most 200 .*At most 1000 /);
    const { items } = (await org.admin.call('GET', `/orgs/${org.id}/conversations-issues`)).body;
    expect(items[0].issue.summary.length).toBeLessThanOrEqual(1000);
  });

  test('are processed without it for a while after repeated failures', async () => {
    // An answer makes up for earlier faults.
    await titles('My export fails.');
    asked.length = 0;
    answer = (response) => response.writeHead(500).end();
    for (let i = 0; i < 5; i++) await titles('My export fails.');
    expect(asked).toHaveLength(3);
    answer = found;
    clock.advance(60_001);
    expect(await titles('My export fails.')).toEqual(['Cannot export']);
  });

  test('cause one log line for a failure and one for its end, without the key', async () => {
    await titles('My export fails.');
    logged.length = 0;
    answer = (response) => response.writeHead(401).end('{"error": "Incorrect key: secret-key"}');
    for (let i = 0; i < 2; i++) await titles('My export fails.');
    answer = (response) => response.end(saying('{"issues": null}'));
    await titles('My export fails.');
    answer = found;
    clock.advance(60_001);
    for (let i = 0; i < 2; i++) await titles('My export fails.');
    expect(logged).toMatchObject([
      {
        msg: 'the language model fails: issues are extracted without it',
        model: 'small',
        reason: 'The language model responded with status 401: {"error": "Incorrect key: [key]"}',
      },
      { msg: 'the language model works again', model: 'small' },
    ]);
    expect(JSON.stringify(logged)).not.toContain('secret-key');
  });

  test('are requested without a temperature if the model rejects it', async () => {
    const { port } = model.address() as AddressInfo;
    const chat = createOpenAiChat({ baseUrl: `http://127.0.0.1:${port}`, apiKey: undefined, model: 'm' });
    const question = { instructions: '', text: '', name: 'x', schema: {} };
    const temperatures = () => asked.map(({ body }) => JSON.parse(body).temperature);
    answer = (response) =>
      JSON.parse(asked.at(-1)!.body).temperature === undefined
        ? response.end(saying('{}'))
        : response.writeHead(400).end(`{"error": {"message": "${'x'.repeat(400)}", "param": "temperature"}}`);
    expect(await chat.complete(question)).toEqual({});
    expect(await chat.complete(question)).toEqual({});
    expect(temperatures()).toEqual([0, undefined, undefined]);
    // Whatever else it refuses is asked for once.
    for (const error of ['temperature or not', 'no such model']) {
      asked.length = 0;
      answer = (response) => response.writeHead(400).end(JSON.stringify({ error }));
      await expect(chat.complete(question)).rejects.toMatchObject({ kind: 'refused' });
      expect(asked).toHaveLength(1);
    }
  });

  test('are processed without it if it is slow', async () => {
    const { port } = model.address() as AddressInfo;
    answer = () => {};
    const chat = createOpenAiChat({ baseUrl: `http://127.0.0.1:${port}`, apiKey: undefined, model: 'm' });
    await expect(
      chat.complete({ instructions: '', text: '', name: 'x', schema: {}, timeoutMs: 200 }),
    ).rejects.toMatchObject({ kind: 'down' });
    await vi.waitFor(() => expect(asked[0]?.headers.authorization).toBeUndefined(), 60_000);
  });
});
