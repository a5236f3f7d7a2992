import { type Block, isRecord } from '@lectern/document';
import { createSizeEstimate, type SizeEstimate } from '@lectern/site';
import type { SpecificationDocument } from './extract-parts.ts';
import {
  descriptionBlocks,
  lineOf,
  markdownOf,
  modelBlock,
  operationBlock,
  operationText,
  parseMarkdownBlocks,
  textOf,
  webhookBlock,
} from './page-blocks.ts';
import { createPageChunks, type PageChunks } from './page-chunks.ts';
import { groupByPath, type PathGroup } from './path-groups.ts';

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

interface Sized {
  /** The estimated size of its HTML. */
  readonly size: number;
}

interface Operation extends Sized {
  readonly path: string;
  readonly method: string;
  readonly value: SpecificationDocument;
}

interface Tag {
  readonly name: string;
  readonly value: SpecificationDocument;
  readonly operations: readonly Operation[];
  /** Whether it is not a tag of the document, but holds the operations without one. */
  readonly isUntagged: boolean;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'];
// Beyond this number, operations are shown on the pages of their tags.
const MAX_PAGES = 2000;
const MAX_OPERATIONS = 20_000;
const MAX_MODELS = 5000;
const MAX_TAG_DEPTH = 5;
const UNTAGGED = 'default';

const objectOf = (value: unknown): SpecificationDocument => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
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

const operationsOf = (
  document: SpecificationDocument,
  group: 'paths' | 'webhooks',
  sizes: SizeEstimate,
): Operation[] => {
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
      const size = sizes.operation(path, method, group);
      found.push({ path, method: method.toLowerCase(), value, size });
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
  return [...byTag].map(([name, own]) => ({
    name,
    value: values.get(name) ?? {},
    operations: own,
    isUntagged: name === UNTAGGED && !values.has(name),
  }));
};

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

const sizeOf = ({ size }: Sized): number => size;

/** The pages of operations without tags: by path if they do not fit on one page. */
const untaggedPages = (spec: string, all: readonly Operation[], chunks: PageChunks): GeneratedPage[] => {
  const { groups, others } = groupByPath(all);
  const pageOf = (
    key: string,
    title: string,
    operations: readonly Operation[],
    children: GeneratedPage[],
  ) => {
    const [begin = [], ...rest] = chunks
      .split(operations, sizeOf)
      .map((own) => own.map((one) => operationBlock(spec, one)));
    const slug = title;
    return {
      key,
      kind: begin.length === 0 ? ('group' as const) : ('page' as const),
      title,
      slug,
      markdown: markdownOf(begin),
      children: [...continuationPages(key, title, slug, rest), ...children],
    };
  };
  const pageOfGroup = ({ name, items }: PathGroup<Operation>): GeneratedPage => {
    const key = `path ${name}`;
    const below = chunks.fits(items, sizeOf) ? { groups: [], others: items } : groupByPath(items);
    return pageOf(
      key,
      name,
      below.others,
      below.groups.map((group) => pageOf(`${key}/${group.name}`, group.name, group.items, [])),
    );
  };
  return [
    ...(others.length > 0 ? [pageOf(`tag ${UNTAGGED}`, UNTAGGED, others, [])] : []),
    ...groups.map(pageOfGroup),
  ];
};

/** The pages of tags with their operations, nested by the parents of tags. */
const tagPages = (
  document: SpecificationDocument,
  operations: readonly Operation[],
  { spec, grouping }: PageGenerationOptions,
  chunks: PageChunks,
): GeneratedPage[] => {
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
    if (tag.isUntagged && !isByOperation && !chunks.fits(tag.operations, sizeOf))
      return untaggedPages(spec, tag.operations, chunks);
    const childTags = all
      .filter((one) => parentOf(one) === tag.name)
      .flatMap((one) => pageOfTag(one, depth + 1));
    const heading =
      lineOf(tag.value['x-page-title']) ?? lineOf(tag.value['x-displayName']) ?? lineOf(tag.name)!;
    const [begin, ...rest] = chunks
      .split(isByOperation ? [] : tag.operations, sizeOf)
      .map((own) => own.map((one) => operationBlock(spec, one)));
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

/** A schema with the estimated size of its HTML. */
interface Model extends Sized {
  readonly name: string;
}

const modelsOf = (document: SpecificationDocument, sizes: SizeEstimate): readonly Model[] =>
  Object.entries(objectOf(objectOf(document.components).schemas))
    .filter(([name, value]) => !isHidden(objectOf(value)) && /^[\w.-]+$/.test(name))
    .slice(0, MAX_MODELS)
    .map(([name]) => ({ name, size: sizes.schema(name) }));

/** A page of the first blocks, with the others on continuation pages; none without blocks. */
const pageOfBlocks = (key: string, title: string, all: readonly (readonly Block[])[]): GeneratedPage[] => {
  const [begin, ...rest] = all;
  if (!begin || begin.length === 0) return [];
  const children = continuationPages(key, title, key, rest);
  return [{ key, kind: 'page', title, slug: key, markdown: markdownOf(begin), children }];
};

/** Generates the pages of a specification: introduction, operations by tag or path, webhooks, and schemas. */
export const generatePages = (
  document: SpecificationDocument,
  options: PageGenerationOptions,
): GeneratedPage[] => {
  const { spec } = options;
  const sizes = createSizeEstimate(document);
  const operations = operationsOf(document, 'paths', sizes);
  const webhooks = operationsOf(document, 'webhooks', sizes);
  const models = options.models ? modelsOf(document, sizes) : [];
  const chunks = createPageChunks(
    [...operations, ...webhooks, ...models].reduce((sum, { size }) => sum + size, 0),
  );
  const introduction = introductionPage(document, options);
  const pages = [
    ...tagPages(document, operations, options, chunks),
    ...pageOfBlocks(
      'webhooks',
      'Webhooks',
      chunks.split(webhooks, sizeOf).map((own) => own.map((one) => webhookBlock(spec, one))),
    ),
    ...pageOfBlocks(
      'models',
      'Models',
      models.length === 0
        ? []
        : chunks.split(models, sizeOf).map((own) => [
            modelBlock(
              spec,
              own.map(({ name }) => name),
            ),
          ]),
    ),
  ];
  // A page without text helps nobody, unless it is the only one.
  return introduction.markdown === '' && pages.length > 0 ? pages : [introduction, ...pages];
};
