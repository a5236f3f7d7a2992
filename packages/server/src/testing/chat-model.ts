import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A passage as the model gets it. */
export interface GivenPassage {
  readonly number: number;
  readonly title: string;
  readonly text: string;
}

/** What the model is asked. */
export interface GivenPrompt {
  readonly passages: readonly GivenPassage[];
  readonly earlierQuestions: readonly string[];
  readonly question: string;
}

/** Writes the response to a prompt. */
export type Behaviour = (prompt: GivenPrompt, response: http.ServerResponse) => void;

const eventOf = (content: string, reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: reason }] })}\n\n`;

/** Streams a text in small parts, as models do. */
export const saying =
  (textOf: (prompt: GivenPrompt) => string): Behaviour =>
  (prompt, response) => {
    response.setHeader('content-type', 'text/event-stream');
    for (const part of textOf(prompt).match(/[\s\S]{1,7}/g) ?? []) response.write(eventOf(part));
    response.end(`${eventOf('', 'stop')}data: [DONE]\n\n`);
  };

/** Responds with JSON as a whole, as models do that are not asked to stream. */
export const completing =
  <Prompt>(contentOf: (prompt: Prompt) => unknown): Behaviour =>
  (prompt, response) => {
    const content = JSON.stringify(contentOf(prompt as unknown as Prompt));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { content } }] }));
  };

/** Starts a text and never ends it; the connection stays open. */
export const beginning =
  (text: string): Behaviour =>
  (_, response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.write(eventOf(text));
  };

/** Starts a text and ends the response before the model is done. */
export const breakingOff =
  (text: string): Behaviour =>
  (_, response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.end(eventOf(text));
  };

/** Responds with a status and a text. */
export const responding =
  (status: number, text: string, type = 'application/json'): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(text);
  };

/** The prompt in a message; other texts than JSON are questions without passages. */
const promptIn = (content: string): GivenPrompt => {
  try {
    return JSON.parse(content) as GivenPrompt;
  } catch {
    return { passages: [], earlierQuestions: [], question: content };
  }
};

/** A fake language model with the chat API, whose behaviour tests choose. */
export const startChatModel = async () => {
  const prompts: GivenPrompt[] = [];
  const bodies: Record<string, unknown>[] = [];
  let behaviour: Behaviour = saying(() => 'NONE');
  let onClosed = () => {};
  const server = http.createServer(async (request, response) => {
    const body = (await json(request)) as { messages: { content: string }[] };
    const prompt = promptIn(body.messages[1]!.content);
    bodies.push(body);
    prompts.push(prompt);
    response.on('close', () => onClosed());
    behaviour(prompt, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    url,
    config: { baseUrl: url, apiKey: 'secret-key', model: 'm' },
    prompts,
    bodies,
    behave: (next: Behaviour) => {
      behaviour = next;
      prompts.length = 0;
      bodies.length = 0;
    },
    /** Resolves when the next response is closed. */
    closed: () =>
      new Promise<void>((resolve) => {
        onClosed = resolve;
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** A fake language model. */
export type ChatModel = Awaited<ReturnType<typeof startChatModel>>;
