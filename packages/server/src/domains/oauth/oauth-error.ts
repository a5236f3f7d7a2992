import Type from 'typebox';
import type { PageResponse } from '../../kernel/contract/operation.ts';

/** The body of an error that the standard defines. */
export const OAuthErrorBody = Type.Object({ error: Type.String(), error_description: Type.String() });

/** Error codes of OAuth 2.0 (RFC 6749, RFC 7591). */
export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** An error that is sent to the program in the form of the standard. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** JSON that is not cached. */
export const jsonResponse = (status: number, value: object): PageResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  content: JSON.stringify(value),
});

/** Answers errors to a program in the form of the standard. */
export const answeringProgram = async (work: () => Promise<PageResponse>): Promise<PageResponse> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return jsonResponse(400, { error: error.code, error_description: error.message });
  }
};
