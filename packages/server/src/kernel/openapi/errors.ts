import { isRecord } from '@lectern/document';
import { isScalar, parseDocument, type Document as YamlDocument } from 'yaml';
import { findJsonSyntaxProblem } from './json-syntax-error.ts';

/** An error of a specification, with its location. */
export interface SpecificationError {
  readonly message: string;
  readonly code: string;
  /** The line in the file, counted from 1, and its text. */
  readonly line?: number;
  readonly excerpt?: string;
}

// Limits, because messages can contain text of the document.
const MAX_ERRORS = 50;
const MAX_MESSAGE_LENGTH = 400;
const MAX_EXCERPT_LENGTH = 160;

const lineAt = (text: string, offset: number): number => {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
};

/** The number of a line, and its text without the indentation. */
const placeAt = (text: string, offset: number): Pick<SpecificationError, 'line' | 'excerpt'> => {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', start);
  const excerpt = text
    .slice(start, end < 0 ? undefined : end)
    .trim()
    .slice(0, MAX_EXCERPT_LENGTH);
  return { line: lineAt(text, offset), ...(excerpt !== '' && { excerpt: withoutNulText(excerpt) }) };
};

// PostgreSQL cannot store it.
const withoutNulText = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

const escapeSegment = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The JSON pointer of a path. */
export const toPointer = (names: readonly string[]): string =>
  names.map((name) => `/${escapeSegment(name)}`).join('');

/** The path of a JSON pointer. */
export const parsePointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gy;
const SPACE = /\s*/y;

/** The offset of a value in a JSON text, or of its nearest existing ancestor. */
const offsetInJson = (text: string, names: readonly string[]): number => {
  let at = 0;
  const next = (): string => {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    TOKEN.lastIndex = SPACE.lastIndex;
    const token = TOKEN.exec(text)?.[0] ?? '';
    at = TOKEN.lastIndex;
    return token;
  };
  const skip = (token: string): void => {
    let depth = 0;
    for (let one = token; one !== ''; one = next()) {
      if (one === '{' || one === '[') depth++;
      if (one === '}' || one === ']') depth--;
      if (depth <= 0) return;
    }
  };
  let found = 0;
  for (const name of names) {
    const open = next();
    if (open !== '{' && open !== '[') return found;
    let isThere = false;
    for (let index = 0; !isThere; index++) {
      let key = String(index);
      if (open === '{') {
        const token = next();
        if (!token.startsWith('"')) return found;
        key = JSON.parse(token) as string;
        next();
      }
      isThere = key === name;
      if (isThere) break;
      const value = next();
      if (value === ']' || value === '') return found;
      skip(value);
      if (next() !== ',') return found;
    }
    SPACE.lastIndex = at;
    SPACE.exec(text);
    found = SPACE.lastIndex;
  }
  return found;
};

/** The offset of the value at a path in a text, or of its nearest existing ancestor. */
export type Offsets = (names: readonly string[]) => number;

/** A parsed text, and the offsets of its values. */
export interface ParsedText {
  readonly value: unknown;
  readonly offsets: Offsets;
}

const MAX_ALIASES = 10_000;

const isJson = (text: string) => text.trimStart().startsWith('{');

const yamlOffsets =
  (document: YamlDocument): Offsets =>
  (names) => {
    // A missing value has the offset of its nearest ancestor.
    for (let length = names.length; length > 0; length--) {
      const node = document.getIn(names.slice(0, length), true) as
        | { range?: readonly number[] | null }
        | undefined;
      if (node?.range) return node.range[0]!;
    }
    return 0;
  };

const MAY_HOLD_NUL = /u0{4}|x00|\\0/i;

/** Replaces NUL characters, which PostgreSQL cannot store. */
export const withoutNul = (value: unknown, text: string): unknown =>
  MAY_HOLD_NUL.test(text) || text.includes('\0')
    ? // An escaped backslash before it is no escape of it: patterns often speak of that character.
      JSON.parse(JSON.stringify(value).replace(/\\\\|\\u0000/g, (one) => (one === '\\\\' ? one : '\uFFFD')))
    : value;

// Versions, which are numbers unless they are quoted.
const VERSION_FIELDS = [['info', 'version'], ['swagger']];

/** Keeps versions as they are written: 1.0 is not 1. */
const keepVersions = (document: YamlDocument): void => {
  for (const path of VERSION_FIELDS) {
    const node = document.hasIn(path) ? document.getIn(path, true) : undefined;
    if (isScalar(node) && typeof node.value === 'number') node.value = node.source ?? String(node.value);
  }
};

const WRITTEN_NUMBER = /[-+.\deE]+/y;

/** The same in JSON, where most versions are quoted. */
const keepVersionsInJson = (document: unknown, text: string): void => {
  for (const path of VERSION_FIELDS) {
    const owner = path.slice(0, -1).reduce((one, name) => (isRecord(one) ? one[name] : undefined), document);
    const name = path.at(-1)!;
    if (!isRecord(owner) || typeof owner[name] !== 'number') continue;
    WRITTEN_NUMBER.lastIndex = offsetInJson(text, path);
    owner[name] = WRITTEN_NUMBER.exec(text)?.[0] ?? String(owner[name]);
  }
};

/** Parses JSON or YAML. */
export const parseText = (text: string): ParsedText => {
  if (isJson(text)) {
    const value = withoutNul(JSON.parse(text), text);
    keepVersionsInJson(value, text);
    return { value, offsets: (names) => offsetInJson(text, names) };
  }
  const document = parseDocument(text, { merge: true });
  if (document.errors[0]) throw document.errors[0];
  keepVersions(document);
  const value = withoutNul(document.toJS({ maxAliasCount: MAX_ALIASES }), text);
  return { value, offsets: yamlOffsets(document) };
};

/** The offsets of a text that is known to be valid. */
export const offsetsOf = (text: string): Offsets =>
  isJson(text) ? (names) => offsetInJson(text, names) : yamlOffsets(parseDocument(text, { merge: true }));

/** The location of a value for error messages: line and JSON pointer. */
export const locationOf = (text: string, offsets: Offsets, names: readonly string[]): string =>
  `line ${lineAt(text, offsets(names))}, ${toPointer(names) || '/'}`.slice(0, MAX_MESSAGE_LENGTH);

/** An error at a path of a document. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  readonly code: string;
}

// Errors of schema alternatives; errors inside an alternative are more useful.
const ALTERNATIVE_ERROR =
  /must match (?:exactly one schema|a schema|"(?:then|else)" schema)|required property '\$ref'/;

/** Merges problems by path, and drops those that only follow from others. */
export const mostSpecificProblems = (problems: readonly Problem[]): Problem[] => {
  const byPath = new Map<string, Problem[]>();
  for (const problem of problems) byPath.set(problem.path, [...(byPath.get(problem.path) ?? []), problem]);
  const ancestors = new Set<string>();
  for (const path of byPath.keys()) {
    const names = path.split('/');
    for (let length = 1; length < names.length; length++) ancestors.add(names.slice(0, length).join('/'));
  }
  return [...byPath].flatMap(([path, all]) => {
    const own = all.filter(({ message }) => !ALTERNATIVE_ERROR.test(message));
    const isAlternative = own.length < all.length;
    if (isAlternative && ancestors.has(path)) return [];
    const messages = new Set((own.length > 0 ? own : all.slice(0, 1)).map(({ message }) => message));
    return [{ ...all[0]!, message: [...messages].join('; ') }];
  });
};

/** Converts problems to errors with their lines; those of other files than the first get the file name. */
export const toErrors = (
  text: string,
  offsets: Offsets,
  problems: readonly Problem[],
  file?: string,
): SpecificationError[] => {
  const errors = new Map<string, SpecificationError>();
  for (const { path, message: reason, code } of problems.slice(0, MAX_ERRORS)) {
    const names = parsePointer(path);
    const location = locationOf(text, offsets, names);
    const message = `${file ? `${file}, ` : ''}${location}: ${reason.slice(0, MAX_MESSAGE_LENGTH)}`;
    if (!errors.has(message)) errors.set(message, { message, code, ...placeAt(text, offsets(names)) });
  }
  return [...errors.values()];
};

// Parsers cannot handle deeper documents.
const MAX_DEPTH = 1000;

/** The message for documents that are nested too deeply. */
export const TOO_DEEP = `is nested deeper than ${MAX_DEPTH} levels`;

/** Whether a value is nested too deeply for the parsers. */
export const isTooDeep = (value: unknown): boolean => {
  // A set, because YAML aliases repeat the same object.
  let level = new Set([value]);
  for (let depth = 0; depth <= MAX_DEPTH && level.size > 0; depth++)
    level = new Set(
      [...level].flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : [])),
    );
  return level.size > 0;
};

const offsetOfLine = (text: string, line: number): number => {
  let at = 0;
  for (let seen = 1; seen < line; seen++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return at;
    at = end + 1;
  }
  return at;
};

const isOutOfStack = (message: string) => message.startsWith('Maximum call stack');

/** The error of a text that cannot be parsed. */
export const syntaxErrors = (text: string, error: unknown): SpecificationError[] => {
  const toError = (place: string, reason: string, offset: number) => [
    {
      message: `${place}: ${reason.slice(0, MAX_MESSAGE_LENGTH)}`,
      code: 'UNREADABLE',
      ...placeAt(text, offset),
    },
  ];
  const syntaxError = isJson(text) ? findJsonSyntaxProblem(text) : undefined;
  if (syntaxError)
    return toError(
      `line ${lineAt(text, syntaxError.offset)}, ${toPointer(syntaxError.path) || '/'}`.slice(
        0,
        MAX_MESSAGE_LENGTH,
      ),
      syntaxError.message,
      syntaxError.offset,
    );
  const { message, linePos } = error as { message: string; linePos?: readonly { line: number }[] };
  const line = linePos?.[0]?.line ?? 1;
  return toError(
    `line ${line}, /`,
    isOutOfStack(message) ? TOO_DEEP : message.split('\n', 1)[0]!,
    offsetOfLine(text, line),
  );
};
