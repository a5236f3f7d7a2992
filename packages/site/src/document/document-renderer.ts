import type { Block, BlockType, Document, Node } from '@lectern/document';
import { type Child, emptyHtml, Html, h, join, printAttributes } from '../html/html.ts';
import { sanitizeHtml } from '../html/sanitize.ts';
import type { Messages } from '../language/messages.ts';
import { code, prompt } from './code.ts';
import { columns, expandable, hint, stepper, tabs, updates } from './containers.ts';
import type { RenderContext, Rendering } from './context.ts';
import { blocksIn, nodeText, textIn } from './data.ts';
import { embed } from './embeds.ts';
import { resolveAddress } from './html-addresses.ts';
import { renderLine } from './line.ts';
import { drawing, file, images } from './pictures.ts';
import {
  contentRef,
  divider,
  heading,
  math,
  orderedList,
  paragraph,
  quote,
  taskList,
  unorderedList,
} from './prose.ts';
import { table } from './table.ts';

/** Renders a type of block. */
export type BlockRenderer = (node: Block, rendering: Rendering) => Child;

/** Blocks with data from outside of the document, whose renderers are large. */
type ExternalBlock = 'swagger' | 'openapi-operation' | 'openapi-schemas' | 'openapi-webhook' | 'integration';

/** Large parts of the renderer that not every program needs. */
export interface RendererParts {
  readonly messagesFor: (language: string) => Messages;
  /** Parses the Markdown of descriptions in OpenAPI documents and integrations. */
  readonly parseMarkdown: (markdown: string) => readonly Block[];
  readonly externalBlocks: Readonly<Record<ExternalBlock, BlockRenderer>>;
  /** Renders blocks for authors that readers never see: conditions, and contents that could not be included. */
  readonly authorBlocks?: Readonly<Record<'if' | 'reusable-content', BlockRenderer>>;
}

/** An item without its parent block renders its content. */
const renderContent: BlockRenderer = (node, rendering) => rendering.blocks(node.nodes);

const renderNothing: BlockRenderer = () => false;

/** The renderer of each other type of block. */
const renderers = {
  paragraph,
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-unordered': unorderedList,
  'list-ordered': orderedList,
  'list-tasks': taskList,
  blockquote: quote,
  hint,
  divider,
  code,
  // Rendered by the block around it.
  'code-line': renderNothing,
  math,
  images,
  image: renderNothing,
  drawing,
  file,
  embed,
  'content-ref': contentRef,
  tabs,
  expandable,
  table,
  'table-row': renderNothing,
  stepper,
  columns,
  updates,
  prompt,
  html: (node, rendering) => {
    const html = sanitizeHtml(textIn(node.data, 'source') ?? '', resolveAddress(rendering));
    return html.toString().trim() !== '' && h('div', { class: 'raw flow' }, html);
  },
  'tabs-item': renderContent,
  'stepper-step': renderContent,
  column: renderContent,
  update: renderContent,
  'list-item': renderContent,
  // An unresolved conflict shows the primary version.
  conflict: (node, rendering) => rendering.blocks(blocksIn(node)[0]?.nodes),
  'conflict-primary': renderNothing,
  'conflict-changed': renderNothing,
  // Conditions are evaluated and reusable content is expanded by the server; one that is left shows nothing.
  if: renderNothing,
  'reusable-content': renderNothing,
  tag: renderNothing,
  definition: renderNothing,
} satisfies Record<Exclude<BlockType, ExternalBlock>, BlockRenderer>;

/** The maximum depth of blocks, above the limit for documents. */
const MAX_DEPTH = 120;

const MAX_DESCRIPTION_LENGTH = 20_000;
const MAX_DESCRIPTION_CHARACTERS = 150_000;
const MAX_FIELDS = 3_000;

/** The state of a page: its blocks, unique ids, and the budget for content of OpenAPI documents. */
type PageState = Pick<Rendering, 'page' | 'uniqueId' | 'anchor' | 'budget'>;

function createPageState(page: readonly Node[]): PageState {
  const anchors = new Set<string>();
  let count = 0;
  return {
    page,
    budget: { fields: MAX_FIELDS, characters: MAX_DESCRIPTION_CHARACTERS },
    uniqueId: (kind) => `~${kind}${++count}`,
    anchor(id) {
      // Ids of the interface begin with a tilde, so that content cannot use one.
      if (typeof id !== 'string' || id === '' || /^~|\s/.test(id) || anchors.has(id)) return undefined;
      anchors.add(id);
      return id;
    },
  };
}

/** Adds the key of a block to its first element. */
const withBlockKey = ({ key }: Block, content: Child, { hasBlockKeys }: RenderContext): Child => {
  if (!hasBlockKeys || key === undefined) return content;
  const html = join(content).toString();
  const name = /^<[a-z][\w-]*/.exec(html)?.[0];
  if (name === undefined) return content;
  return new Html(`${name}${printAttributes({ 'data-block': key })}${html.slice(name.length)}`);
};

function createRendering(parts: RendererParts, context: RenderContext, shared: PageState): Rendering {
  let depth = 0;
  const all: Readonly<Record<BlockType, BlockRenderer>> = {
    ...renderers,
    ...parts.externalBlocks,
    ...parts.authorBlocks,
  };
  const rendering: Rendering = {
    context,
    messages: parts.messagesFor(context.language),
    ...shared,
    blocks(nodes) {
      if (!nodes || depth > MAX_DEPTH) return emptyHtml;
      depth++;
      const out = (nodes as readonly Node[]).map((node) =>
        node?.object === 'block'
          ? // A stored document may hold a type that this version does not have.
            Object.hasOwn(all, node.type) && withBlockKey(node, all[node.type](node, rendering), context)
          : renderLine([node], rendering),
      );
      depth--;
      return join(out);
    },
    line: (nodes) => (nodes ? renderLine(nodes as readonly Node[], rendering) : emptyHtml),
    noteBody: (nodes) =>
      join(
        ((nodes ?? []) as readonly Block[]).map((node, at) => [
          at > 0 && h('br', null),
          node.type === 'paragraph' ? rendering.line(node.nodes) : nodeText(node),
        ]),
      ),
    markdown(source) {
      const text =
        typeof source === 'string'
          ? source.slice(0, Math.min(MAX_DESCRIPTION_LENGTH, shared.budget.characters))
          : '';
      if (text.trim() === '') return false;
      shared.budget.characters -= text.length;
      // No operations inside of descriptions: their descriptions could show operations again.
      const nested = createRendering(parts, { ...context, openapiOf: () => undefined }, shared);
      return nested.blocks(context.parsedMarkdown?.(text) ?? parts.parseMarkdown(text));
    },
  };
  return rendering;
}

/** Makes a function that renders documents as safe HTML: no script in it can run. */
export const createDocumentRenderer =
  (parts: RendererParts) =>
  (document: Document, context: RenderContext): string =>
    createRendering(parts, context, createPageState(document.nodes)).blocks(document.nodes).toString();
