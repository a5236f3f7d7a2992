import { validate } from '@scalar/openapi-parser';
import { parseDocument } from 'yaml';
import { located, namesIn, pointerOf, type SpecificationError, unreadable } from './errors.ts';
import type { Readable } from './part.ts';

/** A file of a specification that could be read: as JSON text, with the other files that it refers to. */
export interface TakenFile {
  readonly json: string;
  /** As they are written, without what is meant in them; each once. */
  readonly refs: readonly string[];
}

/** What was wrong with a specification. */
export interface Refusal {
  readonly errors: readonly SpecificationError[];
}

/** A file by its address; a specification that was sent has none. */
export interface NamedFile {
  readonly url: string;
  readonly json: string;
  /** Where the references of this file lead, by how they are written. */
  readonly leadsTo: Readonly<Record<string, string>>;
}

/** Where the other files of a specification stand in it. */
export const BUNDLED = 'x-ext';

const MOST_ALIASES = 10_000;
const LONGEST = 32 * 1024 * 1024;
const LONGEST_REF = 200;
const MOST_ELSEWHERE = 20;
const NO_TARGET = 'INVALID_REFERENCE';
// A field of a later version, or somebody's own: whoever does not know it leaves it alone.
const UNKNOWN_FIELD = /is not expected to be here$/;
const REFERENCE_CODES = new Set(['INVALID_REFERENCE', 'EXTERNAL_REFERENCE_NOT_FOUND', 'SELF_REFERENCE']);

type Holder = Record<string, unknown>;

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text as the value that it says: JSON or YAML. */
const readText = (text: string): unknown => {
  if (text.trimStart().startsWith('{')) return JSON.parse(text);
  const document = parseDocument(text, { merge: true });
  if (document.errors[0]) throw document.errors[0];
  return document.toJS({ maxAliasCount: MOST_ALIASES });
};

/** Every reference in a value, with the path that it stands at. */
function* refsIn(value: unknown): Generator<{ readonly holder: Holder; readonly path: readonly string[] }> {
  const waiting: [unknown, readonly string[]][] = [[value, []]];
  while (waiting.length > 0) {
    const [one, path] = waiting.pop()!;
    if (typeof one !== 'object' || one === null) continue;
    if (isHolder(one) && typeof one.$ref === 'string') yield { holder: one, path };
    for (const [name, inner] of Object.entries(one))
      if (typeof inner === 'object') waiting.push([inner, [...path, name]]);
  }
}

const fileOf = (ref: string): string => ref.split('#', 1)[0]!;

const depthOf = ({ path }: { readonly path: string }) => namesIn(path).length;

/** What is wrong with the structure of a document; the innermost first, which says most. */
const problemsOf = async (document: Holder) => {
  const { errors = [] } = await validate(structuredClone(document));
  return errors
    .filter(({ code, message }) => !REFERENCE_CODES.has(code ?? '') && !UNKNOWN_FIELD.test(message))
    .map(({ message, ...more }) => ({
      path: (more as { path?: string }).path ?? '',
      message,
      code: 'INVALID',
    }))
    .sort((a, b) => depthOf(b) - depthOf(a));
};

/** Reads a file of a specification; the first one has to be a whole specification. */
export const takeFile = async (given: string, isFirst: boolean): Promise<TakenFile | Refusal> => {
  const text = given.replace(/^\uFEFF/, '');
  let value: unknown;
  let json: string;
  try {
    value = readText(text);
    json = JSON.stringify(value) ?? '';
  } catch (error) {
    return { errors: unreadable(text, error) };
  }
  const problem = (message: string) => ({
    errors: located(text, [{ path: '', message, code: 'INVALID' }]),
  });
  if (json.length > LONGEST) return problem(`is larger than ${LONGEST} characters`);
  if (typeof value !== 'object' || value === null) return problem('is no object');
  if (isFirst && !isHolder(value)) return problem('is no object');
  const problems = isFirst ? await problemsOf(value as Holder) : [];
  if (problems.length > 0) return { errors: located(text, problems) };
  const refs = new Set([...refsIn(value)].map(({ holder }) => fileOf(holder.$ref as string)));
  refs.delete('');
  return { json, refs: [...refs] };
};

const has = (document: unknown, names: readonly string[]): boolean => {
  let at: unknown = document;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false;
    at = (at as Holder)[name];
  }
  return true;
};

const nameOf = (url: string): string => url.split(/[?#]/, 1)[0]!.split('/').at(-1) || 'file';

const uniqueNames = (urls: readonly string[]): Map<string, string> => {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const url of urls) {
    const base = nameOf(url);
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}-${count}`;
    taken.add(name);
    names.set(url, name);
  }
  return names;
};

const decoded = (pointer: string): string => {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
};

/**
 * One document of all files: those besides the first stand in it, and every reference leads to where its target stands.
 * The structure is made OpenAPI 3 by `upgrade`.
 */
export const bundled = (
  files: readonly NamedFile[],
  upgrade: (document: Holder) => Readable,
  text: string,
): { readonly json: string } | Refusal => {
  const [first, ...others] = files.map((file) => ({ ...file, value: JSON.parse(file.json) as Holder }));
  const names = uniqueNames(others.map(({ url }) => url));
  const values = new Map([first!, ...others].map(({ url, value }) => [url, value]));
  const placeOf = (url: string) => (url === first!.url ? '' : pointerOf([BUNDLED, names.get(url)!]));
  const problems: { path: string; message: string; code: string }[] = [];
  const elsewhere: SpecificationError[] = [];
  for (const { url, value, leadsTo } of [first!, ...others])
    for (const { holder, path } of refsIn(value)) {
      const ref = holder.$ref as string;
      const file = fileOf(ref);
      const target = file === '' ? url : leadsTo[file];
      const pointer = decoded(ref.slice(file.length + 1));
      if (target !== undefined && has(values.get(target), namesIn(pointer)))
        holder.$ref = `#${placeOf(target)}${pointer}`;
      // Names instead of paths, as JSON Schema has them, are left to who understands them.
      else if (target === undefined || pointer === '' || pointer.startsWith('/')) {
        const message = `there is nothing at ${ref.slice(0, LONGEST_REF)}`;
        const at = pointerOf(path);
        if (url === first!.url) problems.push({ path: at, message, code: NO_TARGET });
        else elsewhere.push({ message: `${names.get(url)}${at}: ${message}`, code: NO_TARGET });
      }
    }
  const errors = [...located(text, problems), ...elsewhere.slice(0, MOST_ELSEWHERE)];
  if (errors.length > 0) return { errors };
  const whole = upgrade(first!.value);
  const rest = Object.fromEntries(others.map(({ url, value }) => [names.get(url)!, value]));
  const json = JSON.stringify(others.length > 0 ? { ...whole, [BUNDLED]: rest } : whole);
  return json.length > LONGEST
    ? { errors: [{ message: `/: is larger than ${LONGEST} characters with all its files`, code: 'INVALID' }] }
    : { json };
};
