import * as official from '@gitbook/api';
import type * as types from '../node_modules/@gitbook/api/dist/client.js';
import type * as errors from '../node_modules/@gitbook/api/dist/GitBookAPIError.js';
import { createResponseChecker } from '../packages/server/src/conformance/response-checker.ts';
import type { Person, TestServer } from '../packages/server/src/testing/server.ts';

// The types of the package entry are not found by this module resolution.
const {
  ChangeRequestReviewStatus,
  ChangeRequestStatus,
  GitBookAPI,
  GitBookAPIError,
  MemberRole,
  SpaceEditMode,
  TranslationLanguage,
} = official as unknown as typeof types & typeof errors & Pick<typeof official, 'GitBookAPI'>;

export { ChangeRequestReviewStatus, ChangeRequestStatus, MemberRole, SpaceEditMode, TranslationLanguage };

/** The official client of a user, for a test server. */
export type Client = types.Api<{ authToken?: string }>;

/** A `fetch` that checks every response against all schemas, and records the operations that succeeded. */
export const checkedFetch = (
  domains: Parameters<typeof createResponseChecker>[0],
  succeeded: Set<string>,
): typeof fetch => {
  const checker = createResponseChecker(domains);
  return async (input, init) => {
    const response = await fetch(input, init);
    const text = await response.clone().text();
    const { pathname } = new URL(String(input));
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const problems = checker.check(init?.method ?? 'GET', pathname, response.status, body);
    if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${text.slice(0, 2000)}`);
    for (const [operationId, statuses] of checker.covered)
      if ([...statuses].some((status) => status < 300)) succeeded.add(operationId);
    return response;
  };
};

/** Creates official clients; checks every response against both schemas, and records the called operations. */
export const createClients = (server: TestServer) => {
  const succeeded = new Set<string>();
  const fetchAndCheck = checkedFetch(server.app.domains, succeeded);
  const clientOf = (authToken?: string): Client =>
    new GitBookAPI({
      endpoint: server.url,
      ...(authToken !== undefined && { authToken }),
      serviceBinding: { fetch: fetchAndCheck },
    }) as unknown as Client;
  return {
    anonymous: clientOf(),
    as: ({ token }: Pick<Person, 'token'>): Client => clientOf(token),
    /** A client for streams, whose responses are not checked. */
    streamingAs: ({ token }: Pick<Person, 'token'>): Client =>
      new GitBookAPI({ endpoint: server.url, authToken: token }) as unknown as Client,
    /** Whether an operation was called successfully. */
    hasSucceeded: (operationId: string): boolean => succeeded.has(operationId),
  };
};

/** Official clients of a test server. */
export type Clients = ReturnType<typeof createClients>;

/** The server of a story and its clients. */
export interface Scene {
  readonly server: TestServer;
  readonly clients: Clients;
}

/** The error of a rejected call. */
export const errorOf = async (call: Promise<unknown>): Promise<{ code: number; message: string }> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof GitBookAPIError) return { code: error.code, message: error.errorMessage };
    throw error;
  }
  throw new Error('The call succeeded, but an error was expected');
};
