import fc from 'fast-check';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { ApiError, type ErrorDetail } from '../errors/errors.ts';
import { MemberRoleOrGuest, Nullable, Url } from './common-schemas.ts';
import { type Part, rejectInvalidText, validatorOf, withoutUnknownFields } from './validation.ts';

const detailsOf = (work: () => void): readonly ErrorDetail[] => {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return error.details ?? [];
    throw error;
  }
};
const check = (part: Part, schema: Parameters<typeof validatorOf>[1], value: unknown) =>
  detailsOf(() => validatorOf(part, schema)(value)).map((detail) => detail.path);

describe('validation names the field', () => {
  const Body = Type.Object({
    title: Type.String({ maxLength: 5 }),
    role: Type.Optional(MemberRoleOrGuest),
    link: Type.Optional(Url),
    emails: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Object({ email: Type.String() })]))),
    emoji: Type.Optional(Type.String({ format: 'emoji' })),
  });
  test.each([
    [{}, ['body.title']],
    [{ title: 5 }, ['body.title']],
    [{ title: 'longer' }, ['body.title']],
    [{ title: 'ok', role: 'king' }, ['body.role']],
    [{ title: 'ok', link: 'no url' }, ['body.link']],
    [{ title: 'ok', emails: ['a', { email: 1 }] }, ['body.emails.1.email']],
    [{ title: 'ok', emoji: 'word' }, ['body.emoji']],
    [{ title: 'ok', emoji: 'cafe' }, ['body.emoji']],
    [{ title: 'ok', emoji: 'ffffff' }, ['body.emoji']],
    [[], ['body']],
    ['text', ['body']],
  ])('%j', (value, paths) => {
    expect(new Set(check('body', Body, value))).toEqual(new Set(paths));
  });

  test('valid values pass, with unknown fields', () => {
    expect(check('body', Body, { title: '', role: null, emails: ['a', { email: 'b' }], more: 1 })).toEqual(
      [],
    );
    for (const emoji of ['🎉', '👨‍👩‍👧', '🇩🇪', '1f389', '1F468-200D-1F467', '☺️', '☺'])
      expect([emoji, check('body', Body, { title: '', emoji })]).toEqual([emoji, []]);
  });
});

describe('query parameters', () => {
  const Query = Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 50 })),
    ratio: Type.Optional(Type.Number()),
    nested: Type.Optional(Type.Boolean()),
    title: Type.Optional(Type.String()),
    sizes: Type.Optional(Type.Array(Type.Integer())),
  });
  const validate = validatorOf('query', Query);
  const read = (query: Record<string, unknown>) => {
    validate(query);
    return query;
  };
  const refused = (query: Record<string, unknown>) =>
    detailsOf(() => validate(query)).map((detail) => detail.path);

  test.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{}, { limit: 50 }],
    [{ limit: '7' }, { limit: 7 }],
    [{ limit: '007' }, { limit: 7 }],
    [{ ratio: '-1.50' }, { limit: 50, ratio: -1.5 }],
    [{ nested: 'false' }, { limit: 50, nested: false }],
    [{ nested: 'true' }, { limit: 50, nested: true }],
    [{ title: '7' }, { limit: 50, title: '7' }],
    [{ sizes: '7' }, { limit: 50, sizes: [7] }],
    [{ sizes: ['7', '8'] }, { limit: 50, sizes: [7, 8] }],
  ])('%j is parsed as %j', (query, expected) => {
    expect(read({ ...query })).toEqual(expected);
  });

  test.each([
    ...['', ' ', '0x10', '1e1', '1E1', '5.0', '.5', '5.', ' 5', '5 ', '+5', '--5', '5n', '1_0', '٥', '５'],
    ...['Infinity', 'NaN', 'true', 'null', '-1', '1001', '9'.repeat(400)],
  ])('limit=%j is rejected', (limit) => {
    expect(refused({ limit })).toEqual(['query.limit']);
  });

  test.each([
    ['ratio', ['', '1e3', '0x1', '.5', '1.', '+1', ' 1', 'Infinity']],
    ['nested', ['', '1', '0', 'TRUE', 'True', 'yes', ' true', 'null']],
    ['sizes', ['', '1e1', ['1', 'x'], ['1', '']]],
    ['limit', [['1', '2'], ['1']]],
    ['title', [['a', 'b']]],
  ] as const)('%s: each of %j is rejected', (name, values) => {
    for (const value of values)
      expect([
        value,
        refused({ [name]: value })[0]
          ?.split('.')
          .slice(0, 2)
          .join('.'),
      ]).toEqual([value, `query.${name}`]);
  });

  test('an integer consists of decimal digits only', () => {
    const nearly = fc.stringMatching(/^[-+ ]?[0-9xeE.]{1,6}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearly, fc.integer().map(String)), (limit) => {
        const right = /^-?[0-9]+$/.test(limit) && Number(limit) >= 0 && Number(limit) <= 1000;
        expect(refused({ limit })).toEqual(right ? [] : ['query.limit']);
      }),
      { numRuns: 2000 },
    );
  });

  test('strings in a body are not converted', () => {
    expect(check('body', Query, { limit: '7' })).toEqual(['body.limit']);
    expect(check('body', Query, { nested: 'false' })).toEqual(['body.nested']);
    expect(check('body', Query, { sizes: 7 })).toEqual(['body.sizes']);
  });
});

describe('invalid text', () => {
  test.each([
    ['a\u0000b', 'body.x'],
    ['\ud800', 'body.x'],
    [['fine', '\udfff'], 'body.x.1'],
    [{ deep: { er: '\u0000' } }, 'body.x.deep.er'],
    [{ 'a\u0000': 1 }, 'body.x'],
  ])('%j is rejected', (value, path) => {
    expect(detailsOf(() => rejectInvalidText('body', { x: value })).map((detail) => detail.path)).toEqual([
      path,
    ]);
  });

  test('valid text of any script passes', () => {
    expect(detailsOf(() => rejectInvalidText('body', { x: 'Ünïcödé 漢字 العربية 👨‍👩‍👧 \u202e' }))).toEqual(
      [],
    );
  });

  test('deep nesting is rejected early', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(detailsOf(() => rejectInvalidText('body', deep))).toMatchObject([
      { message: 'is nested too deeply' },
    ]);
  });
});

describe('an object that is stored completely', () => {
  const Ref = Type.Union([
    Type.Object({ kind: Type.Literal('url'), url: Type.String() }),
    Type.Object({ kind: Type.Literal('page'), page: Type.String() }),
  ]);
  test.each([Ref, Nullable(Ref), Type.Union([Nullable(Ref), Type.Boolean()])])(
    'has no unknown fields',
    (schema) => {
      const value = { kind: 'page', page: 'p', url: 'x', hasOwnProperty: null };
      expect(withoutUnknownFields(schema, value)).toEqual({ kind: 'page', page: 'p' });
    },
  );
  test('keeps null where it is allowed', () => {
    expect(withoutUnknownFields(Type.Object({ to: Nullable(Ref) }), { to: null, more: 1 })).toEqual({
      to: null,
    });
  });
});
