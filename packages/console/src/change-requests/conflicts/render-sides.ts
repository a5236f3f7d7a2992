import type { Block, Document } from '@lectern/document';
import type { RenderContext } from '../../../../site/src/document/context.ts';
import { renderDocument } from '../../pages/render-document.ts';
import { marksToHtml } from '../../review/difference/marks.ts';
import { visibleBlock } from '../../review/difference/placeholders.ts';
import { differenceRows } from '../../review/difference/rows.ts';

const documentOf = (nodes: readonly Block[]): Document => ({ object: 'document', data: {}, nodes });

/** A text as blocks. */
export const textBlocks = (text: string): readonly Block[] => [
  {
    object: 'block',
    type: 'paragraph',
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  },
];

/** The blocks of both sides of a conflict, with the words marked that differ. */
export const markedSides = ({
  primary,
  changed,
}: {
  readonly primary: readonly Block[];
  readonly changed: readonly Block[];
}): { readonly primary: readonly Block[]; readonly changed: readonly Block[] } => {
  // Without a second side there is nothing to compare.
  if (primary.length === 0 || changed.length === 0) return { primary, changed };
  const rows = differenceRows(documentOf(primary), documentOf(changed));
  return {
    primary: rows.flatMap(({ before }) => before ?? []),
    changed: rows.flatMap(({ after }) => after ?? []),
  };
};

/** Renders one side. Neither is newer: words that differ are neither removed nor added. */
export const renderSide = (blocks: readonly Block[], context: RenderContext): string =>
  marksToHtml(renderDocument(documentOf(blocks.map((block) => visibleBlock(block, context))), context))
    .replaceAll(/<(\/?)(?:ins|del)>/g, '<$1mark>')
    .replaceAll(/ class="diff-band diff-\w+" role="\w+"/g, ' class="diff-band"');
