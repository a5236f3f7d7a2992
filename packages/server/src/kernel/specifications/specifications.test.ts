import { afterAll, describe, expect, test } from 'vitest';
import { createSpecifications } from './specifications.ts';

const specifications = createSpecifications();
afterAll(() => specifications.close());

const read = async (text: string) => (await specifications.read(text))!;
const partOf = async (
  text: string,
  wanted: Parameters<typeof specifications.part>[1],
  others: Readonly<Record<string, string>> = {},
) => {
  const files = await Promise.all(
    Object.entries(others).map(async ([name, one]) => [name, (await read(one)).json] as const),
  );
  const part = await specifications.part((await read(text)).json, wanted, Object.fromEntries(files));
  return JSON.parse(part!).document;
};
const get = (name: string) => [{ group: 'paths', name, method: 'get' }] as const;

describe('specifications', () => {
  test('are read as JSON and as YAML, also after a byte order mark', async () => {
    const json = '{"openapi":"3.1.0","paths":{}}';
    for (const text of [json, `\uFEFF${json}`, 'openapi: 3.1.0\npaths: {}\n'])
      expect(await read(text)).toEqual({ json, files: [] });
  });

  test('of version 2 become version 3', async () => {
    const part = await partOf(
      `swagger: "2.0"
host: api.test
basePath: /v1
schemes: [https]
paths:
  /pets:
    get:
      parameters: [{ in: query, name: limit, type: integer }]
      responses: { 200: { description: All, schema: { $ref: "#/definitions/Pet" } } }
definitions:
  Pet: { type: object, properties: { name: { type: string } } }`,
      get('/pets'),
    );
    expect(part.servers).toEqual([{ url: 'https://api.test/v1' }]);
    expect(part.paths['/pets'].get.parameters[0].schema).toEqual({ type: 'integer' });
    expect(part.components.schemas.Pet.properties.name).toEqual({ type: 'string' });
  });

  test.each([
    '',
    'words',
    '[]',
    '"x"',
    '{',
    'a: b: c',
    'a: &a [*a]',
    'swagger: "2.0"\npaths: 1\nparameters: 2\ndefinitions: 3',
    'swagger: "2.0"\npaths: { /a: { get: null, post: 1 }, /b: null }\nresponses: []',
  ])('what is none harms nobody: %s', async (text) => {
    const found = await specifications.read(text);
    if (found) expect(await partOf(text, get('/a'))).toBeTypeOf('object');
    else expect(found).toBeUndefined();
  });

  test('of a large one a page gets what it shows, and what that refers to', async () => {
    const part = await partOf(
      JSON.stringify({
        openapi: '3.0.0',
        info: { title: 'x' },
        security: [{ key: [] }],
        paths: {
          '/a': {
            parameters: [{ $ref: '#/components/parameters/P' }],
            get: { responses: { 200: { $ref: '#/components/responses/R' } } },
            post: { responses: { 200: { $ref: '#/components/responses/S' } } },
          },
          '/b': { get: {} },
        },
        webhooks: { told: { post: { summary: 'Told' } }, other: {} },
        components: {
          securitySchemes: { key: { type: 'http' } },
          parameters: { P: { name: 'p' }, Q: { name: 'q' } },
          responses: {
            R: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } } },
            S: {},
          },
          schemas: {
            Tree: {
              properties: {
                left: { $ref: '#/components/schemas/Tree' },
                '~/': { $ref: '#/components/schemas/a~1b~0c' },
              },
            },
            'a/b~c': { type: 'string' },
            Named: { $ref: '#/components/schemas/Below/properties/x' },
            Below: { properties: { x: { type: 'number' }, y: {} } },
            Other: {},
          },
        },
      }),
      [
        ...get('/a'),
        { group: 'webhooks', name: 'told', method: 'post' },
        { group: 'schemas', name: 'Named' },
        { group: 'schemas', name: 'Unknown' },
      ],
    );
    expect(Object.keys(part.paths['/a'])).toEqual(['parameters', 'get']);
    expect(Object.keys(part.paths)).toEqual(['/a']);
    expect(part.webhooks).toEqual({ told: { post: { summary: 'Told' } } });
    const { components } = part;
    expect(components.parameters).toEqual({ P: { name: 'p' } });
    expect(Object.keys(components.responses)).toEqual(['R']);
    expect(components.schemas).toEqual({
      Tree: expect.anything(),
      'a/b~c': { type: 'string' },
      Named: expect.anything(),
      Below: { properties: { x: { type: 'number' } } },
    });
    expect(components.securitySchemes).toEqual({ key: { type: 'http' } });
  });

  test('other files stand beside it, with their own references', async () => {
    const text =
      '{"openapi":"3.1.0","paths":{"/a":{"get":{"x":{"$ref":"./shared/pets.yaml#/Pet"},"y":{"$ref":"whole.json"},"z":{"$ref":"https://else.test/x.yaml"}}}}}';
    expect([...(await read(text)).files].sort()).toEqual(['pets.yaml', 'whole.json']);
    const part = await partOf(text, get('/a'), {
      'pets.yaml': 'Pet: { of: { $ref: "#/Owner" } }\nOwner: { type: object }\nNot: {}',
      'whole.json': '{"type":"string"}',
    });
    expect(part.paths['/a'].get.x).toEqual({ $ref: '#/x-files/pets.yaml/Pet' });
    expect(part['x-files']).toEqual({
      'pets.yaml': { Pet: { of: { $ref: '#/x-files/pets.yaml/Owner' } }, Owner: { type: 'object' } },
      'whole.json': { type: 'string' },
    });
  });

  test('names that mean something to JavaScript are names like others', async () => {
    const part = await partOf(
      '{"openapi":"3.1.0","paths":{"/a":{"get":{"x":{"$ref":"#/components/schemas/__proto__"},"y":{"$ref":"#/constructor/prototype"},"z":{"$ref":"#/__proto__/toString"}}}},"components":{"schemas":{"__proto__":{"polluted":true}}}}',
      get('/a'),
    );
    expect(Object.hasOwn(part.components.schemas, '__proto__')).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('what grows without end is cut, and the next one is read', async () => {
    const wide = Object.fromEntries(
      Array.from({ length: 3000 }, (_, at) => [
        `S${at}`,
        {
          description: 'x'.repeat(1000),
          next: { $ref: `#/components/schemas/S${at + 1}` },
          far: { $ref: `#/components/schemas/S${(at * 7) % 3000}` },
        },
      ]),
    );
    const text = JSON.stringify({
      openapi: '3.1.0',
      paths: {
        '/a': {
          get: { x: { anyOf: Object.keys(wide).map((name) => ({ $ref: `#/components/schemas/${name}` })) } },
        },
      },
      components: { schemas: wide },
    });
    const part = await partOf(text, get('/a'));
    expect(JSON.stringify(part).length).toBeLessThan(2 * 1024 * 1024);
    expect(Object.keys(part.components.schemas).length).toBeGreaterThan(500);
    const laughs = Array.from(
      { length: 12 },
      (_, at) =>
        `l${at}: &l${at} [${Array(10)
          .fill(at === 0 ? 'x' : `*l${at - 1}`)
          .join(', ')}]`,
    ).join('\n');
    expect(await specifications.read(`openapi: 3.1.0\n${laughs}`)).toBeUndefined();
    const deep = `{"openapi":"3.1.0","paths":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}}`;
    expect(await specifications.read(deep)).toBeUndefined();
    expect((await specifications.read('openapi: 3.1.0'))?.json).toBe('{"openapi":"3.1.0"}');
  });
});
