import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EngineError } from '../../kernel/engine-error.ts';
import {
  type Behaviour,
  beginning,
  breakingOff,
  type ChatModel,
  responding,
  saying,
  startChatModel,
} from '../../testing/chat-model.ts';
import { createOpenAiChat } from './openai-chat.ts';

let model: ChatModel;
beforeAll(async () => {
  model = await startChatModel();
});
afterAll(() => model.close());

const TEXT = JSON.stringify({ passages: [], earlierQuestions: [], question: 'q' });
const read = async (behaviour: Behaviour, timeoutMs = 20_000, signal = new AbortController().signal) => {
  model.behave(behaviour);
  const chat = createOpenAiChat(model.config);
  const parts: string[] = [];
  for await (const part of chat.stream({ instructions: 'i', text: TEXT, timeoutMs, signal }))
    parts.push(part);
  return parts.join('');
};
const failure = (...request: Parameters<typeof read>) =>
  read(...request).then(
    () => undefined,
    ({ kind }: EngineError) => kind,
  );

test('streams the text, in whatever parts it arrives', async () => {
  expect(await read(saying(() => 'Ünïcödé 🚀 text\nin lines'))).toBe('Ünïcödé 🚀 text\nin lines');
  expect(model.bodies[0]).toMatchObject({ model: 'm', stream: true, temperature: 0 });
  const whole = JSON.stringify({ choices: [{ message: { content: 'at once' } }] });
  expect(await read(responding(200, whole))).toBe('at once');
});

test('asks again without a temperature if the model rejects it', async () => {
  let asked = 0;
  const rejecting: Behaviour = (prompt, response) => {
    asked++;
    const behaviour = asked === 1 ? responding(400, 'temperature is not supported') : saying(() => 'yes');
    behaviour(prompt, response);
  };
  expect(await read(rejecting)).toBe('yes');
  expect(model.bodies[1]).not.toHaveProperty('temperature');
});

test.each<[string, Behaviour, string]>([
  ['an error', responding(500, 'no'), 'down'],
  ['a busy server', responding(429, 'later'), 'busy'],
  ['a rejected request', responding(401, 'no'), 'refused'],
  ['a text that is no JSON', responding(200, '<html>'), 'garbled'],
  ['JSON of another shape', responding(200, '{"choices":[{"message":{"content":{}}}]}'), 'garbled'],
  ['events that are no JSON', responding(200, 'data: nonsense\n\n', 'text/event-stream'), 'garbled'],
  ['a response that ends early', breakingOff('The half'), 'garbled'],
  ['an empty stream', responding(200, '', 'text/event-stream'), 'garbled'],
  ['too much text', saying(() => 'x'.repeat(60_000)), 'garbled'],
])('fails with %s', async (_, behaviour, kind) => {
  expect(await failure(behaviour)).toBe(kind);
});

test('fails if the model says nothing, or stops in the middle, and when nobody waits any more', async () => {
  expect(await failure(() => {}, 50)).toBe('down');
  expect(await failure(beginning('The half'), 50)).toBe('down');
  const leaving = new AbortController();
  const closed = model.closed();
  const reading = failure(beginning('The half'), 20_000, leaving.signal);
  await expect.poll(() => model.prompts.length).toBe(1);
  leaving.abort();
  expect(await reading).toBe('down');
  await closed;
});
