import { EngineError } from '../../kernel/engine-error.ts';
import type { LanguageModel, ModelPrompt } from '../../kernel/language-model.ts';
import { ask, type Refusal } from './post-json.ts';

/** A language model behind the interface that many servers share. */
export interface ChatOptions {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  readonly timeoutMs?: number | undefined;
}

const ENGINE = 'The language model';

const contentOf = (answer: unknown): string => {
  const { choices } = (answer ?? {}) as { choices?: ({ message?: { content?: unknown } | null } | null)[] };
  const content = Array.isArray(choices) ? choices[0]?.message?.content : undefined;
  if (typeof content !== 'string') throw new EngineError('garbled', `${ENGINE} answered nothing`);
  return content;
};

// Models that reason have a temperature of their own, and refuse to be given one.
const refusesTemperature = (error: unknown): boolean => {
  const refusal = error instanceof EngineError ? (error.cause as Partial<Refusal> | undefined) : undefined;
  return refusal?.status === 400 && /temperature/i.test(refusal.said ?? '');
};

/** A language model that speaks OpenAI's protocol; one request by hand, for a library would add nothing to it. */
export const createChat = ({
  baseUrl,
  apiKey,
  model,
  timeoutMs: defaultTimeoutMs,
}: ChatOptions): LanguageModel => {
  // Always the same of the same, as far as that can be had.
  let manner: { readonly temperature?: number } = { temperature: 0 };

  const answerTo = ({ instructions, text, name, schema, timeoutMs = defaultTimeoutMs }: ModelPrompt) =>
    ask(
      {
        engine: ENGINE,
        url: `${baseUrl.replace(/\/+$/, '')}/chat/completions`,
        headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
        key: apiKey,
        timeoutMs,
      },
      {
        model,
        ...manner,
        response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: text },
        ],
      },
    );

  return {
    model,
    complete: async (question) => {
      const { temperature } = manner;
      const answer = await answerTo(question).catch((error: unknown) => {
        if (temperature === undefined || !refusesTemperature(error)) throw error;
        manner = {};
        return answerTo(question);
      });
      try {
        // Some wrap their answer as code in spite of all.
        return JSON.parse(contentOf(answer).replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, '')) as unknown;
      } catch (cause) {
        if (cause instanceof EngineError) throw cause;
        throw new EngineError('garbled', `${ENGINE} answered something else than JSON`, { cause });
      }
    },
  };
};
