import { referencesFrom, type Target } from './references.ts';

/** A part of a specification: an operation, a webhook or a schema. */
export interface PartOf {
  readonly group: 'paths' | 'webhooks' | 'schemas';
  readonly name: string;
  /** Of an operation or a webhook. */
  readonly method?: string;
}

/** A whole specification, whatever its shape. */
export type Readable = Readonly<Record<string, unknown>>;

/** Where the other files that a specification refers to stand in it, by their names. */
export const OTHER_FILES = 'x-files';

// In characters of JSON: as much as is read in a few milliseconds.
const LARGEST = 1024 * 1024;
// How many references are followed one after the other: nothing deeper is shown.
const DEEPEST = 10;
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);
// What an operation has from the document as a whole.
const AROUND = [
  ['openapi'],
  ['servers'],
  ['security'],
  ['components', 'securitySchemes'],
  ...['x-codeSamples', 'x-expandAllResponses', 'x-expandAllModelSections'].map((name) => [name]),
];

// The specification itself, among the files that it refers to.
const MAIN = '';

type Holder = Record<string, unknown>;

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;
// Without a prototype, so that a name such as __proto__ is one like any other.
const empty = (): Holder => Object.create(null) as Holder;
const own = (value: unknown, name: string): unknown =>
  isHolder(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Every object in a value, also in lists; each once. */
function* objectsIn(value: unknown): Generator<Holder> {
  const waiting = [value];
  const seen = new Set<unknown>();
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (!isHolder(one) || seen.has(one)) continue;
    seen.add(one);
    if (!Array.isArray(one)) yield one;
    for (const inner of Object.values(one)) waiting.push(inner);
  }
}

/** A reference to another file: its name without folders, and what is meant in it. */
const fileRef = (ref: unknown): { readonly file: string; readonly pointer: string } | undefined => {
  if (typeof ref !== 'string' || ref.startsWith('#') || /^[a-z][\w+.-]*:|^\/\//i.test(ref)) return undefined;
  const [path = '', pointer = ''] = ref.split('#', 2);
  const file = path.split('/').at(-1);
  return file ? { file, pointer } : undefined;
};

const byName = (ref: string, from: string): Target =>
  fileRef(ref) ?? { file: ref.startsWith('#') ? from : undefined, pointer: ref.slice(1) };

/** The names of the files that a specification refers to; of a file that is none, all that it could mean. */
export const refsToFiles = (document: Readable): string[] => {
  const written =
    document.openapi === undefined
      ? [...objectsIn(document)].map(({ $ref }) => $ref)
      : referencesFrom(MAIN, new Map([[MAIN, document]]), byName).map((one) => one.written);
  return [...new Set(written.flatMap((ref) => fileRef(ref)?.file ?? []))];
};

/** The descriptions in a specification. */
export const descriptionsIn = (document: Readable): string[] =>
  [...objectsIn(document)].flatMap(({ description }) =>
    typeof description === 'string' ? [description] : [],
  );

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const placeOf = (file: string) => `#/${OTHER_FILES}/${escaped(file)}`;

/** Makes references to other files, and those inside of them, lead to where these files stand. */
const withLocalRefs = (document: Readable): void => {
  const { [OTHER_FILES]: others, ...main } = document;
  const named = Object.entries(isHolder(others) ? others : {});
  if (named.length === 0) return;
  const files = new Map<string, unknown>(named).set(MAIN, main);
  for (const { holder, key, target } of referencesFrom(MAIN, files, byName))
    if (target.file !== undefined && target.file !== MAIN)
      holder[key] = placeOf(target.file) + target.pointer;
};

/** The names that a reference inside a document goes by. */
const segmentsOf = (ref: string): string[] =>
  ref
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const refsIn = (value: unknown): string[] =>
  [...objectsIn(value)].flatMap(({ $ref }) =>
    typeof $ref === 'string' && $ref.startsWith('#/') ? [$ref] : [],
  );

/** The value that some names lead to, one inside the other. */
const valueAt = (document: Readable, names: readonly string[]): unknown =>
  names.reduce<unknown>((at, name) => own(at, name), document);

/** What is wanted of a specification: where it stands, and what is taken of it. */
const rootsOf = (document: Readable, wanted: readonly PartOf[]): (readonly [string[], unknown])[] => {
  const schemas = wanted.filter(({ group }) => group === 'schemas');
  const operations = wanted.filter(({ group }) => group !== 'schemas');
  // An item has several operations, of which only those that are shown are taken.
  const items = new Map(operations.map(({ group, name }) => [`${group} ${name}`, [group, name]]));
  return [...AROUND, ...schemas.map(({ name }) => ['components', 'schemas', name]), ...items.values()].map(
    (names) => {
      const value = valueAt(document, names);
      const [group, name] = names;
      const isShown = (key: string) =>
        !METHODS.has(key) ||
        operations.some((one) => one.group === group && one.name === name && one.method === key);
      return group === 'paths' || group === 'webhooks'
        ? [
            names,
            Object.fromEntries(Object.entries(isHolder(value) ? value : {}).filter(([key]) => isShown(key))),
          ]
        : [names, value];
    },
  );
};

/**
 * The parts of a specification that are wanted, and what they refer to, each at its own place; the nearest first, until
 * it is enough. Nothing is put in the place of a reference, so that what refers to itself stays as small as it is.
 */
export const partOf = (document: Readable, wanted: readonly PartOf[]): Readable => {
  withLocalRefs(document);
  const result = empty();
  let room = LARGEST;

  /** Puts a value where it stands in the document, if it is not there and there is room for it. */
  const put = (names: readonly string[], value: unknown): boolean => {
    const last = names.at(-1);
    const size = JSON.stringify(value)?.length;
    if (last === undefined || size === undefined || size > room) return false;
    let at = result;
    for (const name of names.slice(0, -1)) {
      const next = own(at, name) ?? empty();
      at[name] = next;
      at = next as Holder;
    }
    if (own(at, last) === value) return false;
    room -= size;
    at[last] = value;
    return true;
  };

  let level = rootsOf(document, wanted);
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth++) {
    const added = level.filter(([names, value]) => put(names, value));
    const refs = new Set(added.flatMap(([, value]) => refsIn(value)));
    level = [...refs].map(segmentsOf).map((names) => [names, valueAt(document, names)]);
  }
  return result;
};
