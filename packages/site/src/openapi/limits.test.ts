import { parseMarkdown } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { renderDocument } from '../document/render.ts';
import { messagesFor } from '../language/messages.ts';
import { sampleContext } from '../testing/sample-site.ts';
import { constraintsOf } from './limits.ts';

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
/** The text of a field on a page. */
const words = (schema: object) => {
  const text = html(schema)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  return /Request body application\/json (.*?) Responses/.exec(text)?.[1]?.trim();
};

describe('constraints of a value', () => {
  test.each([
    [{ type: 'integer', minimum: 1, maximum: 100 }, 'it integer Range: ≥ 1 ≤ 100'],
    // OpenAPI 3.0 and 3.1.
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
  ])('%j is shown', (schema, expected) => {
    expect(words(schema)).toBe(expected);
  });

  test('a long enum is truncated with an ellipsis', () => {
    const values = Array.from({ length: 50 }, (_, at) => at);
    expect(words({ enum: values })).toMatch(/Allowed values: 0 1 .* 39 …$/);
  });

  test('the constraints of an array are shown', () => {
    const list = { type: 'array', maxItems: 5, items: { type: 'object', properties: { a: {} } } };
    expect(words(list)).toContain('Number of items: ≤ 5');
  });

  test('invalid constraints are ignored', () => {
    for (const value of [null, 'x', {}, [], true]) {
      const limits = ['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems'];
      const odd = Object.fromEntries(limits.map((name) => [name, value]));
      expect(constraintsOf({ ...odd, pattern: 3, items: value }, {}, messagesFor('en'))).toEqual([]);
    }
  });

  test('recursive schemas are limited', () => {
    const document = { Loop: { type: 'array', minItems: 1, items: { $ref: '#/Loop' } } };
    expect(constraintsOf(document.Loop, document, messagesFor('en')).length).toBeLessThan(6);
  });

  test('labels are in the language of the page, and values are written from left to right', () => {
    expect(html({ minLength: 1, maxLength: 9 })).toContain('<code dir="ltr">1–9</code>');
    expect(constraintsOf({ minLength: 1 }, {}, messagesFor('de'))).toEqual([['Länge', ['≥ 1']]]);
  });
});
