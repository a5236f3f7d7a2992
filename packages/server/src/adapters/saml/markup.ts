import { SamlError } from '../../kernel/saml.ts';
import { parsedTags } from './parsed.ts';
import { type Tag, tagsIn } from './tags.ts';

// Everything that a document of SAML may name as an algorithm: nothing that is broken, and nothing without a key of its own.
const ALGORITHMS = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

const MOST_SIGNATURES = 2;
const IDS = new Set(['ID', 'Id', 'id']);
// Inside of it, the library reads some elements as browsers would.
const HTML = 'http://www.w3.org/1999/xhtml';

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The elements of a name, whatever stands before it. */
export const named = (tags: readonly Tag[], name: string): readonly Tag[] =>
  tags.filter((tag) => localName(tag.name) === name);

/** Refuses elements that no honest identity provider writes, whoever read them. */
export const requirePlainTags = (tags: readonly Tag[]): void => {
  const refuse = (what: string) => new SamlError(`The answer ${what}`);
  const count = (name: string) => named(tags, name).length;
  if (count('EncryptedAssertion') + count('EncryptedID') > 0) throw refuse('is encrypted');
  if (count('Response') !== 1) throw refuse('is not one answer');
  if (count('Assertion') !== 1) throw refuse('has not exactly one assertion');
  if (count('Signature') > MOST_SIGNATURES) throw refuse('has too many signatures');
  const attributes = tags.flatMap((tag) => [...tag.attributes]);
  const values = (isMeant: (name: string) => boolean) =>
    attributes.filter(([name]) => isMeant(localName(name))).map(([, value]) => value);
  if (attributes.some(([, value]) => value === HTML)) throw refuse('has pages in it');
  if (!values((name) => name === 'Algorithm').every((algorithm) => ALGORITHMS.has(algorithm)))
    throw refuse('is signed in a way that is not taken');
  const ids = values((name) => IDS.has(name));
  // One that is written in two ways would be another to one reader and the same to the next.
  if (ids.some((id) => /[\s&]/.test(id)) || new Set(ids).size !== ids.length)
    throw refuse('gives one name to several things');
};

/**
 * Refuses what no honest identity provider writes, before any of it is believed: by what is written, and by what the
 * library makes of it. Each holds without the other.
 */
export const requirePlainMarkup = (xml: string): readonly Tag[] => {
  requirePlainTags(tagsIn(xml));
  const parsed = parsedTags(xml);
  requirePlainTags(parsed);
  return parsed;
};
