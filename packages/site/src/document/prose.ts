import { BLOCKS, type Block, plainAnchorOf } from '@lectern/document';
import { type Child, classes, h } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { namedIcon } from '../html/named-icons.ts';
import { formatMessage } from '../language/format.ts';
import type { Rendering } from './context.ts';
import { blocksIn, emojiOf, fragmentOf, nodeText, textIn } from './data.ts';
import { formula, titleOf } from './inlines.ts';
import { linkAttributes, targetOf } from './link-targets.ts';

const alignments: Readonly<Record<string, string>> = {
  start: 'align-left',
  left: 'align-left',
  center: 'align-center',
  end: 'align-right',
  right: 'align-right',
};

const alignment = (node: Block): string | undefined => {
  const align = textIn(node.data, 'align');
  return align !== undefined && Object.hasOwn(alignments, align) ? alignments[align] : undefined;
};

/** Renders a paragraph, unless it is empty. */
export function paragraph(node: Block, rendering: Rendering): Child {
  const content = rendering.line(node.nodes);
  return content.toString() !== '' && h('p', { class: alignment(node) }, content);
}

/** The target of links to the plain form of a heading's anchor. */
const plainAnchor = (node: Block, rendering: Rendering): Child => {
  const id = rendering.anchor(plainAnchorOf(node));
  return id !== undefined && h('span', { id, class: 'target' });
};

/** Renders a heading with a link to itself; `h1` is the title of the page. */
export function heading(node: Block, rendering: Rendering): Child {
  const level = BLOCKS[node.type].headingLevel! + 1;
  const id = rendering.anchor(node.meta?.id);
  const words = nodeText(node).trim();
  const content = rendering.line(node.nodes);
  if (content.toString().trim() === '') return false;
  return h(
    `h${level}`,
    { id, class: classes('heading', alignment(node)) },
    plainAnchor(node, rendering),
    content,
    id !== undefined &&
      h(
        'a',
        {
          class: 'anchor',
          href: `#${encodeURI(id)}`,
          'aria-label': formatMessage(rendering.messages.linkToSection, { title: words }),
        },
        icon('link'),
      ),
  );
}

/** Whether an item has a single block besides nested lists. */
const isOneLine = (item: Block): boolean =>
  blocksIn(item).filter(({ type }) => !BLOCKS[type]?.isList).length <= 1;

function items(node: Block, rendering: Rendering, make: (item: Block) => Child): Child {
  return blocksIn(node).map((item) => {
    const [first, ...rest] = blocksIn(item);
    // A single paragraph is rendered without its element.
    const content =
      isOneLine(item) && first?.type === 'paragraph'
        ? [rendering.line(first.nodes), rendering.blocks(rest)]
        : rendering.blocks(item.nodes);
    return h('li', null, make(item), content);
  });
}

export const unorderedList = (node: Block, rendering: Rendering): Child =>
  h(
    'ul',
    null,
    items(node, rendering, () => false),
  );

export const orderedList = (node: Block, rendering: Rendering): Child =>
  h(
    'ol',
    { start: typeof node.data?.start === 'number' ? node.data.start : undefined },
    items(node, rendering, () => false),
  );

export const taskList = (node: Block, rendering: Rendering): Child =>
  h(
    'ul',
    { class: 'tasks' },
    items(node, rendering, (item) =>
      h('input', {
        type: 'checkbox',
        class: 'check',
        checked: item.data?.checked === true,
        disabled: true,
        'aria-label': item.data?.checked === true ? rendering.messages.checked : rendering.messages.unchecked,
      }),
    ),
  );

export const quote = (node: Block, rendering: Rendering): Child =>
  h('blockquote', null, rendering.blocks(node.nodes));

export const divider = (): Child => h('hr', null);

export const math = (node: Block, rendering: Rendering): Child =>
  formula(textIn(node.data, 'formula') ?? '', true, rendering);

/** Renders a link block with the title of its target. */
export function contentRef(node: Block, rendering: Rendering): Child {
  const target = targetOf(node.data?.ref, rendering);
  const body = fragmentOf(node, 'body');
  if (!target) return body && rendering.blocks(body.nodes);
  const words = body && nodeText(body).trim();
  return h(
    'a',
    { ...linkAttributes(target.href, rendering), class: 'tile' },
    h(
      'span',
      { class: 'tile-icon' },
      target.emoji ? emojiOf(target.emoji) : (namedIcon(target.icon) ?? icon('file')),
    ),
    h(
      'span',
      { class: 'tile-text' },
      h('span', { class: 'tile-title' }, titleOf(target, words)),
      target.description && h('span', { class: 'tile-more' }, target.description),
    ),
    icon('arrow-right', 'tile-end'),
  );
}
