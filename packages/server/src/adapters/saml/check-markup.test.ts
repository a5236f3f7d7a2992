import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SamlError } from '../../kernel/saml.ts';
import { createIdentityProvider } from '../../testing/identity-provider.ts';
import { requirePlainMarkup, requirePlainTags } from './check-markup.ts';
import { parsedTags } from './library-tags.ts';
import { type Tag, tagsIn } from './scan-tags.ts';

const idp = createIdentityProvider();
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
const honest = idp.sign(
  idp.draft({ nameID: 'ada@staff.test', service: { acsURL: 'https://a.test/acs', entityID: 'b' } }).xml,
  'Assertion',
);

const written = (xml: string) => requirePlainTags(tagsIn(xml));
const parsed = (xml: string) => requirePlainTags(parsedTags(xml));

/** What is read, or that it is refused. */
const reading = (read: (xml: string) => readonly Tag[], xml: string): readonly Tag[] | undefined => {
  try {
    return read(xml);
  } catch (error) {
    if (error instanceof SamlError) return undefined;
    throw error;
  }
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** The value of an attribute that is written in some way. */
const meaningOf = (raw: string) =>
  raw
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\t\n]/g, ' ')
    .replaceAll(/&(#x?)?(\w+);/g, (_, number?: string, name = '') =>
      number ? String.fromCodePoint(Number.parseInt(name, number === '#' ? 10 : 16)) : ENTITIES[name]!,
    );
const plain = (tags: readonly Tag[], toValue: (raw: string) => string) =>
  tags.map(({ name, attributes }) => [name, [...attributes].map(([key, value]) => [key, toValue(value)])]);

describe('the markup of SAML responses', () => {
  test('of honest providers is accepted', () => {
    expect(() => requirePlainMarkup(honest)).not.toThrow();
    expect(() =>
      requirePlainMarkup(`\uFEFF<?xml version="1.0" encoding="UTF-8"?>\r\n${honest}\n`),
    ).not.toThrow();
  });

  const second = (name: string) => honest.replace('</samlp:Status>', `$&<${name}></${name}>`);
  const WRITTEN: Readonly<Record<string, string>> = {
    'an algorithm right after another attribute': honest.replace(
      /SignatureMethod Algorithm="[^"]*"/,
      `SignatureMethod xmlns:q="urn:q"Algorithm="${SHA1}"`,
    ),
    'a second assertion behind a character of names': second('p\uFEFF:Assertion'),
    'a second answer behind a character of names': second('p\u1680:Response'),
    'an ID right after another attribute': honest.replace(
      '<samlp:Status>',
      `<samlp:Status x="y"ID="${/<saml:Assertion ID="([^"]*)"/.exec(honest)![1]}">`,
    ),
    'an ID that is written otherwise': honest.replace(
      '<samlp:Status>',
      `<samlp:Status ID="&#95;${/<saml:Assertion ID="_([^"]*)"/.exec(honest)![1]}">`,
    ),
    'a broken algorithm': honest.replace(/(SignatureMethod Algorithm=")[^"]*/, `$1${SHA1}`),
  };
  test.each(Object.entries(WRITTEN))('is rejected by each parser alone: %s', (_, xml) => {
    expect(() => written(xml)).toThrow(SamlError);
    expect(() => parsed(xml)).toThrow(SamlError);
  });

  test.each([
    ['a null character', '&#0;'],
    ['a hexadecimal null character', '&#x0;'],
    ['a lone surrogate', '&#xD800;'],
    ['a code point beyond Unicode', '&#x110000;'],
    ['another line separator', '\u0085'],
    ['a control character', '\u0007'],
    ['an entity', '&nbsp;'],
    ['a bare ampersand', '&'],
  ])('is rejected with %s in its text', (_, text) => {
    expect(() => written(honest.replace('ada@', `a${text}da@`))).toThrow(/invalid characters/);
  });

  test('is parsed like the library does, or rejected', () => {
    const piece = fc.constantFrom(
      ...['<', '</', '>', '/>', '/', ' ', '\t', '\n', '\r', '\u0085', '\u2028', '\uFEFF', '\u1680', '\u0080'],
      ...['a', 'p:a', ':', '_', 'ID', 'xmlns', '=', '"', "'", '="x"', " b='y'", '&amp;', '&#65;', '&', ';'],
      ...['<a>', '</a>', '<a/>', '<p:a ', ' q="1"', '<?xml?>', '<!--', '-->', ']]>', 'é', '\ud800'],
    );
    const soup = fc.array(piece, { maxLength: 12 }).map((pieces) => `<a>${pieces.join('')}</a>`);
    const spoilt = fc
      .tuple(fc.nat(honest.length), fc.nat(6), piece)
      .map(([at, cut, put]) => honest.slice(0, at) + put + honest.slice(at + cut));
    fc.assert(
      fc.property(fc.oneof(soup, spoilt), (xml) => {
        const ours = reading(tagsIn, xml);
        if (ours === undefined) return;
        const theirs = reading(parsedTags, xml);
        if (theirs === undefined) return;
        expect(plain(ours, meaningOf)).toEqual(plain(theirs, (value) => value));
      }),
      { numRuns: 3_000 },
    );
  });

  test('is checked in linear time', () => {
    for (const many of [' '.repeat(150_000), 'a'.repeat(150_000), ' a'.repeat(75_000), '&'.repeat(150_000)])
      expect(reading(tagsIn, `<a${many}`)).toBeUndefined();
  });
});
