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
import type { Readable } from './extract-parts.ts';
import { type Holder, isHolder } from './object-kinds.ts';
import {
  byAddress,
  isBroken,
  type Reference,
  referencesFrom,
  splitReference,
  valueAt,
} from './references.ts';
import { broughtIn, isSwagger, type Origin } from './swagger.ts';

/** A file of a specification that could be read, as JSON text. */
export interface TakenFile {
  readonly json: string;
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
}

/** A file that is referred to and not there. */
export interface WantedFile {
  /** As it is written. */
  readonly ref: string;
  /** Undefined for what is relative to an address that is none. */
  readonly url: string | undefined;
  /** Where it is referred to first: a file, and the path in it. */
  readonly from: string;
  readonly path: readonly string[];
}

/** Where the other files of a specification stand in it. */
export const BUNDLED = 'x-ext';

const LONGEST = 32 * 1024 * 1024;
const LONGEST_REF = 200;
const LONGEST_VERSION = 60;
const MOST_PLACES = 60;
const NO_TARGET = 'INVALID_REFERENCE';
// A field of a later version, or somebody's own: whoever does not know it leaves it alone.
const UNKNOWN_FIELD = /is not expected to be here$/;
const REFERENCE_CODES = new Set(['INVALID_REFERENCE', 'EXTERNAL_REFERENCE_NOT_FOUND', 'SELF_REFERENCE']);

const NO_VERSION = /supported Swagger\/OpenAPI version/;
const VERSIONS = 'Swagger 2.0, OpenAPI 3.0 and OpenAPI 3.1 are read';

/** What is said of a document whose version nobody reads. */
const versionProblem = (document: Holder): Pick<Problem, 'path' | 'message'> => {
  const name = ['openapi', 'swagger'].find((one) => document[one] !== undefined);
  if (name === undefined) return { path: '', message: `has neither "openapi" nor "swagger": ${VERSIONS}` };
  const found = document[name];
  const said = JSON.stringify(found).slice(0, LONGEST_VERSION);
  return {
    path: pointerOf([name]),
    message: `is ${said}${typeof found === 'string' ? '' : ', which is no text'}: ${VERSIONS}`,
  };
};

const NOT_BROUGHT = { message: '/: its parts cannot be brought together', code: 'INVALID' };

/** A document of version 2 without path items that stand elsewhere, which are legal and yet not expected. */
const withoutItems = (document: Holder): Holder => {
  if (!isSwagger(document) || !isHolder(document.paths)) return document;
  const items = Object.entries(document.paths).map(([path, item]) => [
    path,
    isHolder(item) && typeof item.$ref === 'string' ? {} : item,
  ]);
  return { ...document, paths: Object.fromEntries(items) };
};

const depthOf = ({ path }: { readonly path: string }) => namesIn(path).length;

/** What is wrong with the structure of a document; the innermost first, which says most. */
const problemsOf = async (document: Holder) => {
  const { errors = [] } = await validate(structuredClone(withoutItems(document)));
  const problems = errors
    .filter(({ code, message }) => !REFERENCE_CODES.has(code ?? '') && !UNKNOWN_FIELD.test(message))
    .map(({ message, ...more }) => ({
      path: (more as { path?: string }).path ?? '',
      message,
      ...(NO_VERSION.test(message) && versionProblem(document)),
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
  return { json };
};

const valuesOf = (files: readonly Pick<NamedFile, 'url' | 'json'>[]): Map<string, unknown> =>
  new Map(files.map(({ url, json }) => [url, JSON.parse(json) as unknown]));

/** The files that a specification refers to and that are not among those that are there, each once. */
export const wantedFiles = (files: readonly Pick<NamedFile, 'url' | 'json'>[]): WantedFile[] => {
  const values = valuesOf(files);
  const wanted = new Map<string, WantedFile>();
  for (const { file, path, key, written, target } of referencesFrom(files[0]!.url, values, byAddress)) {
    const ref = splitReference(written).file;
    const known = target.file ?? ref;
    // What a mapping says may be any name.
    const isMeant = key === '$ref' || /^https?:/.test(target.file ?? '');
    if (isMeant && (target.file === undefined || !values.has(target.file)) && !wanted.has(known))
      wanted.set(known, { ref, url: target.file, from: file, path });
  }
  return [...wanted.values()];
};

/** Where in a file something stands, as people are told of it. */
export const placeIn = (text: string, path: readonly string[]): string =>
  placeOf(text, offsetsIn(text), path);

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
      const home = namesIn(ref.slice(1));
      origins.push({ path: one.path, home });
      value = valueAt(whole, home);
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

/** What is wrong with a document into which parts were brought, by the names of the files that these are from. */
const problemsByFile = async (
  document: Holder,
  origins: readonly Origin[],
): Promise<Map<string | undefined, Problem[]>> => {
  const found = new Map<string | undefined, Problem[]>();
  for (const { path, ...problem } of await problemsOf(document)) {
    const origin = origins
      .filter((one) => path === one.path || path.startsWith(`${one.path}/`))
      .sort((a, b) => b.path.length - a.path.length)[0] ?? { path: '', home: [] };
    const [place, name, ...inside] = origin.home;
    const [file, home] = place === BUNDLED ? [name, inside] : [undefined, origin.home];
    const at = pointerOf(home) + path.slice(origin.path.length);
    found.set(file, [...(found.get(file) ?? []), { ...problem, path: at }]);
  }
  return found;
};

/** Makes every reference lead to where its target stands in one document, and tells of those that lead nowhere. */
const led = (
  references: readonly Reference[],
  placeOfFile: (url: string) => string,
): Map<string, Problem[]> => {
  const problems = new Map<string, Problem[]>();
  for (const reference of references) {
    const { file, path, holder, key, written, target, value } = reference;
    if (value !== undefined) holder[key] = `#${placeOfFile(target.file!)}${target.pointer}`;
    else if (isBroken(reference)) {
      const message = `there is nothing at ${written.slice(0, LONGEST_REF)}`;
      const problem = { path: pointerOf(path.slice(0, -1)), message, code: NO_TARGET };
      problems.set(file, [...(problems.get(file) ?? []), problem]);
    }
  }
  return problems;
};

/**
 * One document of all files: those besides the first stand in it, and every reference leads to where its target stands.
 * The structure is made OpenAPI 3 by `upgrade`.
 */
export const bundled = async (
  files: readonly NamedFile[],
  upgrade: (document: Holder) => Readable,
): Promise<{ readonly json: string } | Refusal> => {
  const [first, ...others] = files;
  const values = valuesOf(files);
  const names = uniqueNames(others.map(({ url }) => url));
  const problems = led(referencesFrom(first!.url, values, byAddress), (url) =>
    url === first!.url ? '' : pointerOf([BUNDLED, names.get(url)!]),
  );
  const rest = Object.fromEntries(others.map(({ url }) => [names.get(url)!, values.get(url)]));
  const main = values.get(first!.url) as Holder;
  const whole = others.length > 0 ? { ...main, [BUNDLED]: rest } : main;
  let brought: ReturnType<typeof broughtIn> = { document: whole, origins: [] };
  try {
    // In version 2, parts mean what they mean by where they stand.
    if (isSwagger(main)) brought = broughtIn(whole);
    else if (others.length > 0) brought = withOthers(whole);
  } catch {
    return { errors: [NOT_BROUGHT] };
  }
  const { document, origins } = brought;
  if (problems.size === 0 && origins.length > 0) {
    const wrong = await problemsByFile(document, origins);
    for (const { url } of files) {
      const own = wrong.get(names.get(url));
      if (own) problems.set(url, own);
    }
  }
  const errors: SpecificationError[] = files.flatMap(({ url, text }) => {
    const own = problems.get(url);
    return own ? located(text, offsetsIn(text), own, names.get(url)) : [];
  });
  if (errors.length > 0) return { errors: errors.slice(0, MOST_PLACES) };
  const { [BUNDLED]: _, ...own } = document;
  let json: string;
  try {
    json = JSON.stringify(upgrade(isSwagger(main) ? own : whole));
  } catch {
    return { errors: [NOT_BROUGHT] };
  }
  return json.length > LONGEST
    ? { errors: [{ message: `/: is larger than ${LONGEST} characters with all its files`, code: 'INVALID' }] }
    : { json };
};
