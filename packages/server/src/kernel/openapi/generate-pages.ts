import {
  type Block,
  type BlockType,
  type ContentRef,
  type Document,
  isRecord,
  printMarkdown,
} from '@lectern/document';
import { tasks as markdown } from '../markdown/tasks.ts';
import type { SpecificationDocument } from './extract-parts.ts';

/** Options for the pages of a specification. */
export interface PageGenerationOptions {
  /** The slug that blocks refer to. */
  readonly spec: string;
  /** Whether to generate a page with all schemas. */
  readonly models: boolean;
  readonly grouping: 'by-tag' | 'by-operation';
  /** The download URL of the specification, if it is shown. */
  readonly download?: string | undefined;
}

/** A page generated from a specification. */
export interface GeneratedPage {
  /** Identifies the page within the specification, across versions. */
  readonly key: string;
  /** A page with content, or a group of pages. */
  readonly kind: 'page' | 'group';
  readonly title: string;
  readonly slug: string;
  readonly description?: string | undefined;
  readonly icon?: string | undefined;
  readonly markdown: string;
  readonly children: readonly GeneratedPage[];
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly value: SpecificationDocument;
}

interface Tag {
  readonly name: string;
  readonly value: SpecificationDocument;
  readonly operations: readonly Operation[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'];
// Beyond this number, operations are shown on the pages of their tags.
const MAX_PAGES = 2000;
const MAX_OPERATIONS = 20_000;
const MAX_MODELS = 5000;
// The most blocks on a page; further ones are on continuation pages.
const MAX_BLOCKS_PER_PAGE = 100;
const MAX_TAG_DEPTH = 5;
const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 20_000;
const UNTAGGED = 'default';

const objectOf = (value: unknown): SpecificationDocument => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
const lineOf = (value: unknown): string | undefined =>
  textOf(value)?.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH);
/** Whether an object is marked as internal. */
const isHidden = (value: SpecificationDocument) =>
  value['x-internal'] === true || value['x-gitbook-ignore'] === true;

/** Resolves a local reference. */
const resolveReference = (value: unknown, document: SpecificationDocument): SpecificationDocument => {
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

const operationsOf = (document: SpecificationDocument, group: 'paths' | 'webhooks'): Operation[] => {
  const found: Operation[] = [];
  for (const [path, given] of Object.entries(objectOf(document[group]))) {
    const item = resolveReference(given, document);
    if (isHidden(item)) continue;
    const methods = METHODS.filter((method) => item[method] !== undefined);
    const all = [
      ...methods.map((method) => [method, item[method]] as const),
      // Methods of version 3.2, which may have any name.
      ...Object.entries(objectOf(item.additionalOperations)),
    ];
    for (const [method, given] of all) {
      const value = objectOf(given);
      if (isHidden(value)) continue;
      found.push({ path, method: method.toLowerCase(), value });
      if (found.length === MAX_OPERATIONS) return found;
    }
  }
  return found;
};

const tagsOf = (document: SpecificationDocument, operations: readonly Operation[]): Tag[] => {
  const values = new Map<string, SpecificationDocument>();
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

/** Splits a list into chunks for pages. */
const chunksOf = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(all.length / MAX_BLOCKS_PER_PAGE)) }, (_, at) =>
    all.slice(at * MAX_BLOCKS_PER_PAGE, (at + 1) * MAX_BLOCKS_PER_PAGE),
  );

const plain = (text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

/** A block that shows a part of the specification; its text is for search, and if the specification is deleted. */
const blockOf = (type: BlockType, spec: string, data: SpecificationDocument, words: string): Block => ({
  object: 'block',
  type,
  isVoid: true,
  data: { ref: { kind: 'openapi', spec } satisfies ContentRef, ...data },
  fragments: [{ object: 'fragment', fragment: 'body', type: 'body', nodes: [plain(words)] }],
});

const operationText = ({ value, method, path }: Operation): string =>
  [lineOf(value.summary) ?? lineOf(value.operationId), `${method.toUpperCase()} ${path}`]
    .filter((part) => part !== undefined)
    .join(': ');

const parseMarkdownBlocks = (text: string): readonly Block[] =>
  (JSON.parse(markdown.document(text)) as Document).nodes;

const descriptionBlocks = (value: unknown): readonly Block[] => {
  const text = textOf(value)?.slice(0, MAX_DESCRIPTION_LENGTH);
  return text === undefined ? [] : parseMarkdownBlocks(text);
};

const markdownOf = (nodes: readonly Block[]): string =>
  printMarkdown({ object: 'document', data: {}, nodes } as Document);

const parentOf = ({ value }: Tag): string | undefined => textOf(value.parent) ?? textOf(value['x-parent']);

/** The names of tags that are their own ancestors. */
const cyclicTags = (tags: readonly Tag[]): Set<string> => {
  const parents = new Map(tags.map((tag) => [tag.name, parentOf(tag)]));
  const found = new Set<string>();
  const visited = new Set<string>();
  for (const { name } of tags) {
    const path: string[] = [];
    let at: string | undefined = name;
    for (; at !== undefined && !visited.has(at); at = parents.get(at)) {
      visited.add(at);
      path.push(at);
    }
    const begin = path.indexOf(at ?? '');
    if (begin >= 0) for (const one of path.slice(begin)) found.add(one);
  }
  return found;
};

const operationBlock = (spec: string, operation: Operation): Block =>
  blockOf(
    'openapi-operation',
    spec,
    { path: operation.path, method: operation.method },
    operationText(operation),
  );

const webhookBlock = (spec: string, operation: Operation): Block =>
  blockOf(
    'openapi-webhook',
    spec,
    { name: operation.path, method: operation.method },
    operationText(operation),
  );

const operationPage = (spec: string, operation: Operation): GeneratedPage => ({
  key: `operation ${operation.method} ${operation.path}`,
  kind: 'page',
  title: lineOf(operation.value.summary) ?? operationText(operation),
  slug: lineOf(operation.value.operationId) ?? `${operation.method}-${operation.path}`,
  markdown: markdownOf([operationBlock(spec, operation)]),
  children: [],
});

const continuationPages = (
  key: string,
  heading: string,
  slug: string,
  rest: readonly (readonly Block[])[],
): GeneratedPage[] =>
  rest.map((nodes, at) => ({
    key: `${key} ${at + 2}`,
    kind: 'page',
    title: `${heading} (${at + 2})`,
    slug: `${slug}-${at + 2}`,
    markdown: markdownOf(nodes),
    children: [],
  }));

const introductionPage = (
  document: SpecificationDocument,
  { spec, download }: PageGenerationOptions,
): GeneratedPage => {
  const info = objectOf(document.info);
  return {
    key: 'info',
    kind: 'page',
    title: lineOf(info.title) ?? spec,
    // Not the title, which is often the slug of a tag.
    slug: 'info',
    markdown: markdownOf([
      ...descriptionBlocks(info.description),
      ...(download ? parseMarkdownBlocks(`[${spec}.json](${encodeURI(download)})`) : []),
    ]),
    children: [],
  };
};

/** The pages of tags with their operations, nested by the parents of tags. */
const tagPages = (
  document: SpecificationDocument,
  { spec, grouping }: PageGenerationOptions,
): GeneratedPage[] => {
  const operations = operationsOf(document, 'paths');
  const all = tagsOf(document, operations);
  const isByOperation = grouping === 'by-operation' && operations.length + all.length <= MAX_PAGES;
  const names = new Set(all.map(({ name }) => name));
  const cyclic = cyclicTags(all);
  const isTop = (tag: Tag) => !names.has(parentOf(tag) ?? '') || cyclic.has(tag.name);
  const seen = new Set<string>();
  let remainingPages = MAX_PAGES;
  const pageOfTag = (tag: Tag, depth: number): GeneratedPage[] => {
    if (seen.has(tag.name) || isHidden(tag.value) || depth > MAX_TAG_DEPTH || remainingPages-- <= 0)
      return [];
    seen.add(tag.name);
    const childTags = all
      .filter((one) => parentOf(one) === tag.name)
      .flatMap((one) => pageOfTag(one, depth + 1));
    const heading =
      lineOf(tag.value['x-page-title']) ?? lineOf(tag.value['x-displayName']) ?? lineOf(tag.name)!;
    const [begin, ...rest] = chunksOf(
      isByOperation ? [] : tag.operations.map((one) => operationBlock(spec, one)),
    );
    const nodes = [...descriptionBlocks(tag.value.description), ...begin!];
    const own = isByOperation
      ? tag.operations.map((one) => operationPage(spec, one))
      : continuationPages(`tag ${tag.name}`, heading, tag.name, rest);
    const children = [...own, ...childTags];
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
  return all.filter(isTop).flatMap((tag) => pageOfTag(tag, 0));
};

const schemaBlocks = (document: SpecificationDocument, spec: string): readonly (readonly Block[])[] => {
  const schemas = Object.entries(objectOf(objectOf(document.components).schemas))
    .filter(([name, value]) => !isHidden(objectOf(value)) && /^[\w.-]+$/.test(name))
    .map(([name]) => name)
    .slice(0, MAX_MODELS);
  if (schemas.length === 0) return [];
  return chunksOf(schemas).map((own) => [
    blockOf('openapi-schemas', spec, { schemas: own, grouped: true }, own.join(', ')),
  ]);
};

/** A page of the first blocks, with the others on continuation pages; none without blocks. */
const pageOfBlocks = (key: string, title: string, all: readonly (readonly Block[])[]): GeneratedPage[] => {
  const [begin, ...rest] = all;
  if (!begin || begin.length === 0) return [];
  const children = continuationPages(key, title, key, rest);
  return [{ key, kind: 'page', title, slug: key, markdown: markdownOf(begin), children }];
};

/** Generates the pages of a specification: introduction, operations by tag, webhooks, and schemas. */
export const generatePages = (
  document: SpecificationDocument,
  options: PageGenerationOptions,
): GeneratedPage[] => {
  const webhooks = operationsOf(document, 'webhooks').map((one) => webhookBlock(options.spec, one));
  const introduction = introductionPage(document, options);
  const pages = [
    ...tagPages(document, options),
    ...pageOfBlocks('webhooks', 'Webhooks', chunksOf(webhooks)),
    ...pageOfBlocks('models', 'Models', options.models ? schemaBlocks(document, options.spec) : []),
  ];
  // A page without text helps nobody, unless it is the only one.
  return introduction.markdown === '' && pages.length > 0 ? pages : [introduction, ...pages];
};
