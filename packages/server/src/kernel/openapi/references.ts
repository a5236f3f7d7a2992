import { namesIn } from './errors.ts';
import { type Holder, isHolder, type Kind, partsOf } from './object-kinds.ts';

/** Where a reference leads: to a file, and a pointer in it; a file that is not known has no name. */
export interface Target {
  readonly file: string | undefined;
  readonly pointer: string;
}

/** A reference of a specification. */
export interface Reference {
  /** It is written in a file, at a path, as a field of an object. */
  readonly file: string;
  readonly path: readonly string[];
  readonly holder: Holder;
  readonly key: string;
  readonly written: string;
  readonly target: Target;
  /** What is there; undefined for nothing, which JSON cannot say. */
  readonly value: unknown;
}

/** What stands at a path; undefined for nothing. */
export const valueAt = (document: unknown, names: readonly string[]): unknown => {
  let at: unknown = document;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Holder)[name];
  }
  return at;
};

const decoded = (pointer: string): string => {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
};

/** A reference in its two parts: the file as it is written, and the pointer. */
export const splitReference = (written: string): { readonly file: string; readonly pointer: string } => {
  const file = written.split('#', 1)[0]!;
  return { file, pointer: decoded(written.slice(file.length + 1)) };
};

/** Where a reference leads that stands in the file of an address; one that was sent has none. */
export const byAddress = (written: string, from: string): Target => {
  const { file, pointer } = splitReference(written);
  const base = from || undefined;
  if (file === '') return { file: from, pointer };
  return { file: URL.canParse(file, base) ? new URL(file, base).href : undefined, pointer };
};

// A mapping has names of schemas, or references to them.
const LIKE_A_REFERENCE = /[#/]|\.(?:json|ya?ml)$/i;

const writtenIn = (value: Holder, kind: Kind): [key: string, written: string, kind: Kind][] => {
  if (kind === 'mapping')
    return Object.entries(value).flatMap(([key, written]) =>
      typeof written === 'string' && LIKE_A_REFERENCE.test(written) ? [[key, written, 'schema']] : [],
    );
  return typeof value.$ref === 'string' ? [['$ref', value.$ref, kind]] : [];
};

/** Whether a pointer is a path; JSON Schema has names instead, too, which are left to who understands them. */
const isPath = (pointer: string) => pointer === '' || pointer.startsWith('/');

/**
 * The references of a specification, through all files that are there: what a file is shows only in where it is referred
 * to, and what looks like a reference in an example or an extension is none.
 */
export const referencesFrom = (
  first: string,
  files: ReadonlyMap<string, unknown>,
  leads: (written: string, from: string) => Target,
): Reference[] => {
  const found: Reference[] = [];
  const seen = new Map<Kind, Set<object>>();
  const waiting: { file: string; value: unknown; kind: Kind; path: readonly string[] }[] = [
    { file: first, value: files.get(first), kind: 'document', path: [] },
  ];
  for (const { file, value, kind, path } of waiting) {
    if (typeof value !== 'object' || value === null || seen.get(kind)?.has(value)) continue;
    seen.set(kind, (seen.get(kind) ?? new Set()).add(value));
    for (const [key, written, leadingTo] of isHolder(value) ? writtenIn(value, kind) : []) {
      const target = leads(written, file);
      const names = namesIn(target.pointer);
      const there =
        target.file !== undefined && isPath(target.pointer)
          ? valueAt(files.get(target.file), names)
          : undefined;
      found.push({ file, path: [...path, key], holder: value as Holder, key, written, target, value: there });
      if (there !== undefined)
        waiting.push({ file: target.file!, value: there, kind: leadingTo, path: names });
    }
    for (const [name, part, inner] of partsOf(value, kind))
      waiting.push({ file, value: part, kind: inner, path: [...path, name] });
  }
  return found;
};

/** Whether a reference leads to where there is nothing. */
export const isBroken = ({ target, value, key }: Reference): boolean =>
  // What a mapping means may be known elsewhere.
  value === undefined && key === '$ref' && (target.file === undefined || isPath(target.pointer));
