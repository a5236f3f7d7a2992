import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startServer, type TestOrganization, type TestServer } from '../testing/server.ts';
import { dumpRows } from './dump-rows.ts';
import { EXAMPLES, paramsOf } from './examples.ts';
import { createFixtures, type FixtureName, type Fixtures } from './fixtures.ts';
import { type Entry, entriesOf, fillPath } from './operations.ts';
import { REFERENCES } from './outsider-references.ts';
import { CREATING, EXISTENCE_REVEALING, NOT_FOUND, OTHER_STATUSES } from './outsider-table.ts';
import { type CheckedResponse, send } from './request.ts';

describe('an outsider: the administrator of another organization', () => {
  let server: TestServer;
  let table: Entry[];
  let home: TestOrganization;
  let stranger: Person;
  /** An administrator of both organizations, who must not mix their objects either. */
  let both: Person;
  let theirs: Fixtures;
  let own: Fixtures;
  let nothing: Record<string, string>;

  beforeAll(async () => {
    server = await startServer();
    table = entriesOf(server.app.domains).filter(({ operation }) => operation.permission !== 'public');
    const organization = await server.organization();
    theirs = await createFixtures(server, { organization, caller: organization.admin });
    home = await server.organization('Elsewhere');
    stranger = home.admin;
    both = await server.member(organization.id, 'admin');
    await stranger.call('POST', `/orgs/${home.id}/invites`, { emails: [both.email], role: 'admin' });
    own = await createFixtures(server, { organization: home, caller: stranger });
    const { newId } = server.app.kernel;
    nothing = Object.fromEntries(Object.keys(theirs).map((thing) => [thing, newId()]));
    nothing.auditEventId = '01890a5d-ac96-774b-bcce-b302099a8057';
    nothing.emailDomain = 'nowhere.test';
  });
  afterAll(() => server.close());

  const call = (entry: Entry, values: Record<string, string>, body: unknown, caller = stranger) =>
    send(server, {
      method: entry.operation.method,
      path: fillPath(entry.path, values),
      token: caller.token,
      body,
    });
  const exampleBody = (entry: Entry) => EXAMPLES[entry.operationId]?.body?.(theirs);
  const values = (entry: Entry, things: Fixtures | Record<string, string>) =>
    paramsOf(entry, things as Fixtures, EXAMPLES[entry.operationId]);
  // Everything by which a caller can distinguish two responses.
  const visible = ({ status, text, headers }: CheckedResponse) => ({
    status,
    text,
    headers: [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
  });
  const naming = () => table.filter(({ params }) => params.length > 0);

  test('gets the same responses for existing objects in paths as for unknown ones', async () => {
    const before = await dumpRows(server);
    for (const entry of naming()) {
      if (entry.operationId in EXISTENCE_REVEALING) continue;
      const there = await call(entry, values(entry, theirs), exampleBody(entry));
      const never = await call(entry, values(entry, nothing), exampleBody(entry));
      const told = OTHER_STATUSES[entry.operationId] ?? NOT_FOUND;
      expect([entry.operationId, there.status, never.status]).toEqual([
        entry.operationId,
        told.there,
        told.never,
      ]);
      expect([entry.operationId, visible(there)]).toEqual([entry.operationId, visible(never)]);
    }
    expect(await dumpRows(server)).toEqual(before);
  });

  test('cannot access objects of others through their own organization', async () => {
    const before = await dumpRows(server);
    const several = naming().filter(
      ({ operationId, params }) =>
        params.length > 1 && params[0] === 'organizationId' && !CREATING.includes(operationId),
    );
    expect(several.length).toBeGreaterThan(10);
    for (const [entry, caller] of several.flatMap((entry) => [
      [entry, stranger] as const,
      [entry, both] as const,
    ])) {
      const mixed = (things: Fixtures | Record<string, string>) => ({
        ...values(entry, things),
        organizationId: own.organizationId,
      });
      const there = await call(entry, mixed(theirs), exampleBody(entry), caller);
      const never = await call(entry, mixed(nothing), exampleBody(entry), caller);
      expect([entry.operationId, visible(there)]).toEqual([entry.operationId, visible(never)]);
      // Deleting a missing object is no error; a missing parent is.
      const deletesTarget = entry.operation.method === 'DELETE' && entry.params.length === 2;
      expect([entry.operationId, there.status]).toEqual([entry.operationId, deletesTarget ? 204 : 404]);
    }
    expect(await dumpRows(server)).toEqual(before);
  });

  test('cannot access objects of others through their own objects', async () => {
    const before = await dumpRows(server);
    const inside = naming().filter(
      ({ params }) => params.length > 1 && ['spaceId', 'collectionId'].includes(params[0]!),
    );
    expect(inside.length).toBeGreaterThan(6);
    for (const [entry, caller] of inside.flatMap((entry) => [
      [entry, stranger] as const,
      [entry, both] as const,
    ])) {
      const first = entry.params[0]! as FixtureName;
      const mixed = (things: Fixtures | Record<string, string>) => ({
        ...values(entry, things),
        [first]: own[first],
      });
      const there = await call(entry, mixed(theirs), exampleBody(entry), caller);
      const never = await call(entry, mixed(nothing), exampleBody(entry), caller);
      expect([entry.operationId, visible(there)]).toEqual([entry.operationId, visible(never)]);
      // Deleting a missing object is no error; a missing parent is.
      const deletesTarget = entry.operation.method === 'DELETE' && entry.params.length === 2;
      expect([entry.operationId, there.status]).toEqual([entry.operationId, deletesTarget ? 204 : 404]);
    }
    expect(await dumpRows(server)).toEqual(before);
  });

  test.each(REFERENCES)('$operationId accepts no $thing of others in its body', async (reference) => {
    const before = await dumpRows(server);
    const entry = table.find(({ operationId }) => operationId === reference.operationId)!;
    // These two operations transfer objects between organizations.
    const callers = reference.operationId.startsWith('transfer') ? [stranger] : [stranger, both];
    for (const caller of callers) {
      const answerTo = (id: string) => call(entry, values(entry, own), reference.body(id), caller);
      const there = await answerTo(theirs[reference.thing]);
      const never = await answerTo(nothing[reference.thing]!);
      expect([400, 404]).toContain(there.status);
      expect(visible(there)).toEqual(visible(never));
    }
    expect(await dumpRows(server)).toEqual(before);
  });

  test('sees no objects of others in any list', async () => {
    const foreign = new Set(
      Object.entries(theirs).flatMap(([thing, id]) =>
        [
          ...['kind', 'emailDomain', 'fileName', 'pdfName', 'exportName', 'scimName', 'scimTypeName'],
          ...['consoleFile', 'iconName', 'diagramPath', 'fontPath'],
        ].includes(thing)
          ? []
          : [id],
      ),
    );
    const lists = table.filter(
      ({ operation, operationId }) =>
        operation.method === 'GET' && operationId !== 'getOrganizationInviteLink',
    );
    for (const entry of lists) {
      const { text } = await call(entry, values(entry, own), undefined);
      expect([entry.operationId, [...foreign].filter((id) => text.includes(id))]).toEqual([
        entry.operationId,
        [],
      ]);
    }
  });

  test.each(Object.entries(EXISTENCE_REVEALING))(
    '%s reveals as much as the contract says',
    async (operationId, told) => {
      const entry = table.find((candidate) => candidate.operationId === operationId)!;
      const there = await call(entry, values(entry, theirs), undefined);
      const never = await call(entry, values(entry, nothing), undefined);
      expect([there.status, never.status]).toEqual([told.there, told.never]);
    },
  );
});
