import { type CompileContext, type Extension, fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import type { Token } from 'micromark-util-types';
import { extensions } from './parse-syntax.ts';
import type { Syntax } from './syntax.ts';

/** A node of the usual compiler. */
export interface PositionedSyntax extends Syntax {
  readonly children?: readonly PositionedSyntax[];
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
    alert: leaf('alert', (source) => source),
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

/** Parses Markdown by the usual compiler, to compare our trees with. */
export const parseByReference = (markdown: string): readonly PositionedSyntax[] =>
  fromMarkdown(markdown, { extensions, mdastExtensions }).children as readonly PositionedSyntax[];
