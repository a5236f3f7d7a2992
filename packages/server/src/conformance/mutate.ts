import fc, { type Arbitrary } from 'fast-check';

const deep = (levels: number): unknown => {
  let value: unknown = 'bottom';
  for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { inner: value };
  return value;
};

// A key that only JSON can express.
const withProto = JSON.parse('{"__proto__":{"admin":true}}') as object;

/** Hostile values. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\u0000',
  'before\u0000after',
  '\ud800',
  'half \udc00 pair',
  'x'.repeat(1_000_000),
  '👩‍🚀'.repeat(100),
  '\u202eright to left',
  '\u0645\u0631\u062d\u0628\u0627',
  'e\u0301\u0301\u0301\u0301',
  '\r\nset-cookie: a=b',
  "'; drop table users; --",
  "' or 1=1 --",
  '%',
  '_%_\\',
  '{{7*7}}#{7*7}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'NaN',
  '1e999',
  '2024-02-30T25:61:00Z',
  'a@b',
  'constructor',
  '__proto__',
  [],
  [[]],
  [null],
  {},
  { constructor: 'x' },
  { constructor: { prototype: { admin: true } } },
  { length: 1e9 },
  { toString: null, valueOf: null },
  withProto,
  deep(50),
  deep(500),
  Array.from({ length: 5000 }, () => 'x'),
];

type Path = readonly (string | number)[];

const pathsOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))]
    : [path];

const replaceAt = (value: unknown, path: Path, by: unknown): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return by;
  const inner = (value as Record<string, unknown>)[step];
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === String(step) ? replaceAt(item, rest, by) : item));
  return { ...(value as object), [step]: replaceAt(inner, rest, by) };
};

const removeAt = (value: unknown, path: Path): unknown => {
  const last = path.at(-1);
  if (last === undefined) return {};
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);
  const without = Object.fromEntries(
    Object.entries(parent as object).filter(([key]) => key !== String(last)),
  );
  return replaceAt(value, path.slice(0, -1), Array.isArray(parent) ? Object.values(without) : without);
};

const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

/** Mutations of a value: parts are replaced, removed or added. */
export const mutate = (value: unknown): Arbitrary<unknown> => {
  const paths = pathsOf(value);
  const inside = paths.filter((path) => path.length > 0);
  const objects = paths.filter((path) => {
    const there = path.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);
    return typeof there === 'object' && there !== null && !Array.isArray(there);
  });
  const hostile = fc.constantFrom(...HOSTILE);
  const replaced = fc
    .tuple(fc.constantFrom(...paths), hostile)
    .map(([path, by]) => replaceAt(value, path, by));
  const removed = inside.length > 0 ? [fc.constantFrom(...inside).map((path) => removeAt(value, path))] : [];
  const added =
    objects.length > 0
      ? [
          fc
            .tuple(fc.constantFrom(...objects), fc.constantFrom(...PROTOTYPE_NAMES, 'unknown', ''), hostile)
            .map(([path, name, by]) => {
              const there = path.reduce<unknown>(
                (inner, step) => (inner as Record<string, unknown>)[step],
                value,
              );
              const more = Object.defineProperty({ ...(there as object) }, name, {
                value: by,
                enumerable: true,
                configurable: true,
                writable: true,
              });
              return replaceAt(value, path, more);
            }),
        ]
      : [];
  return fc.oneof(replaced, ...removed, ...added);
};

/** Hostile path parameters, already encoded or invalid. */
export const HOSTILE_PATH_PARTS: readonly string[] = [
  '%00',
  'a%00b',
  '%',
  '%zz',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%2e%2e%2f%2e%2e',
  '..%2f..',
  '%252e',
  '%0d%0aset-cookie:a=b',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  '-1',
  '0',
  '%20',
  '*',
  ';',
  "'%20or%201=1%20--",
  '%F0%9F%91%A9',
  'x'.repeat(64),
  'x'.repeat(1000),
  'x'.repeat(2000),
];
