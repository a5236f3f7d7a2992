import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isScoped, scopeOf } from '../kernel/contract/scopes.ts';
import { type Person, startServer, type TestServer } from '../testing/server.ts';
import { dumpRows } from './dump-rows.ts';
import { EXAMPLES, paramsOf } from './examples.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { type Entry, entriesOf, fillPath } from './operations.ts';
import { send } from './request.ts';
import { SCOPES } from './scope-table.ts';

describe('scopes', () => {
  let server: TestServer;
  let admin: Person;
  let table: Entry[];
  let things: Fixtures;
  const all = [...new Set(Object.values(SCOPES))];

  beforeAll(async () => {
    server = await startServer();
    table = entriesOf(server.app.domains);
    const organization = await server.organization();
    admin = organization.admin;
    things = await createFixtures(server, { organization, caller: admin });
  });
  afterAll(() => server.close());

  const tokenWith = async (scopes: readonly string[]): Promise<string> =>
    (await admin.call('POST', '/user/tokens', { label: 'Limited', scopes })).body.token;
  const guarded = () => table.filter(({ operation }) => isScoped(operation));

  test('every operation for user tokens requires the scope of the table, and no other operation has one', () => {
    const derived = guarded().map(({ operationId, operation }) => [operationId, scopeOf(operation)]);
    expect(Object.fromEntries(derived)).toEqual(SCOPES);
    const open = table.filter(({ operation }) => !isScoped(operation) && operation.scope);
    expect(open).toEqual([]);
  });

  test('a token can be limited to each of these scopes, and to no other', async () => {
    const { body } = await admin.call('POST', '/user/tokens', { label: 'Limited', scopes: ['all'] });
    expect(body.error.details[0].message).toBe(
      `is not a scope; available scopes: ${[...all].sort().join(', ')}`,
    );
    expect(await tokenWith(all)).toMatch(/^lct_/);
  });

  test('a token with all other scopes is rejected with the name of the missing scope, and changes nothing', async () => {
    const without = new Map<string, string>();
    for (const scope of all) without.set(scope, await tokenWith(all.filter((other) => other !== scope)));
    const before = await dumpRows(server);
    for (const entry of guarded()) {
      const { status, body } = await send(server, {
        method: entry.operation.method,
        path: fillPath(entry.path, paramsOf(entry, things, EXAMPLES[entry.operationId])),
        token: without.get(SCOPES[entry.operationId]!)!,
        body: EXAMPLES[entry.operationId]?.body?.(things),
      });
      expect([entry.operationId, status, body.error?.message]).toEqual([
        entry.operationId,
        403,
        expect.stringMatching(new RegExp(`needs the scope ${SCOPES[entry.operationId]};`)),
      ]);
    }
    expect(await dumpRows(server)).toEqual(before);
  });

  test('a token with that scope alone is accepted', async () => {
    const only = new Map<string, string>();
    for (const scope of all) only.set(scope, await tokenWith([scope]));
    for (const entry of guarded()) {
      const nothing = Object.fromEntries(entry.params.map((param) => [param, 'nothing']));
      const { status } = await send(server, {
        method: entry.operation.method,
        path: fillPath(entry.path, nothing),
        token: only.get(SCOPES[entry.operationId]!)!,
      });
      expect([entry.operationId, status]).not.toEqual([entry.operationId, 403]);
    }
  });

  test('the OpenAPI document names the scope of every operation', async () => {
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { description: string; security: { token?: string[] }[] }>>;
    };
    for (const { operation, operationId, path } of guarded()) {
      const { description, security } = document.paths[path]![operation.method.toLowerCase()]!;
      const scope = SCOPES[operationId]!;
      // Anonymous requests are allowed, too.
      const without = operation.anonymous ? [{}] : [];
      expect([operationId, security]).toEqual([operationId, [{ token: [scope] }, ...without]]);
      expect([operationId, description]).toEqual([operationId, expect.stringContaining(`\`${scope}\``)]);
    }
  });
});
