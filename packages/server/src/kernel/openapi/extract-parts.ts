import { findReferences, type Target } from './references.ts';

/** Selects a part of a specification: an operation, a webhook or a schema. */
export interface PartSelector {
  readonly group: 'paths' | 'webhooks' | 'schemas';
  readonly name: string;
  /** The method of an operation or webhook. */
  readonly method?: string;
}

/** A specification document of any shape. */
export type SpecificationDocument = Readonly<Record<string, unknown>>;

/** The field with the other files of a specification, by name. */
export const OTHER_FILES = 'x-files';

// In characters of JSON, which are parsed in a few milliseconds.
const MAX_SIZE = 1024 * 1024;
// The most references that are followed one after the other.
const MAX_DEPTH = 10;
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);
// Fields of the document that apply to all operations.
const SHARED_FIELDS = [
  ['openapi'],
  ['servers'],
  ['security'],
  ['components', 'securitySchemes'],
  ...['x-codeSamples', 'x-expandAllResponses', 'x-expandAllModelSections'].map((name) => [name]),
];

// The name of the main file.
const MAIN = '';

type JsonObject = Record<string, unknown>;

// Unlike isRecord, also for arrays.
const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;
// Without a prototype, so that `__proto__` is an ordinary key.
const empty = (): JsonObject => Object.create(null) as JsonObject;
const own = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Every object in a value, including those in lists, once. */
function* objectsIn(value: unknown): Generator<JsonObject> {
  const queue = [value];
  const seen = new Set<unknown>();
  while (queue.length > 0) {
    const one = queue.pop();
    if (!isObject(one) || seen.has(one)) continue;
    seen.add(one);
    if (!Array.isArray(one)) yield one;
    for (const inner of Object.values(one)) queue.push(inner);
  }
}

/** Parses a reference to another file: its name without folders, and the pointer. */
const parseFileRef = (ref: unknown): { readonly file: string; readonly pointer: string } | undefined => {
  if (typeof ref !== 'string' || ref.startsWith('#') || /^[a-z][\w+.-]*:|^\/\//i.test(ref)) return undefined;
  const [path = '', pointer = ''] = ref.split('#', 2);
  const file = path.split('/').at(-1);
  return file ? { file, pointer } : undefined;
};

const resolveByName = (ref: string, from: string): Target =>
  parseFileRef(ref) ?? { file: ref.startsWith('#') ? from : undefined, pointer: ref.slice(1) };

/** The names of files that a document refers to; of a document that is not a specification, all possible ones. */
export const referencedFiles = (document: SpecificationDocument): string[] => {
  const written =
    document.openapi === undefined
      ? [...objectsIn(document)].map(({ $ref }) => $ref)
      : findReferences(MAIN, new Map([[MAIN, document]]), resolveByName).map((one) => one.written);
  return [...new Set(written.flatMap((ref) => parseFileRef(ref)?.file ?? []))];
};

/** All descriptions in a specification. */
export const findDescriptions = (document: SpecificationDocument): string[] =>
  [...objectsIn(document)].flatMap(({ description }) =>
    typeof description === 'string' ? [description] : [],
  );

const escapeSegment = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const refToFile = (file: string) => `#/${OTHER_FILES}/${escapeSegment(file)}`;

/** Rewrites references to other files to their copies in the document. */
const localizeReferences = (document: SpecificationDocument): void => {
  const { [OTHER_FILES]: others, ...main } = document;
  const named = Object.entries(isObject(others) ? others : {});
  if (named.length === 0) return;
  const files = new Map<string, unknown>(named).set(MAIN, main);
  for (const { object, key, target } of findReferences(MAIN, files, resolveByName))
    if (target.file !== undefined && target.file !== MAIN)
      object[key] = refToFile(target.file) + target.pointer;
};

/** The path of a local reference. */
const segmentsOf = (ref: string): string[] =>
  ref
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const refsIn = (value: unknown): string[] =>
  [...objectsIn(value)].flatMap(({ $ref }) =>
    typeof $ref === 'string' && $ref.startsWith('#/') ? [$ref] : [],
  );

/** The value at a path. */
const valueAt = (document: SpecificationDocument, names: readonly string[]): unknown =>
  names.reduce<unknown>((at, name) => own(at, name), document);

/** The paths and values of the selected parts. */
const selectRoots = (
  document: SpecificationDocument,
  selectors: readonly PartSelector[],
): (readonly [string[], unknown])[] => {
  const schemas = selectors.filter(({ group }) => group === 'schemas');
  const operations = selectors.filter(({ group }) => group !== 'schemas');
  // Of a path item, only the selected operations are included.
  const items = new Map(operations.map(({ group, name }) => [`${group} ${name}`, [group, name]]));
  return [
    ...SHARED_FIELDS,
    ...schemas.map(({ name }) => ['components', 'schemas', name]),
    ...items.values(),
  ].map((names) => {
    const value = valueAt(document, names);
    const [group, name] = names;
    const isSelected = (key: string) =>
      !METHODS.has(key) ||
      operations.some((one) => one.group === group && one.name === name && one.method === key);
    return group === 'paths' || group === 'webhooks'
      ? [
          names,
          Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter(([key]) => isSelected(key))),
        ]
      : [names, value];
  });
};

/**
 * Extracts the selected parts of a specification and the objects they refer to, nearest first, up to a size limit.
 * References are not inlined, so that recursive schemas stay small.
 */
export const extractParts = (
  document: SpecificationDocument,
  selectors: readonly PartSelector[],
): SpecificationDocument => {
  localizeReferences(document);
  const result = empty();
  let remaining = MAX_SIZE;

  /** Copies a value to its path in the result, if it is missing and within the size limit. */
  const copy = (names: readonly string[], value: unknown): boolean => {
    const last = names.at(-1);
    const size = JSON.stringify(value)?.length;
    if (last === undefined || size === undefined || size > remaining) return false;
    let at = result;
    for (const name of names.slice(0, -1)) {
      const next = own(at, name) ?? empty();
      at[name] = next;
      at = next as JsonObject;
    }
    if (own(at, last) === value) return false;
    remaining -= size;
    at[last] = value;
    return true;
  };

  let level = selectRoots(document, selectors);
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const added = level.filter(([names, value]) => copy(names, value));
    const refs = new Set(added.flatMap(([, value]) => refsIn(value)));
    level = [...refs].map(segmentsOf).map((names) => [names, valueAt(document, names)]);
  }
  return result;
};
