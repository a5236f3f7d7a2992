import type { Block, Document, Node } from './document.ts';
import { BLOCKS } from './node-types.ts';
import { codeOf, linePlaces, type SectionCode, type SectionItem } from './section-blocks.ts';
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
  /** Absent if there is none. */
  readonly codes?: readonly SectionCode[];
  /** Absent if there are none. */
  readonly items?: readonly SectionItem[];
  /** Whether a condition decides who reads parts of it; absent if none does. */
  readonly conditional?: true;
}

interface Lines {
  readonly from: number;
  lines: number;
}

interface OpenSection {
  readonly id?: string | undefined;
  readonly title?: string;
  readonly lines: string[];
  readonly tables: Map<Block, Lines>;
  readonly codes: Map<Block, Lines>;
  readonly items: Map<Block, Lines & { readonly number: number | undefined }>;
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

const codesOf = ({ codes }: OpenSection): SectionCode[] =>
  [...codes].flatMap(([block, place]) => {
    const code = codeOf(block);
    return code ? [{ ...place, ...code }] : [];
  });

const itemsOf = ({ items }: OpenSection): SectionItem[] =>
  [...items.values()].map(({ number, ...place }) => ({ ...place, ...(number !== undefined && { number }) }));

const openSection = (about: Pick<OpenSection, 'id' | 'title'> = {}): OpenSection => ({
  ...about,
  lines: [],
  tables: new Map(),
  codes: new Map(),
  items: new Map(),
});

/** Notes the lines at the end of a section as those of a block, if they follow on its others. */
const extend = <Place extends Lines>(places: Map<Block, Place>, block: Block, place: Place): void => {
  const known = places.get(block);
  if (!known) places.set(block, place);
  else if (known.from + known.lines === place.from) known.lines += place.lines;
};

/** Splits a document at its headings on any level, for search. */
export function sectionsOf(document: Document): readonly Section[] {
  const sections: OpenSection[] = [openSection()];
  // A heading in a cell divides its table.
  const divided = new Set<Block>();
  for (const block of document.nodes) {
    const conditional = hasCondition(block);
    const places = linePlaces(block);
    eachLine(block, (line, owner, table) => {
      const text = line.trim();
      if (owner && BLOCKS[owner.type].headingLevel !== undefined) {
        if (table) divided.add(table);
        sections.push(openSection({ id: owner.meta?.id as string | undefined, title: text }));
      } else if (text !== '') {
        const { lines, tables, codes, items } = sections.at(-1)!;
        const own = text.split('\n');
        const added = { from: lines.length, lines: own.length };
        const place = owner && places.get(owner);
        if (table) extend(tables, table, added);
        else if (place?.kind === 'code') extend(codes, place.block, added);
        else if (place) extend(items, place.block, { ...added, number: place.number });
        lines.push(...own);
      }
      if (conditional) sections.at(-1)!.conditional = true;
    });
  }
  return sections
    .map((section) => {
      const { id, title, lines, conditional } = section;
      const tables = tablesOf(section, (table) => !divided.has(table));
      const [codes, items] = [codesOf(section), itemsOf(section)];
      return {
        ...(id === undefined ? {} : { id }),
        ...(title === undefined ? {} : { title }),
        body: lines.join('\n'),
        ...(tables.length > 0 && { tables }),
        ...(codes.length > 0 && { codes }),
        ...(items.length > 0 && { items }),
        ...(conditional && { conditional }),
      };
    })
    .filter((section, at) => at > 0 || section.body !== '');
}
