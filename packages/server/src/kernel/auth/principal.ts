/** Who a token, or the session of a browser, speaks for. */
export interface Principal {
  /** A person, an integration wherever it is installed, one installation of it, or an identity provider. */
  readonly kind: 'user' | 'integration' | 'installation' | 'provider';
  /** The person, the account by which an integration or an installation does things, or the provider itself. */
  readonly userId: string;
  readonly displayName: string;
  readonly tokenId: string;
  /** Set where a session speaks instead of a token. */
  readonly sessionId?: string;
  /** What the token is limited to: of a person, kinds of things, undefined for all; of an integration, what it asked for. */
  readonly scopes: readonly string[] | undefined;
}

/** Whoever comes without a token where that is enough: a stranger everywhere. */
export const ANONYMOUS: Principal = {
  kind: 'user',
  userId: '',
  displayName: '',
  tokenId: '',
  scopes: undefined,
};

/** A principal on one request: what services and events need to know of it. */
export interface Caller {
  readonly principal: Principal;
  readonly requestId: string;
  readonly address: string;
}
