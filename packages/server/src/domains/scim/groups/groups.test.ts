import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProvisioner, type ScimCall } from '../../../testing/provisioning.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});

describe('SCIM groups', () => {
  let server: TestServer;
  let org: TestOrganization;
  let scim: ScimCall;
  let provider: { id: string };
  let users: { id: string; displayName: string }[];
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    ({ scim, provider } = await makeProvisioner(server, org));
    const made = ['Ann', 'Bob', 'Cem'].map(
      async (displayName) =>
        (await scim('POST', '/Users', { userName: `${randomUUID()}@staff.test`, displayName })).body,
    );
    users = await Promise.all(made);
  });

  const refs = (...indices: number[]) => indices.map((index) => ({ value: users[index]!.id }));
  const add = async (more: object = {}) => {
    const { status, body } = await scim('POST', '/Groups', {
      schemas: [GROUP],
      displayName: `Group ${randomUUID()}`,
      ...more,
    });
    expect([status, body]).toEqual([201, expect.anything()]);
    return body;
  };
  const membersOf = ({ members = [] }: { members?: { value: string }[] }) =>
    members.map(({ value }) => users.findIndex(({ id }) => id === value)).sort();
  const teamOf = async (id: string) => (await org.admin.call('GET', `/orgs/${org.id}/teams/${id}`)).body;

  test('are teams created by the provider', async () => {
    const { status, body, headers } = await scim('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Writers',
      externalId: 'g-1',
      members: [...refs(0, 1), { ...refs(0)[0], display: 'Whoever', $ref: '../Users/x', type: 'User' }],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      schemas: [GROUP],
      id: expect.any(String),
      externalId: 'g-1',
      displayName: 'Writers',
      members: expect.arrayContaining([
        { value: users[0]!.id, display: 'Ann' },
        { value: users[1]!.id, display: 'Bob' },
      ]),
      meta: {
        resourceType: 'Group',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: `${server.url}/scim/v2/Groups/${body.id}`,
        version: headers.get('etag'),
      },
    });
    expect(membersOf(body)).toEqual([0, 1]);
    expect(await teamOf(body.id)).toMatchObject({ title: 'Writers', members: 2 });
    expect(await server.eventsOf(body.id)).toMatchObject([{ action: 'team.created', actor: provider.id }]);
    expect((await scim('GET', `/Groups/${body.id}`)).body).toEqual(body);
  });

  test('have a unique title and a unique external id', async () => {
    await add({ displayName: 'One', externalId: 'one' });
    const other = await add();
    for (const [method, path] of [
      ['POST', '/Groups'],
      ['PUT', `/Groups/${other.id}`],
    ] as const)
      for (const [input, attribute] of [
        [{ displayName: ' ONE ' }, 'displayName'],
        [{ displayName: 'Two', externalId: 'one' }, 'externalId'],
      ] as const) {
        const { status, body } = await scim(method, path, input);
        expect([method, status, body.scimType, body.detail]).toEqual([
          method,
          409,
          'uniqueness',
          expect.stringContaining(`The ${attribute} is already used`),
        ]);
      }
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await scim('POST', '/Groups', { displayName: 'Three' })).status),
    );
    expect(statuses.sort()).toEqual([201, 409, 409]);
    // A team of the organization's own may be called the same.
    await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title: 'Own' });
    expect((await scim('POST', '/Groups', { displayName: 'Own' })).status).toBe(201);
  });

  test('change their members in the formats of Entra ID and Okta', async () => {
    const { id } = await add({ members: refs(0) });
    for (const [operation, expected] of [
      [{ op: 'Add', path: 'members', value: refs(1, 2) }, [0, 1, 2]],
      [{ op: 'add', path: 'members', value: refs(1)[0] }, [0, 1, 2]],
      [{ op: 'Remove', path: 'members', value: [{ $ref: null, ...refs(2)[0] }] }, [0, 1]],
      [{ op: 'remove', path: `members[value eq "${users[0]!.id}"]` }, [1]],
      [{ op: 'remove', path: `members[value eq "${users[0]!.id}"]` }, [1]],
      [{ op: 'add', path: `members[value eq "${users[0]!.id}"]`, value: refs(0)[0] }, [0, 1]],
      [{ op: 'replace', path: 'members', value: refs(2) }, [2]],
      [{ op: 'add', value: { members: refs(1) } }, [1, 2]],
      [{ op: 'remove', path: 'members' }, []],
      [{ op: 'Replace', value: { members: refs(0, 1) } }, [0, 1]],
    ] as const) {
      const { status, body } = await scim('PATCH', `/Groups/${id}`, patchOf(operation));
      expect([operation, status, membersOf(body)]).toEqual([operation, 200, expected]);
    }
    // Okta names the group again when it renames it.
    const { body } = await scim(
      'PATCH',
      `/Groups/${id}`,
      patchOf({ op: 'replace', value: { id, displayName: 'Renamed' } }),
    );
    expect([body.displayName, membersOf(body)]).toEqual(['Renamed', [0, 1]]);
    expect(await teamOf(id)).toMatchObject({ title: 'Renamed', members: 2 });
    const actions = (await server.eventsOf(id)).map(({ action }) => action);
    expect(actions[0]).toBe('team.created');
    expect(actions.filter((action) => action === 'team.members-changed').length).toBe(8);
    expect(actions.at(-1)).toBe('team.renamed');
  });

  test('keep the changes of concurrent patches', async () => {
    const { id } = await add();
    const statuses = await Promise.all(
      [0, 1, 2].map(async (index) => {
        const patch = patchOf({ op: 'add', path: 'members', value: refs(index) });
        return (await scim('PATCH', `/Groups/${id}`, patch)).status;
      }),
    );
    expect(statuses).toEqual([200, 200, 200]);
    expect(membersOf((await scim('GET', `/Groups/${id}`)).body)).toEqual([0, 1, 2]);
  });

  test('neither list nor remove members added by others', async () => {
    const { id } = await add({ members: refs(0) });
    await org.admin.call('PUT', `/orgs/${org.id}/teams/${id}/members/${org.edit.id}`, { role: 'owner' });
    await org.admin.call('PUT', `/orgs/${org.id}/teams/${id}/members/${users[1]!.id}`, {});
    const { body } = await scim('GET', `/Groups/${id}`);
    expect(membersOf(body)).toEqual([0, 1]);
    expect(body.members.length).toBe(2);
    const replaced = await scim('PUT', `/Groups/${id}`, { displayName: 'Kept', members: refs(2) });
    expect([membersOf(replaced.body), replaced.body.members.length]).toEqual([[2], 1]);
    expect(await teamOf(id)).toMatchObject({ members: 2 });
  });

  test('contain only users of the provider', async () => {
    const { id } = await add({ members: refs(0) });
    const other = await makeProvisioner(server, org, { label: 'Contractors' });
    const theirs = (await other.scim('POST', '/Users', { userName: `${randomUUID()}@staff.test` })).body;
    for (const value of [org.edit.id, theirs.id, 'nothing', users[0]!.id.toLowerCase()])
      for (const [method, path, body] of [
        ['POST', '/Groups', { displayName: 'X', members: [{ value }] }],
        ['PUT', `/Groups/${id}`, { displayName: 'X', members: [{ value }] }],
        ['PATCH', `/Groups/${id}`, patchOf({ op: 'add', path: 'members', value: [{ value }] })],
      ] as const) {
        const answer = await scim(method, path, body);
        expect([method, answer.status, answer.body.scimType, answer.body.detail]).toEqual([
          method,
          400,
          'invalidValue',
          `members: ${value} is not a user of this identity provider`,
        ]);
      }
    expect(membersOf((await scim('GET', `/Groups/${id}`)).body)).toEqual([0]);
  });

  test('do not include other teams', async () => {
    const own = (await org.admin.call('PUT', `/orgs/${org.id}/teams`, { title: 'Own' })).body;
    const { id } = await add();
    const others = [
      await makeProvisioner(server, org, { label: 'Contractors' }),
      await makeProvisioner(server, await server.organization('Elsewhere')),
    ];
    for (const { scim: other } of others)
      expect((await other('GET', '/Groups')).body).toMatchObject({ totalResults: 0, Resources: [] });
    for (const [call, teamId] of [
      [scim, own.id],
      [others[0]!.scim, id],
      [others[1]!.scim, id],
    ] as const)
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', { displayName: 'Mine' }],
        ['PATCH', patchOf({ op: 'replace', path: 'displayName', value: 'Mine' })],
        ['DELETE', undefined],
      ] as const) {
        const answer = await call(method, `/Groups/${teamId}`, body);
        expect([method, answer.status, answer.body.detail]).toEqual([method, 404, 'group not found']);
      }
    expect((await scim('GET', '/Groups')).body.totalResults).toBe(1);
    expect(await teamOf(own.id)).toMatchObject({ title: 'Own' });
  });

  test('are listed with filters, without members unless requested', async () => {
    const ann = await add({ displayName: 'Ann’s', externalId: 'a', members: refs(0, 1) });
    const bob = await add({ displayName: 'Bob’s', members: refs(1) });
    const ids = async (filter: string) => {
      const { body } = await scim('GET', `/Groups?filter=${encodeURIComponent(filter)}`);
      return (body.Resources ?? [body]).map(
        ({ id, detail }: { id: string; detail?: string }) => detail ?? id,
      );
    };
    for (const [filter, expected] of [
      ['displayName eq "ann’s"', [ann.id]],
      ['externalId eq "a"', [ann.id]],
      [`members.value eq "${users[1]!.id}"`, [ann.id, bob.id]],
      [`members[value eq "${users[0]!.id}"]`, [ann.id]],
      [`id eq "${bob.id}" and members eq "${users[1]!.id}"`, [bob.id]],
      [`members.value eq "${users[2]!.id}"`, []],
      ['not (externalId pr)', [bob.id]],
    ] as const)
      expect([filter, await ids(filter)]).toEqual([filter, expected]);
    const { body } = await scim('GET', '/Groups?excludedAttributes=members');
    expect(body.Resources.map((group: object) => 'members' in group)).toEqual([false, false]);
    const one = (await scim('GET', `/Groups/${ann.id}?excludedAttributes=members`)).body;
    expect(one).toMatchObject({ displayName: 'Ann’s', meta: { version: ann.meta.version } });
    expect('members' in one).toBe(false);
    const few = await server.countQueries(() => scim('GET', '/Groups?count=1'));
    expect(await server.countQueries(() => scim('GET', '/Groups?count=2'))).toBe(few);
    expect(few).toBeLessThanOrEqual(4);
  });

  test('reject a request for another version', async () => {
    const group = await add({ members: refs(0) });
    const old = { 'if-match': group.meta.version };
    // Whoever changes the team: it is another version.
    await org.admin.call('PUT', `/orgs/${org.id}/teams/${group.id}/members/${users[1]!.id}`, {});
    const patch = patchOf({ op: 'remove', path: 'members' });
    for (const [method, body] of [
      ['PATCH', patch],
      ['PUT', { displayName: 'X' }],
      ['DELETE', undefined],
    ] as const)
      expect([method, (await scim(method, `/Groups/${group.id}`, body, old)).status]).toEqual([method, 412]);
    const now = (await scim('GET', `/Groups/${group.id}`)).body;
    expect(membersOf(now)).toEqual([0, 1]);
    const fresh = { 'if-match': now.meta.version };
    expect((await scim('PATCH', `/Groups/${group.id}`, patch, fresh)).status).toBe(200);
  });

  test('delete their team, and lose users who are deleted', async () => {
    const group = await add({ members: refs(0, 1) });
    expect((await scim('DELETE', `/Users/${users[0]!.id}`)).status).toBe(204);
    expect(membersOf((await scim('GET', `/Groups/${group.id}`)).body)).toEqual([1]);
    expect((await scim('DELETE', `/Groups/${group.id}`)).status).toBe(204);
    expect((await scim('DELETE', `/Groups/${group.id}`)).status).toBe(404);
    expect((await org.admin.call('GET', `/orgs/${org.id}/teams/${group.id}`)).status).toBe(404);
    expect((await server.eventsOf(group.id)).at(-1)).toMatchObject({
      action: 'team.deleted',
      actor: provider.id,
    });
  });

  test('reject bad bodies with the name of the attribute, without changes', async () => {
    const group = await add({ members: refs(0) });
    const many = Array.from({ length: 10_001 }, () => refs(0)[0]);
    for (const [input, attribute] of [
      [{}, 'displayName'],
      [{ displayName: ' ' }, 'displayName'],
      [{ displayName: 'x'.repeat(65) }, 'displayName'],
      [{ displayName: 'X', members: 'all' }, 'members'],
      [{ displayName: 'X', members: ['a'] }, 'members.0'],
      [{ displayName: 'X', members: [{ value: 5 }] }, 'members.0.value'],
      [{ displayName: 'X', members: many }, 'members'],
    ] as const) {
      const { status, body } = await scim('PUT', `/Groups/${group.id}`, input);
      expect([status, body.scimType, body.detail]).toEqual([
        400,
        'invalidValue',
        expect.stringContaining(`body.${attribute}`),
      ]);
    }
    for (const [operation, scimType] of [
      [{ op: 'add', path: 'members', value: 'all' }, 'invalidValue'],
      [{ op: 'add', path: 'members', value: [{ value: { id: 1 } }] }, 'invalidValue'],
      [{ op: 'add', path: 'members', value: [{}] }, 'invalidValue'],
      [{ op: 'replace', path: 'displayName', value: 'x'.repeat(65) }, 'invalidValue'],
      [{ op: 'remove', path: 'displayName' }, 'invalidValue'],
      [{ op: 'add', path: 'members' }, 'invalidValue'],
      [{ op: 'replace', path: 'members[value co "!"].display', value: 'x' }, 'noTarget'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'add', path: 'members[value eq "a"', value: {} }, 'invalidPath'],
      [{ op: 'add', path: '__proto__.x', value: 'y' }, 'invalidPath'],
      [{ op: 'add', path: 'members.salary', value: 'y' }, 'invalidPath'],
      [{ op: 'replace', path: 'id', value: 'y' }, 'mutability'],
      [{ op: 'move', path: 'members', value: [] }, 'invalidSyntax'],
      [{ op: 'add', value: 'x' }, 'invalidValue'],
    ] as const) {
      const { status, body } = await scim('PATCH', `/Groups/${group.id}`, patchOf(operation));
      expect([operation, status, body.scimType]).toEqual([operation, 400, scimType]);
    }
    const endless = patchOf(...Array.from({ length: 201 }, () => ({ op: 'remove', path: 'members' })));
    expect((await scim('PATCH', `/Groups/${group.id}`, endless)).body.detail).toContain('body.Operations');
    expect((await scim('GET', `/Groups/${group.id}`)).body).toEqual(group);
  });
});
