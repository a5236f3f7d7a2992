import { describe, expect, test } from 'vitest';
import { findOperation } from './description.ts';
import { exampleOf } from './example.ts';
import { pathPart } from './query.ts';
import { samplesOf } from './samples.ts';

const samples = (operation: object, { path = '/a', method = 'get', components = {} } = {}) => {
  const document = {
    openapi: '3.1.0',
    servers: [{ url: 'https://x.test' }],
    paths: { [path]: { [method]: { responses: { 200: { description: 'OK' } }, ...operation } } },
    components,
  };
  return samplesOf(findOperation(document, path, method)!, document).map(({ source }) => source);
};

describe('cookies', () => {
  const securitySchemes = { session: { type: 'apiKey', in: 'cookie', name: 'sid' } };
  const parameters = [
    { name: 'theme', in: 'cookie', required: true, schema: { type: 'string', enum: ['dark'] } },
    { name: 'other', in: 'cookie', schema: { type: 'string' } },
  ];

  test('are sent if they are required', () => {
    for (const sample of samples({ parameters })) {
      expect(sample).toMatch(/Cookie"?: "?theme=dark['"]/);
      expect(sample).not.toContain('other');
    }
  });

  test('are in one header with those of security schemes', () => {
    const all = samples({ parameters, security: [{ session: [] }] }, { components: { securitySchemes } });
    for (const sample of all) {
      expect(sample).toContain('theme=dark; sid=YOUR_TOKEN');
      expect(sample.match(/Cookie/g)).toHaveLength(1);
    }
  });
});

describe('path parameters', () => {
  const address = (parameter: object, components = {}) =>
    samples(
      { parameters: [{ name: 'id', in: 'path', required: true, ...parameter }] },
      { path: '/pets/{id}', components },
    )[0];

  test.each([
    [{ example: 'a b' }, 'a%20b'],
    [{ examples: { first: { value: 7 }, second: { value: 8 } } }, '7'],
    [{ examples: { first: { $ref: '#/components/examples/Rex' } } }, 'rex'],
    [{ schema: { type: 'string', example: 'x1' } }, 'x1'],
    [{ schema: { type: 'string', examples: ['x2'] } }, 'x2'],
    [{ schema: { const: 'x3' } }, 'x3'],
    [{ schema: { type: 'integer', default: 0 } }, '0'],
    [{ schema: { $ref: '#/components/schemas/Kind' } }, 'cat'],
    [{ content: { 'text/plain': { schema: { example: 'x4' } } } }, 'x4'],
    [{ schema: { type: 'array', example: ['a', 'b'] } }, 'a,b'],
    // No example.
    [{ schema: { type: 'string' } }, '{id}'],
    [{}, '{id}'],
  ])('with %j are %s', (parameter, expected) => {
    const components = { examples: { Rex: { value: 'rex' } }, schemas: { Kind: { enum: ['cat', 'dog'] } } };
    expect(address(parameter, components)).toContain(`'https://x.test/pets/${expected}'`);
  });

  test.each([
    [{}, { x: 1, y: 2 }, 'x,1,y,2'],
    [{ explode: true }, { x: 1, y: 2 }, 'x=1,y=2'],
    [{ style: 'label' }, [1, 2], '.1,2'],
    [{ style: 'label', explode: true }, [1, 2], '.1.2'],
    [{ style: 'matrix' }, 5, ';n=5'],
    [{ style: 'matrix' }, [1, 2], ';n=1,2'],
    [{ style: 'matrix', explode: true }, [1, 2], ';n=1;n=2'],
    [{ style: 'matrix', explode: true }, { x: 1, y: 2 }, ';x=1;y=2'],
  ])('%j with %j are serialized in their style', (parameter, value, expected) => {
    expect(pathPart({ name: 'n', ...parameter }, value)).toBe(expected);
  });
});

test('examples of other parameters are used too', () => {
  const [curl] = samples({
    parameters: [
      { name: 'q', in: 'query', required: true, examples: { one: { value: 'cats' } } },
      { name: 'X-Ids', in: 'header', required: true, schema: { type: 'array', example: [1, 2] } },
      { name: 'plain', in: 'query', required: true },
    ],
  });
  expect(curl).toContain("'https://x.test/a?q=cats&plain=text'");
  expect(curl).toContain('X-Ids: 1,2');
});

describe('the response', () => {
  const content = (...types: string[]) => ({
    description: 'OK',
    content: Object.fromEntries(types.map((type) => [type, {}])),
  });
  const none = { description: 'Done' };
  const JSON_READ = ['const data = await response.json();', 'data = response.json()'];
  const TEXT_READ = ['const text = await response.text();', 'text = response.text'];
  const BYTES_READ = ['const file = await response.blob();', 'file = response.content'];

  test.each([
    [{ 200: content('application/json') }, JSON_READ],
    [{ 201: content('text/plain', 'application/problem+json') }, JSON_READ],
    [{ 204: none, 200: content('application/json') }, JSON_READ],
    [{ '2XX': content('*/*') }, JSON_READ],
    [{ default: content('application/json') }, JSON_READ],
    [{ 200: content('text/csv') }, TEXT_READ],
    [{ 200: content('application/xml') }, TEXT_READ],
    [{ 200: content('application/pdf') }, BYTES_READ],
    [{ 204: none, 404: content('application/json') }, ['});', ')']],
    [{ 200: none }, ['});', ')']],
    [{}, ['});', ')']],
  ])('with %j is parsed by its media type', (responses, lines) => {
    const [, javascript, python] = samples({ responses });
    expect([javascript, python].map((sample) => sample!.split('\n').at(-1))).toEqual(lines);
  });

  test('to a HEAD request has no body', () => {
    const [, javascript] = samples({ responses: { 200: content('application/json') } }, { method: 'head' });
    expect(javascript).not.toContain('response.');
  });
});

test('a tuple has a value for each item', () => {
  const tuple = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false };
  expect(exampleOf(tuple, {})).toEqual(['text', 1]);
  expect(exampleOf({ prefixItems: [{ const: null }, { $ref: '#/x' }] }, { x: { enum: [3] } })).toEqual([
    null,
    3,
  ]);
  expect(exampleOf({ items: { type: 'boolean' } }, {})).toEqual([true]);
  expect(exampleOf({ type: 'array', items: false }, {})).toEqual([]);
});
