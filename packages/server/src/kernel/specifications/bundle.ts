import { validate } from '@scalar/openapi-parser';
import {
  isTooDeep,
  located,
  namesIn,
  offsetsIn,
  type Problem,
  placeOf,
  pointerOf,
  type ReadText,
  readText,
  type SpecificationError,
  TOO_DEEP,
  toldOnce,
  unreadable,
} from './errors.ts';
import type { Readable } from './part.ts';

/** A file of a specification that could be read: as JSON text, with the other files that it refers to. */
export interface TakenFile {
  readonly json: string;
  /** As they are written, without what is meant in them; each once, with where it stands first. */
  readonly refs: readonly { readonly file: string; readonly at: string }[];
}

/** What was wrong with a specification. */
export interface Refusal {
  readonly errors: readonly SpecificationError[];
}

/** A file by its address; a specification that was sent has none. */
export interface NamedFile {
  readonly url: string;
  /** As it was written. */
  readonly text: string;
  readonly json: string;
  /** Where the references of this file lead, by how they are written. */
  readonly leadsTo: Readonly<Record<string, string>>;
}

/** Where the other files of a specification stand in it. */
export const BUNDLED = 'x-ext';

const LONGEST = 32 * 1024 * 1024;
const LONGEST_REF = 200;
const MOST_PLACES = 60;
const NO_TARGET = 'INVALID_REFERENCE';
// A field of a later version, or somebody's own: whoever does not know it leaves it alone.
const UNKNOWN_FIELD = /is not expected to be here$/;
const REFERENCE_CODES = new Set(['INVALID_REFERENCE', 'EXTERNAL_REFERENCE_NOT_FOUND', 'SELF_REFERENCE']);

type Holder = Record<string, unknown>;

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
  const problems = errors
    .filter(({ code, message }) => !REFERENCE_CODES.has(code ?? '') && !UNKNOWN_FIELD.test(message))
    .map(({ message, ...more }) => ({
      path: (more as { path?: string }).path ?? '',
      message,
      code: 'INVALID',
    }))
    .sort((a, b) => depthOf(b) - depthOf(a));
  return toldOnce(problems);
};

/** Reads a file of a specification; the first one has to be a whole specification. */
export const takeFile = async (given: string, isFirst: boolean): Promise<TakenFile | Refusal> => {
  const text = given.replace(/^\uFEFF/, '');
  let read: ReadText;
  let json: string;
  try {
    read = readText(text);
    if (isTooDeep(read.value)) return { errors: [{ message: `/: ${TOO_DEEP}`, code: 'INVALID' }] };
    json = JSON.stringify(read.value) ?? '';
  } catch (error) {
    return { errors: unreadable(text, error) };
  }
  const { value, offsets } = read;
  const refused = (problems: readonly Problem[]): Refusal => ({ errors: located(text, offsets, problems) });
  const problem = (message: string) => refused([{ path: '', message, code: 'INVALID' }]);
  if (json.length > LONGEST) return problem(`is larger than ${LONGEST} characters`);
  if (typeof value !== 'object' || value === null) return problem('is no object');
  if (isFirst && !isHolder(value)) return problem('is no object');
  const problems = isFirst ? await problemsOf(value as Holder) : [];
  if (problems.length > 0) return refused(problems);
  const paths = new Map<string, readonly string[]>();
  for (const { holder, path } of refsIn(value)) {
    const file = fileOf(holder.$ref as string);
    if (file !== '' && !paths.has(file)) paths.set(file, [...path, '$ref']);
  }
  // More are refused anyway, and each place is looked for from the beginning.
  const refs = [...paths].map(([file, path], at) => ({
    file,
    at: at < MOST_PLACES ? placeOf(text, offsets, path) : pointerOf(path),
  }));
  return { json, refs };
};

/** What stands at a path; undefined for nothing, which JSON cannot say. */
const valueAt = (document: unknown, names: readonly string[]): unknown => {
  let at: unknown = document;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Holder)[name];
  }
  return at;
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

/** A part of another file that stands in a document: where it stands there, and at home. */
interface Origin {
  readonly path: string;
  readonly home: readonly string[];
}

/** A document in which parts of other files stand where they are referred to first: only there it shows what they are to be. */
const withOthers = (whole: Holder): { readonly document: Holder; readonly origins: readonly Origin[] } => {
  const root: { document: Holder } = { document: {} };
  const origins: Origin[] = [];
  const seen = new Set<string>();
  const waiting: { into: Holder; key: string; value: unknown; path: string }[] = [
    { into: root, key: 'document', value: { ...whole, [BUNDLED]: undefined }, path: '' },
  ];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    let { value } = one;
    const ref = isHolder(value) && typeof value.$ref === 'string' ? value.$ref : '';
    if (ref.startsWith(`#/${BUNDLED}/`) && !seen.has(ref)) {
      seen.add(ref);
      const home = namesIn(ref.slice(1)).slice(1);
      origins.push({ path: one.path, home });
      value = valueAt(whole[BUNDLED], home);
    }
    if (typeof value !== 'object' || value === null) {
      one.into[one.key] = value;
      continue;
    }
    const copy = (Array.isArray(value) ? [] : {}) as Holder;
    one.into[one.key] = copy;
    for (const [name, inner] of Object.entries(value))
      if (name !== '__proto__')
        waiting.push({ into: copy, key: name, value: inner, path: one.path + pointerOf([name]) });
  }
  return { document: root.document, origins };
};

/** What is wrong with those files that are not the first, by their names. */
const problemsOfOthers = async (whole: Holder): Promise<Map<string, Problem[]>> => {
  const { document, origins } = withOthers(whole);
  const found = new Map<string, Problem[]>();
  for (const { path, ...problem } of await problemsOf(document)) {
    const origin = origins
      .filter((one) => path === one.path || path.startsWith(`${one.path}/`))
      .sort((a, b) => b.path.length - a.path.length)[0];
    if (!origin) continue;
    const [name, ...inside] = origin.home;
    const at = pointerOf(inside) + path.slice(origin.path.length);
    found.set(name!, [...(found.get(name!) ?? []), { ...problem, path: at }]);
  }
  return found;
};

/**
 * One document of all files: those besides the first stand in it, and every reference leads to where its target stands.
 * The structure is made OpenAPI 3 by `upgrade`.
 */
export const bundled = async (
  files: readonly NamedFile[],
  upgrade: (document: Holder) => Readable,
): Promise<{ readonly json: string } | Refusal> => {
  const [first, ...others] = files.map((file) => ({ ...file, value: JSON.parse(file.json) as Holder }));
  const names = uniqueNames(others.map(({ url }) => url));
  const values = new Map([first!, ...others].map(({ url, value }) => [url, value]));
  const placeIn = (url: string) => (url === first!.url ? '' : pointerOf([BUNDLED, names.get(url)!]));
  const problems = new Map<string, Problem[]>();
  for (const { url, value, leadsTo } of [first!, ...others])
    for (const { holder, path } of refsIn(value)) {
      const ref = holder.$ref as string;
      const file = fileOf(ref);
      const target = file === '' ? url : leadsTo[file];
      const pointer = decoded(ref.slice(file.length + 1));
      if (target !== undefined && valueAt(values.get(target), namesIn(pointer)) !== undefined)
        holder.$ref = `#${placeIn(target)}${pointer}`;
      // Names instead of paths, as JSON Schema has them, are left to who understands them.
      else if (target === undefined || pointer === '' || pointer.startsWith('/')) {
        const message = `there is nothing at ${ref.slice(0, LONGEST_REF)}`;
        const problem = { path: pointerOf(path), message, code: NO_TARGET };
        problems.set(url, [...(problems.get(url) ?? []), problem]);
      }
    }
  const rest = Object.fromEntries(others.map(({ url, value }) => [names.get(url)!, value]));
  if (problems.size === 0 && others.length > 0) {
    const wrong = await problemsOfOthers({ ...first!.value, [BUNDLED]: rest });
    for (const [url, name] of names) if (wrong.has(name)) problems.set(url, wrong.get(name)!);
  }
  const errors: SpecificationError[] = [first!, ...others].flatMap(({ url, text }) => {
    const own = problems.get(url);
    return own ? located(text, offsetsIn(text), own, names.get(url)) : [];
  });
  if (errors.length > 0) return { errors: errors.slice(0, MOST_PLACES) };
  const whole = upgrade(first!.value);
  const json = JSON.stringify(others.length > 0 ? { ...whole, [BUNDLED]: rest } : whole);
  return json.length > LONGEST
    ? { errors: [{ message: `/: is larger than ${LONGEST} characters with all its files`, code: 'INVALID' }] }
    : { json };
};
