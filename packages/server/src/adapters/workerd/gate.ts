import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Egress, EgressError, type EgressRequest } from '../../kernel/egress.ts';
import { type Allowances, NotAllowedError } from './allowances.ts';
import type { Budget } from './budget.ts';

/** A request of a script for our own API. */
export interface ForwardedRequest {
  readonly method: Method;
  /** At the address of the API, without what stands in front of its paths. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** What our own API answered. */
export interface ForwardedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>;
  readonly body: Readable;
}

/** Our own API for scripts: they call it at its public address, which may lead nowhere from this machine. */
export interface OwnApi {
  /** What stands in front of every path of it. */
  readonly address: () => string;
  readonly forward: (request: ForwardedRequest) => Promise<ForwardedAnswer>;
}

/** What scripts fetch with. */
export interface GateOptions {
  readonly egress: Egress;
  readonly api: OwnApi;
  readonly allowances: Allowances;
  readonly bodies: Budget;
  readonly limits: { readonly timeoutMs: number; readonly maxBytes: number };
}

type Method = NonNullable<EgressRequest['method']>;

const METHODS: readonly string[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
] satisfies Method[];
// Of the connection between two, or not true any more of a body that is unpacked on the way.
const NOT_HANDED_ON =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|(accept|content)-encoding|x-lectern-.*)$/;

/** A call that is not made; the message is what the script's fetch throws. */
class Refusal extends Error {}

/** Answers what scripts fetch: by our own API or through the guard for what is outside, never by any other way. */
export const createGate = ({ egress, api, allowances, bodies, limits }: GateOptions): RequestListener => {
  const answerOf = async (request: IncomingMessage, signal: AbortSignal): Promise<ForwardedAnswer> => {
    const method = request.method ?? '';
    if (!isMethod(method)) throw new Refusal(`Requests with ${method} are not made.`);
    if (request.headers.upgrade) throw new Refusal('WebSockets are not offered.');
    const headers = handedOn(request);
    // A redirect may have to send it again, so the guard wants it whole.
    const body = await bodies.read(request, limits.maxBytes);
    if (!body) throw new Refusal('The body is too large, or too much is being sent at once.');
    const own = urlInApi(api.address(), request.url ?? '');
    if (own) return api.forward({ method, url: own, headers, body: body.length > 0 ? body : undefined });
    const {
      status,
      headers: given,
      stream,
    } = await egress.fetch(request.url ?? '', {
      method,
      headers,
      ...(body.length > 0 && { body }),
      // Every hop comes through here: who follows is the script's own fetch.
      redirect: 'manual',
      ...limits,
      signal,
    });
    const cookies = given.getSetCookie();
    return {
      status,
      headers: { ...Object.fromEntries(given), ...(cookies.length > 0 && { 'set-cookie': cookies }) },
      body: stream,
    };
  };

  return async (request, response) => {
    const ending = new AbortController();
    response.once('close', () => ending.abort());
    let giveBack: (() => void) | undefined;
    try {
      giveBack = await allowances.take(String(request.headers['x-lectern-script']));
      const answer = await answerOf(request, ending.signal);
      response.writeHead(
        answer.status,
        Object.entries(answer.headers)
          .filter(([name]) => !NOT_HANDED_ON.test(name.toLowerCase()))
          .flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, String(one)])),
      );
      await pipeline(answer.body, response);
    } catch (error) {
      refuse(request, response, error);
    } finally {
      giveBack?.();
    }
  };
};

const isMethod = (method: string): method is Method => METHODS.includes(method);

const handedOn = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || NOT_HANDED_ON.test(name) ? [] : [[name, [value].flat().join(', ')]],
    ),
  );

/** A URL of our own API as we meet it; other pages of the same host are fetched as those of strangers. */
const urlInApi = (address: string, url: string): URL | undefined => {
  if (!URL.canParse(address) || !URL.canParse(url)) return undefined;
  const [own, asked] = [new URL(address), new URL(url)];
  const prefix = own.pathname.replace(/\/$/, '');
  if (asked.origin !== own.origin || !asked.pathname.startsWith(`${prefix}/v1/`)) return undefined;
  return new URL(asked.pathname.slice(prefix.length) + asked.search, own.origin);
};

const refuse = (request: IncomingMessage, response: ServerResponse, error: unknown): void => {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const isPublic =
    error instanceof Refusal || error instanceof EgressError || error instanceof NotAllowedError;
  response.writeHead(502, { 'x-lectern-refused': '1', 'content-type': 'text/plain' });
  response.end(
    isPublic ? error.message : 'The address could not be reached or did not send a valid HTTP response.',
  );
  request.resume();
};
