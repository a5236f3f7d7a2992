import {
  type Block,
  type ContentRef,
  type Document,
  type Fragment,
  type Node,
  stableRefs,
} from '@lectern/document';
import type { PartOf } from '../../../kernel/openapi/specifications.ts';

/** A specification that a page shows parts of. */
export interface WantedSpecification {
  readonly ref: ContentRef;
  readonly parts: readonly PartOf[];
}

/** What a document shows that it does not hold itself. */
export interface Needs {
  /** Ids. */
  readonly users: readonly string[];
  /** Addresses. */
  readonly embeds: readonly string[];
  readonly specifications: readonly WantedSpecification[];
}

// What is more than anybody would put on a page stays as it is without: names as labels, the rest as links.
const MOST_USERS = 500;
const MOST_EMBEDS = 30;
const MOST_SPECIFICATIONS = 20;
const MOST_PARTS = 200;

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

/** What of a specification each kind of block shows. */
const partsOf: Readonly<Record<string, (data: Block['data']) => readonly PartOf[]>> = {
  swagger: operationIn('paths', 'path', 'get'),
  'openapi-operation': operationIn('paths', 'path', 'get'),
  'openapi-webhook': operationIn('webhooks', 'name', 'post'),
  'openapi-schemas': (data) =>
    (Array.isArray(data?.schemas) ? data.schemas : []).map((name) => ({
      group: 'schemas',
      name: String(name),
    })),
};

/** The users in the cells of a table. */
const usersInCells = (data: Block['data']): string[] => {
  const columns = Object.entries((data?.definition ?? {}) as Record<string, { type?: string } | undefined>)
    .filter(([, column]) => column?.type === 'users')
    .map(([name]) => name);
  const rows = Object.values((data?.records ?? {}) as Record<string, { values?: Record<string, unknown> }>);
  return rows.flatMap(({ values = {} }) =>
    columns.flatMap((name) => (Array.isArray(values[name]) ? values[name].map(String) : [])),
  );
};

/** What a document needs from elsewhere to be shown. */
export const needsOf = (document: Document): Needs => {
  const users = new Set<string>();
  const embeds = new Set<string>();
  const specifications = new Map<string, { ref: ContentRef; parts: Map<string, PartOf> }>();
  const visit = (node: Node | Fragment): void => {
    if (node.object === 'text') return;
    const { type, data, nodes = [], fragments = [] } = node as Block;
    const ref = data?.ref as ContentRef | undefined;
    if (type === 'table') for (const user of usersInCells(data)) users.add(user);
    else if (type === 'embed') embeds.add(textIn(data, 'url') ?? '');
    else if (ref?.kind === 'user') users.add(ref.user);
    else if (ref && Object.hasOwn(partsOf, type)) {
      const key = stableRefs.print(ref);
      const wanted = specifications.get(key) ?? { ref, parts: new Map() };
      for (const part of partsOf[type]!(data)) wanted.parts.set(JSON.stringify(part), part);
      specifications.set(key, wanted);
    }
    for (const child of nodes) visit(child);
    for (const part of fragments) visit(part);
  };
  for (const block of document.nodes) visit(block);
  return {
    users: [...users].slice(0, MOST_USERS),
    embeds: [...embeds].slice(0, MOST_EMBEDS),
    specifications: [...specifications.values()]
      .slice(0, MOST_SPECIFICATIONS)
      .map(({ ref, parts }) => ({ ref, parts: [...parts.values()].slice(0, MOST_PARTS) })),
  };
};
