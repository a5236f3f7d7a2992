import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILTER_LIMITS, type Filter, matches, parseFilter, parsePath } from './parse-filter.ts';

const ATTRIBUTES = ['username', 'externalid', 'name.givenname', 'active'];
const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;

const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ op: fc.constant('pr' as const), path: fc.constantFrom(...ATTRIBUTES) }),
  fc.record({
    op: fc.constantFrom(...OPERATORS),
    path: fc.constantFrom(...ATTRIBUTES),
    value: fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null)),
  }),
);
const filters: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }) as fc.Arbitrary<Filter>,
    fc.record({ op: fc.constant('not' as const), part: tie('filter') }),
    fc.record({ op: fc.constant('some' as const), path: fc.constant('emails'), part: leaf }),
  ),
})).filter;

const isJoined = (filter: Filter) => filter.op === 'and' || filter.op === 'or';

const written = (filter: Filter): string => {
  if (filter.op === 'and' || filter.op === 'or')
    return filter.parts
      .map((part) => (isJoined(part) ? `(${written(part)})` : written(part)))
      .join(` ${filter.op} `);
  if (filter.op === 'not') return `not (${written(filter.part)})`;
  if (filter.op === 'some') return `${filter.path}[${written(filter.part)}]`;
  return filter.op === 'pr'
    ? `${filter.path} pr`
    : `${filter.path} ${filter.op} ${JSON.stringify(filter.value)}`;
};

describe('SCIM filters', () => {
  test('are parsed as intended', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const text = written(filter);
        fc.pre(text.length <= FILTER_LIMITS.length && text.isWellFormed());
        expect(parseFilter(text)).toEqual({ ok: true, value: filter });
      }),
    );
  });

  test('give `and` precedence over `or`, in any case', () => {
    const { value } = parseFilter('a PR OR b pr And c pr') as { value: Filter };
    expect(value).toEqual({
      op: 'or',
      parts: [
        { op: 'pr', path: 'a' },
        {
          op: 'and',
          parts: [
            { op: 'pr', path: 'b' },
            { op: 'pr', path: 'c' },
          ],
        },
      ],
    });
  });

  test('are parsed or rejected with a reason, for any text', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      ' ',
      '"',
      '\\',
      '.',
      'not',
      'and',
      'or',
      'eq',
      'a',
      '1',
      ':',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(pieces, { maxLength: 400 }).map((parts) => parts.join('')),
      fc.array(pieces, { maxLength: 400 }).map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        for (const read of [parseFilter, parsePath]) {
          const result = read(text);
          if (!result.ok) expect(result.problem).toMatch(/\w+ \w+/);
        }
      }),
      { numRuns: 2000 },
    );
    for (const text of ['"'.repeat(4000), 'a'.repeat(4000), `urn:${':a'.repeat(1998)}`, '\\'.repeat(4000)])
      expect(parseFilter(text).ok).toBe(false);
  });

  test('are accepted up to the exact limits', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}a pr${')'.repeat(depth)}`;
    const many = (count: number) => Array.from({ length: count }, () => 'a pr').join(' and ');
    const long = (length: number) => `a eq "${'x'.repeat(length - 7)}"`;
    for (const [make, limit] of [
      [nested, FILTER_LIMITS.depth],
      [many, FILTER_LIMITS.comparisons],
      [long, FILTER_LIMITS.length],
    ] as const)
      expect([parseFilter(make(limit)).ok, parseFilter(make(limit + 1)).ok]).toEqual([true, false]);
  });

  test('in paths have an attribute, a value filter, and a sub-attribute', () => {
    const type = { op: 'eq', path: 'type', value: 'work' };
    for (const [text, value] of [
      ['active', { attribute: 'active' }],
      ['name.givenName', { attribute: 'name', sub: 'givenname' }],
      ['emails[type eq "work"]', { attribute: 'emails', filter: type }],
      ['emails[type eq "work"].value', { attribute: 'emails', filter: type, sub: 'value' }],
      [
        'urn:ietf:params:scim:schemas:core:2.0:User:name.familyName',
        { attribute: 'name', sub: 'familyname' },
      ],
    ] as const)
      expect([text, parsePath(text)]).toEqual([
        text,
        { ok: true, value: { filter: undefined, sub: undefined, ...value } },
      ]);
    for (const text of [
      '',
      ' ',
      '.',
      'a.b.c',
      'a[',
      'a[b pr',
      'a[b pr]c',
      'a[b pr].',
      'a.b[c pr]',
      'a b',
      '5',
    ])
      expect([text, parsePath(text).ok]).toEqual([text, false]);
  });

  test('match values', () => {
    const work = { type: 'Work', value: 'Ann@Work.test', primary: true };
    for (const [text, expected] of [
      ['type eq "work"', true],
      ['TYPE eq "WORK"', true],
      ['type ne "work"', false],
      ['value co "@work"', true],
      ['value sw "ann" and value ew ".test"', true],
      ['not (type eq "home") and primary eq true', true],
      ['display pr', false],
      ['display eq null', true],
      ['display co ""', false],
      ['primary gt 1', false],
      ['value gt "a"', true],
      ['constructor pr', false],
      ['__proto__ pr', false],
    ] as const) {
      const filter = parseFilter(text);
      const requireVersion = filter.ok ? matches(filter.value, work) : false;
      expect([text, requireVersion]).toEqual([text, expected]);
    }
  });

  test('never match the same value as their negation', () => {
    const values = fc.record({ username: fc.string(), active: fc.boolean() });
    fc.assert(
      fc.property(filters, values, (filter, value) => {
        expect(matches({ op: 'not', part: filter }, value)).toBe(!matches(filter, value));
      }),
    );
  });
});
