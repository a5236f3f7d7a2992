import net from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  beginning,
  type ChatModel,
  saying,
  startChatModel,
} from '../packages/server/src/testing/chat-model.ts';
import { createLiveSpace } from '../packages/server/src/testing/content-factory.ts';
import {
  startServer,
  type TestOrganization,
  type TestServer,
  testClock,
} from '../packages/server/src/testing/server.ts';
import { insertPage } from '../packages/server/src/testing/showcase.ts';
import { type Client, createClients } from './client.ts';

const QUESTION = 'When are invoices sent?';
const FIRST = 'Invoices are sent on the first. [1]\n';
const REST = 'Invoices are sent each month. [1]';

/** A network between the client and the server, whose connections can be cut. */
const startNetwork = async (to: string) => {
  const { hostname, port } = new URL(to);
  const open = new Set<net.Socket>();
  const network = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    open.add(upstream);
    const end = () => {
      client.destroy();
      upstream.destroy();
      open.delete(upstream);
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(network.address() as net.AddressInfo).port}`,
    cut,
    close: () =>
      new Promise<void>((resolve) => {
        network.close(() => resolve());
        cut();
      }),
  };
};

describe('streams of answers with the official client', () => {
  const clock = testClock();
  let model: ChatModel;
  let server: TestServer;
  let network: Awaited<ReturnType<typeof startNetwork>>;
  let org: TestOrganization;
  let site: string;
  let orgs: Client['orgs'];
  beforeAll(async () => {
    model = await startChatModel();
    server = await startServer({ clock, config: { llm: model.config } });
    network = await startNetwork(server.url);
  });
  afterAll(async () => {
    await network.close();
    await server.close();
    await model.close();
  });
  beforeEach(async () => {
    clock.advance(3_600_000);
    org = await server.organization();
    const space = await createLiveSpace(org);
    const changes = [insertPage('Billing', 'Invoices are sent on the first of the month.')];
    await org.admin.call('POST', `/spaces/${space}/content`, { changes });
    site = await org.site({ spaces: [space] });
    ({ orgs } = createClients({ ...server, url: network.url }).streamingAs(org.read));
  });

  /** Has the model stop in the middle; returns the way to let it end. */
  const writeHalf = () => {
    let finish = () => {};
    model.behave((prompt, response) => {
      beginning(FIRST)(prompt, response);
      finish = () =>
        response.end(
          `data: ${JSON.stringify({ choices: [{ delta: { content: REST }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
        );
    });
    return () => finish();
  };

  /** Reads a stream until it ends or fails, and does something after the first part of the answer. */
  const read = async <Event extends { readonly type: string }>(
    stream: AsyncIterable<Event>,
    then: () => void = () => {},
  ) => {
    const events: Event[] = [];
    let isInterrupted = false;
    try {
      for await (const event of stream) {
        events.push(event);
        if (JSON.stringify(event).includes('on the first') && !isInterrupted) {
          isInterrupted = true;
          then();
        }
      }
      return { events, hasFailed: false };
    } catch {
      return { events, hasFailed: true };
    }
  };

  const asking = {
    organization: (signal?: AbortSignal) =>
      orgs.streamAskInOrganization(org.id, { query: QUESTION }, signal ? { signal } : {}),
    site: (signal?: AbortSignal) =>
      orgs.streamAskInSite(
        org.id,
        site,
        { question: QUESTION, scope: { mode: 'all' } },
        {},
        signal ? { signal } : {},
      ),
  };

  describe.each(['organization', 'site'] as const)('of a question to the %s', (where) => {
    test.each(['cut', 'abandoned'] as const)(
      'that is %s ends the request to the model, and can be asked again',
      async (how) => {
        writeHalf();
        const leaving = new AbortController();
        const closed = model.closed();
        const { events, hasFailed } = await read(asking[where](leaving.signal), () =>
          how === 'cut' ? network.cut() : leaving.abort(),
        );
        expect([events.length, hasFailed]).toEqual([1, true]);
        await closed;
        model.behave(saying(() => FIRST + REST));
        const again = await read(asking[where]());
        expect(again.hasFailed).toBe(false);
        expect(JSON.stringify(again.events.at(-1))).toContain('each month');
      },
    );
  });

  describe('of the assistant of a site', () => {
    const respond = (signal?: AbortSignal) =>
      orgs.streamAiResponseInSite(
        org.id,
        site,
        { input: [{ role: 'user' as const, content: QUESTION }] },
        signal ? { signal } : {},
      );

    test.each(['cut', 'abandoned'] as const)(
      'that is %s goes on, and is resumed from its beginning',
      async (how) => {
        const finish = writeHalf();
        const leaving = new AbortController();
        const first = await read(respond(leaving.signal), () =>
          how === 'cut' ? network.cut() : leaving.abort(),
        );
        expect(first.hasFailed).toBe(true);
        const [start] = first.events;
        const id = start?.type === 'response_start' ? start.messageId : '';
        const resumed = await read(orgs.streamExistingAiResponseInSite(org.id, site, id), finish);
        expect(resumed.hasFailed).toBe(false);
        expect(resumed.events.slice(0, first.events.length)).toEqual(first.events);
        expect(resumed.events.map(({ type }) => type)).toEqual([
          'response_start',
          'response_tool_call',
          'response_document',
          'response_document',
          'response_finish',
        ]);
        expect((await read(orgs.streamExistingAiResponseInSite(org.id, site, id))).events).toEqual(
          resumed.events,
        );
      },
    );
  });
});
