import { parseMarkdown } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { renderDocument } from '../document/render.ts';
import { messagesFor } from '../language/messages.ts';
import { sampleContext } from '../testing/sample-site.ts';
import { factsOf } from './limits.ts';

const schemas = { Kind: { type: 'string', enum: ['cat', 'dog'] } };
const documentOf = (properties: object) => ({
  openapi: '3.1.0',
  paths: {
    '/a': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
        responses: {},
      },
    },
  },
  components: { schemas },
});
const html = (schema: object) => {
  const page = '{% openapi-operation spec="x" path="/a" method="post" %}\n{% endopenapi-operation %}';
  return renderDocument(parseMarkdown(page), {
    ...sampleContext,
    openapiOf: () => documentOf({ it: schema }),
  });
};
/** What a page says of one field, as words. */
const words = (schema: object) => {
  const text = html(schema)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  return /Request body application\/json (.*?) Responses/.exec(text)?.[1]?.trim();
};

describe('what holds for a value', () => {
  test.each([
    [{ type: 'integer', minimum: 1, maximum: 100 }, 'it integer Range: ≥ 1 ≤ 100'],
    // As 3.0 and as 3.1 write it.
    [{ type: 'number', minimum: 0, exclusiveMinimum: true }, 'it number Range: &gt; 0'],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 'it number Range: &gt; 0 &lt; 1'],
    [{ type: 'number', maximum: 0, exclusiveMaximum: false }, 'it number Range: ≤ 0'],
    [{ type: 'number', multipleOf: 0.5 }, 'it number Multiple of: 0.5'],
    [{ type: 'string', minLength: 3, maxLength: 50 }, 'it string Length: 3–50'],
    [{ type: 'string', minLength: 4, maxLength: 4 }, 'it string Length: 4'],
    [{ type: 'string', minLength: 0, maxLength: 9 }, 'it string Length: ≤ 9'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'it string Pattern: ^[a-z]+$'],
    [{ const: 'v1' }, 'it Always: v1'],
    [{ const: null }, 'it Always: null'],
    [{ type: 'string', default: '' }, 'it string Default: &quot;&quot;'],
    [{ type: 'boolean', default: false, readOnly: false }, 'it boolean Default: false'],
    [
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 10, uniqueItems: true },
      'it string[] unique items Number of items: 1–10',
    ],
    [
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      'it string[] Items · Allowed values: a b',
    ],
    [
      { type: 'array', items: { $ref: '#/components/schemas/Kind' } },
      'it string[] Items · Allowed values: cat dog',
    ],
    [{ type: 'array', items: { type: 'string', maxLength: 5 } }, 'it string[] Items · Length: ≤ 5'],
    [{ allOf: [{ type: 'integer', minimum: 2 }, { maximum: 9 }] }, 'it integer Range: ≥ 2 ≤ 9'],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer', minimum: 0 }], items: false },
      'it [string, integer] Items 1 string 2 integer Range: ≥ 0',
    ],
    [{ type: 'array', items: true }, 'it array'],
  ])('%j is said', (schema, expected) => {
    expect(words(schema)).toBe(expected);
  });

  test('is said of the most of many values, and that there are more', () => {
    const values = Array.from({ length: 50 }, (_, at) => at);
    expect(words({ enum: values })).toMatch(/Allowed values: 0 1 .* 39 …$/);
  });

  test('is said of lists as a whole', () => {
    const list = { type: 'array', maxItems: 5, items: { type: 'object', properties: { a: {} } } };
    expect(words(list)).toContain('Number of items: ≤ 5');
  });

  test('is nothing where nobody can know what it means', () => {
    for (const value of [null, 'x', {}, [], true]) {
      const limits = ['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems'];
      const odd = Object.fromEntries(limits.map((name) => [name, value]));
      expect(factsOf({ ...odd, pattern: 3, items: value }, {}, messagesFor('en'))).toEqual([]);
    }
  });

  test('comes to an end in what is inside of itself', () => {
    const document = { Loop: { type: 'array', minItems: 1, items: { $ref: '#/Loop' } } };
    expect(factsOf(document.Loop, document, messagesFor('en')).length).toBeLessThan(6);
  });

  test('is said in the language of the page, and reads from the left', () => {
    expect(html({ minLength: 1, maxLength: 9 })).toContain('<code dir="ltr">1–9</code>');
    expect(factsOf({ minLength: 1 }, {}, messagesFor('de'))).toEqual([['Länge', ['≥ 1']]]);
  });
});
