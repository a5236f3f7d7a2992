import { parse, preprocess } from 'micromark';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { subtokenize } from 'micromark-util-subtokenize';
import type { Event, Token, TokenizeContext } from 'micromark-util-types';
import { alertSyntax } from './alerts.ts';
import { append } from './append.ts';
import { documentPieces, sourceOffset, startsOf } from './document-pieces.ts';
import { emojiSyntax } from './emoji.ts';
import { parseLineFast, parseTextFast } from './fast-line-parser.ts';
import { withLinearLazyLines } from './lazy-lines.ts';
import { withLinearText } from './linear-text.ts';
import { mathSyntax } from './math.ts';
import type { Builder, DocumentPiece, ParseText } from './simple-lines.ts';
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
  alertSyntax,
  emojiSyntax,
  mathSyntax,
  tagLineSyntax,
  textRunsSyntax,
];
/** The syntax extensions of Markdown. */
export const extensions = [addresses, ...others];
const constructs = withLinearText(parse({ extensions }).constructs);
// Plain text addresses may start with any letter, so they are slow to find.
const address = /@|www\.|:\/\//i;
const withoutAddresses = withLinearText(parse({ extensions: others }).constructs);

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
  withLinearLazyLines(parser);
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
    const nodes =
      line === undefined ? undefined : fastParsers[type](line, hasRanges ? token.start.offset : undefined);
    return nodes !== undefined
      ? { nodes }
      : { events: parseFully(tokenize(type, line, token.start), token, reader) };
  };
  const parseText: ParseText = (text, within, starts) => {
    const nodes = parseTextFast(text, starts?.[0]) ?? parseTextFully(text, within, starts?.[0]);
    if (starts === undefined || starts.length === 1) return nodes;
    // The text was parsed as if its lines followed each other.
    const joined = startsOf(text.split('\n')).map((offset) => starts[0]! + offset);
    return mapRanges(nodes, sourceOffset(joined, starts));
  };
  const parseTextFully = (text: string, within: string, offset = 0): readonly Syntax[] => {
    const tokenizer = tokenize('text', text, { line: 1, column: 1, offset, _index: 0, _bufferIndex: -1 });
    tokenizer.write(preprocess()(text, undefined, true));
    return treeOf(tokenizer.events, parseContent, { within, hasRanges });
  };
  const build = (pieces: Iterable<DocumentPiece>): readonly Syntax[] => {
    const nodes: Syntax[] = [];
    for (const piece of pieces) {
      if ('build' in piece) {
        nodes.push(piece.build(builder));
        continue;
      }
      const { events, continuesList, toSource } = piece;
      subtokenize(events);
      const tree = treeOf(events, parseContent, { hasRanges });
      const [first, ...others] = toSource ? mapRanges(tree, toSource) : tree;
      const last = nodes.at(-1);
      if (continuesList && first?.type === 'list' && last?.type === 'list') {
        append(last.children as Syntax[], first.children!);
        if (hasRanges) nodes[nodes.length - 1] = { ...last, range: [last.range![0], first.range![1]] };
      } else if (first !== undefined) nodes.push(first);
      append(nodes, others);
    }
    return nodes;
  };
  const builder: Builder = { text: parseText, pieces: build };
  const pieces = documentPieces(parser, markdown, { quickly, hasRanges, minLines });
  // Lines are parsed when the tree is built; with definitions, after all blocks.
  return build(markdown.includes(']:') ? [...pieces] : pieces);
}

/** The nodes with other ranges. A range ends after its last character, not at the content of the next line. */
const mapRanges = (nodes: readonly Syntax[], change: (offset: number) => number): readonly Syntax[] =>
  nodes.map((node) => ({
    ...node,
    ...(node.range && { range: [change(node.range[0]), change(node.range[1] - 1) + 1] as const }),
    ...(node.children && { children: mapRanges(node.children, change) }),
  }));

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

const fastParsers: Readonly<
  Record<ContentType, (line: string, offset: number | undefined) => readonly Syntax[] | undefined>
> = {
  text: parseLineFast,
  // A string without escapes and character references is plain text.
  string: (line, offset) => {
    if (/[&\\]/.test(line)) return undefined;
    const range = offset === undefined ? {} : { range: [offset, offset + line.length] as const };
    return [{ type: 'text', value: line, ...range }];
  },
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
