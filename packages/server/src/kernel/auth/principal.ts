/** Who a token speaks for. */
export interface Principal {
  readonly kind: 'user';
  readonly userId: string;
  readonly displayName: string;
  readonly tokenId: string;
  /** What the token is limited to; undefined is everything that its user may do. */
  readonly scopes: readonly string[] | undefined;
}

/** A principal on one request: what services and events need to know of it. */
export interface Caller {
  readonly principal: Principal;
  readonly requestId: string;
  readonly address: string;
}
