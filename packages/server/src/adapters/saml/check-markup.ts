import { SamlError } from '../../kernel/saml.ts';
import { parsedTags } from './library-tags.ts';
import { type Tag, tagsIn } from './scan-tags.ts';

// Accepted algorithms: no broken ones, and none without an asymmetric key.
const ALGORITHMS = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

const MAX_SIGNATURES = 2;
const IDS = new Set(['ID', 'Id', 'id']);
// The library parses elements of this namespace by the rules of HTML.
const HTML = 'http://www.w3.org/1999/xhtml';

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The elements with a local name, in any namespace. */
export const named = (tags: readonly Tag[], name: string): readonly Tag[] =>
  tags.filter((tag) => localName(tag.name) === name);

/** Rejects elements that no legitimate identity provider sends. */
export const requirePlainTags = (tags: readonly Tag[]): void => {
  const invalidResponse = (what: string) => new SamlError(`The response ${what}`);
  const count = (name: string) => named(tags, name).length;
  if (count('EncryptedAssertion') + count('EncryptedID') > 0)
    throw invalidResponse('is encrypted, which is not supported');
  if (count('Response') !== 1) throw invalidResponse('must have exactly one Response element');
  if (count('Assertion') !== 1) throw invalidResponse('must have exactly one assertion');
  if (count('Signature') > MAX_SIGNATURES) throw invalidResponse('has too many signatures');
  const attributes = tags.flatMap((tag) => [...tag.attributes]);
  const values = (matches: (name: string) => boolean) =>
    attributes.filter(([name]) => matches(localName(name))).map(([, value]) => value);
  if (attributes.some(([, value]) => value === HTML)) throw invalidResponse('contains HTML');
  if (!values((name) => name === 'Algorithm').every((algorithm) => ALGORITHMS.has(algorithm)))
    throw invalidResponse('uses a signature algorithm that is not accepted');
  const ids = values((name) => IDS.has(name));
  // Parsers could normalize such ids differently.
  if (ids.some((id) => /[\s&]/.test(id)) || new Set(ids).size !== ids.length)
    throw invalidResponse('has invalid or duplicate IDs');
};

/**
 * Rejects documents that no legitimate identity provider sends, before any part is trusted: once by our own scanner, and
 * once by the parser of the library.
 */
export const requirePlainMarkup = (xml: string): readonly Tag[] => {
  requirePlainTags(tagsIn(xml));
  const parsed = parsedTags(xml);
  requirePlainTags(parsed);
  return parsed;
};
