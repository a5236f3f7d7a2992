import { type Block, type BlockType, type ContentRef, type Document, printMarkdown } from '@lectern/document';
import { tasks as markdown } from '../markdown/tasks.ts';
import type { Readable } from './extract-parts.ts';

/** How the pages of a specification are wanted. */
export interface OutlineOptions {
  /** The name of the specification, by which blocks refer to it. */
  readonly spec: string;
  /** Whether there is a page of all schemas. */
  readonly models: boolean;
  readonly grouping: 'by-tag' | 'by-operation';
  /** Where the specification is downloaded, if that is to be told. */
  readonly download?: string | undefined;
}

/** A page made of a specification. */
export interface OutlinedPage {
  /** Names it among the pages of the specification, also in the next version. */
  readonly key: string;
  /** A page for itself, or one that only holds others where groups can stand. */
  readonly kind: 'page' | 'group';
  readonly title: string;
  readonly slug: string;
  readonly description?: string | undefined;
  readonly icon?: string | undefined;
  readonly markdown: string;
  readonly children: readonly OutlinedPage[];
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly value: Readable;
}

interface Tag {
  readonly name: string;
  readonly value: Readable;
  readonly operations: readonly Operation[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'];
// Where operations are more, they stand together on the pages of their tags.
const MOST_PAGES = 2000;
const MOST_OPERATIONS = 20_000;
const MOST_MODELS = 5000;
// What a page shows at most; the rest is on further ones.
const MOST_ON_PAGE = 100;
const DEEPEST_TAG = 5;
const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 20_000;
const UNTAGGED = 'default';

const objectOf = (value: unknown): Readable =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readable) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
const lineOf = (value: unknown): string | undefined =>
  textOf(value)?.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE);
/** Whether somebody asked that a thing is not shown. */
const isHidden = (value: Readable) => value['x-internal'] === true || value['x-gitbook-ignore'] === true;

/** What a reference inside the document points at. */
const resolved = (value: unknown, document: Readable): Readable => {
  let found = objectOf(value);
  for (let hops = 0; hops < 8 && typeof found.$ref === 'string'; hops++) {
    const names = found.$ref
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    found = objectOf(
      names.reduce<unknown>(
        (at, name) => (Object.hasOwn(objectOf(at), name) ? objectOf(at)[name] : undefined),
        document,
      ),
    );
  }
  return found;
};

const operationsOf = (document: Readable, group: 'paths' | 'webhooks'): Operation[] => {
  const found: Operation[] = [];
  for (const [path, given] of Object.entries(objectOf(document[group]))) {
    const item = resolved(given, document);
    if (isHidden(item)) continue;
    for (const method of METHODS) {
      const value = objectOf(item[method]);
      if (item[method] === undefined || isHidden(value)) continue;
      found.push({ path, method, value });
      if (found.length === MOST_OPERATIONS) return found;
    }
  }
  return found;
};

const tagsOf = (document: Readable, operations: readonly Operation[]): Tag[] => {
  const values = new Map<string, Readable>();
  for (const one of listOf(document.tags).map(objectOf)) {
    const name = textOf(one.name);
    if (name !== undefined && !values.has(name)) values.set(name, one);
  }
  const byTag = new Map<string, Operation[]>([...values.keys()].map((name) => [name, []]));
  for (const operation of operations) {
    const name = textOf(listOf(operation.value.tags)[0]) ?? UNTAGGED;
    const known = byTag.get(name);
    if (known) known.push(operation);
    else byTag.set(name, [operation]);
  }
  return [...byTag].map(([name, own]) => ({ name, value: values.get(name) ?? {}, operations: own }));
};

/** A list in pieces that pages can show. */
const pieces = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(all.length / MOST_ON_PAGE)) }, (_, at) =>
    all.slice(at * MOST_ON_PAGE, (at + 1) * MOST_ON_PAGE),
  );

const plain = (text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

/** A block that shows a part of the specification; what it says itself is there for searches, and where the specification is gone. */
const blockOf = (type: BlockType, spec: string, data: Readable, words: string): Block => ({
  object: 'block',
  type,
  isVoid: true,
  data: { ref: { kind: 'openapi', spec } satisfies ContentRef, ...data },
  fragments: [{ object: 'fragment', fragment: 'body', type: 'body', nodes: [plain(words)] }],
});

const wordsOf = ({ value, method, path }: Operation): string =>
  [lineOf(value.summary) ?? lineOf(value.operationId), `${method.toUpperCase()} ${path}`]
    .filter((part) => part !== undefined)
    .join(': ');

const parsed = (text: string): readonly Block[] => (JSON.parse(markdown.document(text)) as Document).nodes;

const described = (value: unknown): readonly Block[] => {
  const text = textOf(value)?.slice(0, LONGEST_DESCRIPTION);
  return text === undefined ? [] : parsed(text);
};

const markdownOf = (nodes: readonly Block[]): string =>
  printMarkdown({ object: 'document', data: {}, nodes } as Document);

const parentOf = ({ value }: Tag): string | undefined => textOf(value.parent) ?? textOf(value['x-parent']);

/** The names of tags that stand below themselves: the first of each circle is at the top. */
const inCircles = (tags: readonly Tag[]): Set<string> => {
  const parents = new Map(tags.map((tag) => [tag.name, parentOf(tag)]));
  const found = new Set<string>();
  const passed = new Set<string>();
  for (const { name } of tags) {
    const way: string[] = [];
    let at: string | undefined = name;
    for (; at !== undefined && !passed.has(at); at = parents.get(at)) {
      passed.add(at);
      way.push(at);
    }
    const begin = way.indexOf(at ?? '');
    if (begin >= 0) for (const one of way.slice(begin)) found.add(one);
  }
  return found;
};

/** The pages of a specification: what it is about, its operations by tag, and its schemas. */
export const outlineOf = (document: Readable, wish: OutlineOptions): OutlinedPage[] => {
  const { spec } = wish;
  let left = MOST_PAGES;
  const blockOfOperation = (operation: Operation, isWebhook = false): Block =>
    isWebhook
      ? blockOf(
          'openapi-webhook',
          spec,
          { name: operation.path, method: operation.method },
          wordsOf(operation),
        )
      : blockOf(
          'openapi-operation',
          spec,
          { path: operation.path, method: operation.method },
          wordsOf(operation),
        );
  const pageOfOperation = (operation: Operation): OutlinedPage => ({
    key: `operation ${operation.method} ${operation.path}`,
    kind: 'page',
    title: lineOf(operation.value.summary) ?? wordsOf(operation),
    slug: lineOf(operation.value.operationId) ?? `${operation.method}-${operation.path}`,
    markdown: markdownOf([blockOfOperation(operation)]),
    children: [],
  });

  const operations = operationsOf(document, 'paths');
  const all = tagsOf(document, operations);
  const isByOperation = wish.grouping === 'by-operation' && operations.length + all.length <= MOST_PAGES;
  const continued = (key: string, heading: string, slug: string, rest: readonly (readonly Block[])[]) =>
    rest.map(
      (nodes, at): OutlinedPage => ({
        key: `${key} ${at + 2}`,
        kind: 'page',
        title: `${heading} (${at + 2})`,
        slug: `${slug}-${at + 2}`,
        markdown: markdownOf(nodes),
        children: [],
      }),
    );
  const names = new Set(all.map(({ name }) => name));
  const circles = inCircles(all);
  const isTop = (tag: Tag) => !names.has(parentOf(tag) ?? '') || circles.has(tag.name);
  const seen = new Set<string>();
  const pageOfTag = (tag: Tag, depth: number): OutlinedPage[] => {
    if (seen.has(tag.name) || isHidden(tag.value) || depth > DEEPEST_TAG || left-- <= 0) return [];
    seen.add(tag.name);
    const below = all.filter((one) => parentOf(one) === tag.name).flatMap((one) => pageOfTag(one, depth + 1));
    const heading =
      lineOf(tag.value['x-page-title']) ?? lineOf(tag.value['x-displayName']) ?? lineOf(tag.name)!;
    const [begin, ...rest] = pieces(isByOperation ? [] : tag.operations.map((one) => blockOfOperation(one)));
    const nodes = [...described(tag.value.description), ...begin!];
    const own = isByOperation
      ? tag.operations.map(pageOfOperation)
      : continued(`tag ${tag.name}`, heading, tag.name, rest);
    const children = [...own, ...below];
    if (nodes.length === 0 && children.length === 0) return [];
    return [
      {
        key: `tag ${tag.name}`,
        kind: tag.operations.length === 0 && children.length > 0 && depth === 0 ? 'group' : 'page',
        title: heading,
        slug: tag.name,
        description: lineOf(tag.value['x-page-description']),
        icon: lineOf(tag.value['x-page-icon'])?.slice(0, 50),
        markdown: markdownOf(nodes),
        children,
      },
    ];
  };

  const info = objectOf(document.info);
  const title = lineOf(info.title) ?? spec;
  const first: OutlinedPage = {
    key: 'info',
    kind: 'page',
    title,
    // Never that of a tag, which is mostly called like the specification.
    slug: 'info',
    markdown: markdownOf([
      ...described(info.description),
      ...(wish.download ? parsed(`[${spec}.json](${encodeURI(wish.download)})`) : []),
    ]),
    children: [],
  };
  const webhooks = operationsOf(document, 'webhooks');
  const schemas = Object.entries(objectOf(objectOf(document.components).schemas))
    .filter(([name, value]) => !isHidden(objectOf(value)) && /^[\w.-]+$/.test(name))
    .map(([name]) => name)
    .slice(0, MOST_MODELS);
  const page = (key: string, heading: string, all: readonly (readonly Block[])[]): OutlinedPage[] => {
    const [begin, ...rest] = all;
    if (!begin || begin.length === 0) return [];
    const children = continued(key, heading, key, rest);
    return [{ key, kind: 'page', title: heading, slug: key, markdown: markdownOf(begin), children }];
  };
  return [
    first,
    ...all.filter(isTop).flatMap((tag) => pageOfTag(tag, 0)),
    ...page('webhooks', 'Webhooks', pieces(webhooks.map((one) => blockOfOperation(one, true)))),
    ...page(
      'models',
      'Models',
      wish.models && schemas.length > 0
        ? pieces(schemas).map((own) => [
            blockOf('openapi-schemas', spec, { schemas: own, grouped: true }, own.join(', ')),
          ])
        : [],
    ),
  ];
};
