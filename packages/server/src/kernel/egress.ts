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

/** Options of the egress guard: exceptions set by the operator; resolver, limits and certificates for tests. */
export interface EgressOptions {
  allow: readonly string[];
  lookup?: EgressLookup;
  limits?: Partial<EgressLimits>;
  /** Certificate authorities (PEM) trusted instead of Node's own. */
  ca?: string;
}

/** One outbound request. The body is not a stream, because a redirect may send it again. */
export interface EgressRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  maxBytes?: number;
  timeoutMs?: number;
  maxRedirects?: number;
  /** `manual` returns redirects instead of following them. */
  redirect?: 'manual';
  signal?: AbortSignal;
}

/** The final response. Its body is decompressed and limited; read it once, by one of three members. */
export interface EgressResponse {
  status: number;
  headers: Headers;
  url: string;
  /** Destroy it if the body is not needed; otherwise the timeout does. */
  stream: Readable;
  bytes(): Promise<Buffer>;
  text(): Promise<string>;
}

/** A checked and normalized URL with the only addresses that may be connected to. */
export interface PinnedUrl {
  url: string;
  addresses: LookupAddress[];
}

/** All outbound HTTP requests go through here. */
export interface Egress {
  /** Fetches a URL, checking the address of every hop; rejects with EgressError or the signal's reason. */
  fetch(url: string | URL, request?: EgressRequest): Promise<EgressResponse>;
  /** Checks a URL for a program that connects by itself; it must use the returned URL and addresses. */
  check(url: string | URL, request?: Pick<EgressRequest, 'timeoutMs' | 'signal'>): Promise<PinnedUrl>;
}

// Releases all resources of a fetch (timer, sockets) when it ends.
interface Deadline {
  signal: AbortSignal;
  end(): void;
}

/** Creates the egress guard; throws for an invalid exception. */
export function createEgress({ allow, lookup = dns.lookup, limits: given, ca }: EgressOptions): Egress {
  const exceptions = parseExceptions(allow);
  const limits = { ...DEFAULT_LIMITS, ...given };

  async function send(hop: Hop, signal: AbortSignal): Promise<{ response: Response; agent: Agent }> {
    const addresses = await pin(hop.url, exceptions, lookup, signal);
    // One agent per request: a pooled connection could serve a host name it was not checked for.
    const agent = new Agent({
      pipelining: 0,
      maxHeaderSize: limits.maxHeaderBytes,
      // The deadline covers connect, headers and body.
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

// Connections use the addresses checked here; names are not resolved again (DNS rebinding).
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
    if (!permitted) throw new EgressError('FORBIDDEN_ADDRESS', new Error(`${host} resolves to ${address}`));
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
