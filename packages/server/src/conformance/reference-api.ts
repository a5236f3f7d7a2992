import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import { addStringFormats } from '../kernel/contract/string-formats.ts';

interface Reference {
  readonly paths: Record<string, Record<string, PublishedOperation>>;
  readonly components: { schemas: Record<string, object> };
}
interface PublishedOperation {
  readonly operationId?: string;
  readonly parameters?: readonly (Pointer | { readonly name: string; readonly in: string })[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
  readonly responses: Record<string, Response>;
}
interface ReferenceOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
}
interface Pointer {
  readonly $ref: string;
}
type Schema = Partial<Pointer> & {
  readonly properties?: Record<string, unknown>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};
interface Response {
  readonly $ref?: string;
  readonly content?: Record<string, { schema: object }>;
}

// `nullable` beside a `$ref`, without a type of its own, has no meaning in OpenAPI 3.0, and the validator refuses it.
const withoutLooseNullable = (_key: string, value: unknown) => {
  if (typeof value !== 'object' || value === null || !('nullable' in value) || 'type' in value) return value;
  const { nullable: _, ...schema } = value;
  return schema;
};
// "Empty" as one form of a page's body is meant as "without a body"; as written it forbids the page's other fields, too.
const NO_BODY = { not: { anyOf: [{ required: ['markdown'] }, { required: ['document'] }] } };
const isNoBody = (value: unknown) =>
  typeof value === 'object' &&
  (value as { title?: unknown } | null)?.title === 'Empty' &&
  (value as { additionalProperties?: unknown }).additionalProperties === false;
// The changes of a page, a group and a link accept each other's fields, so that "exactly one" never holds.
// The same is true of the rendering contexts of a space and a site, which are extensions of that of an organization.
const OVERLAPPING = /(ChangeAttributes|\/(Space|Site|Installation)Event)$/;
const asAnyOf = (value: unknown) => {
  const { oneOf } = (value ?? {}) as { oneOf?: readonly Pointer[] };
  return oneOf?.every(({ $ref }) => OVERLAPPING.test($ref ?? '')) ? { anyOf: oneOf } : value;
};
// This version has scheduled tasks, but only later versions have the event of their delivery.
const TASK_EVENT = {
  type: 'object',
  properties: { eventId: { type: 'string' }, type: { enum: ['task'] }, task: { type: 'object' } },
  required: ['eventId', 'type', 'task'],
};
const withTasks = (key: string, value: unknown) => {
  const { oneOf } = (value ?? {}) as { oneOf?: readonly object[] };
  return key === 'Event' && oneOf ? { ...(value as object), oneOf: [...oneOf, TASK_EVENT] } : value;
};
// Without a type everything is a plain object, texts included, so that "exactly one" never holds.
const asObject = (key: string, value: unknown) =>
  key === 'PlainObject' ? { ...(value as object), type: 'object' } : value;
// The same is true of computed pages and the other pages, which have no required fields.
const withoutComputed = (value: unknown) => {
  const [computed, ...others] = ((value ?? {}) as { oneOf?: readonly Schema[] }).oneOf ?? [];
  return computed?.required?.includes('computedSeed')
    ? { oneOf: [computed, ...others.map((other) => ({ ...other, not: { required: ['computed'] } }))] }
    : value;
};
// Later versions have wildcards in the sources of redirects, and destinations outside of the site.
const WILDCARD_SOURCE = '^/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+*/]|%[0-9A-Fa-f]{2})+$';
const EXTERNAL = {
  type: 'object',
  properties: { kind: { enum: ['external'] }, url: { type: 'string', format: 'uri' } },
  required: ['kind', 'url'],
};
const withLaterRedirects = (key: string, value: unknown) => {
  if (key === 'SiteRedirectSourcePath') return { ...(value as object), pattern: WILDCARD_SOURCE };
  const { oneOf = [] } = (value ?? {}) as { oneOf?: readonly object[] };
  return key === 'SiteRedirectDestination' && !JSON.stringify(oneOf).includes('External')
    ? { oneOf: [...oneOf, EXTERNAL] }
    : value;
};
// Later versions have covers in the background of pages.
const withBackgroundCovers = (key: string, value: unknown) =>
  key === 'RevisionPageLayoutOptionsCoverSize'
    ? { ...(value as object), enum: ['hero', 'full', 'background'] }
    : value;
// Later versions have sites in the theme of the reader's system.
const withSystemTheme = (key: string, value: unknown) =>
  key === 'CustomizationThemeMode' ? { ...(value as object), enum: ['light', 'dark', 'system'] } : value;
// The documents say that the files of a specification are an object; the site renderer reads an array of files.
const withFiles = (key: string, value: unknown) =>
  key === 'filesystem' ? { oneOf: [value, { type: 'array', items: { type: 'object' } }] } : value;

const CORRECTIONS: readonly ((key: string, value: unknown) => unknown)[] = [
  (_, value) => asAnyOf(value),
  (_, value) => withoutComputed(value),
  asObject,
  withTasks,
  withLaterRedirects,
  withBackgroundCovers,
  withSystemTheme,
  withFiles,
  withoutLooseNullable,
];

// The published OpenAPI documents of the compatible API; used for tests only.
const read = (name: string): Reference =>
  JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve(`${name}/spec/openapi.json`), 'utf8'),
    (key, value) =>
      isNoBody(value)
        ? NO_BODY
        : CORRECTIONS.reduce<unknown>((corrected, correct) => correct(key, corrected), value),
  );

const operationsOf = ({ paths }: Reference): readonly ReferenceOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation?.operationId
        ? [{ method: method.toUpperCase(), path, operationId: operation.operationId }]
        : [],
    ),
  );

const JSON_TYPE = 'application/json';

const pointer = (...steps: string[]) =>
  `reference#/${steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')).join('/')}`;

/** Compiles the schemas of a published document, each once. */
const createReference = (name: string) => {
  const document = read(name);
  const operations = operationsOf(document);
  // Optimizing the code of schemas takes longer than it saves.
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true, code: { optimize: false } });
  addStringFormats(ajv);
  for (const format of ['emoji', 'icon']) ajv.addFormat(format, true);
  ajv.addSchema({ ...document, $id: 'reference' });
  const compiled = new Map<string, ValidateFunction | undefined>();

  const compileResponse = (operationId: string, status: number): ValidateFunction | undefined => {
    const operation = operations.find((candidate) => candidate.operationId === operationId);
    if (!operation) return undefined;
    const method = operation.method.toLowerCase();
    const response = document.paths[operation.path]?.[method]?.responses[status];
    if (!response?.content?.[JSON_TYPE]) return undefined;
    return ajv.compile({
      $ref: pointer(
        'paths',
        operation.path,
        method,
        'responses',
        String(status),
        'content',
        JSON_TYPE,
        'schema',
      ),
    });
  };

  return {
    document,
    operations,
    /** The validator of a named schema. */
    schema: (schema: string): ValidateFunction =>
      ajv.compile({ $ref: pointer('components', 'schemas', schema) }),
    /** The validator of a response; undefined without a schema. */
    response: (operationId: string, status: number): ValidateFunction | undefined => {
      const key = `${operationId} ${status}`;
      if (!compiled.has(key)) compiled.set(key, compileResponse(operationId, status));
      return compiled.get(key);
    },
  };
};

const { document: reference, ...published } = createReference('@gitbook/api');
const renderer = createReference('gitbook-api-0.202');

/** Every operation of the reference, by method and path. */
export const referenceOperations = published.operations;

const resolve = <T>(value: T | Pointer): T =>
  typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string'
    ? resolve(
        value.$ref
          .slice(2)
          .split('/')
          .reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], reference) as T,
      )
    : (value as T);

const fieldsOf = (pointer: Schema): string[] => {
  const schema = resolve<Schema>(pointer as Pointer);
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((part) => part ?? []);
  return [...new Set([...Object.keys(schema.properties ?? {}), ...parts.flatMap(fieldsOf)])];
};

const requiredOf = (pointer: Schema): string[] => {
  const schema = resolve<Schema>(pointer as Pointer);
  return [...(schema.required ?? []), ...(schema.allOf ?? []).flatMap(requiredOf)];
};

/** An operation of the reference; undefined if it does not exist there. */
export const referenceOperation = (operationId: string) => {
  const known = referenceOperations.find((candidate) => candidate.operationId === operationId);
  if (!known) return undefined;
  const {
    parameters = [],
    requestBody,
    responses,
  } = reference.paths[known.path]![known.method.toLowerCase()]!;
  const body = requestBody?.content[JSON_TYPE]?.schema;
  return {
    statuses: Object.keys(responses),
    query: parameters
      .map((parameter) => resolve(parameter) as { name: string; in: string })
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => parameter.name),
    bodyFields: body ? fieldsOf(body) : [],
    requiredBodyFields: body ? requiredOf(body) : [],
  };
};

/** The validator of a response by the reference; undefined without a schema. */
export const referenceResponse = published.response;

/** The validator of a named schema of the reference. */
export const referenceSchema = published.schema;

/** The operations that the open-source site renderer calls, whose client is newer than the reference. */
export const RENDERER_OPERATIONS = [
  'resolvePublishedContentByUrl',
  'getPublishedContentSite',
  'getSpaceById',
  'getRevisionById',
  'getPageInRevisionById',
  'getPageInRevisionByPath',
  'getPageDocumentInRevisionById',
  'getReusableContentDocumentInRevisionById',
  'listRevisionPageMetaLinks',
  'getSiteRedirectBySource',
  'getEmbedByUrlInSpace',
  'searchSiteContent',
  'renderIntegrationUIWithGet',
  'renderIntegrationUIWithPost',
  'getLatestOpenAPISpecVersionContent',
  'getUserById',
  'getChangeRequestById',
  'getChangeRequestChanges',
  'getRevisionSemanticChanges',
  'trackEventsInSiteById',
] as const;

const isRead: ReadonlySet<string> = new Set(RENDERER_OPERATIONS);

/** The validator of a response by the client of the renderer; undefined for operations that it does not call. */
export const rendererResponse = (operationId: string, status: number): ValidateFunction | undefined =>
  isRead.has(operationId) ? renderer.response(operationId, status) : undefined;
