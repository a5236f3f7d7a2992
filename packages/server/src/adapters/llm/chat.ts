import { setTimeout as sleep } from 'node:timers/promises';
import type { Chat, ChatQuestion } from '../../kernel/chat.ts';
import type { Config } from '../../kernel/config.ts';
import type { Egress } from '../../kernel/egress.ts';

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 1024 * 1024;
// Who asks to wait longer is not waited for.
const LONGEST_WAIT_MS = 5_000;

/** How long an answer asks to be left alone. */
const waitOf = (retryAfter: string | null): number => {
  const seconds = Number(retryAfter ?? '1');
  if (Number.isFinite(seconds)) return Math.max(0, seconds) * 1000;
  const until = Date.parse(retryAfter!);
  return Number.isNaN(until) ? 1000 : Math.max(0, until - Date.now());
};

const contentOf = (body: unknown): string => {
  const { choices } = (body ?? {}) as { choices?: { message?: { content?: unknown } }[] };
  const content = Array.isArray(choices) ? choices[0]?.message?.content : undefined;
  if (typeof content !== 'string') throw new Error('The language model answered nothing');
  return content;
};

/**
 * A language model behind an endpoint that speaks OpenAI's protocol. One request by hand, because it goes through the
 * egress guard, and a library would bring its own way out.
 */
export const createChat = (
  { baseUrl, apiKey, model }: NonNullable<Config['llm']>,
  egress: Egress,
  { timeoutMs = TIMEOUT_MS, longestWaitMs = LONGEST_WAIT_MS } = {},
): Chat => {
  const send = ({ instructions, text, name, schema }: ChatQuestion) =>
    egress.fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        temperature: 0,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: text },
        ],
        response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
      }),
      maxBytes: MOST_BYTES,
      timeoutMs,
    });
  return {
    ask: async (question) => {
      let response = await send(question);
      if (response.status === 429 || response.status === 503) {
        response.stream.destroy();
        const wait = waitOf(response.headers.get('retry-after'));
        if (wait > longestWaitMs) throw new Error('The language model has no time');
        await sleep(wait);
        response = await send(question);
      }
      if (response.status !== 200) {
        response.stream.destroy();
        throw new Error(`The language model answered ${response.status}`);
      }
      return JSON.parse(contentOf(JSON.parse(await response.text())));
    },
  };
};
