import { compileExpression, evaluate } from '@lectern/document';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AdaptiveSchema,
  type ClaimSchema,
  type Claims,
  filterClaims,
  findSchemaProblem,
  isShown,
  UNSIGNED_DESCRIPTION,
  visitorContext,
} from './claims-schema.ts';
import { templateConditionsOf } from './template-conditions.ts';

const description = fc.string({ maxLength: 20 });
const name = fc
  .oneof(
    fc.constantFrom('plan', 'isBeta', 'a-b', 'with space', '1st', '"quoted"', 'läuft', 'class', 'toString'),
    fc.string({ minLength: 1, maxLength: 8 }),
  )
  .filter((text) => !['unsigned', '__proto__', 'constructor', 'prototype'].includes(text));
const values = fc.uniqueArray(fc.string({ maxLength: 6 }), { minLength: 1, maxLength: 3 });

// Each schema with a generator of claims that it allows.
interface Described {
  readonly schema: ClaimSchema;
  readonly value: fc.Arbitrary<unknown>;
}
const primitive: fc.Arbitrary<Described> = fc.oneof(
  description.map(
    (text): Described => ({
      schema: { type: 'boolean', description: text },
      value: fc.boolean(),
    }),
  ),
  fc.tuple(description, values).map(
    ([text, all]): Described => ({
      schema: { type: 'string', description: text, enum: all },
      value: fc.constantFrom(...all),
    }),
  ),
  description.map(
    (text): Described => ({
      schema: { type: 'string', description: text },
      value: fc.string({ maxLength: 5 }),
    }),
  ),
  description.map(
    (text): Described => ({
      schema: { type: 'number', description: text },
      value: fc.integer(),
    }),
  ),
);
const fieldsOf = (claim: fc.Arbitrary<Described>) =>
  fc.dictionary(name, claim, { maxKeys: 4, noNullPrototype: true }).map((fields) => ({
    properties: Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema])),
    value: fc.record(Object.fromEntries(Object.entries(fields).map(([key, { value }]) => [key, value])), {
      requiredKeys: [],
      noNullPrototype: true,
    }),
  }));
const { claim } = fc.letrec<{ claim: Described }>((tie) => ({
  claim: fc.oneof(
    { maxDepth: 3 },
    primitive,
    fc.tuple(description, primitive).map(
      ([text, items]): Described => ({
        schema: { type: 'array', description: text, items: items.schema },
        value: fc.array(items.value, { maxLength: 3 }),
      }),
    ),
    fc.tuple(description, fieldsOf(tie('claim'))).map(
      ([text, { properties, value }]): Described => ({
        schema: { type: 'object', description: text, properties, additionalProperties: false },
        value,
      }),
    ),
  ),
}));
const schemas = fc
  .tuple(fieldsOf(claim), fc.option(fieldsOf(claim), { nil: undefined }))
  .map(([signed, unsigned]) => ({
    schema: {
      type: 'object',
      properties: {
        ...signed.properties,
        ...(unsigned && {
          unsigned: {
            type: 'object',
            description: UNSIGNED_DESCRIPTION,
            properties: unsigned.properties,
            additionalProperties: false,
          },
        }),
      },
      additionalProperties: false,
    } as AdaptiveSchema,
    signed: signed.value as fc.Arbitrary<Claims>,
    unsigned: (unsigned?.value ?? fc.constant({})) as fc.Arbitrary<Claims>,
  }));
const described = schemas.chain(({ schema, signed, unsigned }) =>
  fc.record({ schema: fc.constant(schema), signed, unsigned }),
);

describe('visitor claims', () => {
  test('that a schema allows are kept completely', () => {
    fc.assert(
      fc.property(described, ({ schema, signed, unsigned }) => {
        expect(findSchemaProblem(schema, 'schema')).toBeUndefined();
        expect(filterClaims(schema, signed)).toEqual(signed);
        expect(visitorContext(schema, { signed, unsigned })).toEqual({
          visitor: { claims: { ...signed, unsigned } },
        });
      }),
    );
  });

  test('that a schema does not allow are dropped', () => {
    fc.assert(
      fc.property(
        described,
        fc.dictionary(name, fc.jsonValue()),
        fc.jsonValue(),
        ({ schema, signed }, other, said) => {
          const claims = { ...other, unsigned: said, ...signed, iat: 1, exp: 2 };
          const left = filterClaims(schema, claims);
          for (const key of Object.keys(left)) expect(Object.hasOwn(schema.properties, key)).toBe(true);
          expect(left).toMatchObject(signed);
          expect(filterClaims(schema, left)).toEqual(left);
        },
      ),
    );
  });

  test.each<[string, unknown, unknown]>([
    ['a string for a boolean', { a: { type: 'boolean', description: '' } }, 'true'],
    ['a value that is not listed', { a: { type: 'string', description: '', enum: ['x'] } }, 'y'],
    ['a list for a string', { a: { type: 'string', description: '' } }, ['x']],
    [
      'null for an object',
      { a: { type: 'object', description: '', properties: {}, additionalProperties: false } },
      null,
    ],
    [
      'a list for an object',
      { a: { type: 'object', description: '', properties: {}, additionalProperties: false } },
      [],
    ],
  ])('with %s are dropped', (_, properties, value) => {
    const schema = { type: 'object', properties, additionalProperties: false } as AdaptiveSchema;
    expect(filterClaims(schema, { a: value })).toEqual({});
  });

  test('of a token named `unsigned` do not replace unsigned claims of the visitor', () => {
    const beta = { type: 'boolean', description: 'Beta' } as const;
    const schema: AdaptiveSchema = {
      type: 'object',
      properties: {
        unsigned: {
          type: 'object',
          description: UNSIGNED_DESCRIPTION,
          properties: { beta },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    };
    expect(visitorContext(schema, { signed: { unsigned: { beta: true } } })).toEqual({
      visitor: { claims: { unsigned: {} } },
    });
  });

  test('show content with an empty or true condition, and hide it if any is false or fails', () => {
    const context = { visitor: { claims: { plan: 'pro', unsigned: {} } } };
    expect(isShown([], context)).toBe(true);
    expect(isShown([null, undefined, ' '], context)).toBe(true);
    expect(isShown(['visitor.claims.plan === "pro"', '!visitor.claims.unsigned.x'], context)).toBe(true);
    for (const hiding of ['visitor.claims.plan === "free"', 'visitor.claims.a.b', 'nobody', 'a b', '"'])
      expect([hiding, isShown(['true', hiding], context)]).toEqual([hiding, false]);
  });
});

describe('template conditions', () => {
  test('are valid expressions with a boolean value for every visitor, and false without claims', () => {
    let [made, holding] = [0, 0];
    fc.assert(
      fc.property(described, ({ schema, signed, unsigned }) => {
        for (const { condition } of templateConditionsOf(schema)) {
          made += 1;
          const compilation = compileExpression(condition);
          if (!compilation.ok) throw new Error(`${condition}: ${compilation.message}`);
          for (const claims of [{ signed, unsigned }, {}]) {
            const result = evaluate(compilation.expression, visitorContext(schema, claims));
            expect([condition, result.ok, result.ok && typeof result.value]).toEqual([
              condition,
              true,
              'boolean',
            ]);
            if (result.ok && result.value) holding += 1;
          }
          // Nobody is described by all of them.
          expect(isShown([condition], visitorContext(schema, {}))).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
    expect(made).toBeGreaterThan(300);
    expect(holding).toBeGreaterThan(100);
  });

  test('are generated from booleans and enumerations, in the order of the schema', () => {
    expect(
      templateConditionsOf({
        type: 'object',
        properties: {
          plan: { type: 'string', description: 'Plan', enum: ['free', 'a "b"'] },
          name: { type: 'string', description: 'Name' },
          unsigned: {
            type: 'object',
            description: UNSIGNED_DESCRIPTION,
            properties: { 'beta-user': { type: 'boolean', description: 'Beta user' } },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      }),
    ).toEqual([
      { description: 'Plan: free', condition: 'visitor.claims.plan === "free"' },
      { description: 'Plan: a "b"', condition: 'visitor.claims.plan === "a \\"b\\""' },
      { description: 'Beta user: yes', condition: 'visitor.claims.unsigned?.["beta-user"] === true' },
      { description: 'Beta user: no', condition: 'visitor.claims.unsigned?.["beta-user"] === false' },
    ]);
  });
});
