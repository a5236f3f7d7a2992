import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeDomains } from '../../server/src/domains.ts';
import { calledPaths, constantsIn } from './called-paths.ts';

const SRC = path.resolve(import.meta.dirname, '../src');
const sources = new Map(
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|gen)\.tsx?$/.test(name))
    .map((name) => [name, readFileSync(path.join(SRC, name), 'utf8')]),
);

// Files that send requests by other means than `call`; their paths are checked by the stories.
const SENDERS = /^(?:api\/|spaces\/create\/send-file\.ts$)/;

describe('the console calls operations of the table alone', () => {
  const { paths } = describeDomains('').openApi() as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  const isOperation = (method: string, at: string): boolean =>
    paths[`/v1${at}`]?.[method.toLowerCase()] !== undefined;
  const constants = new Map([...sources.values()].flatMap((source) => [...constantsIn(source)]));
  const called = [...sources]
    .filter(([name]) => !name.startsWith('api/'))
    .flatMap(([name, source]) => calledPaths(source, constants).map((each) => ({ name, ...each })));

  test('every path is in the table', () => {
    const unknown = called.filter(({ method, path: at }) => !isOperation(method, at));
    expect(unknown).toEqual([]);
    expect(called.length).toBeGreaterThan(50);
  });

  test('requests are sent by the client', () => {
    const others = [...sources].filter(
      ([name, source]) =>
        !SENDERS.test(name) &&
        /\bfetch\(|new (?:XMLHttpRequest|EventSource|WebSocket)\(|sendBeacon\(/.test(source),
    );
    expect(others.map(([name]) => name)).toEqual([]);
  });
});

test('paths are found in literals, constants and templates', () => {
  const source = `
    const REQUEST = '/spaces/{spaceId}/change-requests/{changeRequestId}';
    read(REQUEST, { params });
    read(\`\${REQUEST}/reviews\`, {});
    call('POST', '/spaces/{spaceId}/move', {});
    call(
      'DELETE',
      '/spaces/{spaceId}',
    );
    readAll('/orgs', {});
    read(elsewhere);`;
  expect(calledPaths(source, new Map())).toEqual([
    { method: 'GET', path: '/spaces/{spaceId}/change-requests/{changeRequestId}' },
    { method: 'GET', path: '/spaces/{spaceId}/change-requests/{changeRequestId}/reviews' },
    { method: 'POST', path: '/spaces/{spaceId}/move' },
    { method: 'DELETE', path: '/spaces/{spaceId}' },
    { method: 'GET', path: '/orgs' },
  ]);
});
