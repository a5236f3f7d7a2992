import type { EventChain } from './chained-tokens.ts';

/** The identity behind a token or a browser session. */
export interface Principal {
  /** A user, an integration (all installations), one installation, or an identity provider. */
  readonly kind: 'user' | 'integration' | 'installation' | 'provider';
  /** The user, the service account of an integration or installation, or the id of the identity provider. */
  readonly userId: string;
  readonly displayName: string;
  readonly tokenId: string;
  /** Set for sessions, which have no token. */
  readonly sessionId?: string;
  /** The scopes of the token; undefined for a user token without limits. */
  readonly scopes: readonly string[] | undefined;
  /** The chain of events that the token of a script carries. */
  readonly chain?: EventChain;
}

/** The principal of requests without a token, where these are allowed; a member of nothing. */
export const ANONYMOUS: Principal = {
  kind: 'user',
  userId: '',
  displayName: '',
  tokenId: '',
  scopes: undefined,
};

/** A principal and the request it makes; passed to services and recorded in events. */
export interface Caller {
  readonly principal: Principal;
  readonly requestId: string;
  readonly address: string;
}
