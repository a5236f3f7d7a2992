import { describe, expect, test } from 'vitest';
import type { TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { UNSIGNED_DESCRIPTION } from './claims-schema.ts';

const SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    plan: { type: 'string', description: 'Plan', enum: ['free', 'pro'] },
    isBeta: { type: 'boolean', description: 'Beta' },
    seats: { type: 'number', description: 'Seats' },
    groups: {
      type: 'array',
      description: 'Groups',
      items: { type: 'string', description: 'A group', enum: ['a'] },
    },
    unsigned: {
      type: 'object',
      description: UNSIGNED_DESCRIPTION,
      properties: { dark: { type: 'boolean', description: 'Dark' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

describe('adaptive schemas', () => {
  let org: TestOrganization;
  let server: TestServer;
  withOrganization((fresh) => {
    ({ org, server } = fresh);
  });

  const schemaOf = (site: string) => `/orgs/${org.id}/sites/${site}/adaptive-schema`;
  const put = (site: string, jsonSchema: unknown) => org.admin.call('PUT', schemaOf(site), { jsonSchema });

  test('are empty at first, and returned as stored', async () => {
    const site = await org.site();
    expect((await org.read.call('GET', schemaOf(site))).body).toMatchObject({
      object: 'site-adaptive-schema',
      jsonSchema: { type: 'object', properties: {}, additionalProperties: false },
    });
    expect((await org.read.call('GET', `${schemaOf(site)}/template-conditions`)).body).toEqual({ items: [] });
    const changed = await put(site, SCHEMA);
    expect(changed.status).toBe(200);
    const { body } = await org.read.call('GET', schemaOf(site));
    expect(body).toEqual(changed.body);
    expect(JSON.stringify(body.jsonSchema)).toBe(JSON.stringify(SCHEMA));
    const told = (await server.eventsOf(site)).length;
    expect((await put(site, SCHEMA)).body).toEqual(body);
    expect(await server.eventsOf(site)).toHaveLength(told);
  });

  test('offer authors a condition for each value', async () => {
    const site = await org.site();
    await put(site, SCHEMA);
    const { body } = await org.read.call('GET', `${schemaOf(site)}/template-conditions`);
    expect(body.items.map(({ condition }: { condition: string }) => condition)).toEqual([
      'visitor.claims.plan === "free"',
      'visitor.claims.plan === "pro"',
      'visitor.claims.isBeta === true',
      'visitor.claims.isBeta === false',
      'visitor.claims.groups?.includes("a") === true',
      'visitor.claims.unsigned?.dark === true',
      'visitor.claims.unsigned?.dark === false',
    ]);
  });

  const withClaim = (claim: unknown) => ({ ...SCHEMA, properties: { a: claim } });
  const nested = (depth: number): object =>
    depth === 0
      ? { type: 'boolean', description: '' }
      : {
          type: 'object',
          description: '',
          properties: { n: nested(depth - 1) },
          additionalProperties: false,
        };
  test.each<[string, unknown, string]>([
    ['a schema that is not an object', 'x', 'jsonSchema'],
    ['another root', { ...SCHEMA, type: 'array' }, 'jsonSchema.type'],
    [
      'another draft',
      { ...SCHEMA, $schema: 'https://json-schema.org/draft/2020-12/schema' },
      'jsonSchema.$schema',
    ],
    ['open at the root', { ...SCHEMA, additionalProperties: true }, 'jsonSchema.additionalProperties'],
    ['more at the root', { ...SCHEMA, required: ['plan'] }, 'jsonSchema.required'],
    ['a claim without description', withClaim({ type: 'boolean' }), 'jsonSchema.properties.a.description'],
    ['a claim of no type', withClaim({ description: '' }), 'jsonSchema.properties.a.type'],
    [
      'a type that is not known',
      withClaim({ type: 'integer', description: '' }),
      'jsonSchema.properties.a.type',
    ],
    [
      'a type of the language',
      withClaim({ type: 'toString', description: '' }),
      'jsonSchema.properties.a.type',
    ],
    [
      'several types',
      withClaim({ type: ['string'], description: '', $ref: '#' }),
      'jsonSchema.properties.a.$ref',
    ],
    [
      'a reference',
      withClaim({ type: 'string', description: '', $ref: '#' }),
      'jsonSchema.properties.a.$ref',
    ],
    ['no values', withClaim({ type: 'string', description: '', enum: [] }), 'jsonSchema.properties.a.enum'],
    [
      'numbers as values',
      withClaim({ type: 'string', description: '', enum: [1] }),
      'jsonSchema.properties.a.enum',
    ],
    [
      'values of a boolean',
      withClaim({ type: 'boolean', description: '', enum: [true] }),
      'jsonSchema.properties.a.enum',
    ],
    [
      'a list of lists',
      withClaim({ type: 'array', description: '', items: { type: 'array', description: '' } }),
      'jsonSchema.properties.a.items.type',
    ],
    [
      'an open object',
      withClaim({ type: 'object', description: '', properties: {} }),
      'jsonSchema.properties.a.additionalProperties',
    ],
    [
      'unsigned claims of another name',
      { ...SCHEMA, properties: { unsigned: { ...SCHEMA.properties.unsigned, description: 'Mine' } } },
      'jsonSchema.properties.unsigned.description',
    ],
    [
      'a name that no expression reads',
      { ...SCHEMA, properties: { constructor: { type: 'boolean', description: '' } } },
      'jsonSchema.properties.constructor',
    ],
    [
      'endless nesting',
      withClaim(nested(12)),
      `jsonSchema.properties.a${'.properties.n'.repeat(10)}.properties`,
    ],
  ])('are rejected: %s', async (_, jsonSchema, path) => {
    const site = await org.site();
    const refused = await put(site, jsonSchema);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, `body.${path}`]);
    expect((await org.read.call('GET', schemaOf(site))).body.jsonSchema.properties).toEqual({});
  });

  test('can be nested to a readable depth', async () => {
    const site = await org.site();
    expect((await put(site, withClaim(nested(8)))).status).toBe(200);
    const { body } = await org.read.call('GET', `${schemaOf(site)}/template-conditions`);
    expect(body.items[0].condition).toBe(`visitor.claims.a${'?.n'.repeat(8)} === true`);
  });

  test('are read by readers of the site, and changed by its managers only', async () => {
    const site = await org.site();
    expect((await org.review.call('PUT', schemaOf(site), { jsonSchema: SCHEMA })).status).toBe(403);
    expect((await org.guest.call('GET', schemaOf(site))).status).toBe(404);
    expect((await org.create.call('PUT', schemaOf(site), { jsonSchema: SCHEMA })).status).toBe(200);
  });
});
