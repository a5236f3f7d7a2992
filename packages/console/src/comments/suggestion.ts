import {
  type Block,
  type Document,
  type Node,
  parseMarkdown,
  printMarkdown,
  withKeys,
} from '@lectern/document';
import type { Comment } from './discussion.ts';

const LANGUAGE = 'suggestion';

const textOf = (node: Node): string =>
  node.object === 'text'
    ? node.leaves.map(({ text }) => text).join('')
    : (node.nodes ?? []).map(textOf).join('');

/** The Markdown of a comment that proposes other Markdown for its block, as a fenced block. */
export const withSuggestion = (markdown: string, suggested: string): string => {
  const longest = Math.max(2, ...[...suggested.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${markdown === '' ? '' : `${markdown}\n\n`}${fence}${LANGUAGE}\n${suggested.trim()}\n${fence}`;
};

/** The Markdown that a comment proposes; undefined if it proposes nothing. */
export const suggestionIn = ({ nodes }: Document): string | undefined => {
  const block = nodes.find(({ type, data }) => type === 'code' && data?.syntax === LANGUAGE);
  return block && ((block.nodes ?? []) as readonly Node[]).map(textOf).join('\n');
};

/** A comment without what it proposes. */
export const withoutSuggestion = (document: Document): Document => ({
  ...document,
  nodes: document.nodes.filter(({ type, data }) => type !== 'code' || data?.syntax !== LANGUAGE),
});

/** The Markdown of a block, for which other words are suggested. */
export const markdownOf = (block: Block): string =>
  printMarkdown({ object: 'document', data: {}, nodes: [block] }).trim();

/** The blocks of suggested Markdown. */
export const suggestedBlocks = (markdown: string): readonly Block[] =>
  markdown.trim() === '' ? [] : parseMarkdown(markdown).nodes;

/** Whether a suggestion can be applied, was applied, or does not fit the changed page any more. */
export type SuggestionState = 'open' | 'applied' | 'outdated';

// Keys are hashes of the content; equal blocks of one page are numbered.
const contentsOf = (blocks: readonly Block[]): readonly string[] =>
  withKeys({ object: 'document', data: {}, nodes: blocks }).nodes.map(
    ({ key = '' }) => key.split('-', 1)[0]!,
  );

const hasSequence = (all: readonly string[], part: readonly string[]): boolean =>
  part.length > 0 && all.some((_, at) => part.every((content, step) => all[at + step] === content));

/** The state of a suggestion for a page as it is now. */
export const suggestionState = (
  { gone, changed, node }: Comment['target'],
  page: readonly Block[],
  suggested: readonly Block[],
): SuggestionState => {
  const block = page.find(({ key }) => key === node?.id);
  const isThere = gone === undefined && changed === undefined && block !== undefined;
  if (isThere) return hasSequence(contentsOf([block]), contentsOf(suggested)) ? 'applied' : 'open';
  if (suggested.length === 0) return gone === 'node' ? 'applied' : 'outdated';
  return hasSequence(contentsOf(page), contentsOf(suggested)) ? 'applied' : 'outdated';
};

/** The document with other blocks in place of the one with this key; undefined if there is none. */
export const replaceBlock = (
  document: Document,
  key: string,
  blocks: readonly Block[],
): Document | undefined =>
  document.nodes.some((block) => block.key === key)
    ? { ...document, nodes: document.nodes.flatMap((block) => (block.key === key ? blocks : [block])) }
    : undefined;
