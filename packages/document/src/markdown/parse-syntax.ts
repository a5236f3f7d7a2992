import { parse, preprocess } from 'micromark';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { subtokenize } from 'micromark-util-subtokenize';
import type { Event, Token, TokenizeContext } from 'micromark-util-types';
import { append } from './append.ts';
import { documentPieces } from './document-pieces.ts';
import { emojiSyntax } from './emoji.ts';
import { parseLineFast, parseTextFast } from './fast-line-parser.ts';
import { mathSyntax } from './math.ts';
import type { ParseText } from './simple-lines.ts';
import type { Syntax } from './syntax.ts';
import { tagLineSyntax } from './tag-line.ts';
import { textRunsSyntax } from './text-runs.ts';
import { type ParseContent, treeOf } from './tree.ts';

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

/** Options of parsing; tests compare it without the fast paths, and with parts of another size. */
interface SyntaxOptions {
  readonly quickly?: boolean;
  readonly minLines?: number;
  /** Whether nodes have their source ranges, which takes longer. */
  readonly hasRanges?: boolean;
}

/** Parses Markdown to a syntax tree. */
export function parseSyntax(
  markdown: string,
  { quickly = true, minLines, hasRanges = false }: SyntaxOptions = {},
): readonly Syntax[] {
  const parser = parse();
  parser.constructs = constructs;
  parser.defined = new Names();
  parser.gfmFootnotes = new Names();
  /** Runs the full parser, which looks for plain text addresses only if there may be one. */
  const tokenize = (type: ContentType, text: string | undefined, start: Token['start'] | undefined) => {
    parser.constructs = text === undefined || address.test(text) ? constructs : withoutAddresses;
    const tokenizer = parser[type](start);
    parser.constructs = constructs;
    return tokenizer;
  };
  const parseContent: ParseContent = (token, reader) => {
    const type = token.contentType as ContentType;
    const isOneLine = token.next === undefined;
    const line = quickly && isOneLine ? reader.sliceSerialize(token) : undefined;
    const found = line === undefined ? undefined : fastParsers[type](line);
    const nodes = hasRanges ? withRange(found, line, token) : found;
    return nodes !== undefined
      ? { nodes }
      : { events: parseFully(tokenize(type, line, token.start), token, reader) };
  };
  const parseText: ParseText = (text, within) => {
    const nodes = parseTextFast(text);
    if (nodes !== undefined) return nodes;
    const tokenizer = tokenize('text', text, undefined);
    tokenizer.write(preprocess()(text, undefined, true));
    return treeOf(tokenizer.events, parseContent, { within });
  };
  const pieces = documentPieces(parser, markdown, { quickly: quickly && !hasRanges, minLines });
  const nodes: Syntax[] = [];
  // Lines are parsed when the tree is built; with definitions, after all blocks.
  for (const piece of markdown.includes(']:') ? [...pieces] : pieces) {
    if ('build' in piece) {
      nodes.push(piece.build(parseText));
      continue;
    }
    const { events, continuesList } = piece;
    subtokenize(events);
    const [first, ...others] = treeOf(events, parseContent, { hasRanges });
    const last = nodes.at(-1);
    if (continuesList && first?.type === 'list' && last?.type === 'list') {
      append(last.children as Syntax[], first.children!);
      if (hasRanges) nodes[nodes.length - 1] = { ...last, range: [last.range![0], first.range![1]] };
    } else if (first !== undefined) nodes.push(first);
    append(nodes, others);
  }
  return nodes;
}

/** The nodes of a line with their range, if the whole line is one text. */
const withRange = (
  nodes: readonly Syntax[] | undefined,
  line: string | undefined,
  { start, end }: Token,
): readonly Syntax[] | undefined =>
  nodes?.length === 1 && nodes[0]!.type === 'text' && nodes[0]!.value === line
    ? [{ type: 'text', value: line!, range: [start.offset, end.offset] }]
    : undefined;

/** A list of distinct names, of which there may be many. */
class Names extends Array<string> {
  readonly #known = new Set<string>();

  override push(...names: string[]): number {
    for (const name of names) this.#known.add(name);
    return this.#known.size;
  }

  override includes(name: string): boolean {
    return this.#known.has(name);
  }
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
