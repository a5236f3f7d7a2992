import type { Block, ContentRef, Data, Document, Fragment, Inline, Node } from './document.ts';
import { mapHtmlAddresses } from './markdown/html-addresses.ts';
import type { BlockType, InlineType } from './node-types.ts';
import { stableRefs } from './refs.ts';

/** The use of a reference. */
export type LinkKind =
  | 'link'
  | 'image'
  | 'file'
  | 'embed'
  | 'mention'
  | 'content-ref'
  | 'include'
  | 'openapi'
  | 'tag'
  | 'button';

/** A reference and its location. */
export interface FoundLink {
  readonly ref: ContentRef;
  readonly kind: LinkKind;
  /** The key of the nearest surrounding block with a key. */
  readonly block?: string;
  /** Its text, if it has one. */
  readonly text?: string;
}

/** The use of references in the data of each type of block; `link` where it has none. */
const blockKinds = {
  paragraph: 'link',
  'heading-1': 'link',
  'heading-2': 'link',
  'heading-3': 'link',
  blockquote: 'link',
  divider: 'link',
  math: 'link',
  hint: 'link',
  'list-unordered': 'link',
  'list-ordered': 'link',
  'list-tasks': 'link',
  'list-item': 'link',
  code: 'link',
  'code-line': 'link',
  prompt: 'link',
  images: 'link',
  image: 'image',
  drawing: 'image',
  file: 'file',
  // Its URL is not a reference.
  embed: 'link',
  'content-ref': 'content-ref',
  table: 'content-ref',
  'table-row': 'link',
  expandable: 'link',
  tabs: 'link',
  'tabs-item': 'link',
  stepper: 'link',
  'stepper-step': 'link',
  columns: 'link',
  column: 'link',
  updates: 'link',
  update: 'tag',
  if: 'link',
  swagger: 'openapi',
  'openapi-operation': 'openapi',
  'openapi-schemas': 'openapi',
  'openapi-webhook': 'openapi',
  integration: 'link',
  'reusable-content': 'include',
  conflict: 'link',
  'conflict-primary': 'link',
  'conflict-changed': 'link',
  html: 'link',
  tag: 'link',
  definition: 'link',
} satisfies Record<BlockType, LinkKind>;

/** The use of references in the data of each type of inline. */
const inlineKinds = {
  link: 'link',
  mention: 'mention',
  button: 'button',
  annotation: 'link',
  expression: 'link',
  'inline-image': 'image',
  'inline-math': 'link',
  emoji: 'link',
  icon: 'link',
  anchor: 'link',
  html: 'link',
  tag: 'link',
} satisfies Record<InlineType, LinkKind>;

const isRef = (value: unknown): value is ContentRef =>
  typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string';

const textOf = (node: Node): string =>
  node.object === 'text'
    ? node.leaves.map((leaf) => leaf.text).join('')
    : ((node.nodes ?? []) as readonly Node[]).map(textOf).join('');

/** Every reference of a document, in reading order. */
export function linksOf(document: Document): readonly FoundLink[] {
  const found: FoundLink[] = [];
  const visit = (node: Node | Fragment, block: string | undefined): void => {
    if (node.object === 'text') return;
    const key = node.key ?? block;
    if (node.object !== 'fragment' && node.type === 'html') addHtmlLinks(found, node, key);
    else if (node.object !== 'fragment' && node.data) addLinks(found, node, node.data, key);
    for (const child of node.nodes ?? []) visit(child, key);
    if (node.object !== 'fragment') for (const part of node.fragments ?? []) visit(part, key);
  };
  for (const block of document.nodes) visit(block, undefined);
  return found;
}

/** Adds the references in raw HTML. */
function addHtmlLinks(found: FoundLink[], { data }: Block | Inline, key: string | undefined): void {
  mapHtmlAddresses(String(data?.source ?? ''), (url, kind) => {
    found.push({ ref: stableRefs.parse(url, kind), kind, ...(key === undefined ? {} : { block: key }) });
    return url;
  });
}

/** Adds the references in the data of one node. */
function addLinks(found: FoundLink[], node: Block | Inline, data: Data, key: string | undefined): void {
  const where = key === undefined ? {} : { block: key };
  if (node.type === 'embed' && typeof data.url === 'string') {
    found.push({ ref: { kind: 'url', url: data.url }, kind: 'embed', ...where });
    return;
  }
  const kind = node.object === 'block' ? blockKinds[node.type] : inlineKinds[node.type];
  const text = node.type === 'link' ? textOf(node) : ((data.label ?? data.alt) as string | undefined);
  const named = text === undefined || text === '' ? {} : { text };
  refsIn(data, node.type === 'table', (ref, field) => {
    const isTarget = field === 'link';
    found.push({
      ref,
      kind: isTarget ? 'link' : kind === 'content-ref' && ref.kind === 'file' ? 'file' : kind,
      ...where,
      ...named,
    });
    return ref;
  });
}

/** Applies a function to all items; returns the same array if none changed. */
const mapped = <T>(items: readonly T[], change: (item: T) => T): readonly T[] => {
  let result: T[] | undefined;
  for (const [at, item] of items.entries()) {
    const next = change(item);
    if (next !== item && result === undefined) result = items.slice(0, at);
    result?.push(next);
  }
  return result ?? items;
};

/** Replaces the references in data; returns the same object if none changed. */
function refsIn(data: Data, isTable: boolean, change: (ref: ContentRef, field?: string) => ContentRef): Data {
  const replaced = (value: unknown, field?: string): unknown => {
    if (Array.isArray(value)) return mapped(value, (item) => replaced(item, field));
    if (isRef(value)) return change(value, field);
    return value;
  };
  let result: Record<string, unknown> | undefined;
  const set = (name: string, value: unknown): void => {
    if (value !== data[name]) result = { ...(result ?? data), [name]: value };
  };
  for (const name of ['ref', 'refDark', 'link', 'tags'])
    if (data[name] !== undefined) set(name, replaced(data[name], name));
  if (isTable) set('records', recordsWith(data, replaced, change));
  return result ?? data;
}

/** Replaces the references in the cells of a table. */
function recordsWith(
  data: Data,
  replaced: (value: unknown) => unknown,
  change: (ref: ContentRef) => ContentRef,
): unknown {
  const records = (data.records ?? {}) as Record<string, { values: Record<string, unknown> }>;
  const definition = (data.definition ?? {}) as Record<string, { type: string }>;
  let changed = false;
  const cell = (column: string, value: unknown): unknown => {
    const type = definition[column]?.type;
    if (type === 'files' && Array.isArray(value))
      return mapped(value, (file: string) => {
        const ref: ContentRef = /^[A-Za-z0-9_-]+$/.test(file)
          ? { kind: 'file', file }
          : { kind: 'url', url: file };
        const next = change(ref);
        return next.kind === 'file' && next.space === undefined
          ? next.file
          : next.kind === 'url'
            ? next.url
            : file;
      });
    if (type === 'image' && value && isRef((value as { ref?: unknown }).ref)) {
      const { ref } = value as { ref: ContentRef };
      const next = change(ref);
      return next === ref ? value : { ...value, ref: next };
    }
    return replaced(value);
  };
  const result = Object.fromEntries(
    Object.entries(records).map(([id, record]) => {
      const values = Object.fromEntries(
        Object.entries(record.values).map(([column, value]) => {
          const next = cell(column, value);
          if (next !== value) changed = true;
          return [column, next];
        }),
      );
      return [id, { ...record, values }];
    }),
  );
  return changed ? result : data.records;
}

/** Replaces the source of all raw HTML of a document. */
export const mapHtml = (document: Document, change: (source: string) => string): Document => {
  const mapped = <N extends Node | Fragment>(node: N): N => {
    if (node.object === 'text') return node;
    const { type, data, nodes, fragments } = node as Partial<Block>;
    if (type === 'html' && typeof data?.source === 'string')
      return { ...node, data: { ...data, source: change(data.source) } };
    if (!nodes && !fragments) return node;
    return {
      ...node,
      ...(nodes ? { nodes: nodes.map(mapped) } : {}),
      ...(fragments ? { fragments: fragments.map(mapped) } : {}),
    };
  };
  return { ...document, nodes: document.nodes.map(mapped) };
};

/** Replaces every reference of a document; nodes without changes stay the same objects. */
export function mapRefs(document: Document, change: (ref: ContentRef) => ContentRef): Document {
  const inHtml = (source: string): string =>
    mapHtmlAddresses(source, (url, kind) => stableRefs.print(change(stableRefs.parse(url, kind))));
  const withRefs = <N extends Node | Fragment>(node: N): N => {
    if (node.object === 'text') return node;
    const { type, data, nodes, fragments } = node as Partial<Block>;
    if (type === 'html' && typeof data?.source === 'string')
      return { ...node, data: { ...data, source: inHtml(data.source) } };
    const next = {
      data: data && refsIn(data, type === 'table', change),
      nodes: nodes && mapped(nodes, withRefs),
      fragments: fragments && mapped(fragments, withRefs),
    };
    if (next.data === data && next.nodes === nodes && next.fragments === fragments) return node;
    return {
      ...node,
      ...(data && { data: next.data }),
      ...(nodes && { nodes: next.nodes }),
      ...(fragments && { fragments: next.fragments }),
    };
  };
  return { ...document, nodes: mapped(document.nodes, withRefs) };
}
