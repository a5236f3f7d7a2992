import type { Block, Inline } from '@lectern/document';
import {
  Braces,
  ChevronRight,
  CircleCheck,
  Code,
  Columns2,
  FileSymlink,
  Heading1,
  Heading2,
  Heading3,
  Image,
  ImagePlus,
  Info,
  LayoutGrid,
  List,
  ListChecks,
  ListOrdered,
  ListTree,
  type LucideIcon,
  Megaphone,
  Minus,
  PanelTop,
  Paperclip,
  Pilcrow,
  Quote,
  RectangleHorizontal,
  Recycle,
  Shapes,
  Sigma,
  Smile,
  Split,
  SquarePlay,
  Table,
  TriangleAlert,
  Webhook,
  Workflow,
} from 'lucide-react';
import { setViewType } from '../tables/table-edits.ts';

/** The headings of the menu, in their order. */
const GROUPS = [
  'Text',
  'Hints',
  'Layout',
  'Media',
  'In the line',
  'Links and reuse',
  'Data and API',
] as const;
type Group = (typeof GROUPS)[number];

/** Something that can be inserted: a block, something inside of the line, or files that are asked for. */
export interface BlockChoice {
  readonly id: string;
  readonly title: string;
  /** Further words that find it. */
  readonly words: string;
  readonly icon: LucideIcon;
  /** The heading above it in the menu. */
  readonly group: Group;
  readonly block?: () => Block;
  readonly inline?: () => Inline;
  /** The files that are asked for. */
  readonly files?: string;
  /** Whether its settings are opened, because it is nothing without them. */
  readonly hasSettings?: boolean;
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
const voidInline = (type: Inline['type'], data: NonNullable<Inline['data']>): Inline => ({
  object: 'inline',
  type,
  isVoid: true,
  data,
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
const blockChoices: readonly BlockChoice[] = [
  {
    id: 'paragraph',
    group: 'Text',
    title: 'Text',
    words: 'paragraph plain',
    icon: Pilcrow,
    block: paragraph,
  },
  {
    id: 'heading-1',
    group: 'Text',
    title: 'Heading 1',
    words: 'title h1',
    icon: Heading1,
    block: () => block('heading-1'),
  },
  {
    id: 'heading-2',
    group: 'Text',
    title: 'Heading 2',
    words: 'title h2',
    icon: Heading2,
    block: () => block('heading-2'),
  },
  {
    id: 'heading-3',
    group: 'Text',
    title: 'Heading 3',
    words: 'title h3',
    icon: Heading3,
    block: () => block('heading-3'),
  },
  {
    id: 'list-unordered',
    group: 'Text',
    title: 'Bulleted list',
    words: 'unordered ul',
    icon: List,
    block: list('list-unordered'),
  },
  {
    id: 'list-ordered',
    group: 'Text',
    title: 'Numbered list',
    words: 'ordered ol',
    icon: ListOrdered,
    block: list('list-ordered'),
  },
  {
    id: 'list-tasks',
    group: 'Text',
    title: 'Task list',
    words: 'todo check',
    icon: ListChecks,
    block: list('list-tasks', { checked: false }),
  },
  {
    id: 'blockquote',
    group: 'Text',
    title: 'Quote',
    words: 'blockquote',
    icon: Quote,
    block: () => block('blockquote', [paragraph()]),
  },
  {
    id: 'code',
    group: 'Text',
    title: 'Code',
    words: 'snippet pre',
    icon: Code,
    block: () => block('code', [block('code-line')]),
  },
  { id: 'table', group: 'Layout', title: 'Table', words: 'grid rows columns', icon: Table, block: table },
  {
    id: 'hint-info',
    group: 'Hints',
    title: 'Hint: info',
    words: 'callout note',
    icon: Info,
    block: hint('info'),
  },
  {
    id: 'hint-success',
    group: 'Hints',
    title: 'Hint: success',
    words: 'callout tip',
    icon: CircleCheck,
    block: hint('success'),
  },
  {
    id: 'hint-warning',
    group: 'Hints',
    title: 'Hint: warning',
    words: 'callout caution',
    icon: TriangleAlert,
    block: hint('warning'),
  },
  {
    id: 'hint-danger',
    group: 'Hints',
    title: 'Hint: danger',
    words: 'callout error',
    icon: TriangleAlert,
    block: hint('danger'),
  },
  {
    id: 'expandable',
    group: 'Layout',
    title: 'Expandable',
    words: 'details collapse',
    icon: ChevronRight,
    block: expandable,
  },
  {
    id: 'tabs',
    group: 'Layout',
    title: 'Tabs',
    words: 'panels',
    icon: PanelTop,
    block: () =>
      block('tabs', [item('tabs-item', { title: 'First' }), item('tabs-item', { title: 'Second' })]),
  },
  {
    id: 'stepper',
    group: 'Layout',
    title: 'Stepper',
    words: 'steps guide',
    icon: ListTree,
    block: () => block('stepper', [item('stepper-step')]),
  },
  {
    id: 'columns',
    group: 'Layout',
    title: 'Columns',
    words: 'layout side',
    icon: Columns2,
    block: () => block('columns', [item('column'), item('column')]),
  },
  {
    id: 'divider',
    group: 'Text',
    title: 'Divider',
    words: 'line rule hr',
    icon: Minus,
    block: () => voidBlock('divider', {}),
  },
  {
    id: 'image',
    group: 'Media',
    title: 'Image',
    words: 'picture photo upload screenshot',
    icon: Image,
    files: 'image/*',
  },
  {
    id: 'image-url',
    group: 'Media',
    title: 'Image from an address',
    words: 'picture photo url',
    icon: ImagePlus,
    hasSettings: true,
    block: () => block('images', [voidBlock('image', { ref: { kind: 'url', url: '' } }, { fragments: [] })]),
  },
  {
    id: 'file',
    group: 'Media',
    title: 'File',
    words: 'upload attachment download pdf',
    icon: Paperclip,
    files: '',
  },
  {
    id: 'embed',
    group: 'Media',
    title: 'Embed',
    words: 'video youtube url',
    icon: SquarePlay,
    hasSettings: true,
    block: () => voidBlock('embed', { url: '' }),
  },
  {
    id: 'math',
    group: 'Media',
    title: 'Formula',
    words: 'math tex equation',
    icon: Sigma,
    hasSettings: true,
    block: () => voidBlock('math', { formula: '' }),
  },
  {
    id: 'inline-math',
    group: 'In the line',
    title: 'Formula in the line',
    words: 'math tex inline',
    icon: Sigma,
    hasSettings: true,
    inline: () => voidInline('inline-math', { formula: '' }),
  },
  {
    id: 'cards',
    group: 'Layout',
    title: 'Cards',
    words: 'gallery grid tiles',
    icon: LayoutGrid,
    block: () => setViewType('cards')(table()),
  },
  {
    id: 'content-ref',
    group: 'Links and reuse',
    title: 'Link to a page',
    words: 'page reference card',
    icon: FileSymlink,
    hasSettings: true,
    block: () => voidBlock('content-ref', { ref: { kind: 'url', url: '' } }),
  },
  {
    id: 'button',
    group: 'In the line',
    title: 'Button',
    words: 'action link',
    icon: RectangleHorizontal,
    hasSettings: true,
    inline: () => voidInline('button', { label: 'Button', kind: 'primary', ref: { kind: 'url', url: '' } }),
  },
  {
    id: 'icon',
    group: 'In the line',
    title: 'Icon',
    words: 'symbol',
    icon: Shapes,
    hasSettings: true,
    inline: () => voidInline('icon', { icon: 'star' }),
  },
  {
    id: 'emoji',
    group: 'In the line',
    title: 'Emoji',
    words: 'smiley',
    icon: Smile,
    hasSettings: true,
    inline: () => voidInline('emoji', { code: '1f600' }),
  },
  {
    id: 'expression',
    group: 'In the line',
    title: 'Variable or expression',
    words: 'variable value dynamic',
    icon: Braces,
    hasSettings: true,
    inline: () => voidInline('expression', { expression: 'space.vars.' }),
  },
  {
    id: 'reusable-content',
    group: 'Links and reuse',
    title: 'Reusable content',
    words: 'include snippet shared',
    icon: Recycle,
    hasSettings: true,
    block: () => voidBlock('reusable-content', { ref: { kind: 'reusable-content', reusableContent: '' } }),
  },
  {
    id: 'if',
    group: 'Layout',
    title: 'Condition',
    words: 'if audience adaptive visitor',
    icon: Split,
    hasSettings: true,
    block: () => block('if', [paragraph()], { expression: '' }),
  },
  {
    id: 'updates',
    group: 'Layout',
    title: 'Updates',
    words: 'changelog news release',
    icon: Megaphone,
    block: () =>
      block('updates', [item('update', { date: `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z` })], {
        format: 'full',
      }),
  },
  {
    id: 'openapi-operation',
    group: 'Data and API',
    title: 'OpenAPI operation',
    words: 'api endpoint swagger reference',
    icon: Webhook,
    hasSettings: true,
    block: () =>
      voidBlock('openapi-operation', { ref: { kind: 'openapi', spec: '' }, method: 'get', path: '/' }),
  },
  {
    id: 'mermaid',
    group: 'Media',
    title: 'Mermaid diagram',
    words: 'chart flow graph',
    icon: Workflow,
    block: () => block('code', [block('code-line')], { syntax: 'mermaid' }),
  },
];

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);

/** Whether words of a text begin with all words of a query. */
export const matchesWords = (text: string, query: string): boolean => {
  const words = wordsOf(text);
  return wordsOf(query).every((each) => words.some((word) => word.startsWith(each)));
};

const groupOrder = (choices: readonly BlockChoice[]): readonly BlockChoice[] =>
  GROUPS.flatMap((group) => choices.filter((choice) => choice.group === group));

/** The choices whose name or words begin with all words of a query: all in groups, the found ones by their names first. */
export const findChoices = (query: string): readonly BlockChoice[] => {
  if (wordsOf(query).length === 0) return groupOrder(blockChoices);
  const byTitle = blockChoices.filter(({ title }) => matchesWords(title, query));
  const byWords = blockChoices.filter(
    ({ title, words }) => !matchesWords(title, query) && matchesWords(`${title} ${words}`, query),
  );
  return [...byTitle, ...byWords];
};
