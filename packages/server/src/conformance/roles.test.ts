import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isDeep } from '../../../document/src/testing/deep.ts';
import type { Role } from '../kernel/contract/common-schemas.ts';
import { type Person, startServer, type TestOrganization, type TestServer } from '../testing/server.ts';
import { EXAMPLES, fixturesNeededBy, paramsOf } from './examples.ts';
import { createFixtures, type FixtureName, type Fixtures } from './fixtures.ts';
import { GRANTS_ON_A_COLLECTION, GRANTS_ON_A_SPACE, INSIDE_A_COLLECTION } from './grant-tables.ts';
import { type Entry, entriesOf, fillPath } from './operations.ts';
import { send } from './request.ts';
import { boundariesOf, COLUMNS, type Column } from './role-columns.ts';
import { MEMBERS } from './role-tables.ts';

// All columns of a table are tested once. Where it applies again, `npm test` takes the boundaries between roles.
const repeated = isDeep ? <T>(expected: T) => expected : boundariesOf;

const roleOf = (column: Column): Role | null => (column === 'guest' ? null : column);

describe('roles', () => {
  let server: TestServer;
  let table: Map<string, Entry>;
  let org: TestOrganization;

  beforeAll(async () => {
    server = await startServer();
    table = new Map(entriesOf(server.app.domains).map((entry) => [entry.operationId, entry]));
  });
  // What reads and rejected calls in this organization share, by parent collection.
  let sharedFixtures: Map<string | undefined, Fixtures>;
  let sharedCallers: Map<string, Promise<Caller>>;
  // Few cases per organization, so that lists stay short.
  let cases = 0;
  beforeEach(async () => {
    if (cases % 20 === 0) {
      org = await server.organization();
      sharedFixtures = new Map();
      sharedCallers = new Map();
    }
    cases += 1;
  });
  afterAll(() => server.close());

  /** The caller and their grants. */
  interface Setting {
    /** Tells settings with the same role apart. */
    readonly name: string;
    /** The caller's role in the organization. */
    readonly role: Role | null;
    /** Grants the role of the case to the caller. */
    readonly grant?: (caller: Person, things: Fixtures) => Promise<unknown>;
    /** Whether the caller uses a browser session instead of a token. */
    readonly isSignedIn?: boolean;
  }

  /** Somebody with grants, and how their requests prove it. */
  interface Caller {
    readonly person: Person;
    readonly proof: { readonly token: string } | { readonly headers: Readonly<Record<string, string>> };
  }

  /** The headers of a signed-in browser on a page of this server. */
  const browserOf = async ({ email }: Person) => {
    const { kernel, services } = server.app;
    const link = await kernel.transaction((tx) => services.signIn.issueOperatorLink(tx, email));
    const { session } = (await services.signIn.redeem(link, { address: '127.0.0.1', agent: 'Test' }))!;
    return { cookie: `lectern_session=${session}`, 'sec-fetch-site': 'same-origin' };
  };

  const makeShared = async (needs: readonly FixtureName[], parent?: string) => {
    const place = { organization: org, caller: org.admin, parent };
    // Content comes first: a change request holds what the space held when it was created.
    const all = needs.includes('spaceId') ? ([...needs, 'revisionId'] as const) : needs;
    const shared = await createFixtures(server, place, all, sharedFixtures.get(parent));
    sharedFixtures.set(parent, shared);
    return shared;
  };

  const prepare = async (
    person: Person,
    { grant, isSignedIn }: Setting,
    things: Fixtures,
  ): Promise<Caller> => {
    await grant?.(person, things);
    return { person, proof: isSignedIn ? { headers: await browserOf(person) } : { token: person.token } };
  };

  /**
   * The statuses of one call, by column. Calls that change something have their own caller and fixtures; reads and
   * rejected calls share those of the organization, as they leave both unchanged.
   */
  const row = async (
    name: string,
    expected: Partial<Record<Column, number>>,
    settingOf: (column: Column) => Setting,
    parent?: string,
  ): Promise<Record<string, number>> => {
    const entry = table.get(name.split(' ')[0]!)!;
    const example = EXAMPLES[name];
    const needs = fixturesNeededBy(entry, example);
    const make = (caller: Person) => createFixtures(server, { organization: org, caller, parent }, needs);
    // Tokens, notifications and responses belong to the caller; trashed spaces are restored for grants.
    const isOwn = needs.some((thing) =>
      ['tokenId', 'sessionId', 'passkeyId', 'notificationId', 'responseId', 'trashedSpaceId'].includes(thing),
    );
    const changes = (status: number) => entry.operation.method !== 'GET' && status < 400;
    const columns = Object.entries(expected) as [Column, number][];
    const isShared = !isOwn && columns.some(([, status]) => !changes(status));
    const shared = isShared ? await makeShared(needs, parent) : undefined;
    const planned = columns.map(([column, status]) => {
      const setting = settingOf(column);
      if (!shared || changes(status)) return { column, setting };
      // Grants are on these things.
      const target = [parent, shared.siblingSpaceId, shared.siblingCollectionId];
      return { column, setting, things: shared, place: [setting.name, column, ...target].join() };
    });
    const unknown = planned.filter(({ place }) => place === undefined || !sharedCallers.has(place));
    const people = await server.members(
      org.id,
      unknown.map(({ setting }) => setting.role),
    );
    const personOf = new Map(unknown.map((one, at) => [one, people[at]!]));
    const callerOf = async (plan: (typeof planned)[number]) => {
      const { place, setting, things } = plan;
      const person = personOf.get(plan);
      if (place === undefined) {
        const own = await make(person!);
        return { ...(await prepare(person!, setting, own)), things: own };
      }
      const caller = sharedCallers.get(place) ?? prepare(person!, setting, things);
      sharedCallers.set(place, caller);
      return { ...(await caller), things };
    };
    const statusOf = async (plan: (typeof planned)[number]) => {
      const { person, proof, things } = await callerOf(plan);
      const mine = { ...things, callerId: person.id };
      const answer = await send(server, {
        method: entry.operation.method,
        path:
          fillPath(entry.path, paramsOf(entry, mine, example)) + (example?.query ? `?${example.query}` : ''),
        ...proof,
        body: example?.body?.(mine),
      });
      return answer.status;
    };
    const statuses = planned.map(async (plan) => [plan.column, await statusOf(plan)] as const);
    return Object.fromEntries(await Promise.all(statuses));
  };

  const give = (kind: 'spaces' | 'collections', id: string, to: Person, role: Role | null) =>
    org.admin.call('PATCH', `/${kind}/${id}/permissions/users/${to.id}`, { role });

  test('every operation that is not public is in the table of members', () => {
    const listed = new Set(MEMBERS.map(({ name }) => name));
    const missing = [...table.values()]
      .filter(({ operation }) => operation.permission !== 'public')
      .map(({ operationId }) => operationId)
      .filter((id) => !listed.has(id));
    expect(missing).toEqual([]);
  });

  describe('in the organization', () => {
    test.each(MEMBERS)('$name', async ({ name, expected }) => {
      expect(await row(name, expected, (column) => ({ name: 'member', role: roleOf(column) }))).toEqual(
        expected,
      );
    });
  });

  // Forms of pages carry a seal as well; their own tests fill them in.
  describe('in the organization, with a browser session', () => {
    test.each(MEMBERS)('$name', async ({ name, expected }) => {
      if (table.get(name.split(' ')[0]!)!.operation.kind === 'page') return;
      const settingOf = (column: Column) => ({ name: 'browser', role: roleOf(column), isSignedIn: true });
      const statuses = repeated(expected);
      expect(await row(name, statuses, settingOf)).toEqual(statuses);
    });
  });

  const granted = COLUMNS.slice(0, -1);
  const theSpace = ({ spaceId, trashedSpaceId }: Fixtures) => trashedSpaceId ?? spaceId;
  // A trashed space gets its grants before it is deleted.
  const giveSpace = (role: Role | null) => async (caller: Person, things: Fixtures) => {
    const id = theSpace(things);
    const trashed = things.trashedSpaceId !== undefined;
    if (trashed) await org.admin.call('POST', `/spaces/${id}/restore`);
    await give('spaces', id, caller, role);
    // The target of a move must be visible.
    if (things.siblingSpaceId) await give('spaces', things.siblingSpaceId, caller, 'read');
    if (trashed) await org.admin.call('DELETE', `/spaces/${id}`);
  };

  describe('granted to a guest on a space', () => {
    test.each(GRANTS_ON_A_SPACE)('$name', async ({ name, expected }) => {
      const settingOf = (column: Column) => ({
        name: 'space',
        role: null,
        grant: giveSpace(roleOf(column)),
      });
      expect(await row(name, expected, settingOf)).toEqual(expected);
    });
  });

  describe('granted on a space to a member with another role in the organization, which it overrides', () => {
    // Members who may create content can copy, whatever their role on the source.
    const differing = new Map([
      ['duplicateSpace', { admin: 201, create: 201, review: 201, edit: 201, comment: 201, read: 201 }],
      // Members may see who else has access; guests only when they manage it.
      ...['listUserPermissionsInSpace', 'listTeamPermissionsInSpace', 'listPermissionsAggregateInSpace'].map(
        (name) =>
          [name, { admin: 200, create: 200, review: 200, edit: 200, comment: 200, read: 403 }] as const,
      ),
      // The same of who commented, but for members who only read.
      ...['listCommentersInSpace', 'listCommentersInChangeRequest'].map(
        (name) =>
          [name, { admin: 200, create: 200, review: 200, edit: 200, comment: 200, read: 200 }] as const,
      ),
    ]);
    test.each(GRANTS_ON_A_SPACE)('$name', async ({ name, expected }) => {
      const settingOf = (column: Column) => ({
        name: 'overridden',
        role: 'create' as const,
        grant: giveSpace(roleOf(column)),
      });
      const answers = repeated(differing.get(name) ?? expected);
      expect(await row(name, answers, settingOf)).toEqual(answers);
    });
  });

  describe('revoked from a member on a space, which results in 404', () => {
    test.each(GRANTS_ON_A_SPACE)('$name', async ({ name }) => {
      const { guest } = MEMBERS.find((member) => member.name === name)!.expected;
      const setting = { name: 'revoked', role: 'create' as const, grant: giveSpace(null) };
      expect(await row(name, { guest }, () => setting)).toEqual({ guest });
    });
  });

  describe('granted to a guest on a collection', () => {
    test.each(GRANTS_ON_A_COLLECTION)('$name', async ({ name, expected }) => {
      const settingOf = (column: Column) => ({
        name: 'collection',
        role: null,
        grant: async (caller: Person, { collectionId, siblingCollectionId }: Fixtures) => {
          await give('collections', collectionId, caller, roleOf(column));
          if (siblingCollectionId) await give('collections', siblingCollectionId, caller, 'read');
        },
      });
      expect(await row(name, expected, settingOf)).toEqual(expected);
    });
  });

  const insideCollection = async (
    name: string,
    expected: Partial<Record<Column, number>>,
    depth: 'collectionId' | 'nestedCollectionId',
  ) => {
    const outer = await makeShared(['nestedCollectionId']);
    const settingOf = (column: Column) => ({
      name: 'ancestor',
      role: null,
      grant: (caller: Person) => give('collections', outer.collectionId, caller, roleOf(column)),
    });
    return row(name, expected, settingOf, outer[depth]);
  };

  describe('granted to a guest on an ancestor collection of the space', () => {
    const differing = new Map(INSIDE_A_COLLECTION.map(({ name, expected }) => [name, expected]));
    test.each(GRANTS_ON_A_SPACE)('$name', async ({ name, expected }) => {
      const answers = repeated(differing.get(name) ?? expected);
      expect(await insideCollection(name, answers, 'nestedCollectionId')).toEqual(answers);
    });
  });

  describe('granted to a guest on a parent collection of the collection', () => {
    test.each(GRANTS_ON_A_COLLECTION)('$name', async ({ name, expected }) => {
      const answers = repeated(expected);
      expect(await insideCollection(name, answers, 'collectionId')).toEqual(answers);
    });
  });

  test('a guest sees only granted content in lists', async () => {
    const guest = await server.member(org.id, null);
    const lists = [`/orgs/${org.id}/spaces`, `/orgs/${org.id}/collections`];
    for (const path of lists)
      expect((await guest.call('GET', path)).body).toMatchObject({ count: 0, items: [] });
    const things = await createFixtures(server, { organization: org, caller: guest }, [
      'spaceId',
      'collectionId',
    ]);
    await give('spaces', things.spaceId, guest, 'read');
    await give('collections', things.collectionId, guest, 'read');
    const ids = await Promise.all(
      lists.map(async (path) =>
        (await guest.call('GET', path)).body.items.map((item: { id: string }) => item.id),
      ),
    );
    expect(ids).toEqual([[things.spaceId], [things.collectionId]]);
  });

  test('`permissions` of a space and a collection match the responses', async () => {
    for (const column of granted) {
      const caller = await server.member(org.id, roleOf(column));
      const things = await createFixtures(server, { organization: org, caller }, ['spaceId', 'collectionId']);
      const { permissions: space } = (await caller.call('GET', `/spaces/${things.spaceId}`)).body;
      const { permissions: collection } = (await caller.call('GET', `/collections/${things.collectionId}`))
        .body;
      const can = (name: string) => MEMBERS.find((member) => member.name === name)!.expected[column] < 300;
      expect([column, space.admin, space.viewInviteLinks, collection.admin, collection.create]).toEqual([
        column,
        can('updateSpaceById'),
        can('createOrganizationInvite (to a space)'),
        can('updateCollectionById'),
        can('createSpace (in a collection)'),
      ]);
      expect([column, space.view, space.comment, space.edit, space.review, space.merge]).toEqual([
        column,
        true,
        ['admin', 'create', 'review', 'edit', 'comment'].includes(column),
        ['admin', 'create', 'review', 'edit'].includes(column),
        ['admin', 'create', 'review'].includes(column),
        ['admin', 'create', 'review'].includes(column),
      ]);
    }
  });
});
