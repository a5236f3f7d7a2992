import { isRecord } from '@lectern/document';
import { validate } from '@scalar/openapi-parser';
import {
  isTooDeep,
  locationOf,
  mostSpecificProblems,
  offsetsOf,
  type ParsedText,
  type Problem,
  parsePointer,
  parseText,
  type SpecificationError,
  syntaxErrors,
  TOO_DEEP,
  toErrors,
  toPointer,
} from './errors.ts';
import type { SpecificationDocument } from './extract-parts.ts';
import type { JsonObject } from './object-kinds.ts';
import {
  findReferences,
  isBroken,
  type Reference,
  resolveByUrl,
  splitReference,
  valueAt,
} from './references.ts';
import { withoutSmallFaults } from './small-faults.ts';
import { inlineSwaggerReferences, isSwagger, type Origin } from './swagger.ts';

/** A parsed file of a specification, as JSON text. */
export interface ParsedFile {
  readonly json: string;
}

/** The errors of an invalid specification. */
export interface InvalidSpecification {
  readonly errors: readonly SpecificationError[];
}

/** A file of a specification; its URL is empty if it was sent as text. */
export interface SpecificationFile {
  readonly url: string;
  /** The original text. */
  readonly text: string;
  readonly json: string;
}

/** A referenced file that has not been loaded. */
export interface MissingFile {
  /** The reference as written. */
  readonly ref: string;
  /** Undefined for a relative reference without a base URL. */
  readonly url: string | undefined;
  /** The file of the first reference, and its path there. */
  readonly from: string;
  readonly path: readonly string[];
  /** Whether only a `discriminator.mapping` names it; the specification is complete without it. */
  readonly isOptional: boolean;
}

/** The field with the other files in a bundled specification. */
export const BUNDLED = 'x-ext';

const MAX_LENGTH = 32 * 1024 * 1024;
const MAX_REF_LENGTH = 200;
const MAX_VERSION_LENGTH = 60;
const MAX_ERRORS = 60;
const NO_TARGET = 'INVALID_REFERENCE';
// Unknown fields of later versions or of other tools are ignored.
const UNKNOWN_FIELD = /is not expected to be here$/;
const REFERENCE_CODES = new Set(['INVALID_REFERENCE', 'EXTERNAL_REFERENCE_NOT_FOUND', 'SELF_REFERENCE']);

const NO_VERSION = /supported Swagger\/OpenAPI version/;
const VERSIONS = 'Swagger 2.0, OpenAPI 3.0, 3.1 and 3.2 are supported';
const HTML = /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;

const XML = /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:\?xml\b|[a-z][\w:.-]*(?:[\s/]|>))/i;
// A heading, which is a comment in YAML, without the fields of a specification.
const isMarkdown = (text: string) =>
  /^\s*#{1,6} \S/.test(text) && !/^["']?(?:openapi|swagger|info|paths|components)["']?\s*:/m.test(text);

/** The problem of a document with an unsupported version. */
const versionProblem = (document: JsonObject): Pick<Problem, 'path' | 'message'> => {
  const name = ['openapi', 'swagger'].find((one) => document[one] !== undefined);
  if (name === undefined) return { path: '', message: `has neither "openapi" nor "swagger": ${VERSIONS}` };
  const found = document[name];
  const version = JSON.stringify(found).slice(0, MAX_VERSION_LENGTH);
  return {
    path: toPointer([name]),
    message: `is ${version}${typeof found === 'string' ? '' : ', which is not a string'}: ${VERSIONS}`,
  };
};

const BUNDLING_FAILED = { message: '/: its files cannot be bundled', code: 'INVALID' };

/** A document of version 2 without references to path items, which the validator rejects although they are valid. */
const withoutReferencedItems = (document: JsonObject): JsonObject => {
  if (!isSwagger(document) || !isRecord(document.paths)) return document;
  const items = Object.entries(document.paths).map(([path, item]) => [
    path,
    isRecord(item) && typeof item.$ref === 'string' ? {} : item,
  ]);
  return { ...document, paths: Object.fromEntries(items) };
};

const depthOf = ({ path }: { readonly path: string }) => parsePointer(path).length;

/** The structural problems of a document, innermost first. */
const problemsOf = async (document: JsonObject) => {
  const { errors = [] } = await validate(withoutSmallFaults(withoutReferencedItems(document)));
  const problems = errors
    .filter(({ code, message }) => !REFERENCE_CODES.has(code ?? '') && !UNKNOWN_FIELD.test(message))
    .map(({ message, ...more }) => ({
      path: (more as { path?: string }).path ?? '',
      message,
      ...(NO_VERSION.test(message) && versionProblem(document)),
      code: 'INVALID',
    }))
    .sort((a, b) => depthOf(b) - depthOf(a));
  return mostSpecificProblems(problems);
};

/** Parses a file of a specification; the first one must be a complete specification. */
export const parseFile = async (
  source: string,
  isFirst: boolean,
): Promise<ParsedFile | InvalidSpecification> => {
  const text = source.replace(/^\uFEFF/, '');
  const unreadable = (message: string) => ({
    errors: [{ message: `line 1, /: ${message}`, code: 'UNREADABLE' }],
  });
  if (text.trim() === '') return unreadable('the file is empty');
  if (HTML.test(text)) return unreadable('is an HTML page, not a specification');
  if (XML.test(text)) return unreadable('is XML, not a specification in JSON or YAML');
  const markdown = isMarkdown(text) ? unreadable('is Markdown, not a specification') : undefined;
  let parsed: ParsedText;
  let json: string;
  try {
    parsed = parseText(text);
    if (isTooDeep(parsed.value)) return { errors: [{ message: `/: ${TOO_DEEP}`, code: 'INVALID' }] };
    json = JSON.stringify(parsed.value) ?? '';
  } catch (error) {
    return markdown ?? { errors: syntaxErrors(text, error) };
  }
  const { value, offsets } = parsed;
  const invalid = (problems: readonly Problem[]): InvalidSpecification => ({
    errors: toErrors(text, offsets, problems),
  });
  const problem = (message: string) => invalid([{ path: '', message, code: 'INVALID' }]);
  if (json.length > MAX_LENGTH) return problem(`is larger than ${MAX_LENGTH} characters`);
  if (typeof value !== 'object' || value === null) return markdown ?? problem('is not an object');
  if (isFirst && !isRecord(value)) return markdown ?? problem('is not an object');
  const problems = isFirst ? await problemsOf(value as JsonObject) : [];
  if (problems.length > 0) return invalid(problems);
  return { json };
};

const valuesOf = (files: readonly Pick<SpecificationFile, 'url' | 'json'>[]): Map<string, unknown> =>
  new Map(files.map(({ url, json }) => [url, JSON.parse(json) as unknown]));

/** The referenced files that are not among the given ones. */
export const findMissingFiles = (
  files: readonly Pick<SpecificationFile, 'url' | 'json'>[],
): MissingFile[] => {
  const values = valuesOf(files);
  const missing = new Map<string, MissingFile>();
  for (const { file, path, key, written, target } of findReferences(files[0]!.url, values, resolveByUrl)) {
    const ref = splitReference(written).file;
    const known = target.file ?? ref;
    // Values of mappings may be names rather than references.
    const isReference = key === '$ref' || /^https?:/.test(target.file ?? '');
    const isOptional = key !== '$ref';
    if (!isReference || (target.file !== undefined && values.has(target.file))) continue;
    if (!missing.has(known) || (missing.get(known)!.isOptional && !isOptional))
      missing.set(known, { ref, url: target.file, from: file, path, isOptional });
  }
  return [...missing.values()];
};

/** The location of a value in a file, for error messages. */
export const locationIn = (text: string, path: readonly string[]): string =>
  locationOf(text, offsetsOf(text), path);

const nameOf = (url: string): string => url.split(/[?#]/, 1)[0]!.split('/').at(-1) || 'file';

const uniqueNames = (urls: readonly string[]): Map<string, string> => {
  const names = new Map<string, string>();
  const used = new Set<string>();
  for (const url of urls) {
    const base = nameOf(url);
    let name = base;
    for (let count = 2; used.has(name); count++) name = `${base}-${count}`;
    used.add(name);
    names.set(url, name);
  }
  return names;
};

/** Inlines parts of other files at their first reference, because the kind of a part follows from its reference. */
const inlineOtherFiles = (
  whole: JsonObject,
): { readonly document: JsonObject; readonly origins: readonly Origin[] } => {
  const root: { document: JsonObject } = { document: {} };
  const origins: Origin[] = [];
  const seen = new Set<string>();
  const queue: { into: JsonObject; key: string; value: unknown; path: string }[] = [
    { into: root, key: 'document', value: { ...whole, [BUNDLED]: undefined }, path: '' },
  ];
  for (let one = queue.pop(); one; one = queue.pop()) {
    let { value } = one;
    const ref = isRecord(value) && typeof value.$ref === 'string' ? value.$ref : '';
    if (ref.startsWith(`#/${BUNDLED}/`) && !seen.has(ref)) {
      seen.add(ref);
      const home = parsePointer(ref.slice(1));
      origins.push({ path: one.path, home });
      value = valueAt(whole, home);
    }
    if (typeof value !== 'object' || value === null) {
      one.into[one.key] = value;
      continue;
    }
    const copy = (Array.isArray(value) ? [] : {}) as JsonObject;
    one.into[one.key] = copy;
    for (const [name, inner] of Object.entries(value))
      if (name !== '__proto__')
        queue.push({ into: copy, key: name, value: inner, path: one.path + toPointer([name]) });
  }
  return { document: root.document, origins };
};

/** The problems of a document with inlined parts, by the file of each part. */
const problemsByFile = async (
  document: JsonObject,
  origins: readonly Origin[],
): Promise<Map<string | undefined, Problem[]>> => {
  const found = new Map<string | undefined, Problem[]>();
  for (const { path, ...problem } of await problemsOf(document)) {
    const origin = origins
      .filter((one) => path === one.path || path.startsWith(`${one.path}/`))
      .sort((a, b) => b.path.length - a.path.length)[0] ?? { path: '', home: [] };
    const [place, name, ...inside] = origin.home;
    const [file, home] = place === BUNDLED ? [name, inside] : [undefined, origin.home];
    const at = toPointer(home) + path.slice(origin.path.length);
    found.set(file, [...(found.get(file) ?? []), { ...problem, path: at }]);
  }
  return found;
};

/** Rewrites references to targets in the bundled document; returns the broken ones. */
const rewriteReferences = (
  references: readonly Reference[],
  pointerToFile: (url: string) => string,
): Map<string, Problem[]> => {
  const problems = new Map<string, Problem[]>();
  for (const reference of references) {
    const { file, path, object, key, written, target, value } = reference;
    if (value !== undefined) object[key] = `#${pointerToFile(target.file!)}${target.pointer}`;
    else if (isBroken(reference)) {
      const message = `the reference ${written.slice(0, MAX_REF_LENGTH)} has no target`;
      const problem = { path: toPointer(path.slice(0, -1)), message, code: NO_TARGET };
      problems.set(file, [...(problems.get(file) ?? []), problem]);
    }
  }
  return problems;
};

/**
 * Bundles all files of a specification into one document, with all references local. `upgrade` converts it to OpenAPI 3.
 */
export const bundleFiles = async (
  files: readonly SpecificationFile[],
  upgrade: (document: JsonObject) => SpecificationDocument,
): Promise<{ readonly json: string } | InvalidSpecification> => {
  const [first, ...others] = files;
  const values = valuesOf(files);
  const names = uniqueNames(others.map(({ url }) => url));
  const problems = rewriteReferences(findReferences(first!.url, values, resolveByUrl), (url) =>
    url === first!.url ? '' : toPointer([BUNDLED, names.get(url)!]),
  );
  const rest = Object.fromEntries(others.map(({ url }) => [names.get(url)!, values.get(url)]));
  const main = values.get(first!.url) as JsonObject;
  const whole = others.length > 0 ? { ...main, [BUNDLED]: rest } : main;
  let inlined: ReturnType<typeof inlineSwaggerReferences> = { document: whole, origins: [] };
  try {
    // In version 2, the kind of a part follows from its position.
    if (isSwagger(main)) inlined = inlineSwaggerReferences(whole);
    else if (others.length > 0) inlined = inlineOtherFiles(whole);
  } catch {
    return { errors: [BUNDLING_FAILED] };
  }
  const { document, origins } = inlined;
  if (problems.size === 0 && origins.length > 0) {
    const problemsInFiles = await problemsByFile(document, origins);
    for (const { url } of files) {
      const own = problemsInFiles.get(names.get(url));
      if (own) problems.set(url, own);
    }
  }
  const errors: SpecificationError[] = files.flatMap(({ url, text }) => {
    const own = problems.get(url);
    return own ? toErrors(text, offsetsOf(text), own, names.get(url)) : [];
  });
  if (errors.length > 0) return { errors: errors.slice(0, MAX_ERRORS) };
  const { [BUNDLED]: _, ...own } = document;
  let json: string;
  try {
    json = JSON.stringify(upgrade(isSwagger(main) ? own : whole));
  } catch {
    return { errors: [BUNDLING_FAILED] };
  }
  return json.length > MAX_LENGTH
    ? {
        errors: [
          { message: `/: is larger than ${MAX_LENGTH} characters with all its files`, code: 'INVALID' },
        ],
      }
    : { json };
};
