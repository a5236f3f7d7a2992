import { type Dispatcher, request } from 'undici';

interface RequestOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData | undefined;
}

/** A complete response. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

// The default headers of `fetch`.
const DEFAULTS = { accept: '*/*', 'user-agent': 'node' };

/** Sends a request to a test server and reads the response; redirects are not followed. Much cheaper than `fetch`, which is used only for forms. */
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
