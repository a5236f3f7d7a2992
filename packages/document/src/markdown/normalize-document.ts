import type { Block, Document, Fragment, Node } from '../document.ts';
import { isRecord } from '../is-record.ts';
import { withKeys } from '../keys.ts';
import { mapRefs } from '../links.ts';
import { BLOCKS, INLINES, isBlockType, isInlineType, isMarkType, MARKS } from '../node-types.ts';
import { withSafeUrl } from './addresses.ts';
import { withAnchors } from './anchors.ts';
import { type LineNode, normalLine } from './line.ts';
import { type MarkdownOptions, parseMarkdown } from './parse.ts';
import { printMarkdown } from './print.ts';

/** What is wrong with a value that should be a document, and where. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** How deep and how large a document may be. */
const deepest = 100;
const mostNodes = 200_000;
const mostProblems = 20;

type Json = Readonly<Record<string, unknown>>;

/** What is wrong with a list of nodes, at most so much of it. */
function check(list: unknown): readonly Problem[] {
  const problems: Problem[] = [];
  let count = 0;
  const problem = (path: string, message: string): void => {
    if (problems.length < mostProblems) problems.push({ path, message });
  };

  const checkLeaf = (leaf: unknown, path: string): void => {
    if (!isRecord(leaf) || typeof leaf.text !== 'string') problem(`${path}/text`, 'must be a text');
    else if (!Array.isArray(leaf.marks)) problem(`${path}/marks`, 'must be a list');
    else
      for (const [at, mark] of leaf.marks.entries())
        if (!isRecord(mark) || !isMarkType(mark.type))
          problem(`${path}/marks/${at}/type`, `must be one of ${Object.keys(MARKS).join(', ')}`);
  };

  const checkNode = (node: unknown, path: string, depth: number, expected: readonly string[]): void => {
    if (++count > mostNodes) {
      if (count === mostNodes + 1) problem('', `has more than ${mostNodes} nodes`);
    } else if (!isRecord(node)) problem(path, 'must be an object');
    else if (!expected.includes(node.object as string))
      problem(`${path}/object`, `must be ${expected.join(' or ')}`);
    else if (node.object === 'text') {
      if (Array.isArray(node.leaves))
        for (const [at, leaf] of node.leaves.entries()) checkLeaf(leaf, `${path}/leaves/${at}`);
      else problem(`${path}/leaves`, 'must be a list');
    } else {
      if (node.object !== 'fragment' && typeof node.type !== 'string')
        problem(`${path}/type`, 'must be a text');
      else if (node.object !== 'fragment' && !isAccepted(node.object, node.type))
        problem(`${path}/type`, `there is no ${node.object} of type ${String(node.type).slice(0, 50)}`);
      if (node.key !== undefined && typeof node.key !== 'string') problem(`${path}/key`, 'must be a text');
      if (node.data !== undefined && !isRecord(node.data)) problem(`${path}/data`, 'must be an object');
      if (node.nodes !== undefined || node.object === 'fragment')
        checkList(node.nodes, `${path}/nodes`, depth + 1, ['block', 'inline', 'text']);
      if (node.fragments !== undefined)
        checkList(node.fragments, `${path}/fragments`, depth + 1, ['fragment']);
    }
  };

  const checkList = (value: unknown, path: string, depth: number, expected: readonly string[]): void => {
    if (!Array.isArray(value)) problem(path, 'must be a list');
    else if (depth > deepest) problem(path, `is more than ${deepest} levels deep`);
    else for (const [at, node] of value.entries()) checkNode(node, `${path}/${at}`, depth, expected);
  };

  checkList(list, '/nodes', 0, ['block']);
  return problems;
}

/** Whether clients may send a node of this type; others would be lost in Markdown. */
const isAccepted = (object: unknown, type: unknown): boolean =>
  object === 'block'
    ? isBlockType(type) && !BLOCKS[type].isReadOnly
    : isInlineType(type) && !INLINES[type].isReadOnly;

/** The one place where a value from outside becomes a document: adds to the problems where it is none. */
function isDocument(value: Json, problems: Problem[]): value is Json & Document {
  for (const problem of check(value.nodes)) problems.push(problem);
  return problems.length === 0;
}

/**
 * Takes a document as a client sends it. The answer is the document as it will be read back, or what is wrong: its shape, its
 * size, or a block that Markdown could not bring back with all its words.
 */
export function normalizeDocument(
  value: unknown,
  options: MarkdownOptions = {},
): { readonly document: Document } | { readonly problems: readonly Problem[] } {
  if (!isRecord(value) || value.object !== 'document')
    return { problems: [{ path: '/object', message: 'must be document' }] };
  const problems: Problem[] = [];
  if (!isDocument(value, problems)) return { problems };
  const blocks: Block[] = [];
  for (const [at, block] of canonical(value).entries()) {
    const outcome = throughMarkdown(block, options);
    if (typeof outcome === 'string') problems.push({ path: `/nodes/${at}`, message: outcome });
    else blocks.push(...outcome);
  }
  if (problems.length > 0) return { problems: problems.slice(0, mostProblems) };
  const whole = parseMarkdown(
    printMarkdown({ object: 'document', data: {}, nodes: blocks }, options),
    options,
  );
  const parts = withKeys(withAnchors({ object: 'document', data: {}, nodes: blocks }));
  if (printMarkdown(whole, options) !== printMarkdown(parts, options))
    return {
      problems: [
        { path: '/nodes', message: 'these blocks would not be read back as they are in this order' },
      ],
    };
  return { document: whole };
}

/** The blocks of a document with references that run nothing and lines in normal form; what is malformed stays as it is. */
function canonical(given: Document): readonly Block[] {
  return given.nodes.map((block) => {
    try {
      return withNormalLines(
        mapRefs({ ...given, nodes: [block] }, (ref) => withSafeUrl(ref, 'image')).nodes[0]!,
      );
    } catch {
      return block;
    }
  });
}

/** A node whose marks neither begin nor end with blanks, which stand beside them instead, and its lines neither. */
function withNormalLines<N extends Node | Fragment>(node: N): N {
  if (node.object === 'text') return node;
  const { nodes, fragments } = node as Partial<Block>;
  const children = nodes?.map(withNormalLines);
  const isCodeLine = node.object === 'block' && node.type === 'code-line';
  const isLine = !isCodeLine && children?.some((child) => child.object !== 'block');
  return {
    ...node,
    ...(children && {
      nodes: isLine ? normalLine(children as readonly LineNode[], node.object !== 'inline') : children,
    }),
    ...(fragments && { fragments: fragments.map(withNormalLines) }),
  };
}

/** The blocks that one block comes back as, or why it would not. */
function throughMarkdown(block: Block, options: MarkdownOptions): readonly Block[] | string {
  try {
    const printed = printMarkdown({ object: 'document', data: {}, nodes: [block] }, options);
    const back = parseMarkdown(printed, options);
    if (printMarkdown(back, options) !== printed || rawNodes(back.nodes) > rawNodes([block]))
      return `a block of type ${block.type} with this content cannot be kept in Markdown`;
    const lost = lostText(block, back);
    return lost === undefined ? back.nodes : `a block of type ${block.type} would lose “${lost}”`;
  } catch {
    return `a block of type ${block.type} is missing something it needs`;
  }
}

/** How many nodes are only kept as they are written. */
const rawNodes = (nodes: readonly (Node | Fragment)[]): number =>
  nodes.reduce((sum, node) => {
    if (node.object === 'text') return sum;
    if (node.object === 'fragment') return sum + rawNodes(node.nodes);
    const { isRaw } = node.object === 'block' ? BLOCKS[node.type] : INLINES[node.type];
    return sum + Number(isRaw === true) + rawNodes(node.nodes ?? []) + rawNodes(node.fragments ?? []);
  }, 0);

/** A text of a block that did not come back, if there is one. */
function lostText(block: Block, back: Document): string | undefined {
  const kept = new Map<string, number>();
  const each = (value: unknown, found: (word: string) => void): void => {
    if (typeof value === 'string') for (const word of value.match(/[\p{L}\p{N}]+/gu) ?? []) found(word);
    else if (Array.isArray(value)) for (const item of value) each(item, found);
    else if (isRecord(value))
      for (const [name, item] of Object.entries(value)) if (!unsaid.has(name)) each(item, found);
  };
  each(back.nodes, (word) => kept.set(word, (kept.get(word) ?? 0) + 1));
  let lost: string | undefined;
  each(block, (word) => {
    const count = kept.get(word) ?? 0;
    if (count === 0) lost ??= word;
    else kept.set(word, count - 1);
  });
  return lost;
}

/** Fields that name things rather than say something: they are made anew. */
const unsaid = new Set([
  'object',
  'type',
  'key',
  'meta',
  'isVoid',
  'records',
  'definition',
  'view',
  'fragment',
  'kind',
  'marks',
]);
