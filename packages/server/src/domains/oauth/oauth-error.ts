import Type from 'typebox';

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
