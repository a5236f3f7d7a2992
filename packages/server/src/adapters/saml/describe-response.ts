import type { Saml, SamlStatement } from '../../kernel/saml.ts';
import { named } from './check-markup.ts';
import { tagsIn } from './scan-tags.ts';
import { decode } from './verify-response.ts';

const REFERENCES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => REFERENCES[name]!).trim();

/** The texts of the elements with a local name. */
const textsOf = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${element}(?:\\s[^>]*)?>([^<]*)<`, 'g'))].map(([, text]) =>
    unescaped(text!),
  );

/** Lists what a response says, without verification; empty if it is not well-formed. */
export const describeResponse: Saml['describeResponse'] = async (service, provider, response) => {
  try {
    const xml = decode(response);
    const tags = tagsIn(xml);
    const attributesOf = (element: string, attribute: string): string[] =>
      named(tags, element).flatMap(({ attributes }) => {
        const value = attributes.get(attribute);
        return value === undefined ? [] : [unescaped(value)];
      });
    const statement = (name: string, values: readonly string[], expected?: string): SamlStatement[] =>
      [...new Set(values)].map((value) => ({ name, value, ...(expected !== undefined && { expected }) }));
    const names = attributesOf('Attribute', 'Name');
    return [
      ...statement('Status', attributesOf('StatusCode', 'Value')),
      ...statement('Issuer', textsOf(xml, 'Issuer'), provider.entityID),
      ...statement('Destination', attributesOf('Response', 'Destination'), service.acsURL),
      ...statement('Recipient', attributesOf('SubjectConfirmationData', 'Recipient'), service.acsURL),
      ...statement('Audience', textsOf(xml, 'Audience'), service.entityID),
      ...statement('NameID', textsOf(xml, 'NameID')),
      ...statement('NameID format', attributesOf('NameID', 'Format')),
      ...statement('Valid from', attributesOf('Conditions', 'NotBefore')),
      ...statement('Valid until', attributesOf('Conditions', 'NotOnOrAfter')),
      ...statement('Attributes', names.length > 0 ? [names.join(', ')] : []),
    ];
  } catch {
    return [];
  }
};
