import { type Block, type BlockType, type Document, type Node, parseMarkdown } from '@lectern/document';
import { integrationBlock } from '../contentkit/render.ts';
import { type Child, h, join, nothing } from '../html/html.ts';
import { sanitizeHtml } from '../html/sanitize.ts';
import { messagesFor } from '../language/messages.ts';
import { operation, schemas } from '../openapi/block.ts';
import { code, prompt } from './code.ts';
import { columns, expandable, hint, stepper, tabs, updates } from './containers.ts';
import type { RenderContext, Rendering } from './context.ts';
import { blocksIn, textIn, wordsOf } from './data.ts';
import { embed } from './embeds.ts';
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

type Renderer = (node: Block, rendering: Rendering) => Child;

/** An item that lost the block around it still shows what is in it. */
const inner: Renderer = (node, rendering) => rendering.blocks(node.nodes);

const nothingShown: Renderer = () => false;

/** The renderer of each type of block. */
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
  'code-line': nothingShown,
  math,
  images,
  image: nothingShown,
  drawing,
  file,
  embed,
  'content-ref': contentRef,
  tabs,
  expandable,
  table,
  'table-row': nothingShown,
  stepper,
  columns,
  updates,
  prompt,
  swagger: operation,
  'openapi-operation': operation,
  'openapi-schemas': schemas,
  'openapi-webhook': operation,
  integration: (node, rendering) =>
    integrationBlock(rendering.context.integrationOf?.(node.data ?? {}), rendering),
  html: (node) => {
    const html = sanitizeHtml(textIn(node.data, 'source') ?? '');
    return html.toString().trim() !== '' && h('div', { class: 'raw flow' }, html);
  },
  'tabs-item': inner,
  'stepper-step': inner,
  column: inner,
  update: inner,
  'list-item': inner,
  // What is not decided yet shows what was there before.
  conflict: (node, rendering) => rendering.blocks(blocksIn(node)[0]?.nodes),
  'conflict-primary': nothingShown,
  'conflict-changed': nothingShown,
  // Conditions are evaluated and reusable content is expanded by the server; one that is left shows nothing.
  if: nothingShown,
  'reusable-content': nothingShown,
  tag: nothingShown,
  definition: nothingShown,
} satisfies Record<BlockType, Renderer>;

/** How deep blocks may stand in each other; documents are held to less than this. */
const deepest = 120;

const LONGEST_DESCRIPTION = 20_000;
const MOST_DESCRIBED = 150_000;
const MOST_FIELDS = 3_000;

/** What all of a page shares: names that are used once, and the room for what others describe. */
type Shared = Pick<Rendering, 'unique' | 'anchor' | 'room'>;

function startPage(): Shared {
  const anchors = new Set<string>();
  let count = 0;
  return {
    room: { fields: MOST_FIELDS, characters: MOST_DESCRIBED },
    unique: (kind) => `~${kind}${++count}`,
    anchor(id) {
      // The interface's own names begin with a tilde, so that no content can take one.
      if (typeof id !== 'string' || id === '' || /^~|\s/.test(id) || anchors.has(id)) return undefined;
      anchors.add(id);
      return id;
    },
  };
}

function startRendering(context: RenderContext, shared = startPage()): Rendering {
  let depth = 0;
  const rendering: Rendering = {
    context,
    messages: messagesFor(context.language),
    ...shared,
    blocks(nodes) {
      if (!nodes || depth > deepest) return nothing;
      depth++;
      const out = (nodes as readonly Node[]).map((node) =>
        node?.object === 'block'
          ? // A stored document may hold a type that this version does not have.
            Object.hasOwn(renderers, node.type) && renderers[node.type](node, rendering)
          : renderLine([node], rendering),
      );
      depth--;
      return join(out);
    },
    line: (nodes) => (nodes ? renderLine(nodes as readonly Node[], rendering) : nothing),
    noteBody: (nodes) =>
      join(
        ((nodes ?? []) as readonly Block[]).map((node, at) => [
          at > 0 && h('br', null),
          node.type === 'paragraph' ? rendering.line(node.nodes) : wordsOf(node),
        ]),
      ),
    markdown(source) {
      const text =
        typeof source === 'string'
          ? source.slice(0, Math.min(LONGEST_DESCRIPTION, shared.room.characters))
          : '';
      if (text.trim() === '') return false;
      shared.room.characters -= text.length;
      // A description that shows an operation would show its description, and so on.
      const inside = startRendering({ ...context, openapiOf: () => undefined }, shared);
      return inside.blocks(context.describedOf?.(text) ?? parseMarkdown(text).nodes);
    },
  };
  return rendering;
}

/** The body of a page as HTML. Nothing in the document can run, whatever it holds. */
export const renderDocument = (document: Document, context: RenderContext): string =>
  startRendering(context).blocks(document.nodes).toString();
