import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that an engine was sent: the texts, and all that came with them. */
export interface EngineRequest {
  readonly path: string;
  readonly texts: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: engines are sent bodies of different shapes, which tests look into
  readonly body: any;
}

/** What an engine does wrong at a request, instead of translating or with what it translated. */
export interface Fault {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Answers this as it is. */
  readonly raw?: string;
  readonly delayMs?: number;
  /** Does something to what it would answer. */
  readonly spoil?: (texts: string[]) => (string | undefined)[];
}

/** The most that an engine takes in one request; it refuses more. */
export interface Limit {
  readonly texts?: number;
  readonly characters?: number;
}

/** Upper case, but for tags and references. */
export const shout = (text: string): string =>
  text.replace(/(<[^>]*>|&[^;\s]+;)|[^<&]+/g, (part, tag: string | undefined) => tag ?? part.toUpperCase());

const unguarded = (text: string): string =>
  text.replace(/&(amp|lt|gt);/g, (_, name: 'amp' | 'lt' | 'gt') => ({ amp: '&', lt: '<', gt: '>' })[name]);

const KEY = 'secret:fx';

const refusalOf = (size: number, limit: number): string =>
  `Invalid request: request (${size}) exceeds text limit (${limit})`;

/** What LibreTranslate says of a request that is too much for it: the same of too many texts as of too many characters. */
const tooMuchOf = (texts: readonly string[], { texts: most, characters: longest }: Limit) => {
  const characters = texts.join('').length;
  if (most !== undefined && texts.length > most) return refusalOf(texts.length, most);
  return longest !== undefined && characters > longest ? refusalOf(characters, longest) : undefined;
};

/** The shapes of three engines: what they refuse, where their texts are, and how they answer. */
const ENGINES = {
  '/v2/translate': {
    refuses: (body: Record<string, unknown>, headers: http.IncomingHttpHeaders) => {
      const texts = body.text as string[];
      if (headers.authorization !== `DeepL-Auth-Key ${KEY}`) return 403;
      if (!Array.isArray(texts) || texts.length > 50 || body.tag_handling !== 'xml') return 400;
      if (!/^[A-Z]{2}(-[A-Z]+)?$/.test(String(body.target_lang))) return 400;
      // It reads texts as XML, and refuses those that are none.
      return texts.every((text) => !/&(?!\w+;)|<(?!\/?x[ >])/.test(text)) ? undefined : 400;
    },
    texts: (body: Record<string, unknown>) => body.text as string[],
    answer: (texts: readonly (string | undefined)[]) => ({
      translations: texts.map((text) => ({ detected_source_language: 'EN', text })),
    }),
    tooMuch: 413,
  },
  '/translate': {
    refuses: (body: Record<string, unknown>) =>
      body.format === 'html' && Array.isArray(body.q) && body.api_key === KEY ? undefined : 403,
    texts: (body: Record<string, unknown>) => body.q as string[],
    // It takes references away from what it says.
    answer: (texts: readonly (string | undefined)[]) => ({
      translatedText: texts.map((text) => text && unguarded(text)),
    }),
    tooMuch: 400,
  },
  '/v1/chat/completions': {
    refuses: (body: Record<string, unknown>, headers: http.IncomingHttpHeaders) => {
      if (headers.authorization !== `Bearer ${KEY}`) return 401;
      const format = body.response_format as { type?: string; json_schema?: { strict?: boolean } };
      return format.type === 'json_schema' && format.json_schema?.strict ? undefined : 400;
    },
    texts: (body: Record<string, unknown>) => {
      const [, user] = body.messages as { content: string }[];
      return (JSON.parse(user!.content) as { segments: { text: string }[] }).segments.map(({ text }) => text);
    },
    answer: (texts: readonly (string | undefined)[]) => ({
      choices: [
        {
          message: {
            content: JSON.stringify({
              translations: texts.flatMap((text, id) => (text === undefined ? [] : [{ id, text }])),
            }),
          },
        },
      ],
    }),
    tooMuch: 400,
  },
} as const;

/** Stands in for DeepL, LibreTranslate and language models: translates by shouting, and fails as it is told to. */
export const startTranslationEngine = async () => {
  const requests: EngineRequest[] = [];
  const faults: Fault[] = [];
  let always: Fault | undefined;
  let limit: Limit = {};
  const server = http.createServer(async (request, response) => {
    const path = request.url! as keyof typeof ENGINES;
    const engine = ENGINES[path];
    const body = (await json(request)) as Record<string, unknown>;
    const refused = engine ? engine.refuses(body, request.headers) : 404;
    const fault = faults.shift() ?? always;
    if (!refused) requests.push({ path, texts: engine.texts(body), body });
    const tooMuch = refused ? undefined : tooMuchOf(engine.texts(body), limit);
    if (fault?.delayMs) await sleep(fault.delayMs, undefined, { ref: false });
    response.statusCode = refused ?? fault?.status ?? (tooMuch ? engine.tooMuch : 200);
    for (const [name, value] of Object.entries(fault?.headers ?? {})) response.setHeader(name, value);
    if (response.statusCode !== 200) response.end(JSON.stringify({ error: tooMuch ?? 'No' }));
    else if (fault?.raw !== undefined) response.end(fault.raw);
    else {
      const texts = engine.texts(body).map(shout);
      response.end(JSON.stringify(engine.answer(fault?.spoil ? fault.spoil(texts) : texts)));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** Settings with which a server asks it as one of the engines that it stands in for. */
  const configOf = (name: 'deepl' | 'libretranslate' | 'openai') => ({
    translation: {
      engine: undefined,
      deepl: name === 'deepl' ? { apiKey: KEY, baseUrl: url } : undefined,
      libreTranslate: name === 'libretranslate' ? { url, apiKey: KEY } : undefined,
    },
    llm: name === 'openai' ? { baseUrl: `${url}/v1`, apiKey: KEY, model: 'm' } : undefined,
  });
  return {
    url,
    key: KEY,
    /** Settings with which a server asks it as DeepL. */
    config: configOf('deepl'),
    configOf,
    requests,
    /** Every text that it was sent. */
    sent: () => requests.flatMap(({ texts }) => texts),
    /** Fails so at the next requests, one after the other. */
    fail: (...next: Fault[]) => void faults.push(...next),
    /** Fails so at every request, until it is told otherwise. */
    failAlways: (fault: Fault | undefined) => {
      always = fault;
    },
    /** Refuses requests of more than this, until it is told otherwise. */
    limitTo: (most: Limit) => {
      limit = most;
    },
    forget: () => {
      limit = {};
      requests.length = 0;
      faults.length = 0;
      always = undefined;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** An engine that stands in for others. */
export type TranslationEngine = Awaited<ReturnType<typeof startTranslationEngine>>;
