import { type CompileContext, type Extension, fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import type { Token } from 'micromark-util-types';
import { limitComplexity, restoreCharacters, sourceOffsets } from './complexity-limits.ts';
import { extensions } from './parse-syntax.ts';
import type { Syntax } from './syntax.ts';

/** A node of the syntax tree with its source position. */
export interface PositionedSyntax extends Syntax {
  readonly children?: readonly PositionedSyntax[];
  readonly referenceType?: string;
  readonly position?: {
    readonly start: { readonly offset: number };
    readonly end: { readonly offset: number };
  };
}

type Handle = (this: CompileContext, token: Token) => undefined;

/** Adds a node without children from the token's characters. */
const leaf = (type: string, value: (source: string) => string): Handle =>
  function (token) {
    this.enter({ type, value: value(this.sliceSerialize(token)) } as never, token);
    this.exit(token);
  };

const openLink: Handle = function (token) {
  this.enter({ type: 'link', title: null, url: '', children: [] }, token);
};

const closeLink: Handle = function (token) {
  this.exit(token);
};

// Without the usual second search in the finished tree, which would also match escaped addresses.
const literalAddresses: Extension = {
  enter: { literalAutolink: openLink },
  exit: {
    literalAutolink: closeLink,
    literalAutolinkHttp: literal(''),
    literalAutolinkWww: literal('http://'),
    literalAutolinkEmail: literal('mailto:'),
  },
};

function literal(prefix: string): Handle {
  return function (token) {
    const source = this.sliceSerialize(token);
    const link = this.stack.at(-1) as { url: string; children: unknown[] };
    link.url = prefix + source;
    link.children.push({ type: 'text', value: source });
  };
}

const ours: Extension = {
  enter: {
    tag: leaf('tag', (source) => source),
    tagText: leaf('inlineTag', (source) => source),
    emoji: leaf('emoji', (source) => source.slice(1, -1)),
    mathSpan: leaf('inlineMath', (source) => source.slice(2, -2)),
    mathBlock: leaf('math', (source) =>
      source.replace(/^\$\$[ \t]*(?:\r\n?|\n)?/, '').replace(/(?:^|\r\n?|\n) {0,3}\$\$[ \t]*$/, ''),
    ),
  },
};

const mdastExtensions = [
  literalAddresses,
  gfmFootnoteFromMarkdown(),
  gfmStrikethroughFromMarkdown(),
  gfmTableFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
  ours,
];

/** Parses Markdown to a syntax tree with positions, which takes twice as long as without them. */
export const parseWithPositions = (markdown: string): readonly PositionedSyntax[] => {
  const limited = limitComplexity(markdown);
  const nodes = fromMarkdown(limited.markdown, { extensions, mdastExtensions })
    .children as readonly PositionedSyntax[];
  return limited.isLimited
    ? withSourcePositions(sourceOffsets(markdown, limited.markdown), restoreCharacters(nodes))
    : nodes;
};

/** Maps the positions of nodes to offsets of the source. */
const withSourcePositions = (
  offsets: Uint32Array,
  nodes: readonly PositionedSyntax[],
): readonly PositionedSyntax[] =>
  nodes.map((node) => ({
    ...node,
    ...(node.position && {
      position: {
        start: { offset: offsets[node.position.start.offset]! },
        end: { offset: offsets[node.position.end.offset]! },
      },
    }),
    ...(node.children && { children: withSourcePositions(offsets, node.children) }),
  }));
