import dns, { type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { Agent, errors, type RequestInit, type Response, fetch as undiciFetch } from 'undici';
import { type EgressException, isExcepted, isPublicAddress, parseExceptions } from './egress-addresses.ts';
import { EgressError } from './egress-error.ts';
import { firstHop, type Hop, parseUrl, redirectedHop } from './egress-hops.ts';

export { parseEgressAllow } from './egress-addresses.ts';
export { EgressError, type EgressErrorCode } from './egress-error.ts';

/** The form of `dns.lookup` that returns all addresses of a name. */
export type EgressLookup = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Bounds of one fetch, redirects included. */
export interface EgressLimits {
  /** Most bytes of a body, counted after decompression. */
  maxBytes: number;
  /** Time from the call to the last byte of the body. */
  timeoutMs: number;
  maxRedirects: number;
  maxHeaderBytes: number;
}

const DEFAULT_LIMITS: EgressLimits = {
  maxBytes: 20 * 1024 * 1024,
  timeoutMs: 15_000,
  maxRedirects: 5,
  maxHeaderBytes: 16 * 1024,
};

/** What the guard needs: the operator's exceptions, and for tests a resolver, limits and certificates. */
export interface EgressOptions {
  allow: readonly string[];
  lookup?: EgressLookup;
  limits?: Partial<EgressLimits>;
  /** Certificate authorities (PEM) trusted instead of Node's own. */
  ca?: string;
}

/** One outbound request; the body is held whole because a redirect may have to send it again. */
export interface EgressRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  maxBytes?: number;
  timeoutMs?: number;
  maxRedirects?: number;
  /** An answer that leads elsewhere is the answer; otherwise it is followed. */
  redirect?: 'manual';
  signal?: AbortSignal;
}

/** The answer of the last hop; its body is decompressed, limited, and read once, by one of three ways. */
export interface EgressResponse {
  status: number;
  headers: Headers;
  url: string;
  /** Destroy it when the body is not wanted; the time limit does so otherwise. */
  stream: Readable;
  bytes(): Promise<Buffer>;
  text(): Promise<string>;
}

/** A checked URL, spelled unambiguously, and the only addresses that may be connected to for it. */
export interface PinnedUrl {
  url: string;
  addresses: LookupAddress[];
}

/** The one way out of the server. */
export interface Egress {
  /** Fetches a URL, checking the address of every hop; rejects with EgressError or the signal's reason. */
  fetch(url: string | URL, request?: EgressRequest): Promise<EgressResponse>;
  /** Checks a URL for a program that connects on its own, which must use the returned URL and addresses. */
  check(url: string | URL, request?: Pick<EgressRequest, 'timeoutMs' | 'signal'>): Promise<PinnedUrl>;
}

// Everything a fetch holds (timer, sockets) is let go by the end of its deadline.
interface Deadline {
  signal: AbortSignal;
  end(): void;
}

/** Builds the outbound guard; throws an error that names a bad allow entry. */
export function createEgress({ allow, lookup = dns.lookup, limits: given, ca }: EgressOptions): Egress {
  const exceptions = parseExceptions(allow);
  const limits = { ...DEFAULT_LIMITS, ...given };

  async function send(hop: Hop, signal: AbortSignal): Promise<{ response: Response; agent: Agent }> {
    const addresses = await pin(hop.url, exceptions, lookup, signal);
    // An agent lives for one request: no pooled connection ever serves a name it was not checked for.
    const agent = new Agent({
      pipelining: 0,
      maxHeaderSize: limits.maxHeaderBytes,
      // The deadline covers connecting, headers and body together.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { lookup: pinnedLookup(addresses), timeout: 0, maxCachedSessions: 0, ca },
    });
    signal.addEventListener('abort', () => void agent.destroy(), { once: true });
    const { method, body } = hop;
    const headers = [...hop.headers];
    const init: RequestInit = { method, headers, body, redirect: 'manual', dispatcher: agent, signal };
    return { response: await undiciFetch(hop.url, init), agent };
  }

  async function fetch(url: string | URL, request: EgressRequest = {}): Promise<EgressResponse> {
    let hop = firstHop(url, request);
    const { maxBytes = limits.maxBytes, maxRedirects = limits.maxRedirects } = request;
    const deadline = startDeadline(request.timeoutMs ?? limits.timeoutMs, request.signal);
    try {
      for (let redirects = 0; ; redirects++) {
        const { response, agent } = await send(hop, deadline.signal);
        const location = request.redirect === 'manual' ? null : response.headers.get('location');
        const next = redirectedHop(hop, response.status, location);
        if (next === undefined) return receive(hop.url, response, maxBytes, deadline);
        void agent.destroy();
        if (redirects >= maxRedirects) throw new EgressError('TOO_MANY_REDIRECTS');
        hop = next;
      }
    } catch (error) {
      const failure = asFailure(error, deadline.signal);
      deadline.end();
      throw failure;
    }
  }

  async function check(url: string | URL, request: Pick<EgressRequest, 'timeoutMs' | 'signal'> = {}) {
    const parsed = parseUrl(url);
    const deadline = startDeadline(request.timeoutMs ?? limits.timeoutMs, request.signal);
    try {
      return { url: parsed.href, addresses: await pin(parsed, exceptions, lookup, deadline.signal) };
    } catch (error) {
      throw asFailure(error, deadline.signal);
    } finally {
      deadline.end();
    }
  }

  return { fetch, check };
}

// The addresses checked here are the ones connected to: a name is never resolved a second time.
async function pin(
  url: URL,
  exceptions: readonly EgressException[],
  lookup: EgressLookup,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$|\.+$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (/(^|\.)localhost$/.test(host) && !isExcepted(exceptions, { host, port })) {
    throw new EgressError('FORBIDDEN_ADDRESS');
  }
  const addresses = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await resolve(url.hostname, lookup, signal);
  if (addresses.length === 0) throw new EgressError('NETWORK');
  for (const { address } of addresses) {
    const permitted =
      isPublicAddress(address) || (isIP(address) !== 0 && isExcepted(exceptions, { host, port, address }));
    if (!permitted) throw new EgressError('FORBIDDEN_ADDRESS', new Error(`${host} is at ${address}`));
  }
  return addresses;
}

function resolve(hostname: string, lookup: EgressLookup, signal: AbortSignal): Promise<LookupAddress[]> {
  return new Promise((found, failed) => {
    const stop = () => failed(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    lookup(hostname, { all: true }, (error, addresses) => {
      signal.removeEventListener('abort', stop);
      if (error) failed(error);
      else found(addresses);
    });
  });
}

function pinnedLookup(addresses: LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) =>
    queueMicrotask(() => {
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else callback(null, first!.address, first!.family);
    });
}

function startDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new EgressError('TIMEOUT')), timeoutMs).unref();
  const signal = outer ? AbortSignal.any([controller.signal, outer]) : controller.signal;
  const end = () => {
    clearTimeout(timer);
    controller.abort();
  };
  return { signal, end };
}

function receive(url: URL, response: Response, maxBytes: number, deadline: Deadline): EgressResponse {
  const stream = Readable.from(limited(response, maxBytes, deadline.signal), { objectMode: false });
  stream.once('close', deadline.end);
  return {
    status: response.status,
    headers: new Headers([...response.headers]),
    url: url.href,
    stream,
    bytes: () => buffer(stream),
    text: () => text(stream),
  };
}

async function* limited(
  { body }: Response,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  try {
    for await (const chunk of body ?? []) {
      total += chunk.byteLength;
      if (total > maxBytes) throw new EgressError('TOO_LARGE');
      yield chunk;
    }
  } catch (error) {
    throw asFailure(error, signal);
  }
}

function asFailure(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof EgressError) return error;
  if (signal.aborted) return signal.reason;
  const cause = error instanceof Error ? error.cause : undefined;
  return new EgressError(cause instanceof errors.HeadersOverflowError ? 'TOO_LARGE' : 'NETWORK', error);
}
