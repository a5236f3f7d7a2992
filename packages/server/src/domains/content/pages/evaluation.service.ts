import {
  type Block,
  type ContentRef,
  type Document,
  type ExpressionContext,
  evaluateDocument,
  type Fragment,
  keys,
  type Node,
  type PageRecord,
  printMarkdown,
  type ReusableRecord,
} from '@lectern/document';
import type { ContentService, Snapshot } from './pages.service.ts';

/** What is to be done with a body before it is shown. */
export interface EvaluationOptions {
  readonly evaluated?: 'true' | 'false' | 'deterministic-only' | undefined;
  readonly dereferenced?: 'reusable-contents' | undefined;
}

type BodyOwner = Pick<PageRecord, 'body' | 'variables'>;

const DEEPEST = 8;
// Of JSON text: contents that include each other twice would otherwise double at every level, and all of it is put
// together while others wait.
const MOST_INCLUDED = 2 * 1024 * 1024;
// What an inclusion counts for at the least: even empty ones take time.
const LEAST = 1000;

const isAsStored = ({ evaluated, dereferenced }: EvaluationOptions) =>
  (evaluated === undefined || evaluated === 'false') && dereferenced === undefined;

/** Bodies with their expressions worked out and what they include in its place; those that ask for neither, as stored. */
export const createEvaluationService = (content: ContentService) => {
  const evaluate = async (
    from: Snapshot,
    { body, variables = {} }: BodyOwner,
    options: EvaluationOptions,
    more: ExpressionContext = {},
  ): Promise<Document> => {
    const stored = await content.parsedDocument(from, body);
    const whole = options.dereferenced ? await included(content, from, stored) : stored;
    if (options.evaluated === undefined || options.evaluated === 'false') return whole;
    return evaluateDocument(
      whole,
      { ...more, space: { vars: await content.variables(from) }, page: { vars: variables } },
      options.evaluated === 'deterministic-only' ? { only: 'deterministic' } : {},
    );
  };

  return {
    /** The document of a body as a visitor of whom this is known reads it. */
    evaluateForVisitor: (
      from: Snapshot,
      owner: BodyOwner,
      claims: Readonly<Record<string, unknown>>,
      options: EvaluationOptions = { dereferenced: 'reusable-contents' },
    ): Promise<Document> => {
      // Whatever is wished for: what a condition hides is never shown.
      const evaluated = options.evaluated === 'deterministic-only' ? options.evaluated : 'true';
      return evaluate(from, owner, { ...options, evaluated }, { visitor: { claims } });
    },

    /** The document of a body, as JSON text. */
    documentJson: async (from: Snapshot, owner: BodyOwner, options: EvaluationOptions): Promise<string> =>
      isAsStored(options)
        ? content.document(from, owner.body)
        : JSON.stringify(await evaluate(from, owner, options)),

    /** The Markdown of a body. */
    markdownText: async (from: Snapshot, owner: BodyOwner, options: EvaluationOptions): Promise<string> =>
      isAsStored(options)
        ? content.markdown(from, owner.body)
        : printMarkdown(await evaluate(from, owner, options)),
  };
};

/** The id of what a block includes from the space that is read. */
const includedBy = (node: Node | Fragment, spaceId: string): string | undefined => {
  if (node.object !== 'block' || node.type !== 'reusable-content') return undefined;
  const ref = node.data?.ref as ContentRef | undefined;
  if (ref?.kind !== 'reusable-content') return undefined;
  return ref.space === undefined || ref.space === spaceId ? ref.reusableContent : undefined;
};

const partsOf = (node: Node | Fragment): readonly (Node | Fragment)[] =>
  node.object === 'text'
    ? []
    : [...(node.nodes ?? []), ...('fragments' in node ? (node.fragments ?? []) : [])];

const included = async (content: ContentService, from: Snapshot, document: Document): Promise<Document> => {
  const contents = new Map<string, { readonly nodes: readonly Block[]; readonly size: number } | undefined>();
  let room = MOST_INCLUDED;

  const idsIn = (node: Node | Fragment, found: Set<string>): void => {
    const id = includedBy(node, from.space.id);
    if (id !== undefined && !contents.has(id)) found.add(id);
    for (const part of partsOf(node)) idsIn(part, found);
  };
  const load = async (nodes: readonly Block[]): Promise<void> => {
    const ids = new Set<string>();
    for (const node of nodes) idsIn(node, ids);
    if (ids.size === 0) return;
    const records = await from.view.getMany([...ids].map(keys.reusable));
    for (const id of ids) {
      const record = records.get(keys.reusable(id)) as ReusableRecord | undefined;
      const text = record && (await content.document(from, record.body));
      contents.set(
        id,
        text === undefined
          ? undefined
          : { nodes: (JSON.parse(text) as Document).nodes, size: Math.max(text.length, LEAST) },
      );
    }
  };

  const expanded = async (nodes: readonly Block[], around: readonly string[]): Promise<readonly Block[]> => {
    await load(nodes);
    const replaced = async (node: Node): Promise<readonly Node[]> => {
      const id = includedBy(node, from.space.id);
      const found = id === undefined || around.includes(id) ? undefined : contents.get(id);
      if (!found || around.length === DEEPEST || found.size > room) return [await inside(node)];
      room -= found.size;
      const inner = await expanded(found.nodes, [...around, id!]);
      return inner.map((block) => keyedBy((node as Block).key, block));
    };
    const each = async (list: readonly Node[]): Promise<readonly Node[]> => {
      const result: Node[] = [];
      for (const node of list) result.push(...(await replaced(node)));
      return result;
    };
    const inside = async <N extends Node | Fragment>(node: N): Promise<N> => {
      if (!hasIncludes(node)) return node;
      const { nodes: below, fragments } = node as unknown as Block;
      return {
        ...node,
        ...(below && { nodes: await each(below) }),
        ...(fragments && { fragments: await Promise.all(fragments.map(inside)) }),
      };
    };
    return (await each(nodes)) as readonly Block[];
  };

  return { ...document, nodes: await expanded(document.nodes, []) };
};

const hasIncludes = (node: Node | Fragment): boolean =>
  partsOf(node).some(
    (part) => (part.object === 'block' && part.type === 'reusable-content') || hasIncludes(part),
  );

// What is included twice has the same keys twice: those of the blocks that include it tell them apart.
const keyedBy = <N extends Node | Fragment>(key: string | undefined, node: N): N => {
  if (key === undefined || node.object === 'text') return node;
  const { nodes, fragments } = node as unknown as Block;
  return {
    ...node,
    ...(node.key !== undefined && { key: `${key}-${node.key}` }),
    ...(nodes && { nodes: nodes.map((inner) => keyedBy(key, inner)) }),
    ...(fragments && { fragments: fragments.map((inner) => keyedBy(key, inner)) }),
  };
};

/** Bodies, evaluated. */
export type EvaluationService = ReturnType<typeof createEvaluationService>;
