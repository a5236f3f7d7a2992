import { BLOCKS, type Block, plainText } from '@lectern/document';

/** The blocks from a heading to the next one; the first section of a page has no heading. */
export type PageSection = readonly Block[];

const isHeading = (block: Block | undefined): block is Block =>
  block !== undefined && BLOCKS[block.type].headingLevel !== undefined;

const textOf = (block: Block): string => plainText({ object: 'document', data: {}, nodes: [block] });

/** Splits the blocks of a page at its headings. */
export const splitAtHeadings = (blocks: readonly Block[]): PageSection[] => {
  const sections: Block[][] = [[]];
  for (const block of blocks) {
    if (isHeading(block)) sections.push([block]);
    else sections.at(-1)!.push(block);
  }
  return sections;
};

/** The heading of a section; undefined for the part before the first one. */
export const headingOf = ([first]: PageSection): string | undefined =>
  isHeading(first) ? textOf(first) : undefined;

// The heading itself stays unless its words change: it has the anchor that links lead to.
/** The new blocks of a section. */
export const replaceSection = (before: PageSection, after: readonly Block[]): PageSection => {
  const [heading] = before;
  if (!isHeading(heading)) return after;
  const [first, ...rest] = after;
  if (!isHeading(first)) return [heading, ...after];
  return textOf(first) === textOf(heading) ? [heading, ...rest] : after;
};
