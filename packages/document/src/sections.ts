import type { Block, Document, Node } from './document.ts';
import { BLOCKS } from './node-types.ts';
import { type SectionTable, tableCells } from './section-tables.ts';
import { eachLine } from './text.ts';

/** The part of a page below one heading. */
export interface Section {
  /** The anchor of the heading; absent for the part before the first heading. */
  readonly id?: string;
  readonly title?: string;
  readonly body: string;
  /** Absent if there are none. */
  readonly tables?: readonly SectionTable[];
  /** Whether a condition decides who reads parts of it; absent if none does. */
  readonly conditional?: true;
}

interface OpenSection {
  readonly id?: string | undefined;
  readonly title?: string;
  readonly lines: string[];
  /** The lines of each table: the first, and their number. */
  readonly tables: Map<Block, { readonly from: number; lines: number }>;
  conditional?: true;
}

const hasCondition = (node: Node): boolean => {
  if (node.object === 'text') return false;
  if (node.object === 'block' && node.type === 'if') return true;
  const parts = (node.fragments ?? []).flatMap(({ nodes }) => nodes ?? []);
  return (node.nodes ?? []).some(hasCondition) || parts.some(hasCondition);
};

const tablesOf = ({ tables }: OpenSection, isWhole: (table: Block) => boolean): SectionTable[] =>
  [...tables].flatMap(([block, place]) => {
    const cells = isWhole(block) ? tableCells(block) : undefined;
    return cells ? [{ ...place, ...cells }] : [];
  });

/** Splits a document at its headings on any level, for search. */
export function sectionsOf(document: Document): readonly Section[] {
  const sections: OpenSection[] = [{ lines: [], tables: new Map() }];
  // A heading in a cell divides its table.
  const divided = new Set<Block>();
  for (const block of document.nodes) {
    const conditional = hasCondition(block);
    eachLine(block, (line, owner, table) => {
      const text = line.trim();
      if (owner && BLOCKS[owner.type].headingLevel !== undefined) {
        if (table) divided.add(table);
        sections.push({
          id: owner.meta?.id as string | undefined,
          title: text,
          lines: [],
          tables: new Map(),
        });
      } else if (text !== '') {
        const { lines, tables } = sections.at(-1)!;
        const own = text.split('\n');
        if (table) {
          const place = tables.get(table) ?? { from: lines.length, lines: 0 };
          tables.set(table, place);
          place.lines += own.length;
        }
        lines.push(...own);
      }
      if (conditional) sections.at(-1)!.conditional = true;
    });
  }
  return sections
    .map((section) => {
      const { id, title, lines, conditional } = section;
      const tables = tablesOf(section, (table) => !divided.has(table));
      return {
        ...(id === undefined ? {} : { id }),
        ...(title === undefined ? {} : { title }),
        body: lines.join('\n'),
        ...(tables.length > 0 && { tables }),
        ...(conditional && { conditional }),
      };
    })
    .filter((section, at) => at > 0 || section.body !== '');
}
