import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProvisioner, type ScimCall } from '../../../testing/provisioning.ts';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const someone = () => `${randomUUID()}@staff.test`;

describe('reading SCIM users', () => {
  let server: TestServer;
  let org: TestOrganization;
  let scim: ScimCall;
  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });
  beforeEach(async () => {
    ({ scim } = await makeProvisioner(server, org));
  });

  const add = async (more: object = {}) =>
    (await scim('POST', '/Users', { schemas: [USER], userName: someone(), ...more })).body;
  const found = async (filter: string) => {
    const { status, body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect([filter, status, body.detail]).toEqual([filter, 200, undefined]);
    return body.Resources.map(({ id }: { id: string }) => id);
  };

  test('returns pages with the total number', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.push((await add()).id);
    const part = async (query: string) => {
      const { body } = await scim('GET', `/Users?${query}`);
      return [body.totalResults, body.startIndex, body.Resources.map(({ id }: { id: string }) => id)];
    };
    expect(await part('startIndex=2&count=2')).toEqual([5, 2, ids.slice(1, 3)]);
    expect(await part('startIndex=5&count=2')).toEqual([5, 5, ids.slice(4)]);
    expect(await part('startIndex=-3&count=1')).toEqual([5, 1, ids.slice(0, 1)]);
    expect(await part('startIndex=9')).toEqual([5, 9, []]);
    expect(await part('count=0')).toEqual([5, 1, []]);
    expect(await part('count=-1')).toEqual([5, 1, []]);
    expect(await part('startIndex=999999999999999&count=99999999999')).toEqual([5, 2147483647, []]);
    const few = await server.countQueries(() => scim('GET', '/Users?count=1'));
    expect(await server.countQueries(() => scim('GET', '/Users?count=5'))).toBe(few);
    expect(few).toBeLessThanOrEqual(3);
  });

  test('finds users by filters', async () => {
    const ann = await add({
      userName: `ann-${someone()}`,
      externalId: 'A-1',
      displayName: 'Ann 100%',
      emails: [
        { value: 'ann@work.test', type: 'work' },
        { value: 'ann@home.test', type: 'home', primary: true },
      ],
    });
    const bob = await add({ userName: `bob-${someone()}`, displayName: 'Bob', active: 'False' });
    const [a, b] = [[ann.id], [bob.id]];
    const both = [ann.id, bob.id];
    for (const [filter, ids] of [
      [`userName eq "${ann.userName.toUpperCase()}"`, a],
      [`USERNAME EQ "${ann.userName}"`, a],
      [`${USER}:userName eq "${ann.userName}"`, a],
      ['userName sw "bob-"', b],
      ['userName ew "staff.test"', both],
      ['userName co "_"', []],
      ['displayName co "0%"', a],
      ['externalId eq "A-1"', a],
      ['externalId eq "a-1"', []],
      ['externalId ne "A-1"', b],
      ['externalId pr', a],
      ['not (externalId pr)', b],
      ['externalId eq null', b],
      ['active eq true', a],
      ['active eq false', b],
      ['active eq "False"', b],
      ['active ne true', b],
      [`id eq "${bob.id}"`, b],
      ['emails.value eq "ANN@work.test"', a],
      ['emails eq "ann@home.test"', a],
      ['emails[type eq "work"].value eq "ann@work.test"', a],
      ['emails[type eq "home" and value co "work"]', []],
      ['emails[primary eq true]', a],
      ['emails pr', a],
      ['not (emails.type eq "work")', b],
      ['displayName eq "Bob" or externalId eq "A-1"', both],
      ['displayName eq "Bob" and (active eq false or active eq true)', b],
      ['meta.created gt "2020-01-01T00:00:00Z"', both],
      [`meta.lastModified lt "${ann.meta.lastModified}"`, []],
    ] as const)
      expect([filter, await found(filter)]).toEqual([filter, ids]);
  });

  test('rejects an invalid filter with the position of the error', async () => {
    for (const filter of [
      'userName',
      'userName eq',
      'userName eq "a',
      'userName is "a"',
      'userName eq "a" and',
      '(userName eq "a"',
      'userName eq "a")',
      'salary eq "a"',
      'name.salary eq "a"',
      '__proto__ eq "a"',
      'constructor.name eq "a"',
      'active gt true',
      'active eq "maybe"',
      'userName eq 5',
      'meta.created gt "yesterday"',
      'userName[type eq "work"]',
      `${'('.repeat(500)}userName pr${')'.repeat(500)}`,
      `${'not ('.repeat(30)}userName pr${')'.repeat(30)}`,
      Array.from({ length: 101 }, () => 'id pr').join(' or '),
    ]) {
      const { status, body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, status, body.scimType]).toEqual([filter, 400, 'invalidFilter']);
      expect(body.detail).toMatch(/^filter: /);
    }
    const long = await scim('GET', `/Users?filter=${'a'.repeat(5000)}`);
    expect([long.status, long.body.detail]).toEqual([400, expect.stringMatching(/query\.filter/)]);
  });

  test('returns the requested attributes', async () => {
    const { id, userName } = await add({ name: { givenName: 'Ann', familyName: 'A' }, emails: [] });
    const get = async (query: string) => (await scim('GET', `/Users/${id}?${query}`)).body;
    expect(await get('attributes=userName')).toEqual({ schemas: [USER], id, userName });
    expect(await get(`attributes=${USER}:name.givenName,ACTIVE`)).toEqual({
      schemas: [USER],
      id,
      name: { givenName: 'Ann' },
      active: true,
    });
    const without = await get('excludedAttributes=name.familyName,meta,id,emails');
    expect(without).toEqual({
      schemas: [USER],
      id,
      userName,
      displayName: 'Ann A',
      name: { givenName: 'Ann' },
      active: true,
    });
    const list = (await scim('GET', '/Users?attributes=userName')).body;
    expect(list.Resources).toEqual([{ schemas: [USER], id, userName }]);
  });
});
