import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ScimError } from '../../../kernel/contract/scim.ts';
import { GROUP_PATCH_SCHEMA } from '../groups/group-attributes.ts';
import { USER_PATCH_SCHEMA } from '../users/user-attributes.ts';
import { applyPatch, type PatchOperation, type Resource } from './apply-patch.ts';

const user = {
  userName: 'ann@staff.test',
  displayName: 'Ann',
  active: true,
  name: { givenName: 'Ann', familyName: 'Lee' },
  emails: [
    { value: 'ann@work.test', type: 'work', primary: true },
    { value: 'ann@home.test', type: 'home' },
  ],
};
const patched = (...operations: PatchOperation[]) => applyPatch(USER_PATCH_SCHEMA, user, operations);
const refusalOf = (...operations: PatchOperation[]) => {
  try {
    return patched(...operations);
  } catch (error) {
    return error instanceof ScimError ? error.scimType : error;
  }
};

describe('SCIM patches', () => {
  test('ignore attributes of extensions, and apply the other operations', () => {
    const urn = 'urn:ietf:params:scim:schemas:extension:CustomExtensionName:2.0:User';
    const off = { op: 'replace', path: 'active', value: false };
    for (const operation of [
      { op: 'Add', path: `${urn}:tag`, value: 'q' },
      { op: 'replace', path: `${urn}:userName`, value: 'eve@staff.test' },
      { op: 'replace', path: `${urn}:groups`, value: 'q' },
      { op: 'remove', path: `${urn}:tags[value eq "q"].display` },
      { op: 'add', path: 'urn:okta:staff_1:1.0:user:custom:badge', value: 7 },
      { op: 'add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:foo', value: 'q' },
      { op: 'add', path: urn, value: { tag: 'q', userName: 'eve@staff.test' } },
      { op: 'add', value: { [`${urn}:tag`]: 'q', [`${urn}:displayName`]: 'Eve' } },
      { op: 'add', value: { [urn]: { tag: 'q' } } },
    ])
      expect([operation, patched(operation, off)]).toEqual([operation, { ...user, active: false }]);
    for (const path of [`${urn}:`, `${urn}:tag[`, `${urn}:tag eq "q"`, `${urn}:a.b.c`, `${urn}:tag tag`])
      expect([path, refusalOf({ op: 'add', path, value: 'q' })]).toEqual([path, 'invalidPath']);
    // The standard's own are those that have no extension in their name.
    const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
    expect(patched({ op: 'replace', path: `${core}:displayName`, value: 'Anna' }).displayName).toBe('Anna');
    expect(refusalOf({ op: 'add', path: `${core}:foo`, value: 'q' })).toBe('invalidPath');
  });

  test('add, replace and remove values at a path', () => {
    for (const [operation, changed] of [
      [{ op: 'replace', path: 'displayName', value: 'Anna' }, { displayName: 'Anna' }],
      [{ op: 'Replace', path: 'ACTIVE', value: 'False' }, { active: false }],
      [{ op: 'replace', path: 'active', value: [{ $ref: null, value: 'False' }] }, { active: false }],
      [{ op: 'replace', value: { active: [{ value: false }] } }, { active: false }],
      [{ op: 'replace', value: { active: 'true', displayName: 'A' } }, { displayName: 'A' }],
      [{ op: 'add', path: 'name.middleName', value: 'B' }, { name: { ...user.name, middleName: 'B' } }],
      [
        { op: 'replace', path: 'name', value: { givenName: 'B' } },
        { name: { ...user.name, givenName: 'B' } },
      ],
      [{ op: 'add', value: { 'name.familyName': 'Li' } }, { name: { ...user.name, familyName: 'Li' } }],
      [{ op: 'remove', path: 'name.familyName' }, { name: { givenName: 'Ann' } }],
      [{ op: 'remove', path: 'name' }, { name: undefined }],
      [{ op: 'replace', path: 'externalId', value: null }, {}],
      [
        { op: 'replace', path: 'emails[type eq "work"].value', value: 'new@work.test' },
        { emails: [{ ...user.emails[0], value: 'new@work.test' }, user.emails[1]] },
      ],
      [
        { op: 'Add', path: 'emails[type eq "other"].value', value: 'x@y.test' },
        { emails: [...user.emails, { type: 'other', value: 'x@y.test' }] },
      ],
      [
        { op: 'add', path: 'emails', value: { value: 'ANN@work.test', display: 'Ann' } },
        { emails: [{ ...user.emails[0], value: 'ANN@work.test', display: 'Ann' }, user.emails[1]] },
      ],
      [{ op: 'remove', path: 'emails[type eq "home"]' }, { emails: [user.emails[0]] }],
      [{ op: 'remove', path: 'emails[type eq "none"]' }, {}],
      [{ op: 'remove', path: 'emails' }, { emails: [] }],
      [
        { op: 'remove', path: 'emails[type eq "work"].primary' },
        { emails: [{ value: 'ann@work.test', type: 'work' }, user.emails[1]] },
      ],
      // What there is no place for is passed over, as long as the standard knows it.
      [{ op: 'add', path: 'title', value: 'Dr' }, {}],
      [{ op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '1' }, {}],
      [
        {
          op: 'add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'R&D',
        },
        {},
      ],
      [{ op: 'replace', value: { id: 'x', meta: {}, schemas: [], roles: [] } }, {}],
    ] as const) {
      const { name, ...rest } = patched(operation);
      const expected = { ...user, ...changed };
      expect([operation, { ...rest, name }]).toEqual([operation, expected]);
    }
  });

  test('are rejected with the error type of the standard', () => {
    for (const [operation, scimType] of [
      [{ op: 'copy', path: 'active', value: true }, 'invalidSyntax'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'add', value: [] }, 'invalidValue'],
      [{ op: 'add', path: 'active' }, 'invalidValue'],
      [{ op: 'add', path: 'salary', value: 1 }, 'invalidPath'],
      [{ op: 'add', value: { salary: 1 } }, 'invalidPath'],
      [{ op: 'add', path: 'name.salary', value: 1 }, 'invalidPath'],
      [{ op: 'add', path: 'active.x', value: 1 }, 'invalidPath'],
      [{ op: 'add', path: 'name[x pr]', value: {} }, 'invalidPath'],
      [{ op: 'add', path: 'name', value: 'Ann' }, 'invalidValue'],
      [{ op: 'add', path: 'emails', value: ['a@b.test'] }, 'invalidValue'],
      [{ op: 'replace', path: 'emails[type sw "x"].value', value: 'a' }, 'noTarget'],
      [{ op: 'replace', path: 'meta.version', value: 'x' }, 'mutability'],
      [{ op: 'add', path: '__proto__', value: {} }, 'invalidPath'],
      [{ op: 'add', value: JSON.parse('{"__proto__":{"active":false}}') }, 'invalidPath'],
      [{ op: 'add', value: { constructor: 1 } }, 'invalidPath'],
      [{ op: 'add', path: 'name.constructor', value: 'x' }, 'invalidPath'],
    ] as const)
      expect([operation, refusalOf(operation)]).toEqual([operation, scimType]);
  });

  test('compare members with case, and addresses without', () => {
    const group: Resource = { displayName: 'G', members: [{ value: 'aB' }, { value: 'Ab' }] };
    const without = applyPatch(GROUP_PATCH_SCHEMA, group, [{ op: 'remove', path: 'members[value eq "aB"]' }]);
    expect(without.members).toEqual([{ value: 'Ab' }]);
    const named = applyPatch(GROUP_PATCH_SCHEMA, group, [
      { op: 'remove', path: 'members', value: [{ value: 'Ab' }] },
    ]);
    expect(named.members).toEqual([{ value: 'aB' }]);
  });

  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const references = fc.array(
    ids.map((value) => ({ value })),
    { maxLength: 4 },
  );
  const operations: fc.Arbitrary<PatchOperation> = fc.oneof(
    fc.record({
      op: fc.constantFrom('add', 'Add', 'replace', 'Remove'),
      path: fc.constant('members'),
      value: references,
    }),
    ids.map((id) => ({ op: 'remove', path: `members[value eq "${id}"]` })),
    fc.constant({ op: 'remove', path: 'members' }),
    fc.record({ op: fc.constantFrom('add', 'replace'), value: fc.record({ members: references }) }),
  );

  test('change the members of a group like a set', () => {
    fc.assert(
      fc.property(references, fc.array(operations, { maxLength: 8 }), (first, list) => {
        const start = applyPatch(GROUP_PATCH_SCHEMA, {}, [{ op: 'replace', path: 'members', value: first }]);
        const model = new Set<string>(first.map(({ value }) => value));
        for (const { op, path, value } of list) {
          const said = ((value as { members?: object[] })?.members ?? value ?? []) as { value: string }[];
          const kind = op.toLowerCase();
          if (kind === 'replace' || (kind === 'remove' && path === 'members' && value === undefined))
            model.clear();
          const one = /"(.)"/.exec(path ?? '')?.[1];
          if (kind === 'remove') for (const { value: id } of one ? [{ value: one }] : said) model.delete(id);
          else for (const { value: id } of said) model.add(id);
        }
        const { members } = applyPatch(GROUP_PATCH_SCHEMA, start, list) as { members: { value: string }[] };
        expect(members.map(({ value }) => value).sort()).toEqual([...model].sort());
      }),
    );
  });

  test('are applied or rejected, without changing the original', () => {
    const paths = fc.oneof(
      fc.constantFrom(
        'active',
        'name',
        'name.givenName',
        'emails',
        'emails[type eq "work"]',
        'emails.value',
        'id',
      ),
      fc.string({ maxLength: 20 }),
    );
    const any = fc.record({
      op: fc.constantFrom('add', 'replace', 'remove'),
      path: fc.option(paths),
      value: fc.anything(),
    });
    const before = structuredClone(user);
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 4 }), (list) => {
        expect(typeof refusalOf(...list)).toMatch(/^(object|string)$/);
        expect(refusalOf(...list)).not.toBeInstanceOf(Error);
        expect(user).toEqual(before);
        expect(({} as Record<string, unknown>).active).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });
});
