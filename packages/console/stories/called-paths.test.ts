import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeDomains } from '../../server/src/describe-domains.ts';
import { calledPaths, constantsIn } from './called-paths.ts';
import { describePlaces, type OperationUse, reasonOf } from './operation-places.ts';
import { REASONS } from './operation-reasons.ts';

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
    readonly paths: Readonly<
      Record<
        string,
        Readonly<Record<string, { readonly operationId: string; readonly tags: readonly string[] }>>
      >
    >;
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

  const uses = Object.entries(paths).flatMap(([at, methods]): OperationUse[] =>
    Object.entries(methods).map(([method, { operationId, tags }]) => {
      const calls = called.filter((call) => call.method.toLowerCase() === method && `/v1${call.path}` === at);
      const places = [...new Set(calls.map(({ name }) => name))].sort();
      return { operationId, method: method.toUpperCase(), path: at, tag: tags[0]!, places };
    }),
  );

  test('operations.txt names the place of every operation', () => {
    const file = path.resolve(SRC, '../operations.txt');
    const truth = describePlaces(uses, REASONS);
    if (process.env.UPDATE_OPERATIONS) writeFileSync(file, truth);
    expect(
      readFileSync(file, 'utf8'),
      'run: UPDATE_OPERATIONS=1 npx vitest run packages/console/stories/called-paths.test.ts',
    ).toBe(truth);
  });

  test('every operation has a screen, or a reason why none calls it', () => {
    const unexplained = uses.filter((use) => use.places.length === 0 && reasonOf(REASONS, use) === undefined);
    expect(unexplained.map(({ operationId }) => operationId)).toEqual([]);
  });

  test('every reason is of an operation that no screen calls', () => {
    const open = uses.filter(({ places }) => places.length === 0);
    const needless = Object.keys(REASONS).filter(
      (key) => !open.some(({ operationId, path: at }) => operationId === key || at.startsWith(key)),
    );
    expect(needless).toEqual([]);
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
