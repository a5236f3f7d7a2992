import * as official from '@gitbook/api';
import type * as types from '../node_modules/@gitbook/api/dist/client.js';
import type * as errors from '../node_modules/@gitbook/api/dist/GitBookAPIError.js';
import { createResponseChecker } from '../packages/server/src/conformance/response-checker.ts';
import type { Person, TestServer } from '../packages/server/src/testing/server.ts';

// The package's own entry leads its types to a file without an extension, which this module resolution does not find.
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

/** The official client of somebody, pointed at a server. */
export type Client = types.Api<{ authToken?: string }>;

/** Makes official clients; every answer that they get is held against both descriptions, and what they called is noted. */
export const createClients = (server: TestServer) => {
  const checker = createResponseChecker(server.app.domains);
  const checkedFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const text = await response.clone().text();
    const { pathname } = new URL(String(input));
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const problems = checker.check(init?.method ?? 'GET', pathname, response.status, body);
    if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${text.slice(0, 2000)}`);
    return response;
  };
  const clientOf = (authToken?: string): Client =>
    new GitBookAPI({
      endpoint: server.url,
      ...(authToken !== undefined && { authToken }),
      serviceBinding: { fetch: checkedFetch },
    }) as unknown as Client;
  return {
    anonymous: clientOf(),
    as: ({ token }: Pick<Person, 'token'>): Client => clientOf(token),
    /** Whether an operation was called and did what was asked. */
    hasSucceeded: (operationId: string): boolean =>
      [...(checker.covered.get(operationId) ?? [])].some((status) => status >= 200 && status < 300),
  };
};

/** Makes official clients. */
export type Clients = ReturnType<typeof createClients>;

/** Where a story plays: a server, and who makes clients for it. */
export interface Scene {
  readonly server: TestServer;
  readonly clients: Clients;
}

/** The status with which a call was refused, as the official client tells it. */
export const refusalOf = async (call: Promise<unknown>): Promise<{ code: number; message: string }> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof GitBookAPIError) return { code: error.code, message: error.errorMessage };
    throw error;
  }
  throw new Error('the call was not refused');
};
