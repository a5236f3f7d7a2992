import { parseDocument, type Document as YamlDocument } from 'yaml';
import { findJsonSyntaxProblem } from './json-syntax-error.ts';

/** Something that is wrong with a specification: where, and why. */
export interface SpecificationError {
  readonly message: string;
  readonly code: string;
}

// Nobody reads more of them, and the text of a hostile document may stand in each.
const MOST = 50;
const LONGEST = 400;

const lineAt = (text: string, offset: number): number => {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
};

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The path of a value, as references name it. */
export const pointerOf = (names: readonly string[]): string =>
  names.map((name) => `/${escaped(name)}`).join('');

/** The names that a pointer goes by. */
export const namesIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gy;
const SPACE = /\s*/y;

/** Where in a JSON text a value stands, or as much of the way to it as is there. */
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

/** Where in a text the value at a path stands, or as much of the way to it as is there. */
export type Offsets = (names: readonly string[]) => number;

/** A text that was read: the value that it says, and where its parts stand. */
export interface ReadText {
  readonly value: unknown;
  readonly offsets: Offsets;
}

const MOST_ALIASES = 10_000;

const isJson = (text: string) => text.trimStart().startsWith('{');

const yamlOffsets =
  (document: YamlDocument): Offsets =>
  (names) => {
    // What is missing stands nowhere: its surroundings do.
    for (let length = names.length; length > 0; length--) {
      const node = document.getIn(names.slice(0, length), true) as
        | { range?: readonly number[] | null }
        | undefined;
      if (node?.range) return node.range[0]!;
    }
    return 0;
  };

const MAY_HOLD_NUL = /u0{4}|x00|\\0/i;

/** What a text says, with the one character that no database keeps shown as one that could not be read. */
export const storable = (value: unknown, text: string): unknown =>
  MAY_HOLD_NUL.test(text) || text.includes('\0')
    ? // An escaped backslash before it is no escape of it: patterns often speak of that character.
      JSON.parse(JSON.stringify(value).replace(/\\\\|\\u0000/g, (one) => (one === '\\\\' ? one : '\uFFFD')))
    : value;

/** Reads JSON or YAML. */
export const readText = (text: string): ReadText => {
  if (isJson(text))
    return { value: storable(JSON.parse(text), text), offsets: (names) => offsetInJson(text, names) };
  const document = parseDocument(text, { merge: true });
  if (document.errors[0]) throw document.errors[0];
  const value = storable(document.toJS({ maxAliasCount: MOST_ALIASES }), text);
  return { value, offsets: yamlOffsets(document) };
};

/** Where parts of a text stand that could be read before. */
export const offsetsIn = (text: string): Offsets =>
  isJson(text) ? (names) => offsetInJson(text, names) : yamlOffsets(parseDocument(text, { merge: true }));

/** A place in a text, as people are told of it. */
export const placeOf = (text: string, offsets: Offsets, names: readonly string[]): string =>
  `line ${lineAt(text, offsets(names))}, ${pointerOf(names) || '/'}`.slice(0, LONGEST);

/** Something that is wrong at a path of a document. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  readonly code: string;
}

// What is said of a choice of shapes, none of which fits: what is wrong inside of one says more.
const OF_A_CHOICE =
  /must match (?:exactly one schema|a schema|"(?:then|else)" schema)|required property '\$ref'/;

/** Problems as people can use them: one of each place, without those that only follow from others. */
export const toldOnce = (problems: readonly Problem[]): Problem[] => {
  const places = new Map<string, Problem[]>();
  for (const problem of problems) places.set(problem.path, [...(places.get(problem.path) ?? []), problem]);
  const around = new Set<string>();
  for (const path of places.keys()) {
    const names = path.split('/');
    for (let length = 1; length < names.length; length++) around.add(names.slice(0, length).join('/'));
  }
  return [...places].flatMap(([path, all]) => {
    const own = all.filter(({ message }) => !OF_A_CHOICE.test(message));
    const isChoice = own.length < all.length;
    if (isChoice && around.has(path)) return [];
    const messages = new Set((own.length > 0 ? own : all.slice(0, 1)).map(({ message }) => message));
    return [{ ...all[0]!, message: [...messages].join('; ') }];
  });
};

/** Tells problems of a document with the lines that they stand in; those of a file besides the first with its name. */
export const located = (
  text: string,
  offsets: Offsets,
  problems: readonly Problem[],
  file?: string,
): SpecificationError[] =>
  problems.slice(0, MOST).map(({ path, message, code }) => {
    const place = placeOf(text, offsets, namesIn(path));
    return { message: `${file ? `${file}, ` : ''}${place}: ${message.slice(0, LONGEST)}`, code };
  });

// Deeper is nobody's specification, and more than what reads it can take.
const DEEPEST = 1000;

/** What is said of a document that is nested too deep. */
export const TOO_DEEP = `is nested deeper than ${DEEPEST} levels`;

/** Whether a value is nested deeper than what reads it can take. */
export const isTooDeep = (value: unknown): boolean => {
  // Each once: with aliases, the same may stand in a thousand places.
  let level = new Set([value]);
  for (let depth = 0; depth <= DEEPEST && level.size > 0; depth++)
    level = new Set(
      [...level].flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : [])),
    );
  return level.size > 0;
};

const isOutOfStack = (message: string) => message.startsWith('Maximum call stack');

/** What is wrong with a text that cannot even be read. */
export const unreadable = (text: string, error: unknown): SpecificationError[] => {
  const told = (place: string, why: string) => [
    { message: `${place}: ${why.slice(0, LONGEST)}`, code: 'UNREADABLE' },
  ];
  const fault = isJson(text) ? findJsonSyntaxProblem(text) : undefined;
  if (fault)
    return told(
      `line ${lineAt(text, fault.offset)}, ${pointerOf(fault.path) || '/'}`.slice(0, LONGEST),
      fault.message,
    );
  const { message, linePos } = error as { message: string; linePos?: readonly { line: number }[] };
  return told(
    `line ${linePos?.[0]?.line ?? 1}, /`,
    isOutOfStack(message) ? TOO_DEEP : message.split('\n', 1)[0]!,
  );
};
