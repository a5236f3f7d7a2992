import type { Block, Document } from '../document.ts';
import { withKeys } from '../keys.ts';
import { withAnchors } from './anchors.ts';
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

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks the shape of nodes, counting them. */
class Checker {
  readonly problems: Problem[] = [];
  private nodes = 0;

  problem(path: string, message: string): void {
    if (this.problems.length < mostProblems) this.problems.push({ path, message });
  }

  list(value: unknown, path: string, depth: number, expected: readonly string[]): void {
    if (!Array.isArray(value)) return this.problem(path, 'must be a list');
    if (depth > deepest) return this.problem(path, `is more than ${deepest} levels deep`);
    for (const [at, node] of value.entries()) this.node(node, `${path}/${at}`, depth, expected);
  }

  node(node: unknown, path: string, depth: number, expected: readonly string[]): void {
    if (++this.nodes > mostNodes) {
      if (this.nodes === mostNodes + 1) this.problem('', `has more than ${mostNodes} nodes`);
      return;
    }
    if (!isObject(node)) return this.problem(path, 'must be an object');
    if (!expected.includes(node.object as string))
      return this.problem(`${path}/object`, `must be ${expected.join(' or ')}`);
    if (node.key !== undefined && typeof node.key !== 'string') this.problem(`${path}/key`, 'must be a text');
    if (node.object === 'text') return this.leaves(node.leaves, `${path}/leaves`);
    if (node.object !== 'fragment' && typeof node.type !== 'string')
      return this.problem(`${path}/type`, 'must be a text');
    if (node.data !== undefined && !isObject(node.data)) this.problem(`${path}/data`, 'must be an object');
    if (node.nodes !== undefined)
      this.list(node.nodes, `${path}/nodes`, depth + 1, ['block', 'inline', 'text']);
    else if (node.object === 'fragment') this.problem(`${path}/nodes`, 'must be a list');
    if (node.fragments !== undefined) this.list(node.fragments, `${path}/fragments`, depth + 1, ['fragment']);
  }

  leaves(value: unknown, path: string): void {
    if (!Array.isArray(value)) return this.problem(path, 'must be a list');
    for (const [at, leaf] of value.entries()) {
      if (!isObject(leaf) || typeof leaf.text !== 'string')
        this.problem(`${path}/${at}/text`, 'must be a text');
      else if (!Array.isArray(leaf.marks)) this.problem(`${path}/${at}/marks`, 'must be a list');
      else
        for (const [index, mark] of leaf.marks.entries())
          if (!isObject(mark) || !marks.includes(mark.type as string))
            this.problem(`${path}/${at}/marks/${index}/type`, `must be one of ${marks.join(', ')}`);
    }
  }
}

const marks = ['bold', 'italic', 'strikethrough', 'code', 'keyboard', 'superscript', 'subscript', 'color'];

/**
 * Takes a document as a client sends it. The answer is the document as it will be read back, or what is wrong: its shape, its
 * size, or a block that Markdown could not bring back with all its words.
 */
export function normalizeDocument(
  value: unknown,
  options: MarkdownOptions = {},
): { readonly document: Document } | { readonly problems: readonly Problem[] } {
  const checker = new Checker();
  if (!isObject(value) || value.object !== 'document')
    return { problems: [{ path: '/object', message: 'must be document' }] };
  checker.list(value.nodes, '/nodes', 0, ['block']);
  if (checker.problems.length > 0) return { problems: checker.problems };
  const given = value as unknown as Document;
  const problems: Problem[] = [];
  const blocks: Block[] = [];
  for (const [at, block] of given.nodes.entries()) {
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

/** The blocks that one block comes back as, or why it would not. */
function throughMarkdown(block: Block, options: MarkdownOptions): readonly Block[] | string {
  try {
    const printed = printMarkdown({ object: 'document', data: {}, nodes: [block] }, options);
    const back = parseMarkdown(printed, options);
    if (printMarkdown(back, options) !== printed)
      return `a block of type ${block.type} with this content cannot be kept in Markdown`;
    const lost = lostText(block, back);
    return lost === undefined ? back.nodes : `a block of type ${block.type} would lose “${lost}”`;
  } catch {
    return `a block of type ${block.type} is missing something it needs`;
  }
}

/** A text of a block that did not come back, if there is one. */
function lostText(block: Block, back: Document): string | undefined {
  const kept = new Map<string, number>();
  const each = (value: unknown, found: (word: string) => void): void => {
    if (typeof value === 'string') for (const word of value.match(/[\p{L}\p{N}]+/gu) ?? []) found(word);
    else if (Array.isArray(value)) for (const item of value) each(item, found);
    else if (isObject(value))
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
