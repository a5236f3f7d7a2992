import type { Block } from '@lectern/document';
import type { RenderContext } from '../../../../site/src/document/context.ts';
import { renderDocument } from '../../pages/render-document.ts';
import { joinGroups, marksToHtml, splitGroups } from './marks.ts';
import { visibleBlock } from './placeholders.ts';
import type { Part, Row } from './rows.ts';

/** The HTML of a row in one column. */
export interface UnifiedHtml {
  readonly parts: readonly { readonly kind: Part['kind']; readonly html: string }[];
}

/** The HTML of a row in two columns; a missing side has none. */
export interface SplitHtml {
  readonly before?: string;
  readonly after?: string;
}

// Renders all groups at once, because ids are unique only within one document.
const renderGroups = (groups: readonly (readonly Block[])[], context: RenderContext): string[] => {
  const visible = groups.map((group) => group.map((block) => visibleBlock(block, context)));
  const html = renderDocument({ object: 'document', data: {}, nodes: joinGroups(visible) }, context);
  return splitGroups(html).map((group) =>
    marksToHtml(group)
      // A closed section could hide a change.
      .replaceAll(/<details(?! [^>]*\bopen\b)/g, '<details open')
      // Two versions of a table would be two landmarks with one name.
      .replaceAll(' role="region"', ' role="group"'),
  );
};

/** Renders rows in one column as the site renders pages. */
export const renderUnified = (rows: readonly Row[], context: RenderContext): UnifiedHtml[] => {
  const html = renderGroups(
    rows.flatMap(({ unified }) => unified.map(({ block }) => [block])),
    context,
  );
  let next = 0;
  return rows.map(({ unified }) => ({
    parts: unified.map(({ kind }) => ({ kind, html: html[next++] ?? '' })),
  }));
};

/** Renders rows in two columns. */
export const renderSplit = (rows: readonly Row[], context: RenderContext): SplitHtml[] => {
  const html = renderGroups(
    rows.flatMap(({ before, after }) => [before ? [before] : [], after ? [after] : []]),
    context,
  );
  return rows.map(({ before, after }, at) => ({
    ...(before && { before: html[2 * at] ?? '' }),
    ...(after && { after: html[2 * at + 1] ?? '' }),
  }));
};
