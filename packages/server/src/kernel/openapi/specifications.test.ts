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
  test('are parsed as JSON and as YAML, also with a byte order mark', async () => {
    const json = '{"openapi":"3.1.0","paths":{}}';
    for (const text of [json, `\uFEFF${json}`, 'openapi: 3.1.0\npaths: {}\n'])
      expect(await read(text)).toEqual({ json, files: [] });
  });

  test('without a description have no empty first page', async () => {
    const titlesOf = async (info: object, paths: object) => {
      const pages = await specifications.generatePages(
        JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1', ...info }, paths }),
        { spec: 'pets', models: false, grouping: 'by-tag' },
      );
      return pages!.map(({ title }) => title);
    };
    const paths = { '/pets': { get: { tags: ['pets'], responses: {} } } };
    expect(await titlesOf({}, paths)).toEqual(['pets']);
    expect(await titlesOf({ description: ' ' }, paths)).toEqual(['pets']);
    expect(await titlesOf({ description: 'All pets.' }, paths)).toEqual(['Pets', 'pets']);
    expect(await titlesOf({}, {})).toEqual(['Pets']);
  });

  test('contain no characters that the database rejects, but keep patterns with them', async () => {
    const json = String.raw`{"openapi":"3.1.0","info":{"title":"a\u0000b","pattern":"[\\u0000-\\u001f]"},"paths":{}}`;
    const { info } = JSON.parse((await read(json)).json);
    expect(info).toEqual({ title: 'a\uFFFDb', pattern: '[\\u0000-\\u001f]' });
    const yaml = 'openapi: 3.1.0\ninfo: { title: "a\\0b" }\npaths: {}\n';
    expect(JSON.parse((await read(yaml)).json).info.title).toBe('a\uFFFDb');
  });

  test('with a version that YAML reads as a number are accepted, with the version as it is written', async () => {
    const text = 'openapi: 3.1.0\ninfo: { title: a, version: 1.0 }\npaths: {}\n';
    const parsed = await specifications.parseFile(text, true);
    expect(parsed).not.toHaveProperty('errors');
    expect(JSON.parse((parsed as { json: string }).json).info.version).toBe('1.0');
    const swagger = 'swagger: 2.0\ninfo: { title: a, version: 2024 }\npaths: {}\n';
    expect(await specifications.parseFile(swagger, true)).not.toHaveProperty('errors');
  });

  test('of version 2 are converted to version 3', async () => {
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
  Pet: { type: object, properties: { name: { type: string }, age: { type: integer, x-nullable: true }, owner: { $ref: "#/definitions/Owner", x-nullable: true } } }
  Owner: { type: object, x-nullable: false }`,
      get('/pets'),
    );
    const { age, owner } = part.components.schemas.Pet.properties;
    expect(age).toEqual({ type: 'integer', nullable: true });
    expect(owner).toEqual({ allOf: [{ $ref: '#/components/schemas/Owner' }], nullable: true });
    expect(part.servers).toEqual([{ url: 'https://api.test/v1' }]);
    expect(part.paths['/pets'].get.parameters[0].schema).toEqual({ type: 'integer' });
    expect(part.components.schemas.Pet.properties.name).toEqual({ type: 'string' });
  });

  test('report each error once, with its location, without follow-up errors', async () => {
    const document = {
      openapi: '3.0.3',
      info: { title: 'x', version: '1' },
      paths: {
        '/a': {
          get: {
            parameters: [{ name: 'a', in: 'nowhere', schema: { type: 'string' } }],
            responses: { 200: { description: 'OK' } },
          },
          post: 'nope',
        },
      },
    };
    expect(await specifications.parseFile(JSON.stringify(document), true)).toMatchObject({
      errors: [
        'line 1, /paths/~1a/get/parameters/0/in: must be equal to one of the allowed values',
        'line 1, /paths/~1a/post: must be object',
      ].map((message) => ({ message, code: 'INVALID' })),
    });
    const { info: _, ...nameless } = { ...document, paths: {} };
    expect(await specifications.parseFile(JSON.stringify(nameless), true)).toMatchObject({
      errors: [{ message: expect.stringContaining("must have required property 'info'") }],
    });
  });

  test.each([
    ['', 'the file is empty'],
    [' \n\uFEFF', 'the file is empty'],
    ['<!DOCTYPE html>\n<html><body>Not found</body></html>', 'is an HTML page, not a specification'],
    ['<!-- page -->\n<html lang="en">', 'is an HTML page, not a specification'],
    ['<?xml version="1.0"?><a/>', 'is XML, not a specification in JSON or YAML'],
    ['<definitions xmlns="x"></definitions>', 'is XML, not a specification in JSON or YAML'],
    ['# Hello\n\nworld', 'is Markdown, not a specification'],
    ['# Hello\n\n* a: [b](c)\n* `d`', 'is Markdown, not a specification'],
  ])('that are no documents are called what they are: %j', async (text, said) => {
    expect(await specifications.parseFile(text, true)).toMatchObject({
      errors: [{ message: `line 1, /: ${said}`, code: 'UNREADABLE' }],
    });
  });

  test('of version 3.2 are read, with additional operations', async () => {
    const operation = { summary: 'Copy', responses: { 200: { description: 'Copied' } } };
    const text = JSON.stringify({
      openapi: '3.2.0',
      info: { title: 'Files', version: '1' },
      paths: { '/files': { get: operation, additionalOperations: { COPY: operation } } },
    });
    expect(await specifications.parseFile(text, true)).not.toHaveProperty('errors');
    const pages = await specifications.generatePages(text, {
      spec: 'files',
      models: false,
      grouping: 'by-operation',
    });
    expect(JSON.stringify(pages)).toContain('method=\\"copy\\"');
  });

  test('name files of a mapping as optional, unless a reference needs them, too', async () => {
    const url = 'https://example.com/a.json';
    const mapping = { one: 'https://gone.test/one.json', two: 'https://gone.test/two.json' };
    const json = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      components: {
        schemas: {
          Pet: { discriminator: { propertyName: 'kind', mapping } },
          Other: { $ref: 'https://gone.test/two.json' },
        },
      },
    });
    const missing = await specifications.missingFiles([{ url, json }]);
    expect(missing).toHaveLength(2);
    expect(missing).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ref: mapping.one, isOptional: true }),
        expect.objectContaining({ ref: mapping.two, isOptional: false }),
      ]),
    );
  });

  test.each([
    ['{"openapi":"4.0.0"}', '/openapi: is "4.0.0": '],
    ['{"openapi":3.1}', '/openapi: is 3.1, which is not a string: '],
    ['{"swagger":"1.2"}', '/swagger: is "1.2": '],
    ['{"openapi":{"a":1}}', '/openapi: is {"a":1}, which is not a string: '],
    ['{"info":{}}', '/: has neither "openapi" nor "swagger": '],
  ])('of unsupported versions are rejected with the supported ones: %s', async (text, said) => {
    const message = `line 1, ${said}Swagger 2.0, OpenAPI 3.0, 3.1 and 3.2 are supported`;
    expect(await specifications.parseFile(text, true)).toEqual({
      errors: [{ message, code: 'INVALID', line: 1, excerpt: text }],
    });
  });

  test.each([
    [
      'JSON',
      (depth: number) =>
        `{"openapi":"3.0.3","info":{"title":"x","version":"1"},"paths":{},"x-a":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    ],
    [
      'YAML',
      (depth: number) =>
        `openapi: 3.0.3\ninfo: { title: x, version: "1" }\npaths: {}\nx-a: ${'['.repeat(depth)}${']'.repeat(depth)}\n`,
    ],
  ])('report that %s is nested too deeply', async (_, nested) => {
    expect(await specifications.parseFile(nested(100), true)).toHaveProperty('json');
    for (const depth of [1_500, 50_000])
      expect(await specifications.parseFile(nested(depth), true)).toMatchObject({
        errors: [{ message: expect.stringContaining('is nested deeper than 1000 levels') }],
      });
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
  ])('that are invalid are handled safely: %s', async (text) => {
    const found = await specifications.read(text);
    if (found) expect(await partOf(text, get('/a'))).toBeTypeOf('object');
    else expect(found).toBeUndefined();
  });

  test('of any size give a page its operation and the referenced schemas only', async () => {
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

  test('can refer to other files, which have references of their own', async () => {
    const text =
      '{"openapi":"3.1.0","paths":{"/a":{"get":{"parameters":[{"schema":{"$ref":"./shared/pets.yaml#/Pet"}},{"schema":{"$ref":"whole.json"}},{"schema":{"$ref":"https://else.test/x.yaml"},"example":{"$ref":"no.json"}}]}}}}';
    expect([...(await read(text)).files].sort()).toEqual(['pets.yaml', 'whole.json']);
    const part = await partOf(text, get('/a'), {
      'pets.yaml': 'Pet: { items: { $ref: "#/Owner" } }\nOwner: { type: object }\nNot: {}',
      'whole.json': '{"type":"string"}',
    });
    const [first, , last] = part.paths['/a'].get.parameters;
    expect(first.schema).toEqual({ $ref: '#/x-files/pets.yaml/Pet' });
    expect(last.example).toEqual({ $ref: 'no.json' });
    expect(part['x-files']).toEqual({
      'pets.yaml': { Pet: { items: { $ref: '#/x-files/pets.yaml/Owner' } }, Owner: { type: 'object' } },
      'whole.json': { type: 'string' },
    });
  });

  test('can contain names with a meaning in JavaScript', async () => {
    const part = await partOf(
      '{"openapi":"3.1.0","paths":{"/a":{"get":{"x":{"$ref":"#/components/schemas/__proto__"},"y":{"$ref":"#/constructor/prototype"},"z":{"$ref":"#/__proto__/toString"}}}},"components":{"schemas":{"__proto__":{"polluted":true}}}}',
      get('/a'),
    );
    expect(Object.hasOwn(part.components.schemas, '__proto__')).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('with infinite expansion are truncated, and the next one is parsed', async () => {
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
