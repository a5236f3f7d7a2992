import { describe, expect, test } from 'vitest';
import { findOperation } from './description.ts';
import { withAbsoluteServers } from './servers.ts';

const BASE = 'https://me:secret@docs.test/specs/v2/openapi.yaml?token=1';
const get = { responses: {} };
const server = (document: object, path = '/a') =>
  findOperation(withAbsoluteServers({ paths: { [path]: { get } }, ...document }, BASE), path, 'get')?.server;

describe('servers of a document with a URL', () => {
  test.each([
    ['/v1', 'https://docs.test/v1'],
    ['v1', 'https://docs.test/specs/v2/v1'],
    ['../v1/', 'https://docs.test/specs/v1'],
    ['./', 'https://docs.test/specs/v2'],
    ['//api.test/v1', 'https://api.test/v1'],
    ['/', 'https://docs.test'],
    ['', 'https://docs.test'],
    ['https://api.test/v1', 'https://api.test/v1'],
    ['localhost:8080/v1', 'localhost:8080/v1'],
    ['{scheme}://api.test', '{scheme}://api.test'],
    ['/{tenant}/v1', 'https://docs.test/{tenant}/v1'],
    ['http://[', 'http://['],
  ])('%s is %s', (url, expected) => {
    expect(server({ servers: [{ url }] })).toBe(expected);
  });

  test('get the values of their variables first', () => {
    const variables = { base: { default: 'v3' }, host: { default: 'https://api.test' } };
    expect(server({ servers: [{ url: '/{base}', variables }] })).toBe('https://docs.test/v3');
    expect(server({ servers: [{ url: '{host}/x', variables }] })).toBe('https://api.test/x');
  });

  test('default to the host of the document', () => {
    expect(server({})).toBe('https://docs.test');
    expect(server({ servers: [] })).toBe('https://docs.test');
  });

  test('of a path or an operation override those of the document', () => {
    const servers = [{ url: '/own' }];
    const other = { servers: [{ url: 'https://api.test' }] };
    expect(server({ ...other, paths: { '/a': { servers, get } } })).toBe('https://docs.test/own');
    expect(server({ ...other, paths: { '/a': { get: { ...get, servers } } } })).toBe('https://docs.test/own');
    expect(
      server({
        ...other,
        paths: { '/a': { $ref: '#/components/pathItems/A' } },
        components: { pathItems: { A: { servers, get } } },
      }),
    ).toBe('https://docs.test/own');
    expect(server({ ...other, paths: { '/a': { get: { ...get, servers: [] } } } })).toBe('https://api.test');
  });

  test('are ignored if they are invalid', () => {
    for (const servers of [null, 'x', [null, 1], [{ url: 3 }], { url: '/' }])
      expect(server({ servers, paths: { '/a': { servers, get } } })).toBe('https://docs.test');
  });
});
