import type { Block, Node } from './document.ts';
import { eachLine } from './text.ts';

/** Code in a section: its lines with their white space, which the text of the section loses. */
export interface SectionCode {
  /** The number of the first of its lines in the text of the section. */
  readonly from: number;
  /** How many lines of the text are its own. */
  readonly lines: number;
  /** The first lines; sections are not where whole code is kept. */
  readonly code: string;
  readonly syntax?: string;
}

/** An item of a list in a section. */
export interface SectionItem {
  /** The number of the first of its lines in the text of the section. */
  readonly from: number;
  readonly lines: number;
  /** Its number in an ordered list. */
  readonly number?: number;
}

/** What a line is part of: code, or an item of a list. */
export type LinePlace =
  | { readonly kind: 'code'; readonly block: Block }
  | { readonly kind: 'item'; readonly block: Block; readonly number: number | undefined };

const MAX_LENGTH = 1500;

const blocksIn = (nodes: readonly Node[] = []): readonly Block[] =>
  nodes.filter((node): node is Block => node.object === 'block');

/** The code or the innermost item of a list that each block below a block is part of. */
export const linePlaces = (top: Block): ReadonlyMap<Block, LinePlace> => {
  const places = new Map<Block, LinePlace>();
  const walk = (block: Block, around: LinePlace | undefined): void => {
    const place: LinePlace | undefined = block.type === 'code' ? { kind: 'code', block } : around;
    if (place) places.set(block, place);
    const start = Number(block.data?.start ?? 1);
    for (const [at, child] of blocksIn(block.nodes as readonly Node[]).entries()) {
      const number = block.type === 'list-ordered' ? start + at : undefined;
      walk(child, child.type === 'list-item' ? { kind: 'item', block: child, number } : place);
    }
    for (const { nodes } of block.fragments ?? [])
      for (const child of blocksIn(nodes as readonly Node[])) walk(child, place);
  };
  walk(top, undefined);
  return places;
};

/** The lines of code of a block, up to a length; undefined for code without text. */
export const codeOf = (block: Block): Pick<SectionCode, 'code' | 'syntax'> | undefined => {
  const lines: string[] = [];
  let length = 0;
  for (const line of blocksIn(block.nodes as readonly Node[])) {
    let text = '';
    eachLine(line, (part, owner) => {
      // Notes on words of code are lines of their own.
      if (owner === line) text = part;
    });
    length += text.length + 1;
    if (length > MAX_LENGTH && lines.length > 0) break;
    lines.push(text);
  }
  const code = lines.join('\n').trimEnd();
  const { syntax } = (block.data ?? {}) as { readonly syntax?: string };
  return code === '' ? undefined : { code, ...(syntax && { syntax }) };
};
