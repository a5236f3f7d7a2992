/** A literal in a filter. */
export type FilterValue = string | number | boolean | null;

/** A comparison operator. */
export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

/** A SCIM filter (RFC 7644, 3.4.2.2); attribute paths are in lower case and without schema. */
export type Filter =
  | { readonly op: 'and'; readonly parts: readonly Filter[] }
  | { readonly op: 'or'; readonly parts: readonly Filter[] }
  | { readonly op: 'not'; readonly part: Filter }
  | { readonly op: 'pr'; readonly path: string }
  | { readonly op: 'some'; readonly path: string; readonly part: Filter }
  | { readonly op: Comparison; readonly path: string; readonly value: FilterValue };

/** The path of a patch operation: an attribute, a filter on its values, and a sub-attribute. */
export interface AttributePath {
  readonly attribute: string;
  readonly filter: Filter | undefined;
  readonly sub: string | undefined;
}

/** The parsed value or the syntax error. */
export type ParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** Limits of filters: length, nesting depth and number of comparisons. */
export const FILTER_LIMITS = { length: 4000, depth: 20, comparisons: 100 };

const COMPARISONS = new Set<string>(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']);

// Strings are JSON; schema names contain colons and dots.
const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/y;
const SCHEMA = /^urn:[a-z0-9:._-]*:(?=[a-z])/i;
const ATTRIBUTE = /^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/i;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

class ParseError extends Error {}

const tokensOf = (text: string): string[] => {
  if (text.length > FILTER_LIMITS.length)
    throw new ParseError(`is longer than ${FILTER_LIMITS.length} characters`);
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  const scan = new RegExp(TOKEN);
  while (scan.lastIndex < end) {
    const at = scan.lastIndex;
    const found = scan.exec(text);
    if (!found) throw new ParseError(`has a syntax error at character ${at + 1}`);
    tokens.push((found[1] ?? found[2] ?? found[3])!);
  }
  return tokens;
};

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:';

/** Whether an attribute belongs to a schema extension. */
export const isOfExtension = (text: string): boolean => {
  const schema = SCHEMA.exec(text.trimStart())?.[0];
  return schema !== undefined && !schema.toLowerCase().startsWith(CORE);
};

/** The lower-case path of an attribute without schema; undefined when it is invalid. */
export const attributePathOf = (text: string): string | undefined => {
  const path = text.replace(SCHEMA, '');
  return ATTRIBUTE.test(path) ? path.toLowerCase() : undefined;
};

const LITERALS = new Map<string, FilterValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const literalOf = (token: string): FilterValue => {
  if (token.startsWith('"')) {
    try {
      return JSON.parse(token) as string;
    } catch {
      throw new ParseError(`has an invalid string: ${token.slice(0, 40)}`);
    }
  }
  const literal = LITERALS.get(token.toLowerCase());
  if (literal !== undefined) return literal;
  if (NUMBER.test(token)) return Number(token);
  throw new ParseError(`expects a value instead of: ${token.slice(0, 40)}`);
};

const createFilterParser = (text: string) => {
  const tokens = tokensOf(text);
  let at = 0;
  let comparisons = 0;
  const peek = () => tokens[at]?.toLowerCase();
  const take = () => {
    const token = tokens[at++];
    if (token === undefined) throw new ParseError('ends unexpectedly');
    return token;
  };
  const expect = (token: string) => {
    if (peek() !== token)
      throw new ParseError(
        `expects ${token} ${at < tokens.length ? `before ${tokens[at]!.slice(0, 40)}` : 'at its end'}`,
      );
    at++;
  };

  const attribute = (): string => {
    const token = take();
    const path = attributePathOf(token);
    if (path === undefined) throw new ParseError(`expects an attribute instead of: ${token.slice(0, 40)}`);
    return path;
  };

  // The nesting depth is limited, so that a filter cannot exhaust the stack.
  const inner = (depth: number, close: string): Filter => {
    if (depth >= FILTER_LIMITS.depth)
      throw new ParseError(`is nested deeper than ${FILTER_LIMITS.depth} levels`);
    const part = either(depth + 1);
    expect(close);
    return part;
  };

  const single = (depth: number): Filter => {
    if (peek() === '(') {
      at++;
      return inner(depth, ')');
    }
    if (peek() === 'not' && tokens[at + 1] === '(') {
      at += 2;
      return { op: 'not', part: inner(depth, ')') };
    }
    if (++comparisons > FILTER_LIMITS.comparisons)
      throw new ParseError(`has more than ${FILTER_LIMITS.comparisons} comparisons`);
    const path = attribute();
    if (peek() === '[') {
      at++;
      const part = inner(depth, ']');
      const next = tokens[at];
      // Some clients filter on a sub-attribute of matched values: emails[type eq "work"].value eq
      // "ann@example.com".
      if (next?.startsWith('.')) {
        at++;
        const rest = compared(next.slice(1).toLowerCase());
        return { op: 'some', path, part: { op: 'and', parts: [part, rest] } };
      }
      return { op: 'some', path, part };
    }
    return compared(path);
  };

  const compared = (path: string): Filter => {
    const op = take().toLowerCase();
    if (op === 'pr') return { op, path };
    if (!COMPARISONS.has(op)) throw new ParseError(`has an unknown operator: ${op.slice(0, 40)}`);
    return { op: op as Comparison, path, value: literalOf(take()) };
  };

  const joined = (op: 'and' | 'or', next: () => Filter): Filter => {
    const parts = [next()];
    while (peek() === op) {
      at++;
      parts.push(next());
    }
    return parts.length === 1 ? parts[0]! : { op, parts };
  };
  const both = (depth: number) => joined('and', () => single(depth));
  const either = (depth: number): Filter => joined('or', () => both(depth));

  const end = () => {
    if (at < tokens.length)
      throw new ParseError(`has unexpected text at the end: ${tokens[at]!.slice(0, 40)}`);
  };
  return { attribute, inner, either, end, peek, next: () => tokens[at++] };
};

const reading = <T>(read: () => T): ParseResult<T> => {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof ParseError) return { ok: false, problem: error.message };
    throw error;
  }
};

/** Parses a filter. */
export const parseFilter = (text: string): ParseResult<Filter> =>
  reading(() => {
    const parser = createFilterParser(text);
    const filter = parser.either(0);
    parser.end();
    return filter;
  });

/** Parses the path of a patch operation: `name.givenName`, `emails[type eq "work"].value`. */
export const parsePath = (text: string): ParseResult<AttributePath> =>
  reading(() => {
    const parser = createFilterParser(text);
    const [attribute, sub] = parser.attribute().split('.') as [string, string?];
    if (parser.peek() !== '[') {
      parser.end();
      return { attribute, filter: undefined, sub };
    }
    if (sub !== undefined) throw new ParseError('has a filter after a sub-attribute');
    parser.next();
    const filter = parser.inner(0, ']');
    const rest = parser.next();
    const part = rest === undefined ? undefined : /^\.([a-z$][\w$-]*)$/i.exec(rest)?.[1];
    if (rest !== undefined && part === undefined)
      throw new ParseError(`has unexpected text at the end: ${rest.slice(0, 40)}`);
    parser.end();
    return { attribute, filter, sub: part?.toLowerCase() };
  });

/** Folds the case of a string for case-insensitive comparison. */
export const foldCase = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;

const COMPARE: Readonly<Record<Comparison, (left: never, right: never) => boolean>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  co: (left: string, right: string) => left.includes(right),
  sw: (left: string, right: string) => left.startsWith(right),
  ew: (left: string, right: string) => left.endsWith(right),
  gt: (left, right) => left > right,
  ge: (left, right) => left >= right,
  lt: (left, right) => left < right,
  le: (left, right) => left <= right,
};

/** Whether a value matches a filter; strings are compared after conversion by `normalize`. */
export const matches = (
  filter: Filter,
  value: Readonly<Record<string, unknown>>,
  normalize: (value: unknown) => unknown = foldCase,
): boolean => {
  if (filter.op === 'and') return filter.parts.every((part) => matches(part, value, normalize));
  if (filter.op === 'or') return filter.parts.some((part) => matches(part, value, normalize));
  if (filter.op === 'not') return !matches(filter.part, value, normalize);
  if (filter.op === 'some') return false;
  // Fast path for lower-case names: lists can have thousands of values.
  const name = Object.hasOwn(value, filter.path)
    ? filter.path
    : Object.keys(value).find((key) => key.toLowerCase() === filter.path);
  const left = name === undefined ? undefined : normalize(value[name]);
  if (filter.op === 'pr') return left !== undefined && left !== null && left !== '';
  const right = normalize(filter.value);
  if (filter.op === 'eq' || filter.op === 'ne')
    return COMPARE[filter.op]((left ?? null) as never, right as never);
  // Values of different types, or other than strings, do not compare.
  return (
    typeof left === 'string' && typeof right === 'string' && COMPARE[filter.op](left as never, right as never)
  );
};
