import type { Block } from '@lectern/document';
import type { Editor } from '@tiptap/core';
import {
  ChevronRight,
  CircleCheck,
  Code,
  Columns2,
  Heading1,
  Heading2,
  Heading3,
  Image,
  Info,
  List,
  ListChecks,
  ListOrdered,
  ListTree,
  type LucideIcon,
  Minus,
  PanelTop,
  Pilcrow,
  Quote,
  Sigma,
  SquarePlay,
  Table,
  TriangleAlert,
} from 'lucide-react';
import { toEditor } from '../document.ts';

/** A block that can be inserted. */
export interface BlockChoice {
  readonly id: string;
  readonly title: string;
  /** Further words that find it. */
  readonly words: string;
  readonly icon: LucideIcon;
  readonly block: () => Block;
}

const block = (type: Block['type'], nodes: readonly Block[] = [], data: Block['data'] = {}): Block => ({
  object: 'block',
  type,
  isVoid: false,
  data,
  nodes,
});
const voidBlock = (type: Block['type'], data: Block['data'], more: Partial<Block> = {}): Block => ({
  object: 'block',
  type,
  isVoid: true,
  data,
  ...more,
});
const paragraph = (): Block => block('paragraph');
const hint = (style: string) => () => block('hint', [paragraph()], { style });
const list =
  (type: Block['type'], data: Block['data'] = {}) =>
  () =>
    block(type, [block('list-item', [paragraph()], data)]);
const item = (type: Block['type'], data: Block['data'] = {}) => block(type, [paragraph()], data);

const table = (): Block => {
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

const expandable = (): Block =>
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

/** The blocks of the slash menu. */
export const blockChoices: readonly BlockChoice[] = [
  { id: 'paragraph', title: 'Text', words: 'paragraph plain', icon: Pilcrow, block: paragraph },
  { id: 'heading-1', title: 'Heading 1', words: 'title h1', icon: Heading1, block: () => block('heading-1') },
  { id: 'heading-2', title: 'Heading 2', words: 'title h2', icon: Heading2, block: () => block('heading-2') },
  { id: 'heading-3', title: 'Heading 3', words: 'title h3', icon: Heading3, block: () => block('heading-3') },
  {
    id: 'list-unordered',
    title: 'Bulleted list',
    words: 'unordered ul',
    icon: List,
    block: list('list-unordered'),
  },
  {
    id: 'list-ordered',
    title: 'Numbered list',
    words: 'ordered ol',
    icon: ListOrdered,
    block: list('list-ordered'),
  },
  {
    id: 'list-tasks',
    title: 'Task list',
    words: 'todo check',
    icon: ListChecks,
    block: list('list-tasks', { checked: false }),
  },
  {
    id: 'blockquote',
    title: 'Quote',
    words: 'blockquote',
    icon: Quote,
    block: () => block('blockquote', [paragraph()]),
  },
  {
    id: 'code',
    title: 'Code',
    words: 'snippet pre',
    icon: Code,
    block: () => block('code', [block('code-line')]),
  },
  { id: 'table', title: 'Table', words: 'grid rows columns', icon: Table, block: table },
  { id: 'hint-info', title: 'Hint: info', words: 'callout note', icon: Info, block: hint('info') },
  {
    id: 'hint-success',
    title: 'Hint: success',
    words: 'callout tip',
    icon: CircleCheck,
    block: hint('success'),
  },
  {
    id: 'hint-warning',
    title: 'Hint: warning',
    words: 'callout caution',
    icon: TriangleAlert,
    block: hint('warning'),
  },
  {
    id: 'hint-danger',
    title: 'Hint: danger',
    words: 'callout error',
    icon: TriangleAlert,
    block: hint('danger'),
  },
  { id: 'expandable', title: 'Expandable', words: 'details collapse', icon: ChevronRight, block: expandable },
  {
    id: 'tabs',
    title: 'Tabs',
    words: 'panels',
    icon: PanelTop,
    block: () =>
      block('tabs', [item('tabs-item', { title: 'First' }), item('tabs-item', { title: 'Second' })]),
  },
  {
    id: 'stepper',
    title: 'Stepper',
    words: 'steps guide',
    icon: ListTree,
    block: () => block('stepper', [item('stepper-step')]),
  },
  {
    id: 'columns',
    title: 'Columns',
    words: 'layout side',
    icon: Columns2,
    block: () => block('columns', [item('column'), item('column')]),
  },
  {
    id: 'divider',
    title: 'Divider',
    words: 'line rule hr',
    icon: Minus,
    block: () => voidBlock('divider', {}),
  },
  {
    id: 'math',
    title: 'Formula',
    words: 'math tex equation',
    icon: Sigma,
    block: () => voidBlock('math', { formula: window.prompt('Formula (TeX)') ?? '' }),
  },
  {
    id: 'images',
    title: 'Image',
    words: 'picture photo',
    icon: Image,
    block: () =>
      block('images', [
        voidBlock('image', { ref: { kind: 'url', url: window.prompt('Address of the image') ?? '' } }),
      ]),
  },
  {
    id: 'embed',
    title: 'Embed',
    words: 'video youtube url',
    icon: SquarePlay,
    block: () => voidBlock('embed', { url: window.prompt('Address to embed') ?? '' }),
  },
];

/** The choices whose name or words match a query, names first. */
export const findChoices = (query: string): readonly BlockChoice[] => {
  const wanted = query.trim().toLowerCase();
  const byTitle = blockChoices.filter(({ title }) => title.toLowerCase().includes(wanted));
  return [
    ...byTitle,
    ...blockChoices.filter((choice) => !byTitle.includes(choice) && choice.words.includes(wanted)),
  ];
};

/** Replaces a range inside of a line by a block: the line itself if nothing else is on it. */
export const insertChoice = (
  editor: Editor,
  range: { from: number; to: number },
  choice: BlockChoice,
): void => {
  const made = toEditor({ object: 'document', data: {}, nodes: [choice.block()] }).content![0]!;
  const { state } = editor;
  const $from = state.doc.resolve(range.from);
  const isWhole = $from.parent.content.size === range.to - range.from;
  const node = state.schema.nodeFromJSON(made);
  const chain = editor.chain().focus();
  if (isWhole)
    chain
      .insertContentAt({ from: $from.before(), to: $from.after() }, node.toJSON())
      .setTextSelection($from.before() + 1)
      .run();
  else
    chain
      .deleteRange(range)
      .insertContentAt($from.after() - (range.to - range.from), node.toJSON())
      .run();
};
