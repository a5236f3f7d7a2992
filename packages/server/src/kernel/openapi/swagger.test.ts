import { afterAll, describe, expect, test } from 'vitest';
import { createSpecifications } from './specifications.ts';

const specifications = createSpecifications();
afterAll(() => specifications.close());

const AT = 'https://x.test/api.yaml';
/** What becomes of some files, the first of which is the specification. */
const bundleOf = async (files: Readonly<Record<string, object>>) => {
  const named = Object.entries(files).map(([name, value]) => {
    const text = JSON.stringify(value);
    return { url: new URL(name, AT).href, text, json: text };
  });
  const first = await specifications.parseFile(named[0]!.text, true);
  if ('errors' in first) return first;
  expect(await specifications.missingFiles(named)).toEqual([]);
  const made = await specifications.bundle(named);
  return 'errors' in made ? made : JSON.parse(made.json);
};
const two = (more: object) => ({ swagger: '2.0', info: { title: 'Old', version: '1' }, ...more });
const ok = { 200: { description: 'OK' } };

describe('Swagger version 2', () => {
  const document = two({
    parameters: {
      Body: { name: 'b', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
      File: { name: 'file', in: 'formData', type: 'file' },
      Limit: { name: 'limit', in: 'query', type: 'integer' },
    },
    paths: {
      '/pets': {
        post: {
          consumes: ['application/json'],
          parameters: [{ $ref: '#/parameters/Body' }, { $ref: '#/parameters/Limit' }],
          responses: ok,
        },
        put: {
          parameters: [{ $ref: '#/parameters/File' }, { name: 'n', in: 'formData', type: 'string' }],
          responses: ok,
        },
      },
      '/all': {
        post: { responses: ok },
        'x-own': null,
        parameters: [{ $ref: '#/parameters/Body' }],
      },
    },
    definitions: {
      Pet: {
        type: 'object',
        discriminator: 'kind',
        required: ['kind'],
        properties: { kind: { type: 'string' }, discriminator: { type: 'string' } },
      },
    },
  });

  test('keeps referenced bodies and forms', async () => {
    const { paths, components } = await bundleOf({ 'api.yaml': document });
    const body = {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
    };
    expect(paths['/pets'].post.requestBody).toEqual(body);
    expect(paths['/pets'].post.parameters).toEqual([{ $ref: '#/components/parameters/Limit' }]);
    expect(paths['/all'].post.requestBody).toEqual(body);
    expect(paths['/all'].parameters).toEqual([]);
    const form = paths['/pets'].put.requestBody.content['multipart/form-data'].schema;
    expect(form.properties).toEqual({
      file: { type: 'string', format: 'binary' },
      n: { type: 'string' },
    });
    expect(components.schemas.Pet.discriminator).toEqual({ propertyName: 'kind' });
    expect(components.schemas.Pet.properties.discriminator).toEqual({ type: 'string' });
  });

  test('can be split into several files', async () => {
    const made = await bundleOf({
      'api.yaml': two({
        produces: ['application/json'],
        paths: {
          '/pets': { $ref: './s/item.yaml' },
          '/same': { $ref: '#/x-items/p' },
          '/more': {
            post: {
              parameters: [{ $ref: 's/par.yaml#/Limit' }, { $ref: 's/par.yaml#/Body' }],
              responses: { 200: { $ref: 's/par.yaml#/Ok' } },
            },
          },
        },
        'x-items': { p: { get: { responses: ok } } },
        definitions: { Pet: { type: 'string' } },
      }),
      's/item.yaml': {
        get: {
          parameters: [{ name: 'limit', in: 'query', type: 'integer', maximum: 5 }],
          responses: { 200: { description: 'OK', schema: { $ref: 'd.yaml#/Pet' } } },
        },
      },
      's/par.yaml': {
        Limit: { name: 'limit', in: 'query', type: 'integer' },
        Body: { name: 'b', in: 'body', schema: { $ref: 'd.yaml#/Pet' } },
        Ok: { description: 'OK', schema: { $ref: '../api.yaml#/definitions/Pet' } },
      },
      's/d.yaml': {
        Pet: {
          type: 'object',
          properties: { name: { type: 'string', 'x-nullable': true }, friend: { $ref: '#/Pet' } },
        },
      },
    });
    const schema = { $ref: '#/components/schemas/Pet-2' };
    expect(made.paths).toEqual({
      '/pets': {
        get: {
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 5 } }],
          responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
        },
      },
      '/same': { get: { responses: ok } },
      '/more': {
        post: {
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
          requestBody: { content: { 'application/json': { schema } } },
          responses: {
            200: {
              description: 'OK',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
            },
          },
        },
      },
    });
    expect(made.components.schemas).toEqual({
      Pet: { type: 'string' },
      'Pet-2': { type: 'object', properties: { name: { type: 'string', nullable: true }, friend: schema } },
    });
    expect(made).not.toHaveProperty('x-ext');
  });

  test('reports errors at their original location', async () => {
    const wrong = { get: { parameters: 'x', responses: ok } };
    const messages = async (files: Parameters<typeof bundleOf>[0]) =>
      (await bundleOf(files)).errors.map(({ message }: { message: string }) => message);
    const paths = { '/a': { $ref: 'item.yaml' } };
    expect(await messages({ 'api.yaml': two({ paths }), 'item.yaml': wrong })).toEqual([
      expect.stringMatching(/^item\.yaml, line 1, \/get\/parameters: /),
    ]);
    const own = two({ paths: { '/a': { $ref: '#/x-items/p' } }, 'x-items': { p: wrong } });
    expect(await messages({ 'api.yaml': own })).toEqual([
      expect.stringMatching(/^line 1, \/x-items\/p\/get\/parameters: /),
    ]);
    const circle = two({ paths: { '/a': { $ref: '#/paths/~1a' } } });
    expect(await bundleOf({ 'api.yaml': circle })).toMatchObject({ paths: { '/a': {} } });
  });

  test('does not change payloads', async () => {
    const payload = { $ref: '#/definitions/Pet', type: 'file', 'x-nullable': true };
    const made = await bundleOf({
      'api.yaml': two({
        paths: {
          '/a': {
            get: {
              responses: {
                200: {
                  description: 'OK',
                  schema: { type: 'object' },
                  examples: { 'application/json': payload },
                },
              },
            },
          },
        },
        definitions: {
          Pet: {
            example: payload,
            default: payload,
            enum: [payload],
            'x-own': payload,
            properties: { example: { type: 'string', 'x-nullable': true } },
          },
        },
      }),
    });
    expect(made.components.schemas.Pet).toEqual({
      example: payload,
      default: payload,
      enum: [payload],
      'x-own': payload,
      properties: { example: { type: 'string', nullable: true } },
    });
    expect(made.paths['/a'].get.responses[200].content['application/json'].example).toEqual(payload);
  });

  test('keeps unknown fields and examples of parameters', async () => {
    const payload = { $ref: '#/definitions/Pet', type: 'file' };
    const operation = (...parameters: object[]) => ({ parameters, responses: ok });
    const made = await bundleOf({
      'api.yaml': two({
        paths: {
          '/a/{id}': {
            parameters: [
              { name: 'id', in: 'path', required: true, type: 'string', 'x-example': 'i1', 'x-foo': payload },
            ],
            get: operation(
              { name: 'where', in: 'query', type: 'string', 'x-example': { a: payload } },
              { name: 'none', in: 'header', type: 'integer', 'x-example': 0 },
              { name: 'kinds', in: 'query', type: 'string', 'x-example': { 'text/plain': 'x' } },
              { name: 'named', in: 'query', type: 'string', 'x-examples': { one: 'x' }, 'x-example': 'y' },
            ),
            post: operation({ name: 'b', in: 'body', 'x-body': 1, 'x-example': payload, schema: {} }),
            put: operation(
              { name: 'n', in: 'formData', type: 'string', 'x-form': payload, 'x-example': 'n1' },
              { name: 'l', in: 'formData', type: 'array', items: { type: 'string' }, description: 'Some.' },
              { name: 'f', in: 'formData', type: 'file', 'x-nullable': true, required: true, 'x-form': 2 },
            ),
          },
        },
        definitions: { Pet: { type: 'object', 'x-example': payload } },
        securityDefinitions: {
          key: { type: 'apiKey', in: 'header', name: 'X', 'x-key': payload },
          code: {
            type: 'oauth2',
            flow: 'accessCode',
            authorizationUrl: 'https://x.test/a',
            tokenUrl: 'https://x.test/t',
            scopes: { read: 'Reading' },
            description: 'By code.',
            'x-o': payload,
          },
          plain: { type: 'oauth2', flow: 'implicit', authorizationUrl: 'https://x.test/a', scopes: {} },
          basic: { type: 'basic', description: 'By password.', 'x-b': 1 },
        },
      }),
    });
    expect(made).not.toHaveProperty('errors');
    const { paths, components } = made;
    const { parameters, get, post, put } = paths['/a/{id}'];
    expect(parameters).toMatchObject([{ example: 'i1', 'x-example': 'i1', 'x-foo': payload }]);
    expect(get.parameters).toMatchObject([
      { name: 'where', example: { a: payload }, 'x-example': { a: payload } },
      { name: 'none', example: 0, 'x-example': 0 },
      { name: 'kinds', examples: { 'text/plain': { value: 'x' } }, 'x-example': { 'text/plain': 'x' } },
      { name: 'named', examples: { one: { value: 'x' } }, 'x-examples': { one: 'x' }, 'x-example': 'y' },
    ]);
    for (const at of [2, 3]) expect(get.parameters[at]).not.toHaveProperty('example');
    expect(post.requestBody).toEqual({
      'x-body': 1,
      'x-example': payload,
      content: { 'application/json': { schema: {}, examples: { default: { value: payload } } } },
    });
    expect(put.requestBody.content['multipart/form-data'].schema).toEqual({
      type: 'object',
      required: ['f'],
      properties: {
        n: { type: 'string', 'x-form': payload, example: 'n1', 'x-example': 'n1' },
        l: { type: 'array', items: { type: 'string' }, description: 'Some.' },
        f: { type: 'string', format: 'binary', nullable: true, 'x-form': 2 },
      },
    });
    expect(components.schemas.Pet).toEqual({ type: 'object', 'x-example': payload });
    expect(components.securitySchemes).toEqual({
      key: { type: 'apiKey', in: 'header', name: 'X', 'x-key': payload },
      code: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://x.test/a',
            tokenUrl: 'https://x.test/t',
            scopes: { read: 'Reading' },
          },
        },
        description: 'By code.',
        'x-o': payload,
      },
      plain: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://x.test/a', scopes: {} } } },
      basic: { type: 'http', scheme: 'basic', description: 'By password.', 'x-b': 1 },
    });
  });

  test('prefers examples of parameters to those of extensions', async () => {
    const own = { type: 'string', example: 'wins', 'x-example': 'kept' };
    const parameters = [
      { name: 'q', in: 'query', ...own },
      { name: 'f', in: 'formData', ...own },
    ];
    // Strictly there is none, so that only what stands in repositories comes by here.
    const made = await specifications.read(
      JSON.stringify(two({ paths: { '/a': { post: { parameters, responses: ok } } } })),
    );
    const { post } = JSON.parse(made!.json).paths['/a'];
    expect(post.parameters[0]).toMatchObject({ example: 'wins', 'x-example': 'kept' });
    expect(post.requestBody.content['multipart/form-data'].schema.properties.f).toEqual(own);
  });
});
