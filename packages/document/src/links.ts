import type { Block, ContentRef, Data, Document, Fragment, Node } from './document.ts';

/** What a reference is used for. */
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

/** A reference and where it stands. */
export interface FoundLink {
  readonly ref: ContentRef;
  readonly kind: LinkKind;
  /** The key of the nearest block around it that has one. */
  readonly block?: string;
  /** What it is called, where it has a text. */
  readonly text?: string;
}

const kinds: Readonly<Record<string, LinkKind>> = {
  link: 'link',
  mention: 'mention',
  button: 'button',
  'inline-image': 'image',
  image: 'image',
  drawing: 'image',
  file: 'file',
  'content-ref': 'content-ref',
  'reusable-content': 'include',
  swagger: 'openapi',
  'openapi-operation': 'openapi',
  'openapi-schemas': 'openapi',
  'openapi-webhook': 'openapi',
  table: 'content-ref',
  update: 'tag',
};

const isRef = (value: unknown): value is ContentRef =>
  typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string';

const textOf = (node: Node | Fragment): string =>
  node.object === 'text'
    ? node.leaves.map((leaf) => leaf.text).join('')
    : ((node as Block).nodes ?? []).map(textOf).join('');

/** Every reference of a document, in reading order. */
export function linksOf(document: Document): readonly FoundLink[] {
  const found: FoundLink[] = [];
  const visit = (node: Node | Fragment, block: string | undefined): void => {
    if (node.object === 'text') return;
    const own = node as Block;
    const at = own.key ?? block;
    const where = at === undefined ? {} : { block: at };
    if (own.type === 'embed' && typeof own.data?.url === 'string')
      found.push({ ref: { kind: 'url', url: own.data.url }, kind: 'embed', ...where });
    else if (own.data) {
      const kind = kinds[own.type] ?? 'link';
      const text =
        own.type === 'link' ? textOf(own) : ((own.data.label ?? own.data.alt) as string | undefined);
      const named = text === undefined || text === '' ? {} : { text };
      refsIn(own.data, own.type, (ref) => {
        found.push({
          ref,
          kind: kind === 'content-ref' && ref.kind === 'file' ? 'file' : kind,
          ...where,
          ...named,
        });
        return ref;
      });
    }
    for (const child of own.nodes ?? []) visit(child, at);
    for (const part of own.fragments ?? []) visit(part, at);
  };
  for (const block of document.nodes) visit(block, undefined);
  return found;
}

/** Data with every reference in it replaced; the same data where none changed. */
function refsIn(data: Data, type: string, change: (ref: ContentRef) => ContentRef): Data {
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const items = value.map(replaced);
      return items.some((item, at) => item !== value[at]) ? items : value;
    }
    if (isRef(value)) return change(value);
    return value;
  };
  let result: Record<string, unknown> | undefined;
  const set = (name: string, value: unknown): void => {
    if (value !== data[name]) result = { ...(result ?? data), [name]: value };
  };
  for (const name of ['ref', 'refDark', 'tags'])
    if (data[name] !== undefined) set(name, replaced(data[name]));
  if (type === 'table') set('records', recordsWith(data, replaced, change));
  return result ?? data;
}

/** The rows of a table with the references in their cells replaced. */
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
      return value.map((file: string) => {
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
    if (type === 'image' && value && isRef((value as { ref?: unknown }).ref))
      return { ...value, ref: change((value as { ref: ContentRef }).ref) };
    return replaced(value);
  };
  const result = Object.fromEntries(
    Object.entries(records).map(([id, record]) => {
      const values = Object.fromEntries(
        Object.entries(record.values).map(([column, value]) => {
          const next = cell(column, value);
          if (JSON.stringify(next) !== JSON.stringify(value)) changed = true;
          return [column, next];
        }),
      );
      return [id, { ...record, values }];
    }),
  );
  return changed ? result : data.records;
}

/** The same document with every reference replaced by what the function says. */
export function mapRefs(document: Document, change: (ref: ContentRef) => ContentRef): Document {
  const mapped = <N extends Node | Fragment>(node: N): N => {
    if (node.object === 'text') return node;
    const own = node as unknown as Block;
    return {
      ...own,
      ...(own.data ? { data: refsIn(own.data, own.type, change) } : {}),
      ...(own.nodes ? { nodes: own.nodes.map(mapped) } : {}),
      ...(own.fragments ? { fragments: own.fragments.map(mapped) } : {}),
    } as unknown as N;
  };
  return { ...document, nodes: document.nodes.map(mapped) };
}
