/** What can stand at a place of a specification, of version 2 or 3. */
export type Kind =
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

/** An object of a specification. */
export type Holder = Record<string, unknown>;

/** Whether a value is an object, and no list. */
export const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Names that whoever wrote it chose freely.
const ANY = '*';

const shared = { schema: 'schema', content: 'contents', examples: 'examples' } as const;

// What is not named here is data of whoever wrote it, in which nothing means anything.
const FIELDS: Readonly<Record<Kind, Readonly<Record<string, Kind>>>> = {
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
  // Of version 2: payload by kind of content.
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

// Where extensions stand among names; elsewhere a name may begin as they do.
const EXTENDED = new Set<Kind>(['paths', 'responses']);

/** What stands at a name in something; undefined for what is no part of the specification. */
export const kindAt = (kind: Kind, name: string): Kind | undefined => {
  const fields = FIELDS[kind];
  if (Object.hasOwn(fields, name)) return fields[name];
  return EXTENDED.has(kind) && name.startsWith('x-') ? undefined : fields[ANY];
};

/** What the members of a list are that stands where something is expected: things of its kind, or those that it holds. */
export const kindInList = (kind: Kind): Kind => FIELDS[kind][ANY] ?? kind;

/** The parts of something, in a list or an object, with what they are. */
export const partsOf = (value: object, kind: Kind): [name: string, part: unknown, kind: Kind][] =>
  Object.entries(value).flatMap(([name, part]) => {
    const inner = Array.isArray(value) ? kindInList(kind) : kindAt(kind, name);
    return inner === undefined || typeof part !== 'object' || part === null ? [] : [[name, part, inner]];
  });
