import { type CacheProvider, SAML } from '@node-saml/node-saml';
import {
  type SamlAssertion,
  type SamlIdentityProvider,
  SamlRefusal,
  type SamlService,
} from '../../kernel/saml.ts';
import { readAssertion } from './assertion.ts';
import { requirePlainMarkup } from './markup.ts';

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
    audience: service.entityID,
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
    throw new SamlRefusal('The answer is not base64');
  return Buffer.from(response, 'base64').toString('utf8');
};

// What stands around the assertion is not always signed: it is never trusted, but where it speaks it must not disagree.
const requireEnvelope = (xml: string, { acsURL }: SamlService, inResponseTo: string | undefined) => {
  const tag = /<(?:[\w.-]+:)?Response\b[^>]*>/.exec(xml)![0];
  const said = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];
  const destination = said('Destination');
  if (destination !== undefined && destination !== acsURL)
    throw new SamlRefusal('The answer was sent to another address');
  const answered = said('InResponseTo');
  if (answered !== undefined && answered !== inResponseTo)
    throw new SamlRefusal('The answer and its assertion are to different questions');
  const status = /<(?:[\w.-]+:)?StatusCode\s[^>]*?Value\s*=\s*["']([^"']*)["']/.exec(xml)?.[1];
  if (status !== SUCCESS) throw new SamlRefusal('The identity provider did not let anybody in');
};

/** Reads an answer as it was sent; throws a refusal for one that is not to be believed. */
export const readAnswer = async (
  service: SamlService,
  provider: SamlIdentityProvider,
  response: string,
  now: Date,
): Promise<SamlAssertion> => {
  const xml = decode(response);
  requirePlainMarkup(xml);
  const { profile } = await libraryFor(service, provider)
    .validatePostResponseAsync({ SAMLResponse: response })
    .catch((error: unknown) => {
      throw new SamlRefusal('The answer is not signed by the identity provider, or not whole', {
        cause: error,
      });
    });
  const assertion = profile?.getAssertion?.().Assertion;
  if (!assertion) throw new SamlRefusal('The answer says nothing of anybody');
  const read = readAssertion(assertion as never, service, provider.entityID, now);
  requireEnvelope(xml, service, read.inResponseTo);
  return read;
};
