/** The kinds of objects in a specification of version 2 or 3. */
export type ObjectKind =
  | 'document'
  | 'components'
  | 'paths'
  | 'item'
  | 'operations'
  | 'operation'
  | 'parameters'
  | 'parameter'
  | 'bodies'
  | 'body'
  | 'contents'
  | 'content'
  | 'encodings'
  | 'encoding'
  | 'responses'
  | 'response'
  | 'samples'
  | 'headers'
  | 'header'
  | 'examples'
  | 'example'
  | 'links'
  | 'link'
  | 'callbacks'
  | 'schemas'
  | 'schema'
  | 'discriminator'
  | 'mapping'
  | 'schemes'
  | 'scheme';

/** A JSON object of a specification. */
export type JsonObject = Record<string, unknown>;

// Any field name.
const ANY = '*';

const shared = { schema: 'schema', content: 'contents', examples: 'examples' } as const;

// Fields that are not listed hold the author's own data, such as examples.
const FIELDS: Readonly<Record<ObjectKind, Readonly<Record<string, ObjectKind>>>> = {
  document: {
    paths: 'paths',
    webhooks: 'paths',
    'x-webhooks': 'paths',
    components: 'components',
    definitions: 'schemas',
    parameters: 'parameters',
    responses: 'responses',
    securityDefinitions: 'schemes',
  },
  components: {
    schemas: 'schemas',
    responses: 'responses',
    parameters: 'parameters',
    examples: 'examples',
    requestBodies: 'bodies',
    headers: 'headers',
    securitySchemes: 'schemes',
    links: 'links',
    callbacks: 'callbacks',
    pathItems: 'paths',
    mediaTypes: 'contents',
  },
  paths: { [ANY]: 'item' },
  item: {
    parameters: 'parameters',
    additionalOperations: 'operations',
    ...Object.fromEntries(
      ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'].map(
        (method) => [method, 'operation'] as const,
      ),
    ),
  },
  operations: { [ANY]: 'operation' },
  operation: {
    parameters: 'parameters',
    requestBody: 'body',
    responses: 'responses',
    callbacks: 'callbacks',
  },
  parameters: { [ANY]: 'parameter' },
  parameter: { ...shared, items: 'schema' },
  bodies: { [ANY]: 'body' },
  body: { content: 'contents' },
  contents: { [ANY]: 'content' },
  content: {
    schema: 'schema',
    itemSchema: 'schema',
    examples: 'examples',
    encoding: 'encodings',
    itemEncoding: 'encoding',
    prefixEncoding: 'encodings',
  },
  encodings: { [ANY]: 'encoding' },
  encoding: { headers: 'headers' },
  responses: { [ANY]: 'response' },
  response: {
    content: 'contents',
    headers: 'headers',
    links: 'links',
    schema: 'schema',
    examples: 'samples',
  },
  // Version 2: examples by media type.
  samples: {},
  headers: { [ANY]: 'header' },
  header: { ...shared, items: 'schema' },
  examples: { [ANY]: 'example' },
  example: {},
  links: { [ANY]: 'link' },
  link: {},
  callbacks: { [ANY]: 'paths' },
  schemas: { [ANY]: 'schema' },
  schema: {
    ...Object.fromEntries(
      ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'].map(
        (name) => [name, 'schemas'] as const,
      ),
    ),
    ...Object.fromEntries(
      ['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((name) => [name, 'schemas'] as const),
    ),
    ...Object.fromEntries(
      [
        'items',
        'additionalItems',
        'unevaluatedItems',
        'contains',
        'additionalProperties',
        'unevaluatedProperties',
        'propertyNames',
        'contentSchema',
        'not',
        'if',
        'then',
        'else',
      ].map((name) => [name, 'schema'] as const),
    ),
    discriminator: 'discriminator',
  },
  discriminator: { mapping: 'mapping' },
  mapping: {},
  schemes: { [ANY]: 'scheme' },
  scheme: {},
};

// The kinds whose extensions are siblings of free names.
const EXTENSIBLE = new Set<ObjectKind>(['paths', 'responses']);

/** The kind of a field; undefined if it is not part of the specification. */
export const childKind = (kind: ObjectKind, name: string): ObjectKind | undefined => {
  const fields = FIELDS[kind];
  if (Object.hasOwn(fields, name)) return fields[name];
  return EXTENSIBLE.has(kind) && name.startsWith('x-') ? undefined : fields[ANY];
};

/** The kind of the items of a list in place of an object of a kind. */
export const listItemKind = (kind: ObjectKind): ObjectKind => FIELDS[kind][ANY] ?? kind;

/** The child objects of a list or object, with their kinds. */
export const childObjects = (
  value: object,
  kind: ObjectKind,
): [name: string, part: unknown, kind: ObjectKind][] =>
  Object.entries(value).flatMap(([name, part]) => {
    const inner = Array.isArray(value) ? listItemKind(kind) : childKind(kind, name);
    return inner === undefined || typeof part !== 'object' || part === null ? [] : [[name, part, inner]];
  });
