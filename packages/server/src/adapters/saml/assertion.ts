import { type SamlAssertion, SamlError, type SamlService } from '../../kernel/saml.ts';

/** An element as the library reads it: attributes, text and children, each of which may come several times. */
type Element = {
  readonly $?: Readonly<Record<string, string>>;
  readonly _?: string;
} & { readonly [child: string]: unknown };

/** How far the clocks of two machines may differ. */
const SKEW_MS = 60_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const EMAIL_FORMATS = new Set([
  undefined,
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
]);

const refuse = (why: string) => new SamlError(`The assertion ${why}`);

const childrenOf = (element: Element, name: string): readonly Element[] =>
  Object.hasOwn(element, name) ? (element[name] as readonly Element[]) : [];

/** The one child of a name. */
const only = (element: Element, name: string): Element => {
  const found = childrenOf(element, name);
  if (found.length !== 1) throw refuse(`has not exactly one ${name}`);
  return found[0]!;
};

const textOf = (element: Element): string => (typeof element === 'string' ? element : (element._ ?? ''));

/** The text of an element that has nothing but text in it. */
const onlyTextOf = (element: Element, name: string): string => {
  if (typeof element !== 'string' && Object.keys(element).some((key) => key !== '_' && key !== '$'))
    throw refuse(`has other things than text in its ${name}`);
  return textOf(element);
};

const momentOf = (text: string | undefined, name: string): number | undefined => {
  if (text === undefined) return undefined;
  // Without a zone, a moment would be another one on every machine.
  const time = /Z$|[+-]\d\d:\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw refuse(`says no time as ${name}`);
  return time;
};

const requireTime = ({ $: said = {} }: Element, now: number): void => {
  const from = momentOf(said.NotBefore, 'NotBefore');
  const until = momentOf(said.NotOnOrAfter, 'NotOnOrAfter');
  if (from !== undefined && now + SKEW_MS < from) throw refuse('does not count yet');
  if (until !== undefined && now - SKEW_MS >= until) throw refuse('does not count any more');
};

/** Who the assertion is handed to, and why: it is for whoever brings it here, now, in answer to what was asked. */
const confirmationOf = (subject: Element, service: SamlService, now: number) => {
  const confirmation = only(subject, 'SubjectConfirmation');
  if (confirmation.$?.Method !== BEARER) throw refuse('is not for whoever brings it');
  const data = only(confirmation, 'SubjectConfirmationData');
  const { Recipient, NotOnOrAfter, InResponseTo } = data.$ ?? {};
  if (Recipient !== service.acsURL) throw refuse('was made for another address');
  if (NotOnOrAfter === undefined) throw refuse('counts for ever');
  requireTime(data, now);
  return { until: momentOf(NotOnOrAfter, 'NotOnOrAfter')!, inResponseTo: InResponseTo };
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

/** Reads an assertion whose signature was found good; all of it has to hold for this service at this moment. */
export const readAssertion = (
  assertion: Element,
  service: SamlService,
  providerID: string,
  now: Date,
): SamlAssertion => {
  const time = now.getTime();
  const id = assertion.$?.ID;
  if (!id) throw refuse('has no ID');
  if (onlyTextOf(only(assertion, 'Issuer'), 'Issuer') !== providerID)
    throw refuse('is of another identity provider');
  const subject = only(assertion, 'Subject');
  const nameID = only(subject, 'NameID');
  if (!EMAIL_FORMATS.has(nameID.$?.Format)) throw refuse('names nobody by an e-mail address');
  const { until, inResponseTo } = confirmationOf(subject, service, time);
  const conditions = only(assertion, 'Conditions');
  requireTime(conditions, time);
  const restrictions = childrenOf(conditions, 'AudienceRestriction');
  const isMeant = (restriction: Element) =>
    childrenOf(restriction, 'Audience').some(
      (audience) => onlyTextOf(audience, 'Audience') === service.entityID,
    );
  if (restrictions.length === 0 || !restrictions.every(isMeant))
    throw refuse('is for another service: its audience is not the entityID of this one');
  for (const statement of childrenOf(assertion, 'AuthnStatement'))
    requireTime({ $: { NotOnOrAfter: statement.$?.SessionNotOnOrAfter ?? '9999-12-31T00:00:00Z' } }, time);
  if (childrenOf(assertion, 'AuthnStatement').length === 0)
    throw refuse('does not say that anybody signed in');
  return {
    id,
    nameID: onlyTextOf(nameID, 'NameID'),
    inResponseTo,
    expiresAt: new Date(until + SKEW_MS),
    attributes: attributesOf(assertion),
  };
};
