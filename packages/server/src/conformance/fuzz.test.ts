import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDeep, runs, sampled } from '../../../document/src/testing/deep.ts';
import { type Person, startServer, type TestOrganization, type TestServer } from '../testing/server.ts';
import { EXAMPLES, fixturesNeededBy, paramsOf } from './examples.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { FORM_REDIRECT, FORMS, REFUSALS, SAME_STATUS } from './fuzz-refusals.ts';
import { generate } from './generate.ts';
import { HOSTILE_PATH_PARTS, mutate } from './mutate.ts';
import { type Entry, entriesOf, fillPath } from './operations.ts';
import { CREATING, EXISTENCE_REVEALING, NOT_FOUND, OTHER_STATUSES } from './outsider-table.ts';
import { type CheckedResponse, send } from './request.ts';
import { MEMBERS } from './role-tables.ts';
import { fits, isHoldable, poisons } from './valid-values.ts';

const isSearching = isDeep || process.env.FUZZ_RUNS !== undefined;
// FUZZ_RUNS raises the number of inputs per operation; FUZZ_SEED repeats a run that failed.
const RUNS = Number(process.env.FUZZ_RUNS ?? runs(20, 3));
const SEED = Number(process.env.FUZZ_SEED ?? (isSearching ? Date.now() % 1_000_000 : 1));
// The routine run says at once that it failed; a run by hand looks for the smallest input that fails.
// Each test makes other inputs: they share what they work on, and a name can be given once.
const parametersOf = (test: number) => ({ numRuns: RUNS, seed: SEED + test, endOnFailure: !isSearching });

// The one operation whose plain example an administrator may not do.
const exampleOf = ({ operationId }: Entry) =>
  EXAMPLES[operationId === 'updateUserById' ? 'updateUserById (oneself)' : operationId];

// What is given back as it came; that it is a document of the kind that clients read is not checked yet.
const GIVEN_BACK: Readonly<Record<string, string>> = { updateOrganizationAgentInstructions: '/instructions' };

const summaryOf = ({ status, body }: CheckedResponse) =>
  `${status} ${body?.error?.details?.[0]?.path ?? body?.error?.message ?? ''}`;

interface Stage {
  readonly entry: Entry;
  readonly organization: TestOrganization;
  readonly stranger: Person;
  readonly foreign: Fixtures;
  things: Fixtures;
  /** What a call has changed is made afresh for the next one. */
  used: boolean;
}

describe(`inputs generated from the schemas (${RUNS} runs, seed ${SEED})`, () => {
  let server: TestServer;
  let table: Entry[];
  let foreignOrganization: TestOrganization;
  let foreign: Fixtures;

  beforeAll(async () => {
    server = await startServer();
    // What identity providers send has tests of its own: people are turned away before anything is read.
    table = entriesOf(server.app.domains).filter(({ operation }) => operation.permission !== 'provider');
    foreignOrganization = await server.organization('Foreign');
    foreign = await createFixtures(server, {
      organization: foreignOrganization,
      caller: foreignOrganization.admin,
    });
  });
  afterAll(() => server.close());

  const stages = new Map<Entry, Stage>();
  const open = async (entry: Entry): Promise<Stage> => {
    const stage: Stage = stages.get(entry) ?? {
      entry,
      organization: await server.organization(),
      stranger: foreignOrganization.admin,
      foreign,
      things: {} as Fixtures,
      used: true,
    };
    stages.set(entry, stage);
    await refresh(stage);
    return stage;
  };
  const refresh = async (stage: Stage) => {
    if (!stage.used) return;
    const { entry, organization } = stage;
    const needs = fixturesNeededBy(entry, exampleOf(entry));
    const place = { organization, caller: organization.admin };
    stage.things = await createFixtures(server, place, [...needs, 'userId', 'callerId']);
    stage.used = false;
  };
  // Reads and rejected requests leave everything unchanged: the operations share what they name, until one succeeds.
  let common: Stage | undefined;
  const openCommon = async (entry: Entry): Promise<Stage> => {
    const kept = common?.used ? undefined : common;
    const organization = kept?.organization ?? (await server.organization());
    const place = { organization, caller: organization.admin };
    const needs = fixturesNeededBy(entry, exampleOf(entry));
    // Content comes first: a change request holds what the space held when it was created.
    const content = needs.includes('spaceId') ? (['revisionId'] as const) : [];
    const wanted = [...needs, ...content, 'userId', 'callerId'] as const;
    const things = await createFixtures(server, place, wanted, kept?.things);
    common = { entry, organization, stranger: foreignOrganization.admin, foreign, things, used: false };
    return common;
  };
  const pathFor = ({ entry, things }: Stage) =>
    fillPath(entry.path, paramsOf(entry, things, exampleOf(entry)));
  const call = async (stage: Stage, who: Person, more: { body?: unknown; query?: string; text?: string }) => {
    const answer = await send(server, {
      method: stage.entry.operation.method,
      path: pathFor(stage) + (more.query ? `?${more.query}` : ''),
      token: who.token,
      body: more.body,
      givenBack: GIVEN_BACK[stage.entry.operationId],
      ...(more.text !== undefined && { text: more.text }),
    });
    if (answer.status < 300 && stage.entry.operation.method !== 'GET') stage.used = true;
    return answer;
  };
  const idsOf = (stage: Stage) => [
    ...Object.values(stage.things),
    ...Object.values(stage.foreign),
    stage.organization.read.email,
    'neverexisted0000000000',
  ];

  const expectAccepted = (entry: Entry, answer: CheckedResponse) => {
    const expected = Object.keys(entry.operation.responses);
    const refusal = REFUSALS[entry.operationId];
    if (refusal?.test(summaryOf(answer))) return;
    expect(expected, `${entry.operationId}: ${summaryOf(answer)}`).toContain(String(answer.status));
  };
  const expectRefused = (answer: CheckedResponse, part: string) => {
    expect(summaryOf(answer)).toMatch(new RegExp(`^400 ${part}`));
    expect(answer.body.error.details).toHaveLength(1);
  };
  // Any request of others gets the response to a valid one, or a validation error.
  const expectFromOthers = (entry: Entry, whose: 'guest' | 'stranger', answer: CheckedResponse) => {
    const guests = MEMBERS.find(({ name }) => name === entry.operationId)?.expected.guest;
    const strangers = (
      OTHER_STATUSES[entry.operationId] ??
      EXISTENCE_REVEALING[entry.operationId] ??
      NOT_FOUND
    ).there;
    if (REFUSALS[entry.operationId]?.test(summaryOf(answer))) return;
    // Public operations respond identically to everyone.
    const answers = Object.keys(entry.operation.responses).map(Number);
    if (entry.operation.permission === 'public' && !guests)
      return expect([...answers, 400], entry.operationId).toContain(answer.status);
    const told = whose === 'guest' ? guests : entry.params.length > 0 ? strangers : guests;
    // An organization with required single sign-on is not found by others.
    const closed = entry.operationId === 'updateOrganizationById' ? 404 : 400;
    expect([told, 400, closed], `${entry.operationId} by a ${whose}: ${summaryOf(answer)}`).toContain(
      answer.status,
    );
  };

  // People are turned away before anything is read.
  const forIntegrations = ['createIntegrationInstallationToken', 'queueIntegrationTask'];
  const withBody = () =>
    table.filter(({ operation, operationId }) => operation.body && !forIntegrations.includes(operationId));

  test('valid bodies are accepted', { timeout: 3_600_000 }, async () => {
    for (const entry of withBody()) {
      const stage = await open(entry);
      await fc.assert(
        fc.asyncProperty(generate(entry.operation.body!, idsOf(stage)), async (body) => {
          await refresh(stage);
          expect(fits(entry.operation.body!, body), 'the generator makes what fits').toBe(true);
          const answer = await call(stage, stage.organization.admin, { body });
          expectAccepted(entry, answer);
          for (const who of ['guest', 'stranger'] as const) {
            const person = who === 'guest' ? stage.organization.guest : stage.stranger;
            expectFromOthers(entry, who, await call(stage, person, { body }));
          }
        }),
        parametersOf(1),
      );
    }
  });

  test('invalid bodies are rejected with the name of the field', { timeout: 3_600_000 }, async () => {
    for (const entry of withBody()) {
      const stage = await open(entry);
      const mutated = generate(entry.operation.body!, idsOf(stage)).chain(mutate);
      await fc.assert(
        fc.asyncProperty(mutated, async (body) => {
          await refresh(stage);
          const answer = await call(stage, stage.organization.admin, { body });
          if (poisons(body)) expect(answer.status).toBe(400);
          else if (isHoldable(body) && fits(entry.operation.body!, structuredClone(body)))
            expectAccepted(entry, answer);
          else expectRefused(answer, 'body');
          for (const who of ['guest', 'stranger'] as const) {
            const person = who === 'guest' ? stage.organization.guest : stage.stranger;
            expectFromOthers(entry, who, await call(stage, person, { body }));
          }
        }),
        { ...parametersOf(2), numRuns: RUNS * runs(4, 2) },
      );
    }
  });

  test('bodies that are not JSON are rejected', { timeout: 3_600_000 }, async () => {
    for (const entry of withBody()) {
      const stage = await openCommon(entry);
      const broken = generate(entry.operation.body!, idsOf(stage))
        .map((body) => JSON.stringify(body))
        .chain((text) => fc.integer({ min: 1, max: text.length - 1 }).map((length) => text.slice(0, length)))
        .filter((text) => text.startsWith('{'));
      await fc.assert(
        fc.asyncProperty(broken, async (text) => {
          expect((await call(stage, stage.organization.admin, { text })).status).toBe(400);
        }),
        parametersOf(3),
      );
    }
  });

  test('bodies with another media type, empty or too large ones are rejected', {
    timeout: 3_600_000,
  }, async () => {
    const large = (limit = 10 * 1024 * 1024) => `{"title":"${'x'.repeat(limit)}"}`;
    // Uploads are bytes of any kind, and so is what is passed on.
    const takesJson = ({ operation: { method, kind } }: Entry) =>
      method !== 'GET' && kind !== 'upload' && kind !== 'relay';
    for (const [turn, entry] of table.filter(takesJson).entries()) {
      const stage = await openCommon(entry);
      const outgoing = {
        method: entry.operation.method,
        path: pathFor(stage),
        token: stage.organization.admin.token,
      };
      for (const [type, text, status] of [
        ['text/plain', '{}', 415],
        // Browsers send forms to pages.
        [
          'application/x-www-form-urlencoded',
          'title=x',
          entry.operation.kind === 'page' ? (FORMS[entry.operationId] ?? FORM_REDIRECT) : 415,
        ],
        // Files come in forms of their own, and this one has none.
        ['multipart/form-data; boundary=x', '--x--', entry.operation.form ? 400 : 415],
        ['nonsense', '{}', 415],
        ['application/json', '{', 400],
        ...(isDeep || turn % 4 === 0
          ? [['application/json', large(entry.operation.bodyLimit), 413] as const]
          : []),
      ] as const) {
        const answer = await send(server, { ...outgoing, text, headers: { 'content-type': type } });
        const expected = forIntegrations.includes(entry.operationId) ? 403 : status;
        expect([entry.operationId, type, answer.status]).toEqual([entry.operationId, type, expected]);
      }
    }
  });

  test('valid queries are accepted, and unknown parameters ignored', { timeout: 3_600_000 }, async () => {
    for (const entry of table.filter(({ operation }) => operation.query)) {
      const stage = await (entry.operation.method === 'GET' ? openCommon : open)(entry);
      await fc.assert(
        fc.asyncProperty(generate(entry.operation.query!, idsOf(stage)), async (query) => {
          // A page is opaque: what is made up is none.
          const { page: _, ...known } = query as Record<string, unknown>;
          // A list is a name that comes several times.
          const named = new URLSearchParams(
            Object.entries(known).flatMap(([name, value]) =>
              [value].flat().map((one): [string, string] => [name, String(one)]),
            ),
          );
          const text = `${named}&unknown=x&__proto__=y&constructor=z&a[b]=c&%zz=%ff&=&`;
          const body = exampleOf(entry)?.body?.(stage.things);
          const answer = await call(stage, stage.organization.admin, { query: text, body });
          expectAccepted(entry, answer);
          for (const who of ['guest', 'stranger'] as const) {
            const person = who === 'guest' ? stage.organization.guest : stage.stranger;
            expectFromOthers(entry, who, await call(stage, person, { query: text, body }));
          }
        }),
        parametersOf(4),
      );
    }
  });

  // What each kind of parameter cannot be, as it stands in a URL.
  const WRONG: Readonly<Record<string, readonly string[]>> = {
    integer: [
      'abc',
      '',
      ' ',
      '1.5',
      '-1',
      '1e308',
      '1e1',
      '0x10',
      '%205',
      '%2B5',
      '99999999',
      'NaN',
      'Infinity',
      '1,2',
      '%00',
      '%F0%9F%91%A9',
    ],
    boolean: ['maybe', '2', 'TRUE', '%00', 'yes'],
    enum: ['unknown', '', 'constructor', '__proto__', '%00', 'ADMIN'],
    'date-time': ['yesterday', '2024-13-01T00:00:00Z', '2024-02-30', '%00', '1e9'],
    uri: ['%00', 'nowhere'],
    string: ['%00', 'a%00b'],
  };
  interface Parameter {
    readonly type?: string;
    readonly enum?: unknown;
    readonly format?: string;
    readonly maxLength?: number;
  }
  const kindOf = (schema: Parameter) => (schema.enum ? 'enum' : (schema.format ?? schema.type!));

  test('invalid queries are rejected with the name of the parameter', {
    timeout: 3_600_000,
  }, async () => {
    for (const entry of table.filter(({ operation }) => operation.query)) {
      const stage = await openCommon(entry);
      const { properties } = entry.operation.query as unknown as {
        properties: Record<string, Parameter & { items?: Parameter; maxItems?: number }>;
      };
      for (const [turn, [name, schema]] of Object.entries(properties).entries()) {
        const { items: one = schema, maxItems = 1 } = schema;
        const tooLong = one.maxLength ? ['x'.repeat(one.maxLength + 1)] : [];
        const twice = [Array.from({ length: maxItems + 1 }, () => '1').join(`&${name}=`)];
        // Of lists alone: books of one page name it so.
        const tampered =
          name === 'page' && 'limit' in properties
            ? ['x', '', 'AAAA', 'e30', '%5B%5D', 'x'.repeat(5000)]
            : [];
        const wrong = [...WRONG[kindOf(one)]!, ...tooLong, ...twice, ...tampered];
        for (const value of sampled(wrong, 3, table.indexOf(entry) + turn)) {
          // What has to be there besides is right, so that only this one is wrong.
          const { query: needed = '', body: made } = exampleOf(entry) ?? {};
          const rest = needed.startsWith(`${name}=`) ? '' : needed;
          const query = [`${name}=${value}`, rest].filter(Boolean).join('&');
          const answer = await call(stage, stage.organization.admin, { query, body: made?.(stage.things) });
          const context = `${entry.operationId}?${name}=${value.slice(0, 50)}: ${summaryOf(answer)}`;
          expect(context).toMatch(new RegExp(`: 400 query\\.${name}`));
        }
      }
    }
  });

  test('invalid ids in paths result in 404', { timeout: 3_600_000 }, async () => {
    for (const [turn, entry] of table.filter(({ params }) => params.length > 0).entries()) {
      const stage = await openCommon(entry);
      const values = paramsOf(entry, stage.things, exampleOf(entry));
      const body = exampleOf(entry)?.body?.(stage.things);
      for (const param of entry.params)
        for (const [index, part] of sampled(HOSTILE_PATH_PARTS, 5, turn).entries()) {
          const path = fillPath(entry.path, { ...values, [param]: 'PART' }).replace('PART', part);
          const { admin, guest } = stage.organization;
          // Those who see less are turned away sooner: some of it is enough for them.
          const people = index % 4 ? [admin] : [admin, guest, stage.stranger];
          for (const person of people) {
            const answer = await send(server, {
              method: entry.operation.method,
              path,
              token: person.token,
              body,
            });
            const { status } = answer;
            if (status < 300 && entry.operation.method !== 'GET') stage.used = true;
            const fine =
              [400, 403, 404, 414].includes(status) ||
              (status === 204 && entry.operation.method === 'DELETE') ||
              status === SAME_STATUS[entry.operationId] ||
              // Some names are free to be given, and there from then on.
              (param === 'integrationName' && status === 200 && /^\w+$/.test(part)) ||
              (CREATING.includes(entry.operationId) && [200, 201].includes(status)) ||
              // Nobody may join by such a domain; the console answers every address, and every name has an icon.
              (entry.operationId === 'getOrganizationsForEmailDomain' &&
                answer.text === '{"organizations":[]}') ||
              (['getConsolePage', 'getConsoleIcon'].includes(entry.operationId) && status === 200);
            expect([entry.operationId, path.slice(0, 200), answer.status, fine]).toEqual([
              entry.operationId,
              path.slice(0, 200),
              answer.status,
              true,
            ]);
          }
        }
    }
  });
});
