import type { Chat } from '../../kernel/chat.ts';
import { EngineError } from '../../kernel/engine.ts';
import { ask } from './ask.ts';

/** A language model behind the interface that many servers share. */
export interface ChatOptions {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  readonly patienceMs?: number | undefined;
}

const ENGINE = 'The language model';

const contentOf = (answer: unknown): string => {
  const { choices } = (answer ?? {}) as { choices?: { message?: { content?: unknown } }[] };
  const content = Array.isArray(choices) ? choices[0]?.message?.content : undefined;
  if (typeof content !== 'string') throw new EngineError('garbled', `${ENGINE} answered nothing`);
  return content;
};

/** A language model that speaks OpenAI's protocol; one request by hand, for a library would add nothing to it. */
export const createChat = ({ baseUrl, apiKey, model, patienceMs: patience }: ChatOptions): Chat => ({
  model,
  ask: async ({ instructions, text, name, schema, patienceMs = patience }) => {
    const answer = await ask(
      {
        engine: ENGINE,
        url: `${baseUrl.replace(/\/+$/, '')}/chat/completions`,
        headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
        patienceMs,
      },
      {
        model,
        temperature: 0,
        response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: text },
        ],
      },
    );
    try {
      // Some wrap their answer as code in spite of all.
      return JSON.parse(contentOf(answer).replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, '')) as unknown;
    } catch (cause) {
      if (cause instanceof EngineError) throw cause;
      throw new EngineError('garbled', `${ENGINE} answered something else than JSON`, { cause });
    }
  },
});
