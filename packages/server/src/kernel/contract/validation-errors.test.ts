import fc from 'fast-check';
import Type, { type TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { ApiError, type ErrorDetail } from '../errors/errors.ts';
import { MemberRole, MemberRoleOrGuest, Nullable, Timestamp, Url } from './common-schemas.ts';
import { validatorOf } from './validation.ts';

const problems = (schema: TSchema, value: unknown): readonly ErrorDetail[] => {
  try {
    validatorOf('body', schema)(value);
    return [];
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return error.details ?? [];
    throw error;
  }
};
const errorsOf = (schema: TSchema, value: unknown) =>
  problems(schema, value).map(({ path, message }) => `${path}: ${message}`);

const Level = Type.Unsafe({ anyOf: [MemberRole, { const: 'inherit' }, { type: 'null' }] });
const Pointer = Type.Union([
  Type.Object({ type: Type.Literal('space'), space: Type.String({ minLength: 1 }) }),
  Type.Object({ type: Type.Literal('collection'), collection: Type.String({ minLength: 1 }) }),
]);
const Rule = Type.Union([
  Type.Object({ rule: Type.Enum(['all_of', 'one_of']), users: Type.Array(Type.String()) }),
  Type.Object({ rule: Type.Literal('none') }),
  Type.Object({ rule: Type.Literal('custom'), expression: Type.String({ maxLength: 3 }) }),
]);
const Rules = Type.Union([
  Type.Object({ type: Type.Literal('inherit') }),
  Type.Union([
    Type.Object({ type: Type.Literal('rules'), rules: Type.Array(Rule) }),
    Type.Object({ type: Type.Literal('off') }),
  ]),
]);
const Person = Type.Union([
  Type.String({ format: 'email' }),
  Type.Object({ email: Type.String({ format: 'email' }), role: MemberRoleOrGuest }),
]);
const Link = Type.Object(
  { role: Type.Optional(MemberRole), level: Type.Optional(MemberRole), space: Type.Optional(Type.String()) },
  { anyOf: [{ required: ['role'] }, { required: ['level', 'space'] }] },
);
const Grant = Type.Intersect([
  Type.Object({ role: MemberRole }),
  Type.Union([
    Type.Object({ users: Type.Array(Type.String(), { minItems: 1 }) }),
    Type.Object({ teams: Type.Array(Type.String(), { minItems: 1 }) }),
  ]),
]);
const Size = Type.Unsafe({
  oneOf: [
    { type: 'integer', minimum: 1 },
    { type: 'integer', maximum: 10 },
  ],
});

describe('a validation error names the most useful problem:', () => {
  test.each<[string, TSchema, unknown, string]>([
    [
      'an unknown role',
      MemberRole,
      'king',
      'body: must be one of: admin, create, review, edit, comment, read',
    ],
    ['another constant', Type.Literal('space'), 'page', 'body: must be space'],
    [
      'an unknown role, or null',
      MemberRoleOrGuest,
      'king',
      'body: must be admin, create, review, edit, comment, read or null',
    ],
    [
      'a number for a role or null',
      MemberRoleOrGuest,
      5,
      'body: must be admin, create, review, edit, comment, read or null',
    ],
    [
      'an unknown level',
      Level,
      'king',
      'body: must be admin, create, review, edit, comment, read, inherit or null',
    ],
    ['an invalid date that may be null', Nullable(Timestamp), 'soon', 'body: must be a date and time'],
    [
      'a number, where a date or null would do',
      Nullable(Timestamp),
      99,
      'body: must be a date and time or null',
    ],
    [
      'an invalid address that may be null',
      Nullable(Url),
      'x',
      'body: must match pattern "^[Hh][Tt][Tt][Pp][Ss]?://"',
    ],
    [
      'a pointer of an unknown type',
      Pointer,
      { type: 'page', page: 'x' },
      'body.type: must be one of: space, collection',
    ],
    [
      'a pointer without a type',
      Pointer,
      { space: 'x' },
      'body.type: is required, one of: space, collection',
    ],
    ['a pointer without its id', Pointer, { type: 'space' }, 'body.space: is required'],
    ['a pointer to the wrong thing', Pointer, { type: 'space', collection: 'x' }, 'body.space: is required'],
    [
      'a pointer to nothing',
      Pointer,
      { type: 'collection', collection: '' },
      'body.collection: must NOT have fewer than 1 characters',
    ],
    ['a pointer that is a string', Pointer, 'x', 'body: must be an object'],
    ['a pointer that is null', Pointer, null, 'body: must be an object'],
    [
      'a pointer or text that is a number',
      Type.Union([Pointer, Type.String()]),
      1,
      'body: must be an object or text',
    ],
    ['rules of an unknown type', Rules, { type: 'on' }, 'body.type: must be one of: inherit, rules, off'],
    ['rules that are missing', Rules, { type: 'rules' }, 'body.rules: is required'],
    [
      'an unknown rule',
      Rules,
      { type: 'rules', rules: [{ rule: 'none' }, { rule: 'x' }] },
      'body.rules.1.rule: must be one of: all_of, one_of, none, custom',
    ],
    [
      'a rule without its users',
      Rules,
      { type: 'rules', rules: [{ rule: 'one_of' }] },
      'body.rules.0.users: is required',
    ],
    [
      'a rule that is too long',
      Rules,
      { type: 'rules', rules: [{ rule: 'custom', expression: 'long' }] },
      'body.rules.0.expression: must NOT have more than 3 characters',
    ],
    ['a rule that is a string', Rules, { type: 'rules', rules: ['none'] }, 'body.rules.0: must be an object'],
    ['a string that is not an e-mail address', Person, 'nobody', 'body: must be an e-mail address'],
    [
      'an object whose address is none',
      Person,
      { email: 'nobody', role: null },
      'body.email: must be an e-mail address',
    ],
    ['an object without a role', Person, { email: 'a@b.test' }, 'body.role: is required'],
    [
      'an object with an unknown role',
      Person,
      { email: 'a@b.test', role: 'x' },
      'body.role: must be admin, create, review, edit, comment, read or null',
    ],
    [
      'neither a string nor an object',
      Person,
      5,
      'body: must be an e-mail address or an object with email, role',
    ],
    ['an empty link', Link, {}, 'body: needs role, or level and space'],
    ['half a link', Link, { level: 'read' }, 'body: needs role, or level and space'],
    [
      'a link with a bad field',
      Link,
      { role: 'king' },
      'body.role: must be one of: admin, create, review, edit, comment, read',
    ],
    ['a grant to nobody', Grant, { role: 'read' }, 'body: needs users, or teams'],
    [
      'a grant to an empty list',
      Grant,
      { role: 'read', users: [] },
      'body.users: must NOT have fewer than 1 items',
    ],
    ['two variants at once', Size, 5, 'body: matches more than one of the allowed variants'],
    ['none of the variants', Size, 'x', 'body: must be a number'],
  ])('%s', (_, schema, value, expected) => {
    expect(errorsOf(schema, value)).toEqual([expected]);
  });

  const tag = fc.constantFrom('a', 'b', 'c', 'd', 'x', 'constructor', '__proto__');
  const field = fc.constantFrom('one', 'two', 'three', 'kind');
  const json = fc.jsonValue({ maxDepth: 2 });
  const forms = fc.uniqueArray(
    fc.record({ tag: fc.constantFrom('a', 'b', 'c', 'd'), field: fc.constantFrom('one', 'two', 'three') }),
    { selector: (form) => form.tag, minLength: 2, maxLength: 4 },
  );
  const value = fc.oneof(
    json,
    fc.record({ kind: fc.oneof(tag, json) }, { requiredKeys: [] }),
    fc.dictionary(field, fc.oneof(tag, json, fc.integer())),
  );

  test('any value in place of several variants: one problem, in the intended variant', () => {
    fc.assert(
      fc.property(forms, value, (shapes, sent) => {
        const schema = Type.Object({
          it: Type.Union(
            shapes.map((shape) =>
              Type.Object({ kind: Type.Literal(shape.tag), [shape.field]: Type.Integer({ minimum: 0 }) }),
            ),
          ),
        });
        const found = problems(schema, { it: sent });
        const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
        const meant = isObject && shapes.find((shape) => shape.tag === (sent as { kind?: unknown }).kind);
        const inner = meant && (sent as Record<string, unknown>)[meant.field];
        const fits = meant && Number.isInteger(inner) && (inner as number) >= 0;
        expect(found).toHaveLength(fits ? 0 : 1);
        if (fits) return;
        const expected = meant ? `body.it.${meant.field}` : isObject ? 'body.it.kind' : 'body.it';
        expect(found[0]!.path).toBe(expected);
        expect(found[0]!.message).not.toMatch(/undefined|\[object|anyOf|schema/);
      }),
      { numRuns: 200 },
    );
  });
});
