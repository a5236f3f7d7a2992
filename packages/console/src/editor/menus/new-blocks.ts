import type { Block, Inline } from '@lectern/document';

/** A block with blocks inside. */
export const block = (
  type: Block['type'],
  nodes: readonly Block[] = [],
  data: Block['data'] = {},
): Block => ({
  object: 'block',
  type,
  isVoid: false,
  data,
  nodes,
});

/** A block whose content is in its data or its fragments. */
export const voidBlock = (type: Block['type'], data: Block['data'], more: Partial<Block> = {}): Block => ({
  object: 'block',
  type,
  isVoid: true,
  data,
  ...more,
});

/** A part of a line whose content is in its data. */
export const voidInline = (type: Inline['type'], data: NonNullable<Inline['data']>): Inline => ({
  object: 'inline',
  type,
  isVoid: true,
  data,
});

/** An empty paragraph. */
export const paragraph = (): Block => block('paragraph');

/** A hint of a style. */
export const hint = (style: string) => () => block('hint', [paragraph()], { style });

/** A list with one empty item. */
export const list =
  (type: Block['type'], data: Block['data'] = {}) =>
  () =>
    block(type, [block('list-item', [paragraph()], data)]);

/** An empty item of tabs, steps, columns or updates. */
export const item = (type: Block['type'], data: Block['data'] = {}) => block(type, [paragraph()], data);

/** A table of three columns and two rows. */
export const table = (): Block => {
  const columns = ['c0', 'c1', 'c2'];
  const rows = ['r0', 'r1'];
  return voidBlock(
    'table',
    {
      view: { type: 'grid', columns, hideHeader: false },
      definition: Object.fromEntries(
        columns.map((id, at) => [id, { id, title: `Column ${at + 1}`, type: 'text', textAlignment: 'left' }]),
      ),
      records: Object.fromEntries(
        rows.map((id, at) => [
          id,
          {
            orderIndex: String(at).padStart(6, '0'),
            values: Object.fromEntries(columns.map((column) => [column, `${id}-${column}`])),
          },
        ]),
      ),
    },
    {
      fragments: rows.flatMap((row) =>
        columns.map((column) => ({
          object: 'fragment' as const,
          fragment: `${row}-${column}`,
          nodes: [paragraph()],
        })),
      ),
    },
  );
};

/** An expandable with an empty title and body. */
export const expandable = (): Block =>
  voidBlock(
    'expandable',
    {},
    {
      fragments: ['expandable-title', 'expandable-body'].map((name) => ({
        object: 'fragment' as const,
        type: name,
        fragment: name,
        nodes: [paragraph()],
      })),
    },
  );
