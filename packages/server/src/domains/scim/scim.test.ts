import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProvisioner, type ScimCall } from '../../testing/provisioning.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'] };

describe('SCIM clients', () => {
  let server: TestServer;
  let org: TestOrganization;
  let scim: ScimCall;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    ({ scim } = await makeProvisioner(server, org));
  });

  const memberOf = async (id: string) => (await org.admin.call('GET', `/orgs/${org.id}/members/${id}`)).body;
  /** Sends one message after the other; each has to be answered as it says. */
  const converse = async (
    messages: readonly (readonly [
      method: string,
      path: string,
      body: object | undefined,
      status: number,
      answer: object,
    ])[],
  ) => {
    for (const [method, path, body, status, expected] of messages) {
      const answer = await scim(method, path, body);
      expect([method, path, answer.status, answer.body ?? {}]).toEqual([
        method,
        path,
        status,
        expect.objectContaining(expected),
      ]);
    }
  };

  test('can read the supported features', async () => {
    const config = (await scim('GET', '/ServiceProviderConfig')).body;
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 1000 },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    const types = (await scim('GET', '/ResourceTypes')).body;
    expect(types.totalResults).toBe(2);
    for (const { name, endpoint, schema, meta } of types.Resources) {
      expect((await scim('GET', `/ResourceTypes/${name}`)).body).toMatchObject({ name, endpoint, meta });
      expect((await scim('GET', endpoint)).body.totalResults).toBe(0);
      const described = (await scim('GET', `/Schemas/${schema}`)).body;
      expect(described).toMatchObject({ id: schema, name });
      expect((await scim('GET', '/Schemas')).body.Resources).toContainEqual(described);
    }
    for (const path of ['/ResourceTypes/Robot', '/Schemas/urn:robot', '/Bulk', '/Me', '/']) {
      const { status, body } = await scim('GET', path);
      expect([path, status, body.status]).toEqual([path, 404, '404']);
    }
  });

  test('Entra ID: tests the connection, and matches, creates, changes, disables, enables and deletes a user', async () => {
    const userName = `${randomUUID()}@contoso.test`;
    const externalId = randomUUID();
    const query = `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`;
    await converse([
      [
        'GET',
        `/Users?filter=${encodeURIComponent(`userName eq "${randomUUID()}"`)}`,
        undefined,
        200,
        { totalResults: 0 },
      ],
      ['GET', query, undefined, 200, { totalResults: 0, Resources: [] }],
    ]);
    const { body: made } = await scim('POST', '/Users', {
      schemas: [USER, ENTERPRISE],
      externalId,
      userName,
      active: true,
      addresses: [{ type: 'work', formatted: 'Somewhere' }],
      displayName: 'Adele Vance',
      emails: [{ type: 'work', value: userName, primary: true }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Adele Vance', familyName: 'Vance', givenName: 'Adele' },
      roles: [],
      title: 'Manager',
      [ENTERPRISE]: { department: 'Retail', employeeNumber: '7' },
    });
    const at = `/Users/${made.id}`;
    await converse([
      ['GET', query, undefined, 200, { totalResults: 1, Resources: [made] }],
      ['GET', at, undefined, 200, { externalId, active: true }],
      [
        'PATCH',
        at,
        {
          ...PATCH,
          Operations: [
            { op: 'Replace', path: 'emails[type eq "work"].value', value: 'adele@contoso.test' },
            { op: 'Add', path: 'name.familyName', value: 'Weber' },
            { op: 'Replace', path: 'displayName', value: 'Adele Weber' },
            { op: 'Add', path: 'title', value: 'Director' },
            { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Sales' },
            { op: 'Add', path: 'addresses[type eq "work"].country', value: 'DE' },
          ],
        },
        200,
        {
          displayName: 'Adele Weber',
          name: { formatted: 'Adele Vance', familyName: 'Weber', givenName: 'Adele' },
          emails: [{ type: 'work', value: 'adele@contoso.test', primary: true }],
        },
      ],
      [
        'PATCH',
        at,
        { ...PATCH, Operations: [{ op: 'Replace', path: 'active', value: 'False' }] },
        200,
        { active: false },
      ],
      // Who is not active is still found.
      ['GET', at, undefined, 200, { active: false }],
      [
        'PATCH',
        at,
        { ...PATCH, Operations: [{ op: 'Replace', path: 'active', value: 'True' }] },
        200,
        { active: true },
      ],
    ]);
    expect(await memberOf(made.id)).toMatchObject({
      sso: true,
      disabled: false,
      user: { displayName: 'Adele Weber', email: userName },
    });
    await converse([
      ['DELETE', at, undefined, 204, {}],
      ['GET', at, undefined, 404, { status: '404' }],
    ]);
  });

  test('Entra ID: matches, creates, fills, empties, renames and deletes a group', async () => {
    const { body: user } = await scim('POST', '/Users', { userName: `${randomUUID()}@contoso.test` });
    const name = `Group ${randomUUID()}`.slice(0, 40);
    const query = `/Groups?excludedAttributes=members&filter=${encodeURIComponent(`displayName eq "${name}"`)}`;
    await converse([['GET', query, undefined, 200, { totalResults: 0 }]]);
    const { body: group } = await scim('POST', '/Groups', {
      schemas: [GROUP],
      externalId: randomUUID(),
      displayName: name,
      meta: { resourceType: 'Group' },
    });
    const at = `/Groups/${group.id}`;
    const members = [{ value: user.id, display: user.displayName }];
    const change = (...Operations: object[]) => ({ ...PATCH, Operations });
    await converse([
      ['GET', query, undefined, 200, { totalResults: 1 }],
      ['PATCH', at, change({ op: 'Add', path: 'members', value: [{ value: user.id }] }), 200, { members }],
      [
        'GET',
        `/Groups?filter=${encodeURIComponent(`id eq "${group.id}" and members eq "${user.id}"`)}`,
        undefined,
        200,
        { totalResults: 1 },
      ],
      [
        'PATCH',
        at,
        change({ op: 'Replace', path: 'displayName', value: `${name}!` }),
        200,
        { displayName: `${name}!` },
      ],
      [
        'PATCH',
        at,
        change({ op: 'Remove', path: 'members', value: [{ value: user.id }] }),
        200,
        { members: [] },
      ],
      ['DELETE', at, undefined, 204, {}],
      ['GET', at, undefined, 404, { detail: 'group not found' }],
    ]);
  });

  test('Okta: creates users, pushes them again, disables and enables them', async () => {
    const userName = `${randomUUID()}@okta.test`;
    const query = `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}&startIndex=1&count=100`;
    const profile = {
      schemas: [USER],
      userName,
      name: { givenName: 'Isaac', familyName: 'Brock' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Isaac Brock',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    await converse([
      ['GET', '/Users?startIndex=1&count=2', undefined, 200, { totalResults: 0, startIndex: 1 }],
      ['GET', '/Groups?startIndex=1&count=100', undefined, 200, { totalResults: 0 }],
      ['GET', query, undefined, 200, { totalResults: 0 }],
    ]);
    const { body: made } = await scim('POST', '/Users', profile);
    expect(JSON.stringify(made)).not.toContain(profile.password);
    const at = `/Users/${made.id}`;
    const off = { ...PATCH, Operations: [{ op: 'replace', value: { active: false } }] };
    const on = { ...PATCH, Operations: [{ op: 'replace', value: { active: true } }] };
    await converse([
      ['GET', `${at}`, undefined, 200, { userName }],
      [
        'PUT',
        at,
        { ...profile, id: made.id, name: { givenName: 'Ike', familyName: 'Brock' } },
        200,
        {
          name: { givenName: 'Ike', familyName: 'Brock' },
          displayName: 'Isaac Brock',
        },
      ],
      ['PATCH', at, off, 200, { active: false }],
      ['GET', query, undefined, 200, { totalResults: 1 }],
      ['PUT', at, { ...profile, active: true }, 200, { active: true }],
      ['PATCH', at, off, 200, { active: false }],
      ['PATCH', at, on, 200, { active: true }],
    ]);
    expect(await memberOf(made.id)).toMatchObject({ disabled: false, sso: true });
  });

  test('Okta: pushes groups', async () => {
    const people = await Promise.all(
      ['a', 'b'].map(
        async (name) =>
          (await scim('POST', '/Users', { userName: `${name}-${randomUUID()}@okta.test` })).body,
      ),
    );
    const display = (person: { id: string; userName: string }) => ({
      value: person.id,
      display: person.userName,
    });
    const { body: group } = await scim('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Pushed',
      members: people.map(display),
    });
    expect(group.members.length).toBe(2);
    const at = `/Groups/${group.id}`;
    const shown = (person: { id: string; displayName: string }) => ({
      value: person.id,
      display: person.displayName,
    });
    await converse([
      [
        'PATCH',
        at,
        { ...PATCH, Operations: [{ op: 'replace', value: { id: group.id, displayName: 'Other' } }] },
        200,
        {
          displayName: 'Other',
        },
      ],
      [
        'PATCH',
        at,
        {
          ...PATCH,
          Operations: [
            { op: 'remove', path: `members[value eq "${people[0]!.id}"]` },
            { op: 'add', path: 'members', value: [display(people[1]!)] },
          ],
        },
        200,
        { members: [shown(people[1]!)] },
      ],
      [
        'PATCH',
        at,
        { ...PATCH, Operations: [{ op: 'replace', path: 'members', value: [display(people[0]!)] }] },
        200,
        {
          members: [shown(people[0]!)],
        },
      ],
      ['PUT', at, { schemas: [GROUP], displayName: 'Other', members: [] }, 200, { members: [] }],
    ]);
  });
});
