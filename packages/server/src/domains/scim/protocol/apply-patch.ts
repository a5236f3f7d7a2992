import { isRecord } from '@lectern/document';
import { ScimError, type ScimType } from '../../../kernel/contract/scim.ts';
import {
  type AttributePath,
  attributePathOf,
  type Filter,
  foldCase,
  isOfExtension,
  matches,
  parsePath,
} from './parse-filter.ts';

/** The kind of an attribute, with the names of its parts. */
export type Attribute =
  | { readonly kind: 'text' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'complex'; readonly parts: readonly string[] }
  /** Values are compared case-insensitively unless `isExact` is set. */
  | { readonly kind: 'multi-valued'; readonly parts: readonly string[]; readonly isExact?: boolean };

/** The attributes of a resource that a patch can change, by name. */
export type PatchSchema = Readonly<Record<string, Attribute>>;

/** An operation of a patch request. */
export interface PatchOperation {
  readonly op: string;
  readonly path?: string | null;
  readonly value?: unknown;
}

/** The attributes of a resource. */
export type Resource = Readonly<Record<string, unknown>>;

type Op = 'add' | 'replace' | 'remove';
type Item = Readonly<Record<string, unknown>>;
type MultiValued = Extract<Attribute, { kind: 'multi-valued' }>;
type Refuse = (scimType: ScimType, message: string) => ScimError;

const OPS = new Set<string>(['add', 'replace', 'remove']);
// Read-only: rejected as a path, ignored in an object.
const READ_ONLY = new Set(['id', 'meta', 'schemas', 'groups']);
// Standard attributes that are not supported: ignored, because identity providers send them by default.
const IGNORED_ATTRIBUTES = new Set(
  (
    'nickname profileurl title usertype preferredlanguage locale timezone password phonenumbers ims photos addresses ' +
    'entitlements roles x509certificates user employeenumber costcenter organization division department manager'
  ).split(' '),
);

const named = (names: readonly string[], lower: string) => names.find((name) => name.toLowerCase() === lower);

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Converts "true" and "false" to booleans; other values are returned as they are. */
export const toBoolean = (value: unknown): unknown =>
  typeof value === 'string' ? (BOOLEANS.get(value.toLowerCase()) ?? value) : value;

// Some identity providers send a single value as a list with one object.
const single = (value: unknown): unknown => {
  const [item, ...rest] = Array.isArray(value) ? value : [];
  return rest.length === 0 && isRecord(item) && 'value' in item ? item.value : value;
};

const without = (resource: Resource, name: string): Resource => {
  const { [name]: _, ...rest } = resource;
  return rest;
};

// Null removes a value.
const withValue = (resource: Resource, name: string, value: unknown): Resource =>
  value === null || value === undefined ? without(resource, name) : { ...resource, [name]: value };

const itemOf = (value: unknown, parts: readonly string[], refuse: Refuse): Item => {
  if (!isRecord(value)) throw refuse('invalidValue', 'must be an object');
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => {
      const name = named(parts, key.toLowerCase());
      return name === undefined || part === null ? [] : [[name, name === 'primary' ? toBoolean(part) : part]];
    }),
  );
};

const itemsOf = (value: unknown, parts: readonly string[], refuse: Refuse): Item[] =>
  (Array.isArray(value) ? value : [value]).map((item) => itemOf(item, parts, refuse));

const normalizerOf = ({ isExact = false }: MultiValued) => (isExact ? (value: unknown) => value : foldCase);

// Each value occurs once in a list; the last one wins.
const mergeItems = (items: readonly Item[], normalize: (value: unknown) => unknown): Item[] => {
  const all = new Map<unknown, Item>();
  for (const item of items) {
    const key = normalize(item.value) ?? item;
    const known = all.get(key);
    all.set(key, known ? { ...known, ...item } : item);
  }
  return [...all.values()];
};

/** The value that a filter of equalities describes; undefined for other filters. */
const valueImpliedBy = (filter: Filter, parts: readonly string[]): Item | undefined => {
  if (filter.op === 'and') {
    const described = filter.parts.map((part) => valueImpliedBy(part, parts));
    return described.includes(undefined) ? undefined : Object.assign({}, ...described);
  }
  const name = filter.op === 'eq' ? named(parts, filter.path) : undefined;
  return filter.op === 'eq' && name !== undefined ? { [name]: filter.value } : undefined;
};

const partOf = (path: AttributePath, parts: readonly string[], refuse: Refuse): string | undefined => {
  if (path.sub === undefined) return undefined;
  const name = named(parts, path.sub);
  if (name === undefined) throw refuse('invalidPath', `${path.attribute}.${path.sub} does not exist`);
  return name;
};

const patchComplex = (
  current: Item,
  op: Op,
  part: string | undefined,
  value: unknown,
  parts: readonly string[],
  refuse: Refuse,
): Item | undefined => {
  if (part !== undefined) return op === 'remove' ? without(current, part) : withValue(current, part, value);
  if (op === 'remove' || value === null) return undefined;
  // Unspecified parts are unchanged (RFC 7644, 3.5.2.3).
  return { ...current, ...itemOf(value, parts, refuse) };
};

const patchItems = (
  items: readonly Item[],
  op: Op,
  { filter }: AttributePath,
  part: string | undefined,
  value: unknown,
  multiValued: MultiValued,
  refuse: Refuse,
): readonly Item[] => {
  const { parts } = multiValued;
  const normalize = normalizerOf(multiValued);
  if (filter === undefined && part === undefined) {
    if (op === 'add') return mergeItems([...items, ...itemsOf(value, parts, refuse)], normalize);
    if (op === 'replace') return value === null ? [] : mergeItems(itemsOf(value, parts, refuse), normalize);
    if (value === undefined || value === null) return [];
    // Entra ID sends the members to remove as the value.
    const removed = new Set(itemsOf(value, parts, refuse).map((item) => normalize(item.value)));
    return items.filter((item) => !removed.has(normalize(item.value)));
  }
  const isSelected = (item: Item) => filter === undefined || matches(filter, item, normalize);
  if (op === 'remove')
    return part === undefined
      ? items.filter((item) => !isSelected(item))
      : items.map((item) => (isSelected(item) ? without(item, part) : item));
  const newValue =
    part === undefined
      ? itemOf(value, parts, refuse)
      : { [part]: part === 'primary' ? toBoolean(value) : value };
  if (items.some(isSelected))
    return mergeItems(
      items.map((item) => (isSelected(item) ? { ...item, ...newValue } : item)),
      normalize,
    );
  const described = filter === undefined ? {} : valueImpliedBy(filter, parts);
  if (!described) throw refuse('noTarget', 'the filter does not match any value');
  return mergeItems([...items, { ...described, ...newValue }], normalize);
};

const applyAt = (
  patchSchema: PatchSchema,
  resource: Resource,
  op: Op,
  path: AttributePath,
  value: unknown,
  refuse: Refuse,
): Resource => {
  const name = named(Object.keys(patchSchema), path.attribute);
  if (name === undefined) {
    if (IGNORED_ATTRIBUTES.has(path.attribute)) return resource;
    throw refuse('invalidPath', `the attribute ${path.attribute} does not exist`);
  }
  const attribute = patchSchema[name]!;
  if (op !== 'remove' && value === undefined) throw refuse('invalidValue', 'is missing a value');
  if (attribute.kind === 'text' || attribute.kind === 'boolean') {
    if (path.filter || path.sub !== undefined)
      throw refuse('invalidPath', `${name} is a single value without sub-attributes`);
    if (op === 'remove') return without(resource, name);
    const newValue = single(value);
    return withValue(resource, name, attribute.kind === 'boolean' ? toBoolean(newValue) : newValue);
  }
  const part = partOf(path, attribute.parts, refuse);
  if (attribute.kind === 'complex') {
    if (path.filter) throw refuse('invalidPath', `${name} is a single value and cannot be filtered`);
    const current = (resource[name] as Item | undefined) ?? {};
    return withValue(resource, name, patchComplex(current, op, part, value, attribute.parts, refuse));
  }
  const items = (resource[name] as readonly Item[] | undefined) ?? [];
  return withValue(resource, name, patchItems(items, op, path, part, value, attribute, refuse));
};

/** Applies one operation of a patch. */
export const applyOperation = (
  patchSchema: PatchSchema,
  resource: Resource,
  operation: PatchOperation,
  index: number,
): Resource => {
  const at = `Operations.${index}`;
  const op = operation.op.toLowerCase();
  if (!OPS.has(op)) throw new ScimError(400, 'invalidSyntax', `${at}.op: must be add, replace or remove`);
  const change = (changing: Resource, text: string, value: unknown): Resource => {
    const refuse: Refuse = (scimType, message) =>
      new ScimError(400, scimType, `${at}.${text.slice(0, 100)}: ${message}`);
    const path = parsePath(text);
    if (!path.ok) throw refuse('invalidPath', path.problem);
    // Extensions are not supported: operations on them are ignored, so that the other operations are applied.
    if (isOfExtension(text)) return changing;
    if (READ_ONLY.has(path.value.attribute)) throw refuse('mutability', 'is read-only');
    return applyAt(patchSchema, changing, op as Op, path.value, value, refuse);
  };
  if (operation.path) return change(resource, operation.path, operation.value);
  if (op === 'remove') throw new ScimError(400, 'noTarget', `${at}.path: is required for remove`);
  if (!isRecord(operation.value))
    throw new ScimError(400, 'invalidValue', `${at}.value: must be an object if there is no path`);
  return Object.entries(operation.value)
    .filter(([key]) => !READ_ONLY.has(attributePathOf(key) ?? ''))
    .reduce((changing, [key, value]) => change(changing, key, value), resource);
};

/** Applies the operations of a patch in order; the first error aborts all of them. */
export const applyPatch = (
  patchSchema: PatchSchema,
  resource: Resource,
  operations: readonly PatchOperation[],
): Resource =>
  operations.reduce(
    (changing, operation, index) => applyOperation(patchSchema, changing, operation, index),
    resource,
  );
