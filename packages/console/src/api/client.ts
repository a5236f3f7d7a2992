import type { Arguments, Method, PathOf, Response } from './operations.ts';

/** A field that the server refused, and why. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** A response with an error status. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: readonly FieldError[];
  constructor(status: number, message: string, details: readonly FieldError[] = []) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.details = details;
  }
}

/** The server could not be reached. */
export class NetworkError extends Error {
  override name = 'NetworkError';
}

/** Whether the same request may succeed later: the server cannot be reached, or is busy. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429));

/** A request with values of any type. */
export interface AnyRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const API_PREFIX = '/v1';

// Ids come from addresses that others can send: they must not lead to another operation.
const segmentOf = (value: string): string => {
  if (value === '.' || value === '..') throw new ApiError(404, 'Not found');
  return encodeURIComponent(value);
};

/** Fills path parameters, and appends the query. */
export const urlOf = (path: string, { params = {}, query = {} }: AnyRequest): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(params[name] ?? ''));
  const fields = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((each) => each !== undefined)
      .map((each): [string, string] => [name, String(each)]),
  );
  return `${API_PREFIX}${filled}${fields.length > 0 ? `?${new URLSearchParams(fields)}` : ''}`;
};

const MOVED_ON = 'Somebody else has changed this meanwhile. Look at the new version, then try again.';

/** The name of a field in a path, such as `Link title` in `body.changes.0.linkTitle`. */
const fieldName = (path: string): string => {
  const name = path.split('.').findLast((part) => !/^(?:\d+|body|query|changes)$/.test(part)) ?? '';
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The message of an error with the names of fields in place of their paths in the request. */
const messageInWords = (status: number, message: string, details: readonly FieldError[]): string => {
  if (status === 409 && details.some(({ path }) => /\.(?:base$|expected\.)/.test(path))) return MOVED_ON;
  return details.reduce((words, { path }) => {
    const name = fieldName(path);
    return words.replace(`${path}: `, name && `${name}: `);
  }, message);
};

/** The error in a response with an error status. */
export const errorOf = (status: number, text: string): ApiError => {
  try {
    const { error } = JSON.parse(text) as { error: { message: string; details?: FieldError[] } };
    const { message, details = [] } = error;
    return new ApiError(status, messageInWords(status, message, details), details);
  } catch {
    return new ApiError(status, `The server responded with status ${status}`);
  }
};

/** Parses a response. Half a response is none: what the server did is not known. */
export const parseWhole = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new NetworkError('The response of the server was cut off');
  }
};

const send = async (
  method: Method,
  path: string,
  request: AnyRequest,
  signal?: AbortSignal,
): Promise<unknown> => {
  const hasBody = request.body !== undefined;
  const lost = (error: unknown): never => {
    if (signal?.aborted) throw error;
    throw new NetworkError('The server could not be reached');
  };
  const response = await fetch(urlOf(path, request), {
    method,
    credentials: 'same-origin',
    ...(hasBody && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request.body),
    }),
    ...(signal && { signal }),
  }).catch(lost);
  const text = await response.text().catch(lost);
  if (!response.ok) throw errorOf(response.status, text);
  return text === '' ? undefined : parseWhole(text);
};

/** Calls an operation of the public API with the session of the browser. */
export const call = async <M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...given: Arguments<M, P>
): Promise<Response<M, P>> => {
  // The compiler cannot expand the arguments of all operations at once.
  const [request = {}, signal] = given as unknown as [AnyRequest?, AbortSignal?];
  return (await send(method, path, request, signal)) as Response<M, P>;
};
