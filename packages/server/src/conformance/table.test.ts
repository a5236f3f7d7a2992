import diagnostics from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restParameterOf } from '../kernel/contract/operation.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { contractOperations, describeMissing, originalOperations } from './contract-operations.ts';
import { EXAMPLES } from './examples.ts';
import { AUTHENTICATED, BEYOND_THE_CONTRACT, OF_PROVIDERS, PUBLIC } from './operation-lists.ts';
import { type Entry, entriesOf } from './operations.ts';
import { referenceOperation } from './reference-api.ts';

// The complete domains, and their missing operations.
const DOMAINS = ['identity', 'organizations', 'teams', 'access', 'collections', 'spaces', 'openapi', 'sso'];
const LATER: readonly string[] = [];

// Routes of the API reference page; all others come from the table.
const OUTSIDE_THE_TABLE = ['GET /docs/api', 'GET /docs/api/*'];

// Content of new spaces.
const FIELDS_LATER = ['createSpace.computedSource'];

const missingFile = new URL('missing-operations.txt', import.meta.url);

describe('the operation table', () => {
  let server: TestServer;
  let table: Entry[];
  const routes: string[] = [];

  beforeAll(async () => {
    const watch = (message: unknown) =>
      (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
        for (const one of [method].flat()) routes.push(`${one} ${url}`);
      });
    diagnostics.subscribe('fastify.initialization', watch);
    server = await startServer();
    diagnostics.unsubscribe('fastify.initialization', watch);
    table = entriesOf(server.app.domains);
  });
  afterAll(() => server.close());

  const idsWhere = (test: (entry: Entry) => boolean) =>
    table
      .filter(test)
      .map((entry) => entry.operationId)
      .sort();

  test('the list of contract operations is up to date', ({ skip }) => {
    const original = originalOperations();
    if (!original) skip('there is no ../shared/contract/operations.tsv beside this repository');
    expect(contractOperations).toEqual(original);
  });

  test.each(DOMAINS)('%s has every operation of tiers 1 and 2 with its method and path', (domain) => {
    const asked = contractOperations
      .filter((operation) => operation.domain === domain && ['1', '2'].includes(operation.tier))
      .filter(({ operationId }) => !LATER.includes(operationId))
      .map(({ operationId, method, path }) => `${operationId} ${method} ${path}`);
    const there = new Set(
      table.map(({ operationId, operation }) => `${operationId} ${operation.method} ${operation.path}`),
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((operation) => !there.has(operation))).toEqual([]);
  });

  test('missing operations are not in the table', () => {
    expect(LATER.filter((id) => table.some(({ operationId }) => operationId === id))).toEqual([]);
  });

  test('missing-operations.txt is up to date', () => {
    const truth = describeMissing(new Set(table.map(({ operationId }) => operationId)));
    if (process.env.UPDATE_MISSING) writeFileSync(missingFile, truth);
    expect(
      readFileSync(missingFile, 'utf8'),
      'run: UPDATE_MISSING=1 npx vitest run packages/server/src/conformance/table.test.ts',
    ).toBe(truth);
  });

  test('exactly these operations are public', () => {
    expect(idsWhere(({ operation }) => operation.permission === 'public')).toEqual(PUBLIC);
    const asStrangers = idsWhere(({ operation }) => operation.anonymous === true);
    expect(asStrangers).toEqual(['getIntegrationByName', 'listIntegrations']);
  });

  test('exactly these operations require only a token', () => {
    expect(idsWhere(({ operation }) => operation.permission === 'authenticated')).toEqual(AUTHENTICATED);
  });

  test('exactly these operations are for identity providers', () => {
    expect(idsWhere(({ operation }) => operation.permission === 'provider')).toEqual(OF_PROVIDERS);
    expect(idsWhere(({ operation }) => operation.kind === 'scim')).toEqual(OF_PROVIDERS);
  });

  test('exactly these operations are not in the contract', () => {
    const asked = new Set(contractOperations.map(({ operationId }) => operationId));
    expect(idsWhere(({ operationId }) => !asked.has(operationId))).toEqual(BEYOND_THE_CONTRACT);
  });

  test('operation ids and pairs of method and path are unique', () => {
    const twice = (names: string[]) => names.filter((name, index) => names.indexOf(name) !== index);
    expect(twice(table.map(({ operationId }) => operationId))).toEqual([]);
    // Paths that differ only in parameter names are equal.
    expect(
      twice(table.map(({ operation, path }) => `${operation.method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)),
    ).toEqual([]);
  });

  test('no route is registered outside of the table, except those of the reference page', () => {
    const fromTable = new Set(
      table.map(({ operation, path }) => {
        const url = path.replace(`{${restParameterOf(operation)}}`, '*').replaceAll(/\{(\w+)\}/g, ':$1');
        return `${operation.method} ${url === '/' ? '/' : url.replace(/\/$/, '')}`;
      }),
    );
    // HEAD is added to every GET, OPTIONS by CORS.
    const own = routes.filter((route) => !/^(HEAD|OPTIONS) /.test(route));
    expect(own.filter((route) => !fromTable.has(route)).sort()).toEqual(OUTSIDE_THE_TABLE);
    expect([...fromTable].filter((route) => !own.includes(route))).toEqual([]);
    const others = routes.filter((route) => /^(HEAD|OPTIONS) /.test(route));
    const known = new Set([...fromTable, ...OUTSIDE_THE_TABLE].map((route) => route.replace(/^GET/, 'HEAD')));
    expect(others.filter((route) => route !== 'OPTIONS *' && !known.has(route))).toEqual([]);
  });

  test('every operation with a body has an example for the other conformance tests', () => {
    const examples = new Set(Object.keys(EXAMPLES));
    expect(idsWhere(({ operation, operationId }) => !!operation.body && !examples.has(operationId))).toEqual(
      [],
    );
    const ids = new Set(table.map(({ operationId }) => operationId));
    expect([...examples].filter((name) => !ids.has(name.split(' ')[0]!))).toEqual([]);
  });

  // Requests of clients for the published API must be valid.
  describe('compared with the published OpenAPI document', () => {
    const published = () =>
      table.flatMap((entry) => {
        const reference = referenceOperation(entry.operationId);
        return reference ? [{ ...entry, reference }] : [];
      });
    type Properties = { properties?: Record<string, unknown>; required?: string[] };

    test('the success status is a published one', () => {
      const unknown = published().flatMap(({ operationId, operation, reference }) =>
        Object.keys(operation.responses)
          .filter((status) => !reference.statuses.includes(status))
          .map((status) => `${operationId} ${status}`),
      );
      expect(unknown).toEqual([]);
    });

    test('every published query parameter is accepted', () => {
      const ignored = published().flatMap(({ operationId, operation, reference }) => {
        const ours = Object.keys((operation.query as Properties | undefined)?.properties ?? {});
        return reference.query.filter((name) => !ours.includes(name)).map((name) => `${operationId}?${name}`);
      });
      expect(ignored).toEqual([]);
    });

    test('only fields that are required there are required in bodies', () => {
      const asked = published().flatMap(({ operationId, operation, reference }) => {
        const { required = [] } = (operation.body as Properties | undefined) ?? {};
        return required
          .filter((name) => !reference.requiredBodyFields.includes(name))
          .map((name) => `${operationId}.${name}`);
      });
      expect(asked).toEqual([]);
    });

    test('every published field of a body is accepted', () => {
      const ignored = published().flatMap(({ operationId, operation, reference }) => {
        const ours = fieldsOf(operation.body);
        return reference.bodyFields
          .filter((name) => !ours.includes(name))
          .map((name) => `${operationId}.${name}`);
      });
      expect(ignored.sort()).toEqual(FIELDS_LATER);
    });
  });
});

const fieldsOf = (schema: unknown): string[] => {
  const { properties = {}, ...more } = (schema ?? {}) as Record<string, object | undefined>;
  const parts = [more.allOf, more.anyOf, more.oneOf].flatMap((part) => (part as unknown[] | undefined) ?? []);
  return [...Object.keys(properties), ...parts.flatMap(fieldsOf)];
};
