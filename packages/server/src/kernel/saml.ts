/** How an identity provider knows this server: the names and addresses of one service. */
export interface SamlService {
  readonly entityID: string;
  readonly acsURL: string;
}

/** An identity provider, as far as it has to be known. */
export interface SamlIdentityProvider {
  readonly entityID: string;
  readonly ssoURL: string;
  /** One certificate or more, in PEM. */
  readonly certificate: string;
}

/** What an identity provider says of somebody, once all of it was found to be true. */
export interface SamlAssertion {
  readonly id: string;
  /** Whom it is about. */
  readonly nameID: string;
  /** The request that it answers; undefined where nobody asked. */
  readonly inResponseTo: string | undefined;
  /** The last moment at which it counts. */
  readonly expiresAt: Date;
  readonly attributes: Readonly<Record<string, string>>;
}

/** An answer of an identity provider that is not to be believed. */
export class SamlError extends Error {}

/** What SAML 2.0 is to the rest. */
export interface Saml {
  /** The address that asks an identity provider who is there. */
  requestUrl(
    service: SamlService,
    provider: SamlIdentityProvider,
    request: { readonly id: string; readonly relayState: string },
  ): Promise<string>;
  /** What identity providers have to know of a service. */
  metadata(service: SamlService): Promise<string>;
  /** Reads an answer as it was sent; throws a refusal for one that is not signed, not meant for the service, or out of its time. */
  verifyResponse(
    service: SamlService,
    provider: SamlIdentityProvider,
    response: string,
    now: Date,
  ): Promise<SamlAssertion>;
  close(): Promise<void>;
}
