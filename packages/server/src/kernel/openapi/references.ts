import { decodeUri, isRecord } from '@lectern/document';
import { parsePointer } from './errors.ts';
import { childObjects, type JsonObject, type ObjectKind } from './object-kinds.ts';

/** The target of a reference: a file and a pointer in it; the file is undefined if it is unknown. */
export interface Target {
  readonly file: string | undefined;
  readonly pointer: string;
}

/** A reference of a specification. */
export interface Reference {
  /** The file that contains the reference. */
  readonly file: string;
  readonly path: readonly string[];
  readonly object: JsonObject;
  readonly key: string;
  readonly written: string;
  readonly target: Target;
  /** The value of the target; undefined if it does not exist. */
  readonly value: unknown;
}

/** The value at a path; undefined if it does not exist. */
export const valueAt = (document: unknown, names: readonly string[]): unknown => {
  let at: unknown = document;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as JsonObject)[name];
  }
  return at;
};

/** Splits a reference into its file and pointer. */
export const splitReference = (written: string): { readonly file: string; readonly pointer: string } => {
  const file = written.split('#', 1)[0]!;
  return { file, pointer: decodeUri(written.slice(file.length + 1)) };
};

/** Resolves a reference in the file of a URL; specifications sent as text have none. */
export const resolveByUrl = (written: string, from: string): Target => {
  const { file, pointer } = splitReference(written);
  const base = from || undefined;
  if (file === '') return { file: from, pointer };
  return { file: URL.canParse(file, base) ? new URL(file, base).href : undefined, pointer };
};

// Mappings hold names of schemas, or references to them.
const REFERENCE_PATTERN = /[#/]|\.(?:json|ya?ml)$/i;

const referencesIn = (
  value: JsonObject,
  kind: ObjectKind,
): [key: string, written: string, kind: ObjectKind][] => {
  if (kind === 'mapping')
    return Object.entries(value).flatMap(([key, written]) =>
      typeof written === 'string' && REFERENCE_PATTERN.test(written) ? [[key, written, 'schema']] : [],
    );
  return typeof value.$ref === 'string' ? [['$ref', value.$ref, kind]] : [];
};

/** Whether a pointer is a path; JSON Schema also has anchors, which are not resolved. */
const isPath = (pointer: string) => pointer === '' || pointer.startsWith('/');

/**
 * Finds the references of a specification in all its files. The kind of a referenced file follows from its reference;
 * `$ref` in examples and extensions is not a reference.
 */
export const findReferences = (
  first: string,
  files: ReadonlyMap<string, unknown>,
  resolve: (written: string, from: string) => Target,
): Reference[] => {
  const found: Reference[] = [];
  const seen = new Map<ObjectKind, Set<object>>();
  const queue: { file: string; value: unknown; kind: ObjectKind; path: readonly string[] }[] = [
    { file: first, value: files.get(first), kind: 'document', path: [] },
  ];
  for (const { file, value, kind, path } of queue) {
    if (typeof value !== 'object' || value === null || seen.get(kind)?.has(value)) continue;
    seen.set(kind, (seen.get(kind) ?? new Set()).add(value));
    for (const [key, written, targetKind] of isRecord(value) ? referencesIn(value, kind) : []) {
      const target = resolve(written, file);
      const names = parsePointer(target.pointer);
      const targetValue =
        target.file !== undefined && isPath(target.pointer)
          ? valueAt(files.get(target.file), names)
          : undefined;
      found.push({
        file,
        path: [...path, key],
        object: value as JsonObject,
        key,
        written,
        target,
        value: targetValue,
      });
      if (targetValue !== undefined)
        queue.push({ file: target.file!, value: targetValue, kind: targetKind, path: names });
    }
    for (const [name, part, inner] of childObjects(value, kind))
      queue.push({ file, value: part, kind: inner, path: [...path, name] });
  }
  return found;
};

/** Whether the target of a reference does not exist. */
export const isBroken = ({ target, value, key }: Reference): boolean =>
  // Mappings may be resolved elsewhere.
  value === undefined && key === '$ref' && (target.file === undefined || isPath(target.pointer));
