import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isDeep, runs } from '../../../document/src/testing/deep.ts';
import { makeProvisioner } from '../testing/provisioning.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { EXAMPLES } from './examples.ts';
import type { Fixtures } from './fixtures.ts';
import { generate } from './generate.ts';
import { HOSTILE_PATH_PARTS, mutate } from './mutate.ts';
import { type Entry, entriesOf, fillPath } from './operations.ts';
import { type CheckedResponse, send } from './request.ts';

const isSearching = isDeep || process.env.FUZZ_RUNS !== undefined;
// FUZZ_RUNS raises the number of inputs per operation; FUZZ_SEED repeats a run that failed.
const RUNS = Number(process.env.FUZZ_RUNS ?? runs(50, 8));
const SEED = Number(process.env.FUZZ_SEED ?? (isSearching ? Date.now() % 1_000_000 : 1));
const parameters = { numRuns: RUNS, seed: SEED, endOnFailure: !isSearching };

/** Expected errors for inputs that are valid by the schema. */
const REASONS =
  /^(400 (userName|externalId|displayName|members|filter|Operations\.\d+|body\.)|409 (userName|The (userName|externalId|displayName)))/;

describe(`SCIM requests (${RUNS} runs, seed ${SEED})`, () => {
  let server: TestServer;
  let table: Entry[];
  let token: string;
  let things: Record<string, string>;
  beforeAll(async () => {
    server = await startServer();
    table = entriesOf(server.app.domains).filter(({ operation }) => operation.permission === 'provider');
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const org = await server.organization();
    const made = await makeProvisioner(server, org);
    token = made.token;
    things = {
      scimName: 'User',
      otherId: org.edit.id,
      ...(await fresh(made.scim)),
    };
  });

  const fresh = async (scim: Awaited<ReturnType<typeof makeProvisioner>>['scim']) => ({
    scimUserId: (await scim('POST', '/Users', EXAMPLES.createSCIMUser!.body!({} as Fixtures))).body.id,
    scimGroupId: (await scim('POST', '/Groups', EXAMPLES.createSCIMGroup!.body!({} as Fixtures))).body.id,
  });
  const call = (entry: Entry, more: { body?: unknown; query?: string; path?: string } = {}) =>
    send(server, {
      method: entry.operation.method,
      path: (more.path ?? fillPath(entry.path, things)) + (more.query ? `?${more.query}` : ''),
      token,
      body: more.body,
    });
  const summaryOf = ({ status, body }: CheckedResponse) => `${status} ${body?.detail ?? ''}`;
  const fine = (entry: Entry, answer: CheckedResponse) =>
    String(answer.status) in entry.operation.responses || REASONS.test(summaryOf(answer));
  const withBody = () => table.filter(({ operation }) => operation.body);

  test('valid bodies are accepted, or rejected with a reason', async () => {
    expect(withBody().length).toBe(6);
    for (const entry of withBody())
      await fc.assert(
        fc.asyncProperty(generate(entry.operation.body!, Object.values(things)), async (body) => {
          const answer = await call(entry, { body });
          expect([entry.operationId, summaryOf(answer), fine(entry, answer)]).toEqual([
            entry.operationId,
            summaryOf(answer),
            true,
          ]);
        }),
        parameters,
      );
  });

  test('invalid bodies are rejected without server errors', async () => {
    for (const entry of withBody())
      await fc.assert(
        fc.asyncProperty(
          generate(entry.operation.body!, Object.values(things)).chain(mutate),
          async (body) => {
            const answer = await call(entry, { body });
            const isFine = fine(entry, answer) || answer.status === 400;
            expect([entry.operationId, summaryOf(answer), isFine]).toEqual([
              entry.operationId,
              summaryOf(answer),
              true,
            ]);
          },
        ),
        { ...parameters, numRuns: RUNS * 4 },
      );
  });

  test('patches with any value cause no server errors', async () => {
    const paths = ['active', 'userName', 'name', 'name.givenName', 'emails', 'emails[type eq "work"].value'];
    const more = [
      'members',
      'displayName',
      'externalId',
      'members[value eq "x"]',
      'meta',
      'title',
      '__proto__',
    ];
    const operations = fc.record({
      op: fc.constantFrom('add', 'replace', 'remove'),
      path: fc.option(fc.constantFrom(...paths, ...more), { nil: undefined }),
      value: fc.oneof(fc.jsonValue(), fc.constantFrom('True', [{ value: things.scimUserId }])),
    });
    for (const entry of table.filter(({ operation }) => operation.method === 'PATCH'))
      await fc.assert(
        fc.asyncProperty(fc.array(operations, { minLength: 1, maxLength: 3 }), async (Operations) => {
          const answer = await call(entry, { body: { Operations } });
          const isFine = fine(entry, answer) || answer.status === 400;
          expect([summaryOf(answer), isFine]).toEqual([summaryOf(answer), true]);
        }),
        { ...parameters, numRuns: RUNS * 6 },
      );
  });

  test('queries are accepted, or rejected with the name of the parameter', async () => {
    for (const entry of table.filter(({ operation }) => operation.query)) {
      const names = Object.keys((entry.operation.query as unknown as { properties: object }).properties);
      const body = EXAMPLES[entry.operationId]?.body?.({} as Fixtures);
      for (const name of names)
        for (const value of [
          'abc',
          '',
          '%20',
          '-1',
          '1.5',
          '1e308',
          '99999999999999999999',
          '%00',
          '"',
          '(',
        ]) {
          const answer = await call(entry, { query: `${name}=${value}`, body });
          const isFine =
            fine(entry, answer) ||
            new RegExp(`^400 query\\.${name}`).test(summaryOf(answer)) ||
            answer.status === 404;
          expect([entry.operationId, name, value, summaryOf(answer), isFine]).toEqual([
            entry.operationId,
            name,
            value,
            summaryOf(answer),
            true,
          ]);
        }
    }
  });

  test('invalid ids in paths result in 404', async () => {
    for (const entry of table.filter(({ params }) => params.length > 0))
      for (const part of HOSTILE_PATH_PARTS) {
        const path = entry.path.replace(/\{\w+\}/, () => part);
        const answer = await call(entry, { path, body: EXAMPLES[entry.operationId]?.body?.({} as Fixtures) });
        expect([400, 404, 414], `${entry.operationId} ${path.slice(0, 100)}`).toContain(answer.status);
      }
  });
});
