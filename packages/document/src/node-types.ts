/** The content of a block: any blocks, text and inlines, nothing, or blocks of these types only. */
type ContentModel = 'blocks' | 'inlines' | 'nothing' | readonly BlockType[];

/** Facts about a type of block that more than one part of the code needs. */
interface BlockFacts {
  readonly holds: ContentModel;
  /** The fragments that it may have; a table names its own, one for each cell. */
  readonly fragments?: readonly string[] | 'cells';
  /** 1 to 3 for headings: `##` is level 1, because the title of a page is outside of its body. */
  readonly headingLevel?: 1 | 2 | 3;
  readonly isList?: true;
  /** Shows a part of an OpenAPI specification. */
  readonly isOpenApi?: true;
  /** Addressed through the block around it, so that it has no key. */
  readonly isKeyless?: true;
  /** Shows content from elsewhere, or HTML, so that its anchors are unknown. */
  readonly isExternal?: true;
  /** Source text that Markdown has no block for. */
  readonly isRaw?: true;
  /** Never accepted from clients. */
  readonly isReadOnly?: true;
}

const blocks = {
  paragraph: { holds: 'inlines' },
  'heading-1': { holds: 'inlines', headingLevel: 1 },
  'heading-2': { holds: 'inlines', headingLevel: 2 },
  'heading-3': { holds: 'inlines', headingLevel: 3 },
  blockquote: { holds: 'blocks' },
  divider: { holds: 'nothing' },
  math: { holds: 'nothing' },
  hint: { holds: 'blocks' },
  'list-unordered': { holds: ['list-item'], isList: true },
  'list-ordered': { holds: ['list-item'], isList: true },
  'list-tasks': { holds: ['list-item'], isList: true },
  'list-item': { holds: 'blocks' },
  code: { holds: ['code-line'] },
  'code-line': { holds: 'inlines', isKeyless: true },
  prompt: { holds: ['code'] },
  images: { holds: ['image'] },
  image: { holds: 'nothing', fragments: ['caption'] },
  drawing: { holds: 'nothing' },
  file: { holds: 'nothing', fragments: ['caption'] },
  embed: { holds: 'nothing', fragments: ['caption'] },
  'content-ref': { holds: 'nothing', fragments: ['body'] },
  table: { holds: 'nothing', fragments: 'cells' },
  // A row while tables are compared and merged; documents have records in the table's data instead.
  'table-row': { holds: 'nothing', fragments: 'cells', isReadOnly: true },
  expandable: { holds: 'nothing', fragments: ['expandable-title', 'expandable-body'] },
  tabs: { holds: ['tabs-item'] },
  'tabs-item': { holds: 'blocks' },
  stepper: { holds: ['stepper-step'] },
  'stepper-step': { holds: 'blocks' },
  columns: { holds: ['column'] },
  column: { holds: 'blocks' },
  updates: { holds: ['update'] },
  update: { holds: 'blocks' },
  if: { holds: 'blocks' },
  swagger: { holds: 'nothing', fragments: ['body'], isOpenApi: true, isExternal: true },
  'openapi-operation': { holds: 'nothing', fragments: ['body'], isOpenApi: true, isExternal: true },
  'openapi-schemas': { holds: 'nothing', fragments: ['body'], isOpenApi: true, isExternal: true },
  'openapi-webhook': { holds: 'nothing', fragments: ['body'], isOpenApi: true, isExternal: true },
  integration: { holds: 'nothing', isExternal: true },
  'reusable-content': { holds: 'nothing', isExternal: true },
  conflict: { holds: ['conflict-primary', 'conflict-changed'] },
  'conflict-primary': { holds: 'blocks' },
  'conflict-changed': { holds: 'blocks' },
  html: { holds: 'nothing', isExternal: true, isRaw: true },
  tag: { holds: 'nothing', isRaw: true },
  definition: { holds: 'nothing' },
} as const satisfies Readonly<Record<string, Omit<BlockFacts, 'holds'> & { readonly holds: unknown }>>;

/** Every type of block. Adding one here makes the compiler ask for it wherever blocks are handled by type. */
export const BLOCKS: Readonly<Record<keyof typeof blocks, BlockFacts>> = blocks;

/** The type of a block. */
export type BlockType = keyof typeof blocks;

/** Facts about a type of inline. */
interface InlineFacts {
  readonly holds: 'inlines' | 'nothing';
  readonly fragments?: readonly string[];
  readonly isExternal?: true;
  readonly isRaw?: true;
  readonly isReadOnly?: true;
}

const inlines = {
  link: { holds: 'inlines' },
  mention: { holds: 'nothing' },
  button: { holds: 'nothing' },
  annotation: { holds: 'inlines', fragments: ['annotation-body'] },
  expression: { holds: 'nothing' },
  'inline-image': { holds: 'nothing' },
  'inline-math': { holds: 'nothing' },
  emoji: { holds: 'nothing' },
  icon: { holds: 'nothing' },
  anchor: { holds: 'nothing', isReadOnly: true },
  html: { holds: 'nothing', isExternal: true, isRaw: true },
  tag: { holds: 'nothing', isRaw: true },
} as const satisfies Readonly<Record<string, InlineFacts>>;

/** Every type of inline. */
export const INLINES: Readonly<Record<keyof typeof inlines, InlineFacts>> = inlines;

/** The type of an inline. */
export type InlineType = keyof typeof inlines;

/** Facts about a type of mark. */
interface MarkFacts {
  /** The place among marks on the same text, from the outside in. */
  readonly order: number;
  /** Cannot begin or end at white space in Markdown. */
  readonly isTight?: true;
}

const marks = {
  bold: { order: 0, isTight: true },
  italic: { order: 1, isTight: true },
  strikethrough: { order: 2, isTight: true },
  // Innermost, because nothing can be marked inside of code.
  code: { order: 7 },
  keyboard: { order: 3 },
  superscript: { order: 4 },
  subscript: { order: 5 },
  color: { order: 6 },
} as const satisfies Readonly<Record<string, MarkFacts>>;

/** Every type of mark. */
export const MARKS: Readonly<Record<keyof typeof marks, MarkFacts>> = marks;

/** The type of a mark. */
export type MarkType = keyof typeof marks;

/** Whether a text is the type of a block. */
export const isBlockType = (type: unknown): type is BlockType =>
  typeof type === 'string' && Object.hasOwn(BLOCKS, type);

/** Whether a text is the type of an inline. */
export const isInlineType = (type: unknown): type is InlineType =>
  typeof type === 'string' && Object.hasOwn(INLINES, type);

/** Whether a text is the type of a mark. */
export const isMarkType = (type: unknown): type is MarkType =>
  typeof type === 'string' && Object.hasOwn(MARKS, type);
