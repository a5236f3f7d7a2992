import { type CompileContext, type Extension, fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import type { Token } from 'micromark-util-types';
import { emojiSyntax } from './emoji.ts';
import { mathSyntax } from './math.ts';
import { tagLineSyntax } from './tag-line.ts';
import { textRunsSyntax } from './text-runs.ts';

/** A node of the syntax tree: Markdown's own, a line of tags, or an element of HTML. Which fields it has depends on its type. */
export interface Syntax {
  readonly type: string;
  readonly children?: readonly Syntax[];
  readonly value?: string;
  readonly url?: string;
  readonly title?: string | null;
  readonly alt?: string | null;
  readonly identifier?: string;
  readonly label?: string | null;
  readonly depth?: number;
  readonly ordered?: boolean | null;
  readonly start?: number | null;
  readonly checked?: boolean | null;
  readonly lang?: string | null;
  readonly meta?: string | null;
  readonly align?: readonly (string | null)[] | null;
  /** Of an element: its name, its attributes, and its tags as written. */
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly opening?: string;
  readonly closing?: string;
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

const options = {
  extensions: [
    gfmAutolinkLiteral(),
    gfmFootnote(),
    gfmStrikethrough({ singleTilde: false }),
    gfmTable(),
    gfmTaskListItem(),
    emojiSyntax,
    mathSyntax,
    tagLineSyntax,
    textRunsSyntax,
  ],
  mdastExtensions: [
    literalAddresses,
    gfmFootnoteFromMarkdown(),
    gfmStrikethroughFromMarkdown(),
    gfmTableFromMarkdown(),
    gfmTaskListItemFromMarkdown(),
    ours,
  ],
};

/** The syntax tree of Markdown. */
export const parseSyntax = (markdown: string): readonly Syntax[] =>
  fromMarkdown(markdown, options).children as unknown as readonly Syntax[];
