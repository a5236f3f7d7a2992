import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { upperCaseText } from '../../../document/src/translation/upper-case.testing.ts';

/** A received translation request. */
export interface EngineRequest {
  readonly path: string;
  readonly texts: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: engines are sent bodies of different shapes, which tests look into
  readonly body: any;
}

/** A simulated failure of a request. */
export interface Fault {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Responds with this body. */
  readonly raw?: string;
  readonly delayMs?: number;
  /** Changes the response. */
  readonly spoil?: (texts: string[]) => (string | undefined)[];
}

/** The limits of a request. */
export interface Limit {
  readonly texts?: number;
  readonly characters?: number;
}

const unguarded = (text: string): string =>
  text.replace(/&(amp|lt|gt);/g, (_, name: 'amp' | 'lt' | 'gt') => ({ amp: '&', lt: '<', gt: '>' })[name]);

const KEY = 'secret:fx';

const refusalOf = (size: number, limit: number): string =>
  `Invalid request: request (${size}) exceeds text limit (${limit})`;

/** The error of LibreTranslate for too many texts or characters. */
const tooMuchOf = (texts: readonly string[], { texts: most, characters: longest }: Limit) => {
  const characters = texts.join('').length;
  if (most !== undefined && texts.length > most) return refusalOf(texts.length, most);
  return longest !== undefined && characters > longest ? refusalOf(characters, longest) : undefined;
};

/** The request and response formats of three services. */
const ENGINES = {
  '/v2/translate': {
    refuses: (body: Record<string, unknown>, headers: http.IncomingHttpHeaders) => {
      const texts = body.text as string[];
      if (headers.authorization !== `DeepL-Auth-Key ${KEY}`) return 403;
      if (!Array.isArray(texts) || texts.length > 50 || body.tag_handling !== 'xml') return 400;
      if (!/^[A-Z]{2}(-[A-Z]+)?$/.test(String(body.target_lang))) return 400;
      // It parses texts as XML and rejects invalid ones.
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
    // It drops references from its responses.
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

/** Simulates DeepL, LibreTranslate and language models: translates to upper case, with configurable failures. */
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
      const texts = engine.texts(body).map(upperCaseText);
      response.end(JSON.stringify(engine.answer(fault?.spoil ? fault.spoil(texts) : texts)));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** The server settings for one of the simulated services. */
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
    /** The server settings for DeepL. */
    config: configOf('deepl'),
    configOf,
    requests,
    /** All received texts. */
    sent: () => requests.flatMap(({ texts }) => texts),
    /** Failures of the next requests, in order. */
    fail: (...next: Fault[]) => void faults.push(...next),
    /** The failure of every request. */
    failAlways: (fault: Fault | undefined) => {
      always = fault;
    },
    /** Sets the limits of a request. */
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

/** A simulated translation service. */
export type TranslationEngine = Awaited<ReturnType<typeof startTranslationEngine>>;
