import { SamlRefusal } from '../../kernel/saml.ts';

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
// Reading takes time that grows with all three; honest answers have some dozens, as many, and less than ten.
const MOST_TAGS = 1_000;
const MOST_ATTRIBUTES = 1_000;
const DEEPEST = 30;

// A name ends where something else begins: no part of a tag can be read in two ways, which could take for ever.
const TAG = /<(\/?)[^\s<>"'/]+(?=[\s/>])(?:[^<>"'/]|"[^"<]*"|'[^'<]*'|\/(?!>))*(\/?)>/g;
const DECLARATION = /^\s*<\?xml[^?>]*\?>/;

/** How deep tags stand in each other; undefined when something begins like a tag and is none. */
const depthOf = (xml: string): number | undefined => {
  const tags = [...xml.matchAll(TAG)];
  if (tags.length !== xml.split('<').length - 1) return undefined;
  let [depth, deepest] = [0, 0];
  for (const [, closes, isEmpty] of tags) {
    if (closes) depth--;
    else if (!isEmpty) depth++;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

const elementsIn = (xml: string, name: string): number =>
  xml.match(new RegExp(`<(?:[^\\s<>/:"'=]+:)?${name}(?=[\\s/>])`, 'g'))?.length ?? 0;

/**
 * Refuses what no honest identity provider writes, before anything is parsed: whatever could make two readers of one
 * document see two different things.
 */
export const requirePlainMarkup = (xml: string): void => {
  const refuse = (what: string) => new SamlRefusal(`The answer ${what}`);
  if (/<!(?!\[CDATA\[|--)/.test(xml)) throw refuse('declares types or entities');
  if (/<!--|<!\[CDATA\[/.test(xml)) throw refuse('has comments or raw data in it');
  const content = xml.replace(DECLARATION, '');
  if (/<\?/.test(content)) throw refuse('has instructions in it');
  const isLarge = xml.split('<').length > MOST_TAGS || xml.split('=').length > MOST_ATTRIBUTES;
  const depth = isLarge ? Number.POSITIVE_INFINITY : depthOf(content);
  if (depth === undefined) throw refuse('has tags in it that are none');
  if (depth > DEEPEST) throw refuse('is too large or too deep');
  if (elementsIn(xml, 'EncryptedAssertion') + elementsIn(xml, 'EncryptedID') > 0)
    throw refuse('is encrypted');
  if (elementsIn(xml, 'Response') !== 1) throw refuse('is not one answer');
  if (elementsIn(xml, 'Assertion') !== 1) throw refuse('has not exactly one assertion');
  if (elementsIn(xml, 'Signature') > MOST_SIGNATURES) throw refuse('has too many signatures');
  for (const [, algorithm] of xml.matchAll(/[\s:]Algorithm\s*=\s*["']([^"']*)["']/g))
    if (!ALGORITHMS.has(algorithm!)) throw refuse('is signed in a way that is not taken');
  const ids = [...xml.matchAll(/[\s:](?:I[Dd]|id)\s*=\s*["']([^"']*)["']/g)].map(([, id]) => id);
  if (new Set(ids).size !== ids.length) throw refuse('gives one name to several things');
};
