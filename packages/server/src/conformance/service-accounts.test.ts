import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampled } from '../../../document/src/testing/deep.ts';
import { isScoped } from '../kernel/contract/scopes.ts';
import { install, publish, serviceAccountsOf } from '../testing/published-integrations.ts';
import { startServer, type TestOrganization, type TestServer } from '../testing/server.ts';
import { dumpRows } from './dump-rows.ts';
import { EXAMPLES, paramsOf } from './examples.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { type Entry, entriesOf, fillPath } from './operations.ts';
import { send } from './request.ts';
import { SERVICE_ACCOUNT_OPERATIONS, SILENT_SCOPES } from './service-account-table.ts';

const SCOPES = [...new Set(SERVICE_ACCOUNT_OPERATIONS.map(({ scope }) => scope))].filter((scope) =>
  scope.includes(':'),
);

describe('tokens of integrations', () => {
  let server: TestServer;
  let org: TestOrganization;
  let table: Entry[];
  let things: Fixtures;

  beforeAll(async () => {
    server = await startServer();
    table = entriesOf(server.app.domains).filter(({ operation }) => isScoped(operation));
    org = await server.organization();
    things = await createFixtures(server, { organization: org, caller: org.admin });
    // No worker runs here, and a space has one operation at a time.
    await server.app.kernel.db.deleteFrom('git_operations').execute();
  });
  afterAll(() => server.close());

  /** An integration with these scopes, installed on everything in the organization. */
  const withScopes = async (scopes: readonly string[]) => {
    const integrationName = await publish(org, { scopes });
    const { id, at } = await install(org, integrationName);
    await org.admin.call('PATCH', at, { space_selection: 'all', site_selection: 'all' });
    const { tokens } = await serviceAccountsOf(server, integrationName, id);
    return { ...tokens, things: { ...things, integrationName, installationId: id } };
  };
  /** The status of operations, by id. */
  const statuses = async (
    token: string,
    on: Fixtures,
    entries: readonly Entry[] = table,
  ): Promise<Record<string, number>> => {
    const found: Record<string, number> = {};
    for (const entry of entries) {
      const example = EXAMPLES[entry.operationId];
      const path = fillPath(entry.path, paramsOf(entry, on, example));
      const { status } = await send(server, {
        method: entry.operation.method,
        path: path + (example?.query ? `?${example.query}` : ''),
        token,
        body: example?.body?.(on),
      });
      found[entry.operationId] = status;
    }
    return found;
  };
  const expected = (...scopes: readonly string[]): Record<string, number> =>
    Object.fromEntries(
      table.map(({ operationId }) => {
        const row = SERVICE_ACCOUNT_OPERATIONS.find((one) => one.operationId === operationId);
        return [operationId, row && scopes.includes(row.scope) ? row.status : 403];
      }),
    );

  test('the table contains only existing operations', () => {
    const known = new Set(table.map(({ operationId }) => operationId));
    expect(SERVICE_ACCOUNT_OPERATIONS.filter(({ operationId }) => !known.has(operationId))).toEqual([]);
  });

  test('an integration can access itself, its installations and public data with any scopes', async () => {
    const { integration, things: on } = await withScopes(SCOPES);
    expect(await statuses(integration, on)).toEqual(expected('own', 'integration'));
  });

  test('an installation without scopes can access itself and public data', async () => {
    const { installation, things: on } = await withScopes([]);
    expect(await statuses(installation!, on)).toEqual(expected('own', 'installation'));
  });

  test('event scopes grant no access', async () => {
    const { installation, things: on } = await withScopes(SILENT_SCOPES);
    expect(await statuses(installation!, on)).toEqual(expected('own', 'installation'));
  });

  test.each(SCOPES)('%s grants access to the operations in the table only', async (scope) => {
    const { installation, things: on } = await withScopes([scope]);
    const told = expected('own', 'installation', scope);
    // All operations that the scope allows, and a sample of the others.
    const [open, closed] = [true, false].map((isOpen) =>
      table.filter(({ operationId }) => (told[operationId] !== 403) === isOpen),
    );
    const entries = [...open!, ...sampled(closed!, 4, SCOPES.indexOf(scope))];
    expect(await statuses(installation!, on, entries)).toEqual(
      Object.fromEntries(entries.map(({ operationId }) => [operationId, told[operationId]])),
    );
  });

  test('data of other organizations and integrations is neither visible nor changed', async () => {
    const { installation, integration } = await withScopes(SCOPES);
    const other = await server.organization();
    const theirs = await createFixtures(server, { organization: other, caller: other.admin });
    const before = await dumpRows(server);
    // Objects that do not exist: listing, changing and deleting them.
    const missing = (...scopes: readonly string[]) =>
      Object.fromEntries(
        Object.entries(expected(...scopes)).map(([operationId, status]) => {
          const namesNothing = table.find((entry) => entry.operationId === operationId)?.params.length === 0;
          return [operationId, status === 403 || namesNothing ? status : 404];
        }),
      );
    expect(await statuses(installation!, theirs)).toEqual(missing('own', 'installation', ...SCOPES));
    expect(await statuses(integration, theirs)).toEqual(missing('own', 'integration'));
    expect(await dumpRows(server)).toEqual(before);
  });
});
