import type { ContentRef, Inline, InlineType } from '@lectern/document';
import { type Child, classes, h, join } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { namedIcon } from '../html/named-icons.ts';
import { sanitizeMath } from '../html/sanitize.ts';
import type { LinkTarget, Rendering } from './context.ts';
import { colorClass, emojiOf, fragmentOf, objectOf, refOf, textIn } from './data.ts';
import { linkAttributes, targetOf } from './link-targets.ts';
import { lightAndDarkImage, sourceOf } from './pictures.ts';

type Renderer = (node: Inline, rendering: Rendering) => Child;

/** The renderer of each type of inline. */
const renderers = {
  link,
  emoji: (node) => emojiOf(textIn(node.data, 'code') ?? ''),
  icon: (node) =>
    namedIcon(node.data?.icon, classes('icon-inline', colorClass('color', node.data?.color))) ?? false,
  'inline-math': (node, rendering) => formula(textIn(node.data, 'formula') ?? '', false, rendering),
  'inline-image': image,
  mention,
  button,
  annotation,
  anchor: (node, rendering) => h('span', { id: rendering.anchor(node.data?.id), class: 'target' }),
  tag: (node) => textIn(node.data, 'source') ?? false,
  // Expressions are evaluated by the server; one that is left depends on something unknown and shows nothing.
  expression: content,
  // `renderLine` renders HTML itself, tag by tag.
  html: content,
} satisfies Record<InlineType, Renderer>;

function content(node: Inline, rendering: Rendering): Child {
  return rendering.line(node.nodes);
}

/** Renders an inline; one of a type that this version does not have shows its content. */
export function renderInline(node: Inline, rendering: Rendering): Child {
  return Object.hasOwn(renderers, node.type)
    ? renderers[node.type](node, rendering)
    : content(node, rendering);
}

function link(node: Inline, rendering: Rendering): Child {
  const content = rendering.line(node.nodes);
  const target = targetOf(node.data?.ref, rendering);
  if (!target) return content;
  const isEmpty = content.toString().trim() === '';
  return h(
    'a',
    { ...linkAttributes(target.href, rendering), title: textIn(node.data, 'title') },
    isEmpty ? target.title : content,
  );
}

/** Renders a formula, or its source if it is invalid. */
export function formula(source: string, isBlock: boolean, rendering: Rendering): Child {
  if (source.trim() === '') return false;
  const math = rendering.context.math?.(source, isBlock);
  if (math === undefined) return h('code', { class: 'math-source' }, source);
  // The tabindex makes a long formula scrollable by keyboard.
  return isBlock
    ? h('div', { class: 'math math-block', tabindex: 0 }, sanitizeMath(math))
    : h('span', { class: 'math' }, sanitizeMath(math));
}

function image(node: Inline, rendering: Rendering): Child {
  const size = node.data?.size === 'line' ? 'image-line' : 'image-inline';
  const source = sourceOf(node.data?.ref, rendering);
  if (!source) return textIn(node.data, 'alt');
  return lightAndDarkImage(source, sourceOf(node.data?.refDark, rendering), {
    alt: textIn(node.data, 'alt') ?? '',
    class: size,
    width: source.width,
    height: source.height,
  });
}

const nameOfUser = (ref: ContentRef, rendering: Rendering): string | undefined =>
  ref.kind === 'user' ? rendering.context.userOf?.(ref.user)?.name : undefined;

function mention(node: Inline, rendering: Rendering): Child {
  const ref = refOf(node.data?.ref);
  const label = textIn(node.data, 'label');
  const person = ref && nameOfUser(ref, rendering);
  if (person !== undefined) return h('span', { class: 'mention' }, `@${person}`);
  const target = targetOf(ref, rendering);
  if (!target) return label;
  return h(
    'a',
    { ...linkAttributes(target.href, rendering), class: 'mention' },
    target.emoji ? `${emojiOf(target.emoji)} ` : namedIcon(target.icon, 'icon-inline'),
    titleOf(target, label),
  );
}

/** The title of a target; its label, if the title is only the address. */
export const titleOf = ({ title, href, isAddress }: LinkTarget, label: string | undefined): string =>
  (isAddress ? label || title : title || label) || href;

function button(node: Inline, rendering: Rendering): Child {
  const data = node.data;
  const label = textIn(data, 'label') ?? '';
  const kind = data?.kind === 'secondary' ? 'button-secondary' : 'button-primary';
  const size = ['small', 'large'].includes(String(data?.size)) && `button-${data?.size}`;
  const content = [namedIcon(data?.icon), h('span', null, label)];
  const action = objectOf(data?.action);
  if (action.action === 'search' || action.action === 'ask')
    return h(
      'a',
      {
        class: classes('button', kind, size),
        href: `?q=${encodeURIComponent(textIn(action, 'query') ?? '')}`,
        'data-search-open': true,
        'data-query': textIn(action, 'query'),
      },
      content,
    );
  const target = targetOf(data?.ref, rendering);
  if (!target) return h('span', { class: classes('button', kind, size, 'button-off') }, content);
  return h('a', { ...linkAttributes(target.href, rendering), class: classes('button', kind, size) }, content);
}

/** Renders an annotated text, whose note is a popover. */
function annotation(node: Inline, rendering: Rendering): Child {
  const body = fragmentOf(node, 'annotation-body');
  const words = rendering.line(node.nodes);
  if (!body) return words;
  const id = rendering.uniqueId('note');
  const isBare = words.toString() === '';
  return join(
    h(
      'button',
      {
        type: 'button',
        class: classes('annotation', isBare && 'annotation-bare'),
        popovertarget: id,
        'aria-label': isBare ? rendering.messages.annotation : undefined,
      },
      isBare ? icon('info') : words,
    ),
    h('span', { id, popover: true, class: 'note', role: 'note' }, rendering.noteBody(body.nodes)),
  );
}
