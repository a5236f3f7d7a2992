import { type CacheProvider, SAML } from '@node-saml/node-saml';
import {
  type SamlAssertion,
  SamlError,
  type SamlIdentityProvider,
  type SamlService,
} from '../../kernel/saml.ts';
import { readAssertion } from './assertion.ts';
import { named, requirePlainMarkup } from './markup.ts';
import type { Tag } from './tags.ts';

/** People are named by their addresses. */
export const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

// What was asked is remembered in the database, by those who ask.
const NOTHING: CacheProvider = {
  saveAsync: async () => null,
  getAsync: async () => null,
  removeAsync: async () => null,
};

/** The library, as one service meets one identity provider. */
export const libraryFor = (service: SamlService, provider: SamlIdentityProvider, requestId?: string): SAML =>
  new SAML({
    issuer: service.entityID,
    callbackUrl: service.acsURL,
    // Judged once the signature was, with words for whoever sets it up.
    audience: false,
    entryPoint: provider.ssoURL,
    idpCert: provider.certificate.match(PEM) ?? [],
    identifierFormat: EMAIL_FORMAT,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // Times are judged by the clock of the server, once the signature was.
    acceptedClockSkewMs: -1,
    cacheProvider: NOTHING,
    ...(requestId !== undefined && { generateUniqueId: () => requestId }),
  });

const decode = (response: string): string => {
  // Decoding is lenient; only what is base64 is accepted.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(response.replaceAll(/\s+/g, '')))
    throw new SamlError('The answer is not base64');
  return Buffer.from(response, 'base64').toString('utf8');
};

// What stands around the assertion is not always signed: it is never trusted, but where it speaks it must not disagree.
const requireEnvelope = (
  tags: readonly Tag[],
  { acsURL }: SamlService,
  inResponseTo: string | undefined,
): void => {
  const said = (element: string, attribute: string) => named(tags, element)[0]?.attributes.get(attribute);
  const destination = said('Response', 'Destination');
  if (destination !== undefined && destination !== acsURL)
    throw new SamlError('The answer was sent to another address');
  const answered = said('Response', 'InResponseTo');
  if (answered !== undefined && answered !== inResponseTo)
    throw new SamlError('The answer and its assertion are to different questions');
  if (said('StatusCode', 'Value') !== SUCCESS)
    throw new SamlError('The identity provider did not let anybody in');
};

/** What is the matter with the signatures of an answer, as far as the answer itself tells: it is no proof of anything. */
const faultOfSignatures = (tags: readonly Tag[]): string => {
  const idOf = (element: string) => `#${named(tags, element)[0]?.attributes.get('ID')}`;
  const signed = named(tags, 'Reference').map(({ attributes }) => attributes.get('URI'));
  if (signed.length === 0) return 'is not signed';
  if (!signed.includes(idOf('Assertion')) && signed.includes(idOf('Response')))
    return 'is signed, but not the assertion in it: the identity provider has to sign assertions';
  return 'is not signed by the identity provider with the key of the certificate that is entered here, or not whole';
};

/** Reads an answer as it was sent; throws a refusal for one that is not to be believed. */
export const readAnswer = async (
  service: SamlService,
  provider: SamlIdentityProvider,
  response: string,
  now: Date,
): Promise<SamlAssertion> => {
  const tags = requirePlainMarkup(decode(response));
  const { profile } = await libraryFor(service, provider)
    .validatePostResponseAsync({ SAMLResponse: response })
    .catch((error: unknown) => {
      throw new SamlError(`The answer ${faultOfSignatures(tags)}`, { cause: error });
    });
  const assertion = profile?.getAssertion?.().Assertion;
  if (!assertion) throw new SamlError('The answer says nothing of anybody');
  const read = readAssertion(assertion as never, service, provider.entityID, now);
  requireEnvelope(tags, service, read.inResponseTo);
  return read;
};
