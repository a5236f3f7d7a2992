/** This server as a client of an identity provider. */
export interface OidcClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectURL: string;
}

/** The parameters of an authorization request, bound to the browser that starts it. */
export interface OidcAuthorizationRequest {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
}

/** The verified claims about a user. */
export interface OidcIdentity {
  readonly email: string | undefined;
  /** The claim `email_verified`. */
  readonly isVerified: boolean;
  readonly name: string;
  /** The claim `hd`: the domain that manages the account. */
  readonly hostedDomain: string | undefined;
}

/** An unusable identity provider or an invalid response; the message is shown to the user. */
export class OidcError extends Error {
  /** What exactly the provider answered, for administrators who look for a mistake. */
  readonly detail: string | undefined;
  constructor(
    message: string,
    { detail, ...options }: ErrorOptions & { readonly detail?: string | undefined } = {},
  ) {
    super(message, options);
    this.detail = detail;
  }
}

/** Interface of the OpenID Connect client (implemented by `adapters/oidc`). */
export interface Oidc {
  /** Fetches the discovery document of an issuer; throws an OidcError if it is unreachable or unusable. */
  discover(issuer: string): Promise<void>;
  /** The URL that starts the sign-in at the identity provider. */
  requestUrl(
    client: OidcClient,
    request: OidcAuthorizationRequest,
    hint: string | undefined,
  ): Promise<string>;
  /** Verifies the response that the browser brought in the query; throws an OidcError if any check fails. */
  verifyResponse(
    client: OidcClient,
    query: URLSearchParams,
    request: OidcAuthorizationRequest,
    now: Date,
  ): Promise<OidcIdentity>;
}
