import { parse, preprocess } from 'micromark';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { subtokenize } from 'micromark-util-subtokenize';
import type { Event, Token, TokenizeContext } from 'micromark-util-types';
import { emojiSyntax } from './emoji.ts';
import { parseLineFast } from './fast-line-parser.ts';
import { mathSyntax } from './math.ts';
import type { Syntax } from './syntax.ts';
import { tagLineSyntax } from './tag-line.ts';
import { textRunsSyntax } from './text-runs.ts';
import { treeOf } from './tree.ts';

const addresses = gfmAutolinkLiteral();
const others = [
  gfmFootnote(),
  gfmStrikethrough({ singleTilde: false }),
  gfmTable(),
  gfmTaskListItem(),
  emojiSyntax,
  mathSyntax,
  tagLineSyntax,
  textRunsSyntax,
];
/** The syntax extensions of Markdown. */
export const extensions = [addresses, ...others];
const { constructs } = parse({ extensions });
// Plain text addresses may start with any letter, so they are slow to find.
const address = /@|www\.|:\/\//i;
const withoutAddresses = parse({ extensions: others }).constructs;

/** Parses Markdown to a syntax tree; `quickly: false` disables the fast paths, to compare them in tests. */
export function parseSyntax(markdown: string, { quickly = true } = {}): readonly Syntax[] {
  const parser = parse();
  parser.constructs = constructs;
  const events = parser.document().write(preprocess()(markdown, undefined, true));
  // Blocks only; lines are parsed when the tree is built.
  subtokenize(events);
  return treeOf(events, (token, reader) => {
    const isOneLine = token.next === undefined;
    const line = quickly && isOneLine ? reader.sliceSerialize(token) : undefined;
    const nodes = line === undefined ? undefined : fastParsers[token.contentType as ContentType](line);
    if (nodes !== undefined) return { nodes };
    parser.constructs = line === undefined || address.test(line) ? constructs : withoutAddresses;
    return { events: parseFully(parser[token.contentType as ContentType](token.start), token, reader) };
  });
}

/** The content parsed after the blocks. */
type ContentType = 'text' | 'string';

const fastParsers: Readonly<Record<ContentType, (line: string) => readonly Syntax[] | undefined>> = {
  text: parseLineFast,
  // A string without escapes and character references is plain text.
  string: (line) => (/[&\\]/.test(line) ? undefined : [{ type: 'text', value: line }]),
};

/** The events of the full parser for the lines from a token on. */
function parseFully(tokenizer: TokenizeContext, first: Token, reader: TokenizeContext): readonly Event[] {
  for (let token: Token | undefined = first; token !== undefined; token = token.next) {
    const stream = reader.sliceStream(token);
    if (token.next === undefined) stream.push(null);
    if (token !== first) tokenizer.defineSkip(token.start);
    tokenizer._gfmTasklistFirstContentOfListItem = token._isInFirstContentOfListItem;
    tokenizer.write(stream);
  }
  return tokenizer.events;
}
