import { type CacheProvider, SAML } from '@node-saml/node-saml';
import {
  type SamlAssertion,
  SamlError,
  type SamlIdentityProvider,
  type SamlService,
} from '../../kernel/saml.ts';
import { named, requirePlainMarkup } from './check-markup.ts';
import type { Tag } from './scan-tags.ts';
import { verifyAssertion } from './verify-assertion.ts';

/** The NameID format: e-mail address. */
export const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

// Requests are stored in the database by the caller.
const NO_CACHE: CacheProvider = {
  saveAsync: async () => null,
  getAsync: async () => null,
  removeAsync: async () => null,
};

/** The library, configured for a service and an identity provider. */
export const libraryFor = (service: SamlService, provider: SamlIdentityProvider, requestId?: string): SAML =>
  new SAML({
    issuer: service.entityID,
    callbackUrl: service.acsURL,
    // Checked after the signature, with a more helpful message.
    audience: false,
    entryPoint: provider.ssoURL,
    idpCert: provider.certificate.match(PEM) ?? [],
    identifierFormat: EMAIL_FORMAT,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // Times are checked after the signature, against the clock of the server.
    acceptedClockSkewMs: -1,
    cacheProvider: NO_CACHE,
    ...(requestId !== undefined && { generateUniqueId: () => requestId }),
  });

/** The XML of a response. */
export const decode = (response: string): string => {
  // Base64 decoding is lenient; only valid base64 is accepted.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(response.replaceAll(/\s+/g, '')))
    throw new SamlError('The response is not valid base64');
  return Buffer.from(response, 'base64').toString('utf8');
};

// The response around the assertion may be unsigned. It is not trusted, but must not contradict the assertion.
const requireEnvelope = (
  tags: readonly Tag[],
  { acsURL }: SamlService,
  inResponseTo: string | undefined,
): void => {
  const attributeOf = (element: string, attribute: string) =>
    named(tags, element)[0]?.attributes.get(attribute);
  const destination = attributeOf('Response', 'Destination');
  if (destination !== undefined && destination !== acsURL)
    throw new SamlError(
      `The response was sent to another URL: its Destination is ${destination}, expected the ACS URL ${acsURL}`,
    );
  const requestId = attributeOf('Response', 'InResponseTo');
  if (requestId !== undefined && requestId !== inResponseTo)
    throw new SamlError('The response and its assertion belong to different requests');
  if (attributeOf('StatusCode', 'Value') !== SUCCESS)
    throw new SamlError('The identity provider denied the sign-in');
};

/** A hint why the signature is invalid, derived from the untrusted response. */
const signatureErrorOf = (tags: readonly Tag[]): string => {
  const idOf = (element: string) => `#${named(tags, element)[0]?.attributes.get('ID')}`;
  const signed = named(tags, 'Reference').map(({ attributes }) => attributes.get('URI'));
  if (signed.length === 0) return 'is not signed';
  if (!signed.includes(idOf('Assertion')) && signed.includes(idOf('Response')))
    return 'is signed, but the assertion in it is not: configure the identity provider to sign assertions';
  return 'is not signed by the identity provider with the key of the configured certificate, or was changed';
};

/** Verifies a response; throws a SamlError if it is invalid. */
export const verifyResponse = async (
  service: SamlService,
  provider: SamlIdentityProvider,
  response: string,
  now: Date,
): Promise<SamlAssertion> => {
  const tags = requirePlainMarkup(decode(response));
  const { profile } = await libraryFor(service, provider)
    .validatePostResponseAsync({ SAMLResponse: response })
    .catch((error: unknown) => {
      throw new SamlError(`The response ${signatureErrorOf(tags)}`, { cause: error });
    });
  const assertion = profile?.getAssertion?.().Assertion;
  if (!assertion) throw new SamlError('The response has no assertion');
  const verified = verifyAssertion(assertion as never, service, provider.entityID, now);
  requireEnvelope(tags, service, verified.inResponseTo);
  return verified;
};
