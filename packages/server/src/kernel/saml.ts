/** This server as a SAML service provider. */
export interface SamlService {
  readonly entityID: string;
  readonly acsURL: string;
}

/** The settings of a SAML identity provider. */
export interface SamlIdentityProvider {
  readonly entityID: string;
  readonly ssoURL: string;
  /** One certificate or more, in PEM. */
  readonly certificate: string;
}

/** A verified assertion about a user. */
export interface SamlAssertion {
  readonly id: string;
  /** The subject. */
  readonly nameID: string;
  /** The id of the request; undefined for sign-ins started by the identity provider. */
  readonly inResponseTo: string | undefined;
  /** The end of its validity. */
  readonly expiresAt: Date;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A statement of a response that was not verified, for administrators who look for a mistake. */
export interface SamlStatement {
  readonly name: string;
  readonly value: string;
  /** The value that this server accepts, if there is only one. */
  readonly expected?: string;
}

/** An invalid SAML response. */
export class SamlError extends Error {}

/** Interface of the SAML 2.0 service provider (implemented by `adapters/saml`). */
export interface Saml {
  /** The URL that starts the sign-in at the identity provider. */
  requestUrl(
    service: SamlService,
    provider: SamlIdentityProvider,
    request: { readonly id: string; readonly relayState: string },
  ): Promise<string>;
  /** The metadata document of the service provider. */
  metadata(service: SamlService): Promise<string>;
  /** Verifies a response; throws a SamlError if it is not signed, not for this service, or expired. */
  verifyResponse(
    service: SamlService,
    provider: SamlIdentityProvider,
    response: string,
    now: Date,
  ): Promise<SamlAssertion>;
  /** The statements of a response, without verification; empty if it is not well-formed. */
  describeResponse(
    service: SamlService,
    provider: SamlIdentityProvider,
    response: string,
  ): Promise<readonly SamlStatement[]>;
  close(): Promise<void>;
}
