/** How an identity provider knows this server: as one client of it. */
export interface OidcClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectURL: string;
}

/** What is asked, and what only the browser that asks can know of it. */
export interface OidcAuthorizationRequest {
  readonly state: string;
  readonly nonce: string;
  /** What proves that whoever brings the code is who asked for it. */
  readonly verifier: string;
}

/** What an identity provider says of somebody, once all of it was found to be true. */
export interface OidcIdentity {
  readonly email: string | undefined;
  /** Whether the identity provider says that the address is theirs. */
  readonly isVerified: boolean;
  readonly name: string;
  /** The domain whose administrators manage the account, where the identity provider says so. */
  readonly hostedDomain: string | undefined;
}

/** An identity provider that cannot be used, or an answer of one that is not to be believed; the message is for people. */
export class OidcError extends Error {}

/** What OpenID Connect is to the rest. */
export interface Oidc {
  /** Reads anew what an issuer says of itself; throws a refusal when it cannot be had, or cannot be used. */
  discover(issuer: string): Promise<void>;
  /** The address that asks an identity provider who is there. */
  requestUrl(
    client: OidcClient,
    question: OidcAuthorizationRequest,
    hint: string | undefined,
  ): Promise<string>;
  /** Reads the answer that a browser brought in a query; throws a refusal for one that does not hold in every part. */
  verifyResponse(
    client: OidcClient,
    query: URLSearchParams,
    question: OidcAuthorizationRequest,
    now: Date,
  ): Promise<OidcIdentity>;
}
