import type { Event, ParseContext } from 'micromark-util-types';

/** Whether the last paragraph is open and began before a line. */
function continuesText(events: readonly Event[], line: number): boolean {
  for (let at = events.length - 1; at >= 0; at--) {
    const [, token] = events[at]!;
    if (token.type === 'content') return false;
    if (token.type === 'chunkContent') return token.start.line < line || token.previous !== undefined;
  }
  return false;
}

/**
 * Makes lines that continue a paragraph without the markers of its containers take linear time. After each of them, the parser
 * looks back at all lines of the paragraph for one that is still open, unless the line is not lazy; so it is not while it looks.
 */
export function withLinearLazyLines(parser: ParseContext): void {
  const { flow } = parser;
  parser.flow = (start) => {
    const tokenizer = flow.call(parser, start);
    const { write } = tokenizer;
    let hidden: number | undefined;
    tokenizer.write = (slice) => {
      if (hidden !== undefined) parser.lazy[hidden] = true;
      hidden = undefined;
      const { line } = tokenizer.now();
      const events = write(slice);
      if (parser.lazy[line] && continuesText(tokenizer.events, line)) {
        hidden = line;
        parser.lazy[line] = false;
      }
      return events;
    };
    return tokenizer;
  };
}
