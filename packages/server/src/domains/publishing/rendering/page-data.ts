import {
  type Block,
  type ContentRef,
  type Document,
  type Fragment,
  type Node,
  stableRefs,
} from '@lectern/document';
import type { PartSelector } from '../../../kernel/openapi/specifications.ts';

/** Expiry time of a page that lacks data which is still loading: it is served once and not cached. */
export const INCOMPLETE = Number.NEGATIVE_INFINITY;

/** An OpenAPI specification with the parts that a page shows. */
export interface ReferencedSpecification {
  readonly ref: ContentRef;
  readonly parts: readonly PartSelector[];
}

/** References of a document to data that is not part of it. */
export interface ReferencedData {
  /** Ids of users. */
  readonly users: readonly string[];
  /** URLs of embedded pages. */
  readonly embeds: readonly string[];
  readonly specifications: readonly ReferencedSpecification[];
}

// Limits of one page; references beyond them are shown as labels and links.
const MAX_USERS = 500;
const MAX_EMBEDS = 30;
const MAX_SPECIFICATIONS = 20;
const MAX_PARTS = 200;

const textIn = (data: Block['data'], name: string): string | undefined => {
  const value = data?.[name];
  return typeof value === 'string' ? value : undefined;
};

const operationIn = (group: 'paths' | 'webhooks', name: string, method: string) => (data: Block['data']) => [
  {
    group,
    name: textIn(data, name) ?? '',
    method: (textIn(data, 'method') ?? method).toLowerCase(),
  },
];

/** The parts of a specification that each type of block shows. */
const partsOf: Readonly<Record<string, (data: Block['data']) => readonly PartSelector[]>> = {
  swagger: operationIn('paths', 'path', 'get'),
  'openapi-operation': operationIn('paths', 'path', 'get'),
  'openapi-webhook': operationIn('webhooks', 'name', 'post'),
  'openapi-schemas': (data) =>
    (Array.isArray(data?.schemas) ? data.schemas : []).map((name) => ({
      group: 'schemas',
      name: String(name),
    })),
};

/** Ids of the users in the cells of a table. */
const usersInCells = (data: Block['data']): string[] => {
  const columns = Object.entries((data?.definition ?? {}) as Record<string, { type?: string } | undefined>)
    .filter(([, column]) => column?.type === 'users')
    .map(([name]) => name);
  const rows = Object.values((data?.records ?? {}) as Record<string, { values?: Record<string, unknown> }>);
  return rows.flatMap(({ values = {} }) =>
    columns.flatMap((name) => (Array.isArray(values[name]) ? values[name].map(String) : [])),
  );
};

/** Collects the references of a document to users, embedded pages and specifications. */
export const referencedData = (document: Document): ReferencedData => {
  const users = new Set<string>();
  const embeds = new Set<string>();
  const specifications = new Map<string, { ref: ContentRef; parts: Map<string, PartSelector> }>();
  const visit = (node: Node | Fragment): void => {
    if (node.object === 'text') return;
    const { type, data, nodes = [], fragments = [] } = node as Block;
    const ref = data?.ref as ContentRef | undefined;
    if (type === 'table') for (const user of usersInCells(data)) users.add(user);
    else if (type === 'embed') embeds.add(textIn(data, 'url') ?? '');
    else if (ref?.kind === 'user') users.add(ref.user);
    else if (ref && Object.hasOwn(partsOf, type)) {
      const key = stableRefs.print(ref);
      const referenced = specifications.get(key) ?? { ref, parts: new Map() };
      for (const part of partsOf[type]!(data)) referenced.parts.set(JSON.stringify(part), part);
      specifications.set(key, referenced);
    }
    for (const child of nodes) visit(child);
    for (const part of fragments) visit(part);
  };
  for (const block of document.nodes) visit(block);
  return {
    users: [...users].slice(0, MAX_USERS),
    embeds: [...embeds].slice(0, MAX_EMBEDS),
    specifications: [...specifications.values()]
      .slice(0, MAX_SPECIFICATIONS)
      .map(({ ref, parts }) => ({ ref, parts: [...parts.values()].slice(0, MAX_PARTS) })),
  };
};
