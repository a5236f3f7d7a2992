import { type CompileContext, type Extension, fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import type { Token } from 'micromark-util-types';
import { limitComplexity, restoreCharacters, sourceOffsets } from './complexity-limits.ts';
import { extensions } from './parse-syntax.ts';
import type { Syntax } from './syntax.ts';

/** A node of the syntax tree, with where it is written. */
export interface PositionedSyntax extends Syntax {
  readonly children?: readonly PositionedSyntax[];
  readonly referenceType?: string;
  readonly position?: {
    readonly start: { readonly offset: number };
    readonly end: { readonly offset: number };
  };
}

type Handle = (this: CompileContext, token: Token) => undefined;

/** Makes a node without children out of the token's characters. */
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

// Addresses in plain text without the usual second search through the finished tree, which would find the escaped ones.
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

/** The syntax tree of Markdown with where its nodes are written: the same, at twice the time. */
export const parseWithPositions = (markdown: string): readonly PositionedSyntax[] => {
  const limited = limitComplexity(markdown);
  const nodes = fromMarkdown(limited.markdown, { extensions, mdastExtensions })
    .children as readonly PositionedSyntax[];
  return limited.isLimited
    ? placedIn(sourceOffsets(markdown, limited.markdown), restoreCharacters(nodes))
    : nodes;
};

/** The same nodes where they are written in what was limited. */
const placedIn = (places: Uint32Array, nodes: readonly PositionedSyntax[]): readonly PositionedSyntax[] =>
  nodes.map((node) => ({
    ...node,
    ...(node.position && {
      position: {
        start: { offset: places[node.position.start.offset]! },
        end: { offset: places[node.position.end.offset]! },
      },
    }),
    ...(node.children && { children: placedIn(places, node.children) }),
  }));
