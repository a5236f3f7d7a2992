import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runs } from '../../../../document/src/testing/deep.ts';
import { startServer, type TestOrganization, type TestServer, testClock } from '../../testing/server.ts';
import { petsApi, putSpec, waitForSpec } from '../../testing/specifications.ts';
import { type Shown, startWebsite, type Website } from '../../testing/website.ts';

const HOUR_MS = 60 * 60 * 1000;

let server: TestServer;
let org: TestOrganization;
let website: Website;
let pages: Record<string, Shown | ((request: IncomingMessage) => Shown)>;
const clock = testClock();
// It takes requests, and never answers.
const silent = createServer(() => {});

beforeAll(async () => {
  website = await startWebsite((path, request) => {
    const shown = pages[path];
    return typeof shown === 'function' ? shown(request) : shown;
  });
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const { port } = silent.address() as AddressInfo;
  server = await startServer({
    roles: ['api', 'worker'],
    clock,
    config: { egressAllow: `${website.host},127.0.0.1:${port}` },
  });
});
afterAll(async () => {
  await server.close();
  await website.close();
  silent.closeAllConnections();
  silent.close();
});
beforeEach(async () => {
  pages = {};
  website.visits.length = 0;
  org = await server.organization();
});

const url = (path: string) => `${website.url}${path}`;
const contentOf = async (slug: string) =>
  (await org.read.call('GET', `/orgs/${org.id}/openapi/${slug}/versions/latest/content`)).body;
const visitsOf = (path: string) => website.visits.filter((visit) => visit.path === path).length;
const service = () => {
  const domain = server.app.domains.find(({ name }) => name === 'openapi')!;
  return domain.jobs!.find(({ name }) => name === 'openapi.refresh')!;
};

describe('URLs of specifications', () => {
  test('are stored for an unchanged document, and removed when it is uploaded', async () => {
    const text = JSON.stringify(petsApi());
    pages['/same.json'] = text;
    const sources = async () => {
      const versions = `/orgs/${org.id}/openapi/same/versions`;
      const { items } = (await org.read.call('GET', versions)).body;
      expect(items).toHaveLength(1);
      const { url: source, urls } = await contentOf('same');
      expect(urls.source).toBe(source);
      expect((await org.read.call('GET', `${versions}/${items[0].id}`)).body.url).toBe(source);
      return { source, own: `${items[0].urls.location}/content` };
    };
    await putSpec(org, 'same', { text });
    const sent = await sources();
    expect(sent.source).toBe(sent.own);
    await putSpec(org, 'same', { url: url('/same.json') });
    expect(await sources()).toEqual({ source: url('/same.json'), own: sent.own });
    await putSpec(org, 'same', { text });
    expect(await sources()).toEqual(sent);
  });

  test('are fetched with their referenced files, each once, also in cycles', async () => {
    pages['/v1/api.yaml'] = `openapi: 3.0.3
info: { title: Pets, version: "1" }
paths:
  /pets: { $ref: "./paths/pets.yaml#/list" }
components:
  schemas:
    Pet: { $ref: "schemas.json#/Pet" }`;
    pages['/v1/paths/pets.yaml'] = `list:
  get:
    responses:
      200:
        description: All
        content: { application/json: { schema: { $ref: "../api.yaml#/components/schemas/Pet" } } }`;
    pages['/v1/schemas.json'] = JSON.stringify({
      Pet: { type: 'object', properties: { friend: { $ref: '#/Pet' }, home: { $ref: './home.yaml' } } },
    });
    pages['/v1/home.yaml'] = 'type: object\nproperties: { pets: { $ref: "schemas.json#/Pet" } }';
    const spec = await putSpec(org, 'pets', { url: url('/v1/api.yaml') });
    expect(spec.body).not.toHaveProperty('lastProcessedErrors');
    expect(spec.body.sourceURL).toBe(url('/v1/api.yaml'));
    const { filesystem, url: source } = await contentOf('pets');
    expect(source).toBe(url('/v1/api.yaml'));
    expect(filesystem.paths['/pets']).toEqual({ $ref: '#/x-ext/pets.yaml/list' });
    expect(filesystem.components.schemas.Pet).toEqual({ $ref: '#/x-ext/schemas.json/Pet' });
    const [file, schemas] = [filesystem['x-ext']['pets.yaml'], filesystem['x-ext']['schemas.json']];
    expect(file.list.get.responses[200].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Pet',
    });
    expect(schemas.Pet.properties).toEqual({
      friend: { $ref: '#/x-ext/schemas.json/Pet' },
      home: { $ref: '#/x-ext/home.yaml' },
    });
    expect(website.visits).toHaveLength(4);
  });

  test.each([
    ['UTF-16 with a mark', undefined, (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['Latin 1', undefined, (text: string) => Buffer.from(text, 'latin1')],
    ['declared Latin 2', 'iso-8859-2', (text: string) => Buffer.from(text, 'latin1')],
    ['an unknown encoding', 'klingon', (text: string) => Buffer.from(text)],
    ['UTF-8 with a mark', 'utf-8', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ])('are read in %s', async (_, charset, encode) => {
    const text = JSON.stringify({ ...petsApi(), info: { title: 'Größe', version: '1' } });
    const type = `application/json${charset ? `; charset=${charset}` : ''}`;
    pages['/encoded.json'] = { status: 200, headers: { 'content-type': type }, body: encode(text) };
    await putSpec(org, 'encoded', { url: url('/encoded.json') });
    expect(JSON.stringify(await contentOf('encoded'))).toContain('Größe');
  });

  test('keep payload that looks like references', async () => {
    const away = { $ref: url('/v2/Users/1') };
    const document = petsApi('1', {
      components: {
        schemas: {
          Pet: {
            type: 'object',
            properties: { example: { $ref: 'more.json#/Kind' } },
            example: { members: [away] },
            default: away,
            'x-own': away,
            discriminator: { propertyName: 'kind', mapping: { cat: 'more.json#/Cat', dog: 'Dog' } },
          },
          Dog: { type: 'object' },
        },
      },
    });
    pages['/payload.json'] = JSON.stringify(document);
    pages['/more.json'] = JSON.stringify({
      Kind: { type: 'string', example: away },
      Cat: { type: 'object', properties: { kind: { $ref: '#/Kind' } } },
    });
    const spec = await putSpec(org, 'payload', { url: url('/payload.json') });
    expect(spec.body).not.toHaveProperty('lastProcessedErrors');
    const { filesystem } = await contentOf('payload');
    expect(filesystem.components.schemas.Pet).toEqual({
      type: 'object',
      properties: { example: { $ref: '#/x-ext/more.json/Kind' } },
      example: { members: [away] },
      default: away,
      'x-own': away,
      discriminator: { propertyName: 'kind', mapping: { cat: '#/x-ext/more.json/Cat', dog: 'Dog' } },
    });
    expect(filesystem['x-ext']['more.json'].Cat.properties.kind).toEqual({ $ref: '#/x-ext/more.json/Kind' });
    expect(visitsOf('/v2/Users/1')).toBe(0);
  });

  test('of version 2 are fetched with all their files', async () => {
    pages['/two.yaml'] =
      'swagger: "2.0"\ninfo: { title: Old, version: "1" }\npaths: { /pets: { $ref: "./s/pets.yaml" } }\n';
    pages['/s/pets.yaml'] = `post:
  parameters: [{ $ref: "parameters.yaml#/Body" }]
  responses: { 200: { description: OK } }`;
    pages['/s/parameters.yaml'] = 'Body: { name: b, in: body, schema: { type: object } }';
    const spec = await putSpec(org, 'two', { url: url('/two.yaml') });
    expect(spec.body).not.toHaveProperty('lastProcessedErrors');
    const { filesystem } = await contentOf('two');
    expect(filesystem.paths['/pets'].post.requestBody).toEqual({
      content: { 'application/json': { schema: { type: 'object' } } },
    });
  });

  test('are fetched again every six hours, with conditional requests', async () => {
    const conditions: (string | undefined)[] = [];
    let version = '1';
    pages['/api.json'] = ({ headers }) => {
      conditions.push(headers['if-none-match']);
      return headers['if-none-match'] === `"${version}"`
        ? { status: 304 }
        : { status: 200, headers: { etag: `"${version}"` }, body: JSON.stringify(petsApi(version)) };
    };
    const first = (await putSpec(org, 'pets', { url: url('/api.json') })).body;
    await service().run({});
    expect(conditions).toEqual([undefined]);
    clock.advance(6 * HOUR_MS + 1000);
    await service().run({});
    await expect.poll(() => conditions, { timeout: 240_000 }).toEqual([undefined, '"1"']);
    await expect
      .poll(async () => (await waitForSpec(org, 'pets')).body.lastProcessedAt, { timeout: 240_000 })
      .not.toBe(first.lastProcessedAt);
    expect((await waitForSpec(org, 'pets')).body.lastVersion).toBe(first.lastVersion);
    version = '2';
    clock.advance(6 * HOUR_MS + 1000);
    await service().run({});
    await expect
      .poll(async () => (await waitForSpec(org, 'pets')).body.lastVersion, { timeout: 240_000 })
      .not.toBe(first.lastVersion);
    // Whoever sends the same address wants it read now, as it is.
    await putSpec(org, 'pets', { url: url('/api.json') });
    expect(conditions).toEqual([undefined, '"1"', '"1"', undefined]);
  });

  test('that do not respond are retried with pauses', async () => {
    let left = 1;
    pages['/api.json'] = () => (left-- > 0 ? { status: 503 } : JSON.stringify(petsApi()));
    const spec = await putSpec(org, 'pets', { url: url('/api.json') });
    expect(spec.body).toHaveProperty('lastVersion');
    expect(spec.body).not.toHaveProperty('lastProcessErrorCode');
    expect(visitsOf('/api.json')).toBe(2);
    const gone = await putSpec(org, 'pets', { url: url('/gone.json') });
    expect(gone.body).toMatchObject({
      lastProcessErrorCode: 'FETCH_ERROR',
      lastProcessedErrors: [
        { message: `${url('/gone.json')}: responded with the status 404`, code: 'HTTP_404' },
      ],
      lastVersion: spec.body.lastVersion,
    });
    expect(visitsOf('/gone.json')).toBe(1);
  });

  test('report errors in other files with their lines', async () => {
    pages['/api.json'] = JSON.stringify(petsApi('1', { paths: { '/a': { $ref: './a.yaml' } } }));
    pages['/a.yaml'] = 'get:\n  parameters: nope\n  responses:\n    "200": 7\n';
    const { body } = await putSpec(org, 'files', { url: url('/api.json') });
    expect(body.lastProcessErrorCode).toBe('PARSE_ERROR');
    const messages = body.lastProcessedErrors.map(({ message }: { message: string }) => message);
    expect(messages).toContainEqual(expect.stringMatching(/^a\.yaml, line 2, \/get\/parameters: /));
    expect(messages).toContainEqual(expect.stringMatching(/^a\.yaml, line 4, \/get\/responses\/200/));
  });

  test('are taken although a file that only a mapping names is gone', async () => {
    const mapping = { dog: url('/dog.json'), cat: '#/components/schemas/Cat' };
    const Pet = { type: 'object', discriminator: { propertyName: 'kind', mapping } };
    pages['/mapped.json'] = JSON.stringify(
      petsApi('1.0.0', { components: { schemas: { Pet, Cat: { type: 'object' } } } }),
    );
    const { body } = await putSpec(org, 'mapped', { url: url('/mapped.json') });
    expect([body.processingState, body.lastProcessErrorCode]).toEqual(['complete', undefined]);
    const { filesystem } = await contentOf('mapped');
    expect(filesystem.components.schemas.Pet.discriminator.mapping).toEqual(mapping);
  });

  test('report where a missing file is referenced', async () => {
    pages['/api.yaml'] =
      'openapi: 3.1.0\ninfo: { title: a, version: "1" }\npaths:\n  /a:\n    $ref: ./missing.yaml\n';
    const { body } = await putSpec(org, 'missing', { url: url('/api.yaml') });
    expect(body).toMatchObject({
      lastProcessErrorCode: 'FETCH_ERROR',
      lastProcessedErrors: [
        {
          message: `line 5, /paths/~1a/$ref: ${url('/missing.yaml')}: responded with the status 404`,
          code: 'HTTP_404',
        },
      ],
    });
  });

  test('that are slow do not delay uploads', async () => {
    const { port } = silent.address() as AddressInfo;
    const at = (name: string) => `/orgs/${org.id}/openapi/${name}`;
    for (let n = 0; n < 10; n++)
      await org.admin.call('PUT', at(`slow${n}`), { source: { url: `http://127.0.0.1:${port}/${n}` } });
    const sent = await putSpec(org, 'sent', { text: JSON.stringify(petsApi()) });
    expect(sent.body).toHaveProperty('lastVersion');
    expect((await org.admin.call('GET', at('slow0'))).body.processingState).not.toBe('complete');
  });

  test('are not fetched for the time of Retry-After, up to a day', async () => {
    let said = '2';
    pages['/busy.json'] = () => ({ status: 429, headers: { 'retry-after': said } });
    const begin = Date.now();
    const busy = await putSpec(org, 'busy', { url: url('/busy.json') });
    expect(busy.body.lastProcessedErrors[0].code).toBe('HTTP_429');
    expect(visitsOf('/busy.json')).toBe(3);
    expect(Date.now() - begin).toBeGreaterThan(2 * 2000);
    said = '3600';
    await putSpec(org, 'busier', { url: url('/busy.json') });
    expect(visitsOf('/busy.json')).toBe(4);
  });

  test('have a timeout', async () => {
    const { port } = silent.address() as AddressInfo;
    const { body } = await putSpec(org, 'silent', { url: `http://127.0.0.1:${port}/api.json` });
    expect(body).toMatchObject({
      lastProcessErrorCode: 'FETCH_TIMEOUT',
      lastProcessedErrors: [{ code: 'TIMEOUT' }],
    });
  });

  test('in the internal network are not fetched, nor through references or redirects', async () => {
    pages['/api.json'] = JSON.stringify(
      petsApi('1', { paths: { '/a': { $ref: 'http://127.0.0.1:9/x.yaml' } } }),
    );
    pages['/moved.json'] = { status: 302, headers: { location: 'http://169.254.169.254/latest' } };
    for (const path of ['http://10.0.0.1/api.json', url('/api.json'), url('/moved.json')]) {
      const { body } = await putSpec(org, 'inside', { url: path });
      expect(body.lastProcessErrorCode).toBe('FETCH_ERROR');
      expect(body.lastProcessedErrors[0].code).toBe('FORBIDDEN_ADDRESS');
    }
  });

  test('with too many files are rejected', async () => {
    pages['/api.json'] = JSON.stringify(petsApi('1', { paths: { '/a': { $ref: '/files/0' } } }));
    for (let at = 0; at < 60; at++) pages[`/files/${at}`] = JSON.stringify({ $ref: `/files/${at + 1}` });
    const { body } = await putSpec(org, 'many', { url: url('/api.json') });
    expect(body.lastProcessedErrors[0].code).toBe('TOO_MANY_FILES');
  });

  test('do not overwrite a later source while being fetched', async () => {
    const at = `/orgs/${org.id}/openapi/pets`;
    for (const version of ['1', '2', '3'])
      await org.admin.call('PUT', at, { source: { text: JSON.stringify(petsApi(version)) } });
    await waitForSpec(org, 'pets');
    expect((await contentOf('pets')).filesystem.info.version).toBe('3');
  });
});

const PATHS = runs(100_000, 20_000);

describe('hostile specifications', () => {
  const laughs = Array.from(
    { length: 12 },
    (_, at) =>
      `l${at}: &l${at} [${Array(10)
        .fill(at === 0 ? 'x' : `*l${at - 1}`)
        .join(', ')}]`,
  ).join('\n');
  test.each([
    ['many aliases', `openapi: 3.1.0\n${laughs}`],
    ['deep nesting', `{"openapi":"3.1.0","paths":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}}`],
    ['deep YAML', `openapi: 3.1.0\npaths: ${'['.repeat(50_000)}`],
    ['a circle of aliases', 'openapi: 3.1.0\npaths: &a { b: *a }'],
    ['names of JavaScript', '{"openapi":"3.1.0","__proto__":{"x":1},"paths":{"constructor":1}}'],
  ])('%s result in an error', async (_, text) => {
    const { body } = await putSpec(org, 'bomb', { text });
    expect(body).toMatchObject({ lastProcessErrorCode: 'PARSE_ERROR' });
    expect(JSON.stringify(body.lastProcessedErrors).length).toBeLessThan(50_000);
    expect(body).not.toHaveProperty('lastVersion');
  });

  test(`with ${PATHS} paths are parsed`, async () => {
    const paths = Object.fromEntries(
      Array.from({ length: PATHS }, (__, at) => [
        `/p${at}`,
        { get: { responses: { 200: { description: 'x' } } } },
      ]),
    );
    const { body } = await putSpec(org, 'wide', { text: JSON.stringify(petsApi('1', { paths })) });
    expect(body).toHaveProperty('lastVersion');
  });
});
