import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { ApiError, type ErrorDetail } from '../errors/errors.ts';
import { createValidation, type Part, refuseBrokenText } from './validation.ts';
import { MemberRoleOrGuest, Url } from './vocabulary.ts';

const detailsOf = (work: () => void): readonly ErrorDetail[] => {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return error.details ?? [];
    throw error;
  }
};
const compile = createValidation();
const check = (part: Part, schema: Parameters<typeof compile>[1], value: unknown) =>
  detailsOf(() => compile(part, schema)(value)).map((detail) => detail.path);

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

  test('what is right passes, with fields that nobody knows', () => {
    expect(check('body', Body, { title: '', role: null, emails: ['a', { email: 'b' }], more: 1 })).toEqual(
      [],
    );
    for (const emoji of ['🎉', '👨‍👩‍👧', '🇩🇪', '1f389', '1F468-200D-1F467', '☺️', '☺'])
      expect([emoji, check('body', Body, { title: '', emoji })]).toEqual([emoji, []]);
  });

  test('numbers and booleans are read from the text of a query, and from nothing else', () => {
    const Query = Type.Object({ limit: Type.Integer({ maximum: 10 }), nested: Type.Boolean() });
    const query: Record<string, unknown> = { limit: '7', nested: 'false' };
    expect(check('query', Query, query)).toEqual([]);
    expect(query).toEqual({ limit: 7, nested: false });
    expect(check('query', Query, { limit: '11', nested: 'true' })).toEqual(['query.limit']);
    expect(check('query', Query, { limit: '1.5', nested: 'true' })).toEqual(['query.limit']);
    expect(check('body', Query, { limit: '7', nested: 'false' })).toEqual(['body.limit']);
  });
});

describe('text that is none', () => {
  test.each([
    ['a\u0000b', 'body.x'],
    ['\ud800', 'body.x'],
    [['fine', '\udfff'], 'body.x.1'],
    [{ deep: { er: '\u0000' } }, 'body.x.deep.er'],
    [{ 'a\u0000': 1 }, 'body.x'],
  ])('%j is refused', (value, path) => {
    expect(detailsOf(() => refuseBrokenText('body', { x: value })).map((detail) => detail.path)).toEqual([
      path,
    ]);
  });

  test('real text of any script passes', () => {
    expect(detailsOf(() => refuseBrokenText('body', { x: 'Ünïcödé 漢字 العربية 👨‍👩‍👧 \u202e' }))).toEqual(
      [],
    );
  });

  test('endless nesting is refused before it can hurt', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(detailsOf(() => refuseBrokenText('body', deep))).toMatchObject([
      { message: 'is nested too deeply' },
    ]);
  });
});
