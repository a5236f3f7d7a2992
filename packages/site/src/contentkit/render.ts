import { codeFigure } from '../document/code.ts';
import { renderHint } from '../document/containers.ts';
import type { Rendering } from '../document/context.ts';
import { objectOf, textIn } from '../document/data.ts';
import { linkAttributes } from '../document/link-targets.ts';
import { type Child, classes, h } from '../html/html.ts';
import { namedIcon } from '../html/named-icons.ts';
import { hostOf, safeUrl } from '../html/url.ts';
import { actionAttributes, controlRenderers, customActionOf, field } from './controls.ts';
import {
  boundValue,
  type ComponentOutput,
  childrenOf,
  type Element,
  frameSource,
  type IntegrationBlock,
  MAX_ELEMENT_DEPTH,
} from './elements.ts';

/** The context of an element. */
interface ElementContext {
  readonly block: ComponentOutput;
  readonly rendering: Rendering;
  readonly depth: number;
}

type ElementRenderer = (element: Element, kit: ElementContext) => Child;

const TEXT_STYLES: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  code: 'code',
  strikethrough: 's',
};
// The aspect ratios of frames and images, and the suffixes of their CSS classes.
const ASPECT_RATIOS = [3, 2, 16 / 9, 4 / 3, 1, 3 / 4] as const;
const ASPECT_RATIO_NAMES = ['wide', 'double', 'film', 'screen', 'square', 'tall'] as const;
const MAX_MESSAGE_LENGTH = 100_000;

const renderElements = (nodes: readonly unknown[], kit: ElementContext): Child =>
  nodes.map((node) => renderElement(node, kit));
const renderChildren: ElementRenderer = (element, kit) => renderElements(childrenOf(element), kit);

const aspectRatioClass = ({ aspectRatio }: Element): string => {
  const ratio = typeof aspectRatio === 'number' && aspectRatio > 0 ? aspectRatio : 16 / 9;
  const distances = ASPECT_RATIOS.map((shape) => Math.abs(Math.log(shape / ratio)));
  return `kit-${ASPECT_RATIO_NAMES[distances.indexOf(Math.min(...distances))]}`;
};

/** The URL of a link target, which is a text, or host, path and query. */
const urlOf = (target: unknown): string | undefined => {
  const { host, pathname, query } = objectOf(target);
  const text =
    typeof target === 'string'
      ? target
      : typeof host === 'string'
        ? `https://${host}${typeof pathname === 'string' ? pathname : ''}${typeof query === 'object' && query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''}`
        : '';
  return /^(?:https?|mailto):/i.test(text) ? safeUrl(text) : undefined;
};

const stack =
  (name: string): ElementRenderer =>
  (element, kit) =>
    h(
      'div',
      {
        class: classes(
          name,
          ['start', 'center', 'end'].includes(String(element.align)) && `kit-${element.align}`,
          typeof element.grow === 'number' && element.grow > 0 && 'kit-grow',
        ),
      },
      renderChildren(element, kit),
    );

const link: ElementRenderer = (element, kit) => {
  const href = urlOf(objectOf(element.target).url);
  const content = renderChildren(element, kit);
  return href === undefined ? content : h('a', linkAttributes(href, kit.rendering), content);
};

/** The URL that a press opens. */
const urlOfPress = (onPress: unknown): string | undefined => {
  const { action, url } = objectOf(onPress);
  return action === '@ui.url.open' ? urlOf(url) : undefined;
};

const button: ElementRenderer = (element, { rendering, block }) => {
  const kind = element.style === 'primary' ? 'button-primary' : 'button-secondary';
  const label = [
    namedIcon(element.icon),
    h('span', null, textIn(element, 'label') ?? textIn(element, 'tooltip') ?? ''),
  ];
  const isDisabled = element.disabled === true;
  const href = isDisabled ? undefined : urlOfPress(element.onPress);
  if (href !== undefined)
    return h('a', { ...linkAttributes(href, rendering), class: `button ${kind}` }, label);
  const action = isDisabled || !block.interaction ? undefined : customActionOf(element.onPress);
  return h(
    'button',
    {
      type: 'button',
      class: `button ${kind}`,
      ...(action ? actionAttributes(action, element.confirm) : { disabled: true }),
    },
    label,
  );
};

const image: ElementRenderer = (element) => {
  const src = urlOf(objectOf(element.source).url);
  return (
    src !== undefined &&
    h('img', {
      src,
      alt: '',
      loading: 'lazy',
      class: classes('kit-image', element.aspectRatio !== undefined && aspectRatioClass(element)),
    })
  );
};

const buttonsOf = ({ buttons }: Element, kit: ElementContext): Child =>
  Array.isArray(buttons) &&
  buttons.length > 0 &&
  h('div', { class: 'kit-row' }, renderElements(buttons, kit));

/** The title of a card, which opens or runs what a press on the card does. */
const cardTitle = (title: string, { onPress, confirm }: Element, kit: ElementContext): Child => {
  const href = urlOfPress(onPress);
  if (href !== undefined) return h('a', linkAttributes(href, kit.rendering), title);
  const action = kit.block.interaction && customActionOf(onPress);
  if (action === undefined) return title;
  return h('button', { type: 'button', class: 'kit-press', ...actionAttributes(action, confirm) }, title);
};

const card: ElementRenderer = (element, kit) => {
  const title = textIn(element, 'title');
  const { hint, icon } = element;
  return h(
    'div',
    { class: 'kit-card' },
    (title !== undefined || hint !== undefined) &&
      h(
        'div',
        { class: 'kit-row' },
        typeof icon === 'string'
          ? namedIcon(icon)
          : icon !== undefined && h('span', { class: 'kit-icon' }, renderElement(icon, kit)),
        h(
          'div',
          { class: 'kit-grow' },
          title !== undefined && h('strong', null, cardTitle(title, element, kit)),
          hint !== undefined &&
            h(
              'div',
              { class: 'kit-hint' },
              Array.isArray(hint) ? renderElements(hint, kit) : renderElement(hint, kit),
            ),
        ),
      ),
    h('div', { class: 'kit-column' }, renderChildren(element, kit)),
    buttonsOf(element, kit),
  );
};

const webframe: ElementRenderer = (element, kit) => {
  const { endpoint, state } = kit.block;
  const src = frameSource(element, endpoint);
  if (src === undefined) return false;
  const data = Object.entries(objectOf(element.data)).map(([name, value]) => [
    name,
    boundValue(value, state),
  ]);
  const message = JSON.stringify(Object.fromEntries(data));
  return h(
    'figure',
    { class: 'kit-column' },
    h('iframe', {
      src,
      title: hostOf(src) ?? '',
      class: classes('kit-frame', aspectRatioClass(element)),
      loading: 'lazy',
      referrerpolicy: 'no-referrer',
      // No allow-same-origin: the frame gets an opaque origin.
      sandbox: 'allow-scripts allow-forms allow-popups',
      'data-webframe': message.length <= MAX_MESSAGE_LENGTH ? message : '{}',
    }),
    buttonsOf(element, kit),
  );
};

const codeblock: ElementRenderer = (element, kit) => {
  const source = boundValue(element.content, kit.block.state);
  const renderAll = (part: unknown) => Array.isArray(part) && renderElements(part, kit);
  return [
    renderAll(element.header),
    codeFigure(
      {
        source: typeof source === 'string' ? source : '',
        syntax: textIn(element, 'syntax'),
        lineNumbers: element.lineNumbers === true || typeof element.lineNumbers === 'number',
      },
      kit.rendering,
    ),
    renderAll(element.footer),
    buttonsOf(element, kit),
  ];
};

/** The renderer of each element type; other types render their children. */
const elementRenderers: Readonly<Record<string, ElementRenderer>> = {
  vstack: stack('kit-column'),
  hstack: stack('kit-row'),
  box: stack('kit-box'),
  text: (element, kit) => {
    const style = String(element.style);
    return h(
      Object.hasOwn(TEXT_STYLES, style) ? TEXT_STYLES[style]! : 'span',
      null,
      renderChildren(element, kit),
    );
  },
  heading: (element, kit) =>
    h('p', { class: 'kit-heading' }, h('strong', null, renderChildren(element, kit))),
  markdown: (element, { block, rendering }) =>
    h('div', { class: 'flow' }, rendering.markdown(boundValue(element.content, block.state))),
  image,
  link,
  button,
  card,
  codeblock,
  webframe,
  ...Object.fromEntries(
    Object.entries(controlRenderers).map(([type, control]) => [
      type,
      (element: Element, { block }: ElementContext) => control(element, block, undefined),
    ]),
  ),
  input: (element, kit) => field(element, kit.block, (node) => renderElement(node, kit)),
  divider: () => h('hr', null),
  hint: (element, kit) =>
    renderHint(element.style, undefined, h('p', null, renderChildren(element, kit)), kit.rendering),
};

function renderElement(node: unknown, kit: ElementContext): Child {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (kit.depth > MAX_ELEMENT_DEPTH) return false;
  const element = objectOf(node);
  const deeper = { ...kit, depth: kit.depth + 1 };
  const type = String(element.type);
  if (element.$state !== undefined) {
    const value = boundValue(element, kit.block.state);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : false;
  }
  return (Object.hasOwn(elementRenderers, type) ? elementRenderers[type]! : renderChildren)(element, deeper);
}

/** Whether readers can act on a block. */
export const isInteractive = ({ element }: ComponentOutput): boolean => {
  const visit = (node: unknown, depth: number): boolean => {
    if (typeof node !== 'object' || node === null || depth > MAX_ELEMENT_DEPTH) return false;
    const { type, onPress } = node as Element;
    const isControl = typeof type === 'string' && Object.hasOwn(controlRenderers, type);
    return (
      isControl ||
      customActionOf(onPress) !== undefined ||
      Object.values(node).some((part) => visit(part, depth + 1))
    );
  };
  return visit(element, 0);
};

/** Renders an integration block, or a message if it failed. */
export const integrationBlock = (block: IntegrationBlock | undefined, rendering: Rendering): Child => {
  if (block === undefined) return false;
  if (block === 'failed')
    return h('p', { class: 'kit-failed', role: 'note' }, rendering.messages.blockFailed);
  const { interaction, state } = block;
  return h(
    'div',
    {
      class: 'kit kit-column',
      ...(interaction &&
        isInteractive(block) && {
          tabindex: -1,
          'aria-live': 'polite',
          'data-post': interaction.url,
          'data-block': interaction.id,
          'data-state': JSON.stringify(state),
          'data-failed': rendering.messages.blockFailed,
        }),
    },
    renderElement(block.element, { block, rendering, depth: 0 }),
  );
};
