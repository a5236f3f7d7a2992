import { afterAll, describe, expect, test } from 'vitest';
import { createSpecifications } from './specifications.ts';

const specifications = createSpecifications();
afterAll(() => specifications.close());

const info = { title: 'Pets', version: '1' };
const responses = { 200: { description: 'OK' } };
const api = (fault: object, more: object = {}) => ({
  openapi: '3.0.3',
  info,
  paths: { '/a': { get: fault }, '/b': { get: { summary: 'List', responses } } },
  ...more,
});

/** The bundled document, or the messages of its errors. */
const bundle = async (document: object | string) => {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const parsed = await specifications.parseFile(text, true);
  const bundled = 'errors' in parsed ? parsed : await specifications.bundle([{ url: '', text, ...parsed }]);
  return 'errors' in bundled ? bundled.errors.map(({ message }) => message) : JSON.parse(bundled.json);
};

describe('a small fault in a specification', () => {
  test.each([
    ['no responses', api({ responses: {} })],
    ['no field "responses"', api({ summary: 'A' })],
    ['a response without a description', api({ responses: { 200: { content: {} } } })],
    ['summary: null', api({ summary: null, tags: null, parameters: null, responses })],
    [
      'description: null in lists',
      api({ parameters: [{ in: 'query', name: 'a', description: null, schema: {} }], responses }),
    ],
    ['no title', api({ responses }, { info: { version: '1' } })],
    ['no version', api({ responses }, { info: { title: 'Pets', description: null } })],
  ])('leaves everything in its place: %s', async (_, document) => {
    expect(await bundle(document)).toEqual(JSON.parse(JSON.stringify(document)));
    const pages = await specifications.generatePages(JSON.stringify(document), {
      spec: 'pets',
      models: false,
      grouping: 'by-operation',
    });
    expect(JSON.stringify(pages)).toContain('path=\\"/a\\"');
    expect(JSON.stringify(pages)).toContain('path=\\"/b\\"');
  });

  test('is a version that is not quoted, which is kept as it is written', async () => {
    const paths = JSON.stringify({ '/a': { get: { responses } } });
    const three = await bundle(`{"openapi":"3.1.0","info":{"title":"a","version": 1.10},"paths":${paths}}`);
    expect(three.info.version).toBe('1.10');
    const two = await bundle(`{"swagger": 2.0,"info":{"version":1},"paths":${paths}}`);
    expect(two).toMatchObject({ openapi: expect.stringMatching(/^3\./), info: { version: '1' } });
    expect(two.paths['/a'].get.responses).toEqual(responses);
  });

  test('is also taken in version 2', async () => {
    const paths = { '/a': { get: { responses: {} }, post: { summary: null, responses: { 200: {} } } } };
    const converted = await bundle({ swagger: '2.0', info, paths });
    expect(Object.keys(converted.paths['/a'])).toEqual(['get', 'post']);
  });

  test.each([
    [
      'a reference without a target',
      api({ responses: { 200: { $ref: '#/components/responses/Gone' } } }),
      'has no target',
    ],
    ['an operation that is null', api({}, { paths: { '/a': { get: null } } }), '/paths/~1a/get: '],
    ['a response that is a text', api({ responses: { 200: 'OK' } }), '/paths/~1a/get/responses/200: '],
    [
      'names of schemas',
      api({ responses }, { components: { schemas: { title: null } } }),
      '/components/schemas/title: ',
    ],
  ])('is an error if something would be missing: %s', async (_, document, said) => {
    expect(await bundle(document)).toContainEqual(expect.stringContaining(said));
  });
});
