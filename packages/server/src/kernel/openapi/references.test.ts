import { describe, expect, test } from 'vitest';
import { findMissingFiles } from './bundle.ts';
import { findReferences, resolveByUrl } from './references.ts';

const away = { $ref: 'https://example.com/v2/Users/1' };
const documentOf = (schema: object, more: object = {}) => ({
  openapi: '3.1.0',
  paths: {
    '/a': { get: { responses: { 200: { content: { 'application/json': { schema, ...more } } } } } },
  },
});
const writtenIn = (document: object) =>
  findReferences('', new Map([['', document]]), resolveByUrl).map(({ written }) => written);

describe('references', () => {
  test.each([
    ['an example', documentOf({}, { example: { members: [away] } })],
    ['the value of an example', documentOf({}, { examples: { one: { value: away } } })],
    ['an example of a schema', documentOf({ example: away, examples: [away] })],
    ['a default', documentOf({ default: away, enum: [away], const: away })],
    ['an extension', { ...documentOf({ 'x-own': away }), 'x-own': { schema: away } }],
    ['an extension among paths', { openapi: '3.1.0', paths: { 'x-own': away } }],
  ])('are ignored in %s', (_, document) => {
    expect(writtenIn(document)).toEqual([]);
  });

  test.each([
    ['a property named example', documentOf({ properties: { example: away } })],
    ['a schema named default', { components: { schemas: { default: away } } }],
    ['a header named like an extension', { components: { headers: { 'x-own': away } } }],
    ['an example by name', documentOf({}, { examples: { one: away } })],
    ['all properties', documentOf({ properties: away })],
    ['a list of items', documentOf({ items: [{ not: away }] })],
    ['a callback', { components: { callbacks: { a: { '{$request.body}': away } } } }],
    [
      'an extension with a reference to it',
      { 'x-own': { p: { parameters: [away] } }, paths: { '/a': { $ref: '#/x-own/p' } } },
    ],
    ['a mapping', documentOf({ discriminator: { mapping: { a: 'A', b: away.$ref } } })],
  ])('are found in %s', (_, document) => {
    expect(writtenIn(document)).toContain(away.$ref);
  });

  test('of other files are found by the expected type of their target', () => {
    const first = documentOf({ $ref: 'b.yaml#/default' }, { example: { $ref: 'no.yaml' } });
    const other = { default: { items: { $ref: './c.yaml' }, example: { $ref: 'no.yaml' } }, Not: away };
    const files = [first, other].map((value, at) => ({
      url: `https://x.test/d/${at === 0 ? 'a' : 'b'}.yaml`,
      json: JSON.stringify(value),
    }));
    expect(findMissingFiles(files)).toEqual([
      {
        ref: './c.yaml',
        url: 'https://x.test/d/c.yaml',
        from: files[1]!.url,
        path: ['default', 'items', '$ref'],
        isOptional: false,
      },
    ]);
  });
});
