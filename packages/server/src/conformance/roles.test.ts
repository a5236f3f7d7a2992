import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../kernel/contract/vocabulary.ts';
import { type Person, startServer, type TestOrganization, type TestServer } from '../testing/server.ts';
import { EXAMPLES, needsOf, paramsOf } from './examples.ts';
import { type Entry, entriesOf, fillPath } from './operations.ts';
import { send } from './request.ts';
import {
  COLUMNS,
  type Column,
  GRANTS_ON_A_COLLECTION,
  GRANTS_ON_A_SPACE,
  INSIDE_A_COLLECTION,
  MEMBERS,
} from './role-tables.ts';
import { makeThings, type Things } from './things.ts';

const roleOf = (column: Column): Role | null => (column === 'guest' ? null : column);

describe('roles', () => {
  let server: TestServer;
  let table: Map<string, Entry>;
  let org: TestOrganization;

  beforeAll(async () => {
    server = await startServer();
    table = new Map(entriesOf(server.app.domains).map((entry) => [entry.operationId, entry]));
    org = await server.organization();
  });
  afterAll(() => server.close());

  /** Somebody who calls, with fresh things: every case stands alone. */
  interface Setting {
    /** The caller's role in the organization. */
    readonly role: Role | null;
    /** Where the things are made. */
    readonly parent?: string;
    /** Gives the caller what the case is about. */
    readonly grant?: (caller: Person, things: Things) => Promise<unknown>;
  }

  const statusOf = async (name: string, setting: Setting): Promise<number> => {
    const entry = table.get(name.split(' ')[0]!)!;
    const example = EXAMPLES[name];
    const caller = await server.member(org.id, setting.role);
    const things = await makeThings(
      server,
      { organization: org, caller, parent: setting.parent },
      needsOf(entry, example),
    );
    await setting.grant?.(caller, things);
    const { status } = await send(server, {
      method: entry.operation.method,
      path: fillPath(entry.path, paramsOf(entry, things, example)),
      token: caller.token,
      body: example?.body?.(things),
    });
    return status;
  };

  const row = async (columns: readonly Column[], statusFor: (column: Column) => Promise<number>) =>
    Object.fromEntries(
      await Promise.all(columns.map(async (column) => [column, await statusFor(column)] as const)),
    );

  const give = (kind: 'spaces' | 'collections', id: string, to: Person, role: Role | null) =>
    org.admin.call('PATCH', `/${kind}/${id}/permissions/users/${to.id}`, { role });

  test('every operation that is not public stands in the table of members', () => {
    const listed = new Set(MEMBERS.map(({ name }) => name));
    const missing = [...table.values()]
      .filter(({ operation }) => operation.permission !== 'public')
      .map(({ operationId }) => operationId)
      .filter((id) => !listed.has(id));
    expect(missing).toEqual([]);
  });

  describe('in the organization', () => {
    test.each(MEMBERS)('$name', async ({ name, expected }) => {
      expect(await row(COLUMNS, (column) => statusOf(name, { role: roleOf(column) }))).toEqual(expected);
    });
  });

  const granted = COLUMNS.slice(0, -1);
  const theSpace = ({ spaceId, trashedSpaceId }: Things) => trashedSpaceId ?? spaceId;
  // A space in the trash cannot be given to anybody: it was given before.
  const giveSpace = (role: (column: Column) => Role | null) => (column: Column) => ({
    grant: async (caller: Person, things: Things) => {
      const id = theSpace(things);
      const restored = things.trashedSpaceId !== undefined;
      if (restored) await org.admin.call('POST', `/spaces/${id}/restore`);
      await give('spaces', id, caller, role(column));
      // What something is moved beside has to be seen.
      if (things.siblingSpaceId) await give('spaces', things.siblingSpaceId, caller, 'read');
      if (restored) await org.admin.call('DELETE', `/spaces/${id}`);
    },
  });

  describe('given to a guest on a space', () => {
    const setting = giveSpace(roleOf);
    test.each(GRANTS_ON_A_SPACE)('$name', async ({ name, expected }) => {
      expect(await row(granted, (column) => statusOf(name, { role: null, ...setting(column) }))).toEqual(
        expected,
      );
    });
  });

  describe('given on a space to a member whose role in the organization is another: the nearest counts', () => {
    const setting = giveSpace(roleOf);
    // A member who creates content has a place to put a copy, whatever their role on the model.
    const differing = new Map([
      ['duplicateSpace', { admin: 201, create: 201, review: 201, edit: 201, comment: 201, read: 201 }],
    ]);
    test.each(GRANTS_ON_A_SPACE)('$name', async ({ name, expected }) => {
      expect(await row(granted, (column) => statusOf(name, { role: 'create', ...setting(column) }))).toEqual(
        differing.get(name) ?? expected,
      );
    });
  });

  describe('taken from a member on a space: it is not there', () => {
    const setting = giveSpace(() => null);
    test.each(GRANTS_ON_A_SPACE)('$name', async ({ name }) => {
      const guests = MEMBERS.find((member) => member.name === name)!.expected.guest;
      expect(await statusOf(name, { role: 'create', ...setting('guest') })).toBe(guests);
    });
  });

  describe('given to a guest on a collection', () => {
    test.each(GRANTS_ON_A_COLLECTION)('$name', async ({ name, expected }) => {
      const statusFor = (column: Column) =>
        statusOf(name, {
          role: null,
          grant: async (caller, { collectionId, siblingCollectionId }) => {
            await give('collections', collectionId, caller, roleOf(column));
            if (siblingCollectionId) await give('collections', siblingCollectionId, caller, 'read');
          },
        });
      expect(await row(granted, statusFor)).toEqual(expected);
    });
  });

  const insideCollection = async (name: string, column: Column, kind: 'spaces' | 'collections') => {
    const outer = await makeThings(server, { organization: org, caller: org.admin }, ['nestedCollectionId']);
    return statusOf(name, {
      role: null,
      parent: kind === 'spaces' ? outer.nestedCollectionId : outer.collectionId,
      grant: (caller) => give('collections', outer.collectionId, caller, roleOf(column)),
    });
  };

  describe('given to a guest on a collection that holds, deep inside, the space', () => {
    const differing = new Map(INSIDE_A_COLLECTION.map(({ name, expected }) => [name, expected]));
    test.each(GRANTS_ON_A_SPACE)('$name', async ({ name, expected }) => {
      expect(await row(granted, (column) => insideCollection(name, column, 'spaces'))).toEqual(
        differing.get(name) ?? expected,
      );
    });
  });

  describe('given to a guest on a collection that holds the collection', () => {
    test.each(GRANTS_ON_A_COLLECTION)('$name', async ({ name, expected }) => {
      expect(await row(granted, (column) => insideCollection(name, column, 'collections'))).toEqual(expected);
    });
  });

  test('a guest sees nothing in any list but what was given', async () => {
    const guest = await server.member(org.id, null);
    const lists = [`/orgs/${org.id}/spaces`, `/orgs/${org.id}/collections`];
    for (const path of lists)
      expect((await guest.call('GET', path)).body).toMatchObject({ count: 0, items: [] });
    const things = await makeThings(server, { organization: org, caller: guest }, [
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

  test('`permissions` says of a space and a collection what the answers say', async () => {
    for (const column of granted) {
      const caller = await server.member(org.id, roleOf(column));
      const things = await makeThings(server, { organization: org, caller }, ['spaceId', 'collectionId']);
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
