import type { Event, Token, TokenizeContext } from 'micromark-util-types';
import type { Syntax } from './syntax.ts';
import { type Building, type Draft, enters, exits, top } from './tree-handlers.ts';

/** Parses the content of a token that the block parser left unparsed. */
export type ParseContent = (
  token: Token,
  reader: TokenizeContext,
) => { readonly nodes: readonly Syntax[] } | { readonly events: readonly Event[] };

/** Options of building a tree. */
interface TreeOptions {
  /** The type of the node that the tree is in. */
  readonly within?: string;
  /** Whether nodes have their source ranges. */
  readonly hasRanges?: boolean;
}

/** Builds a tree from the events of the parser. */
export function treeOf(
  events: readonly Event[],
  parseContent: ParseContent,
  { within = 'root', hasRanges = false }: TreeOptions = {},
): readonly Syntax[] {
  const root: Draft = { type: within, children: [] };
  const building: Building = {
    stack: [root],
    reader: undefined as never,
    isAfterBreak: false,
    isBeforeUnderline: false,
    isInCode: false,
    isInTable: false,
    isReference: false,
    identifier: '',
    hasRanges,
  };
  const make = (all: readonly Event[]): void => {
    for (let at = 0; at < all.length; at++) {
      const [kind, token, reader] = all[at]!;
      if (token.contentType !== undefined) {
        // The next event is its end; linked lines are parsed with the first of them.
        at++;
        if (token.previous !== undefined) continue;
        const read = parseContent(token, reader);
        if ('events' in read) make(read.events);
        else for (const node of read.nodes) top(building).children!.push(node as Draft);
        continue;
      }
      const handle = (kind === 'enter' ? enters : exits)[token.type];
      if (handle === undefined) continue;
      building.reader = reader;
      handle(building, token);
    }
  };
  make(events);
  return root.children!;
}
