import { type SamlAssertion, SamlError, type SamlService } from '../../kernel/saml.ts';

/** An element as parsed by the library: attributes, text, and lists of children by name. */
type Element = {
  readonly $?: Readonly<Record<string, string>>;
  readonly _?: string;
} & { readonly [child: string]: unknown };

/** The tolerated clock skew. */
const SKEW_MS = 60_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const EMAIL_FORMATS = new Set([
  undefined,
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
]);

const invalidAssertion = (why: string) => new SamlError(`The assertion ${why}`);

const childrenOf = (element: Element, name: string): readonly Element[] =>
  Object.hasOwn(element, name) ? (element[name] as readonly Element[]) : [];

/** The one child of a name. */
const only = (element: Element, name: string): Element => {
  const found = childrenOf(element, name);
  if (found.length !== 1) throw invalidAssertion(`must have exactly one ${name}`);
  return found[0]!;
};

const textOf = (element: Element): string => (typeof element === 'string' ? element : (element._ ?? ''));

/** The text of an element without children. */
const onlyTextOf = (element: Element, name: string): string => {
  if (typeof element !== 'string' && Object.keys(element).some((key) => key !== '_' && key !== '$'))
    throw invalidAssertion(`must have only text in its ${name}`);
  return textOf(element);
};

const timeOf = (text: string | undefined, name: string): number | undefined => {
  if (text === undefined) return undefined;
  // A time without a zone is ambiguous.
  const time = /Z$|[+-]\d\d:\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw invalidAssertion(`has an invalid time in ${name}`);
  return time;
};

const requireTime = ({ $: attributes = {} }: Element, now: number): void => {
  const from = timeOf(attributes.NotBefore, 'NotBefore');
  const until = timeOf(attributes.NotOnOrAfter, 'NotOnOrAfter');
  if (from !== undefined && now + SKEW_MS < from) throw invalidAssertion('is not valid yet');
  if (until !== undefined && now - SKEW_MS >= until) throw invalidAssertion('has expired');
};

/** Checks the subject confirmation: a bearer assertion for this service, valid now. */
const confirmationOf = (subject: Element, service: SamlService, now: number) => {
  const confirmation = only(subject, 'SubjectConfirmation');
  if (confirmation.$?.Method !== BEARER) throw invalidAssertion('is not a bearer assertion');
  const data = only(confirmation, 'SubjectConfirmationData');
  const { Recipient, NotOnOrAfter, InResponseTo } = data.$ ?? {};
  if (Recipient !== service.acsURL)
    throw invalidAssertion(
      `was issued for another URL: its Recipient is ${Recipient}, expected the ACS URL ${service.acsURL}`,
    );
  if (NotOnOrAfter === undefined) throw invalidAssertion('has no expiry (NotOnOrAfter)');
  requireTime(data, now);
  return { until: timeOf(NotOnOrAfter, 'NotOnOrAfter')!, inResponseTo: InResponseTo };
};

const attributesOf = (assertion: Element): Record<string, string> =>
  Object.fromEntries(
    childrenOf(assertion, 'AttributeStatement')
      .flatMap((statement) => childrenOf(statement, 'Attribute'))
      .map((attribute) => [
        attribute.$?.Name ?? '',
        childrenOf(attribute, 'AttributeValue').map(textOf).join(' ').trim(),
      ]),
  );

/** Checks an assertion with a valid signature: issuer, subject, audience and times. */
export const verifyAssertion = (
  assertion: Element,
  service: SamlService,
  providerID: string,
  now: Date,
): SamlAssertion => {
  const time = now.getTime();
  const id = assertion.$?.ID;
  if (!id) throw invalidAssertion('has no ID');
  if (onlyTextOf(only(assertion, 'Issuer'), 'Issuer') !== providerID)
    throw invalidAssertion('was issued by another identity provider');
  const subject = only(assertion, 'Subject');
  const nameID = only(subject, 'NameID');
  if (!EMAIL_FORMATS.has(nameID.$?.Format))
    throw invalidAssertion('must identify the user by an e-mail address');
  const { until, inResponseTo } = confirmationOf(subject, service, time);
  const conditions = only(assertion, 'Conditions');
  requireTime(conditions, time);
  const restrictions = childrenOf(conditions, 'AudienceRestriction');
  const includesService = (restriction: Element) =>
    childrenOf(restriction, 'Audience').some(
      (audience) => onlyTextOf(audience, 'Audience') === service.entityID,
    );
  if (restrictions.length === 0 || !restrictions.every(includesService))
    throw invalidAssertion('is for another service: its audience is not the entityID of this service');
  for (const statement of childrenOf(assertion, 'AuthnStatement'))
    requireTime({ $: { NotOnOrAfter: statement.$?.SessionNotOnOrAfter ?? '9999-12-31T00:00:00Z' } }, time);
  if (childrenOf(assertion, 'AuthnStatement').length === 0) throw invalidAssertion('has no AuthnStatement');
  return {
    id,
    nameID: onlyTextOf(nameID, 'NameID'),
    inResponseTo,
    expiresAt: new Date(until + SKEW_MS),
    attributes: attributesOf(assertion),
  };
};
