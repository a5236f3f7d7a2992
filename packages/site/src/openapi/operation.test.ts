import { parseMarkdown } from '@lectern/document';
import { describe, expect, test } from 'vitest';
import { outlineOf } from '../document/outline.ts';
import { renderDocument } from '../document/render.ts';
import { sampleContext } from '../testing/sample-site.ts';
import { findOperation } from './description.ts';
import { contentExample, exampleOf } from './example.ts';
import { queryParts } from './query.ts';
import { samplesOf } from './samples.ts';

const ok = { 200: { description: 'OK' } };
const documentOf = (operation: object, components: object = {}) => ({
  openapi: '3.1.0',
  servers: [{ url: 'https://x.test' }],
  paths: { '/a': { post: { responses: ok, ...operation } } },
  components,
});
type Given = ReturnType<typeof documentOf>;
const samples = (document: Given) =>
  samplesOf(findOperation(document, '/a', 'post')!, document).map(({ source }) => source);
/** The text on a page. */
const words = (document: Given) =>
  renderDocument(
    parseMarkdown('{% openapi-operation spec="x" path="/a" method="post" %}\n{% endopenapi-operation %}'),
    { ...sampleContext, openapiOf: () => document },
  )
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

describe('fields of several parts of a schema', () => {
  test.each([
    [
      'of a part of itself',
      { Pet: { allOf: [{ $ref: '#/components/schemas/Pet' }], properties: { petName: {} } } },
    ],
    [
      'of two parts with the same ancestor',
      {
        Base: { properties: { petName: {} } },
        Pet: { allOf: [{ $ref: '#/components/schemas/Base' }, { $ref: '#/components/schemas/Base' }] },
      },
    ],
  ])('%s are shown once', (_, schemas) => {
    const document = documentOf({ requestBody: json({ $ref: '#/components/schemas/Pet' }) }, { schemas });
    const fields = [...words(document).matchAll(/ petName /g)];
    expect(fields).toHaveLength(1);
  });

  test('are shown as declared last, and required if one part requires them', () => {
    const schemas = {
      Base: { properties: { petName: { type: 'string' } }, required: ['petName'] },
      Pet: { allOf: [{ $ref: '#/components/schemas/Base' }], properties: { petName: { type: 'integer' } } },
    };
    const text = words(documentOf({ requestBody: json({ $ref: '#/components/schemas/Pet' }) }, { schemas }));
    expect(text).toMatch(/ petName integer[^.]*required/);
  });
});

describe('an operation with small faults', () => {
  test('is shown with the rest of its parts', () => {
    const parameters = [{ in: 'query', name: 'limit', description: null, schema: {} }];
    const faults = { summary: null, description: null, tags: null, parameters, responses: { 200: {} } };
    const text = words(documentOf(faults));
    expect(text).toContain('limit');
    expect(text).toContain('200');
    expect(text).not.toContain('null');
    for (const fault of [{ responses: {} }, { responses: undefined }, { parameters: null }])
      expect(words(documentOf(fault))).toContain('/a');
  });
});

describe('nested schemas', () => {
  const N = 20;
  const ref = (n: number) => ({ $ref: `#/components/schemas/M${n % N}` });
  const schemas = Object.fromEntries(
    Array.from({ length: N }, (_, n) => [
      `M${n}`,
      {
        type: 'object',
        properties: {
          ...Object.fromEntries(
            Array.from({ length: 20 }, (_, k) => [`m${n}f${k}`, { type: 'string', example: 'x' }]),
          ),
          a: ref(n + 1),
          b: ref(n + 7),
        },
      },
    ]),
  );
  const responses = { 200: { description: 'OK', ...json(ref(0)) } };
  const document = documentOf({ requestBody: json(ref(0)), responses }, { schemas });

  test('are shown level by level, so that the first field does not hide the others', () => {
    const text = words(document);
    for (const shown of ['m0f19', 'm1f19', 'm7f19', 'm8f19', 'm14f19']) expect(text).toContain(shown);
    expect(text).not.toContain('m3f0');
    // Deeper ones are named.
    expect(text).toContain(' a M9 ');
  });

  test('below the shown levels are linked, if the page shows them elsewhere', () => {
    const names = Object.keys(schemas);
    const render = (markdown: string, context: object = { openapiOf: () => document }) =>
      renderDocument(parseMarkdown(markdown), { ...sampleContext, ...context });
    const operation =
      '{% openapi-operation spec="x" path="/a" method="post" %}\n{% endopenapi-operation %}\n\n';
    const models = (shown: readonly string[]) =>
      `{% openapi-schemas spec="x" schemas="${shown.join(',')}" %}\nModels\n{% endopenapi-schemas %}\n`;
    const link = /<a class="field-type" href="#m9">M9<\/a>/;
    const page = render(operation + models(names));
    expect(page).toMatch(link);
    expect(page).toContain('id="m9"');
    expect(page.slice(page.indexOf('id="m8"'))).toMatch(/<a class="field-type" href="#m0">M0<\/a>/);
    // A model whose fields are shown needs no link.
    expect(page).not.toMatch(
      /<a class="field-type"[^<]*<\/a><\/div><div class="field-text flow"><\/div><details/,
    );
    expect(render(operation)).not.toContain('<a class="field-type"');
    expect(render(operation + models(['M1', 'M2']))).not.toMatch(link);
    const one = render(operation + models(['M9']));
    const [, anchor] = /<a class="field-type" href="#([^"]+)">M9<\/a>/.exec(one)!;
    expect(one).toContain(`id="${anchor}"`);
    // Those of another document are not these.
    const other = { ...document };
    const openapiOf = (ref: { spec: string }) => (ref.spec === 'x' ? document : other);
    const [shown] = render(operation + models(names).replace('"x"', '"y"'), { openapiOf }).split(
      'api-schema',
    );
    expect(shown).not.toMatch(link);
  });

  test('of alternatives are shown with the fields of each', () => {
    const fields = (n: number) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, k) => [`c${n}f${k}`, { type: 'string' }]));
    const oneOf = Array.from({ length: 12 }, (_, n) => ({ title: `C${n}`, properties: fields(n) }));
    const text = words(documentOf({ requestBody: json({ oneOf }) }));
    for (const shown of ['c0f0', 'c0f29', 'c11f0', 'c11f29']) expect(text).toContain(shown);
  });

  test('have examples of whole levels', () => {
    const example = exampleOf(ref(0), document) as Record<string, Record<string, unknown>>;
    expect([example.m0f19, example.a!.m1f19, example.b!.m7f19, example.a!.a]).toEqual(['x', 'x', 'x', {}]);
  });

  test('share the number of fields between the body and the responses of an operation', () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`${200 + n}`, { description: 'OK', ...json(ref(0)) }]),
    );
    const { length } = words(documentOf({ requestBody: json(ref(0)), responses: many }, { schemas }));
    expect(length).toBeLessThan(100_000);
    expect(words(documentOf({ responses: many }, { schemas })).match(/m0f19/g)!.length).toBeGreaterThan(20);
  });
});

describe('a schema that extends another', () => {
  const schemas = {
    Status: { type: 'string', enum: ['open', 'closed'], description: 'Its state.' },
    Count: { type: 'integer', example: 5 },
    Tags: { type: 'array', items: { type: 'string' } },
    Base: { type: 'object', properties: { id: { type: 'integer' } } },
  };
  const around = (name: keyof typeof schemas) => ({
    description: `About ${name}.`,
    allOf: [{ $ref: `#/components/schemas/${name}` }],
  });
  const order = {
    allOf: [
      { $ref: '#/components/schemas/Base' },
      { properties: { status: around('Status'), count: around('Count'), tags: around('Tags') } },
    ],
  };
  const document = documentOf({ requestBody: json(order) }, { schemas });

  test('inherits the example', () => {
    expect(exampleOf(order, document)).toEqual({ id: 1, status: 'open', count: 5, tags: ['text'] });
    expect(exampleOf({ type: 'string', allOf: [{ minLength: 2 }] }, document)).toBe('text');
  });

  test('inherits the type and the enum', () => {
    const html = words(document);
    expect(html).toContain('status string About Status. Allowed values: open closed');
    expect(html).toContain('count integer About Count.');
    expect(html).toContain('tags string[] About Tags.');
  });

  test('may be a $ref with sibling keywords', () => {
    const status = { $ref: '#/components/schemas/Status', description: 'What became of it.' };
    const html = words(documentOf({ requestBody: json({ properties: { status } }) }, { schemas }));
    expect(html).toContain('status string What became of it. Allowed values: open closed');
    expect(html).not.toContain('Its state.');
  });
});

describe('a field with the schema false', () => {
  const schemas = {
    Never: false,
    Base: { properties: { gone: { type: 'string' }, id: { type: 'integer' } } },
  };
  const plain = { properties: { never: false, nor: { $ref: '#/components/schemas/Never' }, any: true } };
  const without = { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { gone: false } }] };

  test('is omitted from pages and samples', () => {
    const document = documentOf({ requestBody: json(plain) }, { schemas });
    expect(exampleOf(plain, document)).toEqual({ any: {} });
    const html = words(document);
    expect(html).toContain('any');
    expect(html).not.toMatch(/\b(?:never|nor)\b/);
  });

  test('is not inherited from another part', () => {
    const document = documentOf({ requestBody: json(without) }, { schemas });
    expect(exampleOf(without, document)).toEqual({ id: 1 });
    expect(exampleOf({ properties: { gone: false }, allOf: without.allOf.slice(0, 1) }, document)).toEqual({
      id: 1,
    });
    expect(words(document)).not.toMatch(/\bgone\b/);
  });
});

describe('the outline of a page', () => {
  const block = (kind: string, more: string) =>
    `{% openapi-${kind} spec="x" ${more} %}\n{% endopenapi-${kind} %}`;
  const page = parseMarkdown(
    [
      '## Words',
      block('operation', 'path="/a" method="post"'),
      block('operation', 'path="/b" method="get"'),
      block('operation', 'path="/secret" method="get"'),
      block('operation', 'path="/none" method="get"'),
      block('webhook', 'name="born" method="post"'),
      block('webhook', 'name="died" method="post"'),
    ].join('\n\n'),
  );
  const document = {
    ...documentOf({ summary: 'Make an A', operationId: 'makeA' }),
    webhooks: { born: { post: { operationId: 'wasBorn', responses: ok } } },
  };
  const paths = {
    ...document.paths,
    '/b': { get: { responses: ok } },
    '/secret': { get: { 'x-internal': true } },
  };

  test('has the titles of the headings, without hidden operations', () => {
    const context = { ...sampleContext, openapiOf: () => ({ ...document, paths }) };
    const entries = outlineOf(page, context);
    expect(entries.map(({ title }) => title)).toEqual([
      'Words',
      'Make an A',
      'GET /b',
      'GET /none',
      'wasBorn',
      'died',
    ]);
    const html = renderDocument(page, context);
    for (const { id } of entries) expect(html).toContain(`id="${id}"`);
  });

  test('contains operations of unknown documents', () => {
    const titles = outlineOf(page, {}).map(({ title }) => title);
    expect(titles).toEqual(['Words', 'POST /a', 'GET /b', 'GET /secret', 'GET /none', 'born', 'died']);
  });
});

describe('forms', () => {
  const schema = {
    type: 'object',
    properties: {
      file: { type: 'string', format: 'binary' },
      name: { type: 'string', example: "@it's" },
      tags: { type: 'array', example: ['a', 'b'] },
    },
  };
  const sent = (type: string, more: object = {}) =>
    samples(documentOf({ requestBody: { content: { [type]: { schema, ...more } } } }));

  test('with files are multipart', () => {
    const [curl, javascript, python] = sent('multipart/form-data');
    expect(curl).toBe(
      `curl -X POST 'https://x.test/a' \\\n  -F 'file=@file' \\\n  --form-string 'name=@it'\\''s' \\\n  -F 'tags=a' \\\n  -F 'tags=b'`,
    );
    expect(javascript).toContain(
      `const form = new FormData();\nform.append("file", new Blob(['…']), "file");\nform.append("name", "@it's");`,
    );
    expect(javascript).toContain('body: form,');
    expect(python).toContain(
      'files=[\n        ("file", open("file", "rb")),\n        ("name", (None, "@it\'s")),',
    );
    for (const one of [curl, javascript, python]) expect(one).not.toContain('Content-Type');
  });

  test('without files are URL-encoded', () => {
    const [curl, javascript, python] = sent('application/x-www-form-urlencoded', {
      example: { a: 'x&y', n: 2 },
    });
    expect(curl).toContain("--data-urlencode 'a=x&y' \\\n  --data-urlencode 'n=2'");
    expect(javascript).toContain('new URLSearchParams();\nform.append("a", "x&y");\nform.append("n", "2");');
    expect(python).toContain('data=[\n        ("a", "x&y"),\n        ("n", "2"),\n    ]');
  });

  test('with an explicit example are sent unchanged', () => {
    const [curl] = sent('application/x-www-form-urlencoded', { example: 'a=1' });
    expect(curl).toContain("-d 'a=1'");
    expect(curl).toContain('Content-Type: application/x-www-form-urlencoded');
  });
});

describe('security schemes', () => {
  const securitySchemes = {
    key: { type: 'apiKey', in: 'query', name: 'api_key' },
    session: { type: 'apiKey', in: 'cookie', name: 'sid' },
    basic: { type: 'http', scheme: 'basic', description: 'By password.' },
  };
  const secured = (...security: object[]) => documentOf({ security }, { securitySchemes });

  test('add headers, query parameters and cookies to the samples', () => {
    for (const sample of samples(secured({ key: [], session: [] }))) {
      expect(sample).toContain('https://x.test/a?api_key=YOUR_TOKEN');
      expect(sample).toMatch(/Cookie"?: "?sid=YOUR_TOKEN/);
    }
  });

  test('are all shown if they are alternatives', () => {
    const html = words(secured({ key: [] }, { basic: [] }));
    expect(html).toContain('Authorization One of: api_key apiKey · query basic http · basic By password.');
    expect(words(secured({ key: [] }))).not.toContain('One of:');
  });
});

describe('a readOnly or writeOnly field', () => {
  const schema = {
    properties: {
      id: { type: 'string', readOnly: true },
      secret: { $ref: '#/components/schemas/Secret' },
      name: { type: 'string' },
    },
  };
  const schemas = { Secret: { type: 'string', writeOnly: true } };
  const shown = (operation: object) => words(documentOf(operation, { schemas }));

  test('is omitted from requests or responses', () => {
    const request = shown({ requestBody: json(schema) });
    expect(request).toMatch(/secret.*name/);
    expect(request).not.toContain('id string');
    expect(request).not.toContain('&quot;id&quot;');
    const answer = shown({ responses: { 200: { description: 'OK', ...json(schema) } } });
    expect(answer).toContain('&quot;id&quot;');
    expect(answer).not.toContain('secret');
  });
});

describe('responses', () => {
  test('have headers', () => {
    const headers = { 'X-Total': { description: 'How many there are.', schema: { type: 'integer' } } };
    expect(words(documentOf({ responses: { 200: { description: 'OK', headers } } }))).toContain(
      'Headers: X-Total integer How many there are.',
    );
  });

  test('with an object in another media type than JSON have no sample', () => {
    const value = { schema: { type: 'object', properties: { name: { type: 'string' } } } };
    const content = (type: string, more: object = {}) =>
      contentExample({ type, others: [], value: { ...value, ...more } }, documentOf({}), undefined);
    expect(content('application/xml')).toBeUndefined();
    expect(content('application/xml', { example: '<pet/>' })).toBe('<pet/>');
    expect(content('application/problem+json')).toEqual({ name: 'text' });
    expect(content('*/*')).toEqual({ name: 'text' });
  });
});

describe('query parameters', () => {
  test.each([
    [{}, ['a b', 2], ['n=a%20b', 'n=2']],
    [{ explode: false }, ['a', 'b'], ['n=a,b']],
    [{ style: 'pipeDelimited' }, ['a', 'b'], ['n=a%7Cb']],
    [{ style: 'spaceDelimited', explode: true }, ['a', 'b'], ['n=a', 'n=b']],
    [{}, { x: 1, y: 'z' }, ['x=1', 'y=z']],
    [{ explode: false }, { x: 1, y: 'z' }, ['n=x,1,y,z']],
    [{ style: 'deepObject', explode: true }, { age: 3 }, ['n%5Bage%5D=3']],
    [{ content: { 'application/json': {} } }, { x: 1 }, ['n=%7B%22x%22%3A1%7D']],
    [{ style: 'deepObject' }, 'plain', ['n=plain']],
  ])('%j with %j are serialized in their style', (parameter, value, parts) => {
    expect(queryParts({ name: 'n', ...parameter }, value)).toEqual(parts);
  });
});
