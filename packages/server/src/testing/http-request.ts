import { type Dispatcher, request } from 'undici';

interface RequestOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData | undefined;
}

/** What came back, read to its end. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

// What `fetch` says of itself.
const DEFAULTS = { accept: '*/*', 'user-agent': 'node' };

/** Sends a request to a test server and reads the answer to its end; redirects are not followed. It costs a fraction of `fetch`, which is left to forms. */
export const sendRequest = async (
  url: string,
  { method, headers, body }: RequestOptions,
): Promise<HttpResponse> => {
  if (body instanceof FormData) {
    const answer = await fetch(url, { method, headers, body, redirect: 'manual' });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }
  const answer = await request(url, {
    method: method as Dispatcher.HttpMethod,
    headers: { ...DEFAULTS, ...headers },
    body: body ?? null,
  });
  const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return { status: answer.statusCode, headers: new Headers(fields), text: await answer.body.text() };
};
