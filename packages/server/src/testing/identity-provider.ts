import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { inflateRawSync } from 'node:zlib';
import { escapeAttribute } from '@lectern/document';
import { type KeyAndCertificate, makeCertificate } from './certificates.ts';
import type { TestOrganization } from './server.ts';

// Its types include those of browsers, which conflict with those of Node.
const require = createRequire(import.meta.url);
const { SamlLib } = require('samlify') as {
  SamlLib: { constructSAMLSignature(options: Readonly<Record<string, unknown>>): string };
};

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const MINUTE = 60_000;

/** The content of a SAML response; missing fields get valid values. */
export interface SamlResponseOptions {
  readonly nameID: string;
  /** The service provider. */
  readonly service: { readonly acsURL: string; readonly entityID: string };
  readonly inResponseTo?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly issuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly destination?: string;
  readonly responseTo?: string | undefined;
  readonly format?: string;
  readonly status?: string;
  readonly from?: Date;
  readonly until?: Date;
  readonly now?: Date;
}

/** An unsigned response. */
export interface Draft {
  readonly xml: string;
  readonly responseId: string;
  readonly assertionId: string;
}

const attributeStatement = (attributes: Readonly<Record<string, string>>) =>
  `<saml:AttributeStatement>${Object.entries(attributes)
    .map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${escapeAttribute(value)}</saml:AttributeValue></saml:Attribute>`,
    )
    .join('')}</saml:AttributeStatement>`;

/** A SAML identity provider in this process that signs any document. */
export const createIdentityProvider = (certified: KeyAndCertificate = makeCertificate()) => {
  const entityID = `https://idp.test/${randomUUID()}`;
  const ssoURL = 'https://idp.test/sso?tenant=1';

  const draft = (wish: SamlResponseOptions): Draft => {
    const now = wish.now ?? new Date();
    const at = (time: Date) => time.toISOString();
    const from = at(wish.from ?? new Date(now.getTime() - MINUTE));
    const until = at(wish.until ?? new Date(now.getTime() + 5 * MINUTE));
    const [responseId, assertionId] = [`_r${randomUUID()}`, `_a${randomUUID()}`];
    const answers = (id: string | undefined) => (id === undefined ? '' : ` InResponseTo="${id}"`);
    const responseTo = 'responseTo' in wish ? wish.responseTo : wish.inResponseTo;
    const format = wish.format ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
    const issuer = escapeAttribute(wish.issuer ?? entityID);
    return {
      responseId,
      assertionId,
      xml:
        `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${responseId}" Version="2.0" IssueInstant="${at(now)}" Destination="${wish.destination ?? wish.service.acsURL}"${answers(responseTo)}>` +
        `<saml:Issuer>${issuer}</saml:Issuer>` +
        `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${wish.status ?? 'Success'}"/></samlp:Status>` +
        `<saml:Assertion ID="${assertionId}" Version="2.0" IssueInstant="${at(now)}">` +
        `<saml:Issuer>${issuer}</saml:Issuer>` +
        `<saml:Subject><saml:NameID Format="${format}">${escapeAttribute(wish.nameID)}</saml:NameID>` +
        `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${wish.recipient ?? wish.service.acsURL}"${answers(wish.inResponseTo)}/></saml:SubjectConfirmation></saml:Subject>` +
        `<saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${wish.audience ?? wish.service.entityID}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
        `<saml:AuthnStatement AuthnInstant="${at(now)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
        attributeStatement(wish.attributes ?? { first_name: 'Ada', last_name: 'Lovelace' }) +
        '</saml:Assertion></samlp:Response>',
    };
  };

  /** Signs one element of a document, correctly or not. */
  const sign = (
    xml: string,
    element: 'Response' | 'Assertion',
    { algorithm = RSA_SHA256, transforms }: { algorithm?: string; transforms?: string[] } = {},
  ): string =>
    SamlLib.constructSAMLSignature({
      rawSamlMessage: xml,
      referenceTagXPath: `//*[local-name(.)='${element}']`,
      privateKey: certified.privateKey,
      signatureAlgorithm: algorithm,
      signingCert: certified.certificate.replaceAll(/-----.*?-----|\s/g, ''),
      isBase64Output: false,
      ...(transforms && { transformationAlgorithms: transforms }),
      signatureConfig: {
        prefix: 'ds',
        location: { reference: `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`, action: 'after' },
      },
    });

  return {
    ...certified,
    entityID,
    ssoURL,
    draft,
    sign,
    /** A valid signed response. */
    answer: (wish: SamlResponseOptions): string =>
      Buffer.from(sign(draft(wish).xml, 'Assertion')).toString('base64'),
    /** Parses the sign-in request of a browser. */
    readRequest: (location: string) => {
      const { searchParams } = new URL(location);
      const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString();
      return { xml, id: /\sID="([^"]+)"/.exec(xml)![1]!, relayState: searchParams.get('RelayState') };
    },
  };
};

/** A SAML identity provider in this process. */
export type IdentityProvider = ReturnType<typeof createIdentityProvider>;

/** Encodes a response for a form. */
export const encodeResponse = (xml: string): string => Buffer.from(xml).toString('base64');

/** An identity provider of an organization. */
export interface AddedProvider {
  readonly id: string;
  readonly service: SamlResponseOptions['service'];
}

/** Adds an active identity provider to an organization. */
export const addProviderTo = async (
  { id, admin }: Pick<TestOrganization, 'id' | 'admin'>,
  { ssoURL, entityID, certificate }: ReturnType<typeof createIdentityProvider>,
): Promise<AddedProvider> =>
  (await admin.call('POST', `/orgs/${id}/saml`, { label: 'Staff', ssoURL, entityID, certificate })).body;
