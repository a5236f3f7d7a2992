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
/** What Markdown is made of here. */
export const extensions = [addresses, ...others];
const { constructs } = parse({ extensions });
// Addresses in plain text may begin with any letter, so looking for them takes long.
const address = /@|www\.|:\/\//i;
const withoutAddresses = parse({ extensions: others }).constructs;

/** The syntax tree of Markdown; without short cuts where those are held against it. */
export function parseSyntax(markdown: string, { quickly = true } = {}): readonly Syntax[] {
  const parser = parse();
  parser.constructs = constructs;
  const events = parser.document().write(preprocess()(markdown, undefined, true));
  // Once, for the blocks; lines are read when the tree comes to them.
  subtokenize(events);
  return treeOf(events, (token, reader) => {
    const isOneLine = token.next === undefined;
    const line = quickly && isOneLine ? reader.sliceSerialize(token) : undefined;
    const nodes = line === undefined ? undefined : quickReaders[token.contentType as Late](line);
    if (nodes !== undefined) return { nodes };
    parser.constructs = line === undefined || address.test(line) ? constructs : withoutAddresses;
    return { events: readThoroughly(parser[token.contentType as Late](token.start), token, reader) };
  });
}

/** What is read after the blocks. */
type Late = 'text' | 'string';

const quickReaders: Readonly<Record<Late, (line: string) => readonly Syntax[] | undefined>> = {
  text: parseLineFast,
  // A string without escapes and character references is what it says.
  string: (line) => (/[&\\]/.test(line) ? undefined : [{ type: 'text', value: line }]),
};

/** What the parser finds in the lines from a token on. */
function readThoroughly(tokenizer: TokenizeContext, first: Token, reader: TokenizeContext): readonly Event[] {
  for (let token: Token | undefined = first; token !== undefined; token = token.next) {
    const stream = reader.sliceStream(token);
    if (token.next === undefined) stream.push(null);
    if (token !== first) tokenizer.defineSkip(token.start);
    tokenizer._gfmTasklistFirstContentOfListItem = token._isInFirstContentOfListItem;
    tokenizer.write(stream);
  }
  return tokenizer.events;
}
