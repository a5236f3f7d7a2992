import { EngineError, type EngineResponse } from '../../kernel/engine-error.ts';
import type { LanguageModel, ModelPrompt } from '../../kernel/language-model.ts';
import { type EngineEndpoint, postJson } from './post-json.ts';
import { streamChat } from './stream-chat.ts';

/** Configuration of a server with OpenAI's chat API. */
export interface OpenAiChatOptions {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  readonly timeoutMs?: number | undefined;
}

const ENGINE = 'The language model';

const contentOf = (response: unknown): string => {
  const { choices } = (response ?? {}) as { choices?: ({ message?: { content?: unknown } | null } | null)[] };
  const content = Array.isArray(choices) ? choices[0]?.message?.content : undefined;
  if (typeof content !== 'string') throw new EngineError('garbled', `${ENGINE} returned an empty response`);
  return content;
};

// Reasoning models have a fixed temperature, and reject requests that set one.
const rejectsTemperature = (error: unknown): boolean => {
  const response =
    error instanceof EngineError ? (error.cause as Partial<EngineResponse> | undefined) : undefined;
  return response?.status === 400 && /temperature/i.test(response.body ?? '');
};

/** A language model with OpenAI's chat API. */
export const createOpenAiChat = ({
  baseUrl,
  apiKey,
  model,
  timeoutMs: defaultTimeoutMs,
}: OpenAiChatOptions): LanguageModel => {
  // As deterministic as possible.
  let sampling: { readonly temperature?: number } = { temperature: 0 };

  const endpoint: EngineEndpoint = {
    engine: ENGINE,
    url: `${baseUrl.replace(/\/+$/, '')}/chat/completions`,
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    key: apiKey,
  };

  const send = ({ instructions, text, name, schema, timeoutMs = defaultTimeoutMs }: ModelPrompt) =>
    postJson(
      { ...endpoint, timeoutMs },
      {
        model,
        ...sampling,
        response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: text },
        ],
      },
    );

  return {
    model,
    stream: async function* ({ instructions, text, timeoutMs, signal }) {
      const messages = [
        { role: 'system', content: instructions },
        { role: 'user', content: text },
      ];
      const { temperature } = sampling;
      const open = () =>
        streamChat({ ...endpoint, timeoutMs, signal }, { model, ...sampling, stream: true, messages });
      try {
        yield* open();
      } catch (error) {
        // It was refused before the first text.
        if (temperature === undefined || !rejectsTemperature(error)) throw error;
        sampling = {};
        yield* open();
      }
    },
    complete: async (prompt) => {
      const { temperature } = sampling;
      const response = await send(prompt).catch((error: unknown) => {
        if (temperature === undefined || !rejectsTemperature(error)) throw error;
        sampling = {};
        return send(prompt);
      });
      try {
        // Some models wrap the JSON in a code block.
        return JSON.parse(contentOf(response).replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, '')) as unknown;
      } catch (cause) {
        if (cause instanceof EngineError) throw cause;
        throw new EngineError('garbled', `${ENGINE} did not respond with JSON`, { cause });
      }
    },
  };
};
