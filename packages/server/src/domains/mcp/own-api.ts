import { json } from 'node:stream/consumers';
import { ApiError, notFound } from '../../kernel/errors/errors.ts';
import type { SendInternalRequest } from '../../kernel/http.ts';
import type { Links } from '../../kernel/links.ts';

/** Calls operations of this server's API with the token of a caller. */
export interface OwnApi {
  /** The body of the response; throws the error of the operation. */
  // biome-ignore lint/suspicious/noExplicitAny: the shapes of the responses are those of the contract
  call(method: 'GET' | 'POST' | 'PATCH', path: string, input?: ApiInput): Promise<any>;
}

/** The query and the body of a call. */
export interface ApiInput {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: object;
}

/** Creates the API for one caller, in the same process: every call is checked as one from outside. */
export const createOwnApi = (
  send: SendInternalRequest,
  links: Pick<Links, 'apiUrl'>,
  { authorization, address }: { readonly authorization: string; readonly address: string },
): OwnApi => ({
  call: async (method, path, { query = {}, body } = {}) => {
    const url = new URL(links.apiUrl(path));
    // An id such as `..` would lead to another operation.
    if (!url.pathname.endsWith(path)) throw notFound('operation');
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const response = await send({
      method,
      url,
      address,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      body: body && Buffer.from(JSON.stringify(body)),
    });
    const content = (await json(response.body)) as { error?: { message?: string } };
    if (response.status < 400) return content;
    throw new ApiError(
      response.status,
      content.error?.message ?? `The API responded with ${response.status}`,
    );
  },
});
