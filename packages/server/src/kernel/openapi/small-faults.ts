import { isRecord } from '@lectern/document';
import { childObjects, type JsonObject, type ObjectKind } from './object-kinds.ts';

// Objects with fields of their own; all others have free names.
const WITH_FIELDS = new Set<ObjectKind>([
  'document',
  'item',
  'operation',
  'parameter',
  'body',
  'response',
  'header',
  'schema',
  'example',
  'link',
  'scheme',
]);
// Null says the same as no field.
const OPTIONAL_FIELDS = [
  'summary',
  'description',
  'title',
  'operationId',
  'externalDocs',
  'deprecated',
  'tags',
  'parameters',
  'servers',
];

const dropNulls = (value: JsonObject): void => {
  for (const name of OPTIONAL_FIELDS) if (value[name] === null) delete value[name];
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (isRecord(value) && Object.keys(value).length === 0);

const complete = (value: JsonObject, kind: ObjectKind): void => {
  dropNulls(value);
  if (typeof value.$ref === 'string') return;
  if (kind === 'response') value.description ??= '';
  if (kind === 'operation' && isEmpty(value.responses)) value.responses = { default: { description: '' } };
};

/**
 * A copy for the validator without faults that hide nothing from readers: null in place of an optional field, operations
 * without responses, responses without a description, and a missing title or version.
 */
export const withoutSmallFaults = (document: JsonObject): JsonObject => {
  const copy = structuredClone(document);
  if (isRecord(copy.info)) {
    dropNulls(copy.info);
    copy.info.title ??= '';
    copy.info.version ??= '';
  }
  for (const tag of Array.isArray(copy.tags) ? copy.tags : []) if (isRecord(tag)) dropNulls(tag);
  const queue: { value: unknown; kind: ObjectKind }[] = [{ value: copy, kind: 'document' }];
  // Aliases of YAML repeat the same object.
  const seen = new Map<ObjectKind, Set<object>>();
  for (const { value, kind } of queue) {
    if (typeof value !== 'object' || value === null || seen.get(kind)?.has(value)) continue;
    seen.set(kind, (seen.get(kind) ?? new Set()).add(value));
    if (isRecord(value) && WITH_FIELDS.has(kind)) complete(value, kind);
    for (const [, part, inner] of childObjects(value, kind)) queue.push({ value: part, kind: inner });
  }
  return copy;
};
