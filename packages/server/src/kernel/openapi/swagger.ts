import { randomUUID } from 'node:crypto';
import { isRecord } from '@lectern/document';
import { upgradeFromTwoToThree } from '@scalar/openapi-parser';
import { parsePointer, toPointer } from './errors.ts';
import { childKind, type JsonObject, listItemKind, type ObjectKind } from './object-kinds.ts';
import { valueAt } from './references.ts';

/** An inlined part of a document: its path, and its original path. */
export interface Origin {
  readonly path: string;
  readonly home: readonly string[];
}

/** Whether a document is Swagger 2.0. */
export const isSwagger = (document: Readonly<JsonObject>): boolean => document.swagger !== undefined;

/** Maps all objects of a specification, innermost first; payload is left unchanged. */
const mapObjects = (
  value: unknown,
  kind: ObjectKind,
  make: (part: JsonObject, kind: ObjectKind) => JsonObject,
  payload: (name: string, value: unknown, kind: ObjectKind) => unknown,
): unknown => {
  if (Array.isArray(value)) return value.map((one) => mapObjects(one, listItemKind(kind), make, payload));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => {
    const inner = childKind(kind, name);
    return [name, inner === undefined ? payload(name, one, kind) : mapObjects(one, inner, make, payload)];
  });
  return make(Object.fromEntries(entries) as JsonObject, kind);
};

const isInBody = (parameter: unknown): parameter is JsonObject =>
  isRecord(parameter) && (parameter.in === 'body' || parameter.in === 'formData');

// References that version 3 has, too; all others are inlined.
const KEPT_REFERENCES: Partial<Record<ObjectKind, string>> = {
  schema: '#/definitions/',
  parameter: '#/parameters/',
  response: '#/responses/',
};

/**
 * Inlines references of a Swagger document that version 3 does not have: to path items, bodies, form fields and other
 * files. Schemas may be recursive, so they are added to the definitions instead.
 */
export const inlineSwaggerReferences = (
  whole: JsonObject,
): { readonly document: JsonObject; readonly origins: readonly Origin[] } => {
  const origins: Origin[] = [];
  const names = new Map<string, string>();
  const used = new Set(Object.keys(isRecord(whole.definitions) ? whole.definitions : {}));
  const queue: string[] = [];
  const targetOf = (ref: string) => valueAt(whole, parsePointer(ref.slice(1)));
  const inBody = (ref: string, hops = 0): boolean => {
    const target = targetOf(ref);
    if (!isRecord(target)) return false;
    if (typeof target.$ref === 'string') return hops < 8 && inBody(target.$ref, hops + 1);
    return isInBody(target);
  };
  const isKept = (ref: string, kind: ObjectKind) =>
    ref.startsWith(KEPT_REFERENCES[kind] ?? ' ') && !(kind === 'parameter' && inBody(ref));
  const definitionName = (ref: string): string => {
    const known = names.get(ref);
    if (known !== undefined) return known;
    const base = (parsePointer(ref).at(-1) ?? '').replace(/\.(?:json|ya?ml)$/i, '') || 'schema';
    let name = base;
    for (let count = 2; used.has(name); count++) name = `${base}-${count}`;
    used.add(name);
    names.set(ref, name);
    queue.push(ref);
    return name;
  };
  const inline = (value: unknown, kind: ObjectKind, path: string, inside: readonly string[]): unknown => {
    if (Array.isArray(value))
      return value.map((one, at) => inline(one, listItemKind(kind), `${path}/${at}`, inside));
    if (!isRecord(value)) return value;
    const ref = value.$ref;
    if (typeof ref === 'string' && ref.startsWith('#') && targetOf(ref) !== undefined && !isKept(ref, kind)) {
      if (kind === 'schema') return { ...value, $ref: `#/definitions${toPointer([definitionName(ref)])}` };
      if (inside.includes(ref)) return {};
      origins.push({ path, home: parsePointer(ref) });
      return inline(targetOf(ref), kind, path, [...inside, ref]);
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        const inner = childKind(kind, name);
        return [name, inner === undefined ? one : inline(one, inner, path + toPointer([name]), inside)];
      }),
    );
  };
  const document = inline(whole, 'document', '', []) as JsonObject;
  const definitions: [string, unknown][] = [];
  for (const ref of queue) {
    const path = toPointer(['definitions', names.get(ref)!]);
    origins.push({ path, home: parsePointer(ref) });
    definitions.push([names.get(ref)!, inline(targetOf(ref), 'schema', path, [])]);
  }
  if (definitions.length > 0)
    document.definitions = {
      ...(document.definitions as JsonObject | undefined),
      ...Object.fromEntries(definitions),
    };
  return { document, origins };
};

/** Upgrades a schema; version 3 ignores siblings of a reference, so they move into `allOf`. */
const upgradeSchema = (schema: JsonObject): JsonObject => {
  const { 'x-nullable': isNullable, discriminator, ...rest } = schema;
  const { $ref, ...others } = rest;
  const isAround = isNullable === true && $ref !== undefined;
  return {
    ...(isAround ? { ...others, allOf: [{ $ref }] } : rest),
    ...(isNullable === true ? { nullable: true } : isNullable !== undefined && { 'x-nullable': isNullable }),
    ...(discriminator !== undefined && {
      discriminator: typeof discriminator === 'string' ? { propertyName: discriminator } : discriminator,
    }),
  };
};

/** Upgrades a path item: copies its body parameters to its operations, since version 3 has no shared bodies. */
const upgradePathItem = (item: JsonObject): JsonObject => {
  const given = Array.isArray(item.parameters) ? (item.parameters as unknown[]) : [];
  const bodies = given.filter(isInBody);
  if (bodies.length === 0) return item;
  const entries = Object.entries(item).map(([name, value]) => {
    if (childKind('item', name) !== 'operation' || !isRecord(value)) return [name, value];
    const own = Array.isArray(value.parameters) ? (value.parameters as unknown[]) : [];
    const inherited = bodies.filter(
      (body) =>
        !own.some(
          (one) => isInBody(one) && one.in === body.in && (one.in === 'body' || one.name === body.name),
        ),
    );
    return [name, { ...value, parameters: [...own, ...inherited] }];
  });
  return { ...Object.fromEntries(entries), parameters: given.filter((one) => !isInBody(one)) };
};

const FLOWS: Readonly<Record<string, string>> = {
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

const MEDIA_TYPE = /^[a-z0-9*+.-]+\/[a-z0-9*+.-]+$/i;

const isByMediaType = (value: unknown): boolean =>
  isRecord(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => MEDIA_TYPE.test(key));

// Properties of a form field that version 3 has outside of the schema.
const FORM_FIELD_PROPERTIES = new Set(['name', 'in', 'required', 'collectionFormat', 'allowEmptyValue']);

/** Placeholders for values that the upgrade must neither change nor drop. */
interface Placeholders {
  /** A placeholder for a value. */
  readonly value: (value: unknown) => string;
  /** A placeholder for a field name. */
  readonly name: (name: string) => string;
  /** A field that is copied into the schema of a form field, and replaced by `fields` there. */
  readonly beside: (fields: JsonObject) => JsonObject;
}

/** Upgrades a security scheme. */
const upgradeSecurityScheme = (scheme: JsonObject, placeholders: Placeholders): JsonObject => {
  const { type, ...rest } = scheme;
  if (type === 'basic') return { type: 'http', scheme: 'basic', ...rest };
  if (type !== 'oauth2') return scheme;
  const { flow, authorizationUrl, tokenUrl, scopes, ...others } = rest;
  const name = typeof flow === 'string' && flow !== '' ? flow : 'implicit';
  return {
    type: placeholders.value(type),
    flows: {
      [Object.hasOwn(FLOWS, name) ? FLOWS[name]! : name]: {
        ...(authorizationUrl !== undefined && { authorizationUrl }),
        ...(tokenUrl !== undefined && { tokenUrl }),
        ...(scopes !== undefined && { scopes }),
      },
    },
    ...others,
  };
};

/** Upgrades a parameter: moves its example, and keeps extensions that the upgrade would drop. */
const upgradeParameter = (parameter: JsonObject, placeholders: Placeholders): JsonObject => {
  const { 'x-example': given, ...others } = parameter;
  const hasExample = given !== undefined;
  if (parameter.in === 'formData') {
    const own = Object.fromEntries(
      Object.entries(others).filter(([name]) => !FORM_FIELD_PROPERTIES.has(name)),
    );
    const examples = {
      example: own.example ?? placeholders.value(given),
      'x-example': placeholders.value(given),
    };
    return { ...others, ...placeholders.beside(upgradeSchema({ ...own, ...(hasExample && examples) })) };
  }
  const several = parameter['x-examples'];
  const kept = {
    ...(hasExample && { [placeholders.name('x-example')]: placeholders.value(given) }),
    ...(several !== undefined && { [placeholders.name('x-examples')]: placeholders.value(several) }),
  };
  if (!hasExample || isByMediaType(given)) return { ...parameter, ...kept };
  if (parameter.in !== 'body')
    return {
      ...others,
      ...(several === undefined && { example: others.example ?? placeholders.value(given) }),
      ...kept,
    };
  // Named examples apply to all media types.
  return { ...others, 'x-examples': several ?? { default: { value: placeholders.value(given) } }, ...kept };
};

const UPGRADES: Partial<Record<ObjectKind, (part: JsonObject, placeholders: Placeholders) => JsonObject>> = {
  schema: upgradeSchema,
  item: upgradePathItem,
  parameter: upgradeParameter,
  scheme: upgradeSecurityScheme,
};

const PAYLOAD = /^(?:example|default|enum|const|x-(?!nullable$).*)$/;
const EXAMPLES = /^x-examples?$/;
// One of the few properties that the upgrade copies from a form field into its schema.
const CARRIER = 'description';

/** Upgrades a Swagger document with inlined references to version 3; payload is hidden from the upgrade. */
export const upgradeSwagger = (document: JsonObject): JsonObject => {
  const mark = randomUUID();
  const kept: unknown[] = [];
  const carried = new Map<unknown, JsonObject>();
  const placeholders: Placeholders = {
    value: (value) => `${mark} ${kept.push(value) - 1}`,
    name: (name) => mark + name,
    beside: (fields) => {
      const carrier = `${mark} fields ${carried.size}`;
      carried.set(carrier, fields);
      return { [CARRIER]: carrier };
    },
  };
  const isPlaceholder = (value: unknown): value is string =>
    typeof value === 'string' && value.startsWith(mark);
  const restore = (value: unknown): unknown => {
    if (isPlaceholder(value)) return kept[Number(value.slice(mark.length))];
    if (Array.isArray(value)) return value.map(restore);
    if (!isRecord(value)) return value;
    const { [CARRIER]: carrier, ...rest } = value;
    const more = carried.get(carrier);
    // Upgraded fields take precedence.
    const whole = more ? { ...more, ...rest } : value;
    return Object.fromEntries(
      Object.entries(whole).map(([name, one]) => [
        isPlaceholder(name) ? name.slice(mark.length) : name,
        restore(one),
      ]),
    );
  };
  const isPayload = (name: string, kind: ObjectKind) =>
    kind === 'samples' || (PAYLOAD.test(name) && !(kind === 'parameter' && EXAMPLES.test(name)));
  const plain = mapObjects(
    document,
    'document',
    (part, kind) => UPGRADES[kind]?.(part, placeholders) ?? part,
    (name, value, kind) =>
      isPayload(name, kind) && typeof value === 'object' ? placeholders.value(value) : value,
  );
  return restore(upgradeFromTwoToThree(plain as JsonObject)) as JsonObject;
};
