import { codeFigure } from '../document/code.ts';
import { remark } from '../document/containers.ts';
import type { Rendering } from '../document/context.ts';
import { objectOf, textIn } from '../document/data.ts';
import { linkAttributes } from '../document/inlines.ts';
import { type Child, classes, h } from '../html/html.ts';
import { namedIcon } from '../html/icons.ts';
import { hostOf, safeUrl } from '../html/url.ts';
import {
  boundValue,
  childrenOf,
  DEEPEST_ELEMENT,
  type Element,
  frameSource,
  type IntegrationBlock,
  type ShownBlock,
} from './elements.ts';

/** What goes along while one block is rendered. */
interface Kit {
  readonly block: ShownBlock;
  readonly rendering: Rendering;
  readonly depth: number;
}

type Maker = (element: Element, kit: Kit) => Child;

const TEXT_STYLES: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  code: 'code',
  strikethrough: 's',
};
// The shapes that frames and pictures may have, as the style sheet knows them.
const SHAPES = [3, 2, 16 / 9, 4 / 3, 1, 3 / 4] as const;
const SHAPE_NAMES = ['wide', 'double', 'film', 'screen', 'square', 'tall'] as const;
const MOST_DATA = 100_000;

const showEach = (nodes: readonly unknown[], kit: Kit): Child => nodes.map((node) => show(node, kit));
const inner: Maker = (element, kit) => showEach(childrenOf(element), kit);

const shapeOf = ({ aspectRatio }: Element): string => {
  const ratio = typeof aspectRatio === 'number' && aspectRatio > 0 ? aspectRatio : 16 / 9;
  const away = SHAPES.map((shape) => Math.abs(Math.log(shape / ratio)));
  return `kit-${SHAPE_NAMES[away.indexOf(Math.min(...away))]}`;
};

/** An address of the web that a text, or host, path and query, make. */
const addressOf = (target: unknown): string | undefined => {
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
  (name: string): Maker =>
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
      inner(element, kit),
    );

const link: Maker = (element, kit) => {
  const href = addressOf(objectOf(element.target).url);
  const content = inner(element, kit);
  return href === undefined ? content : h('a', linkAttributes(href, kit.rendering), content);
};

/** Where pressing something leads; everything else that it could do takes a person who edits. */
const pressed = (onPress: unknown): string | undefined => {
  const { action, url } = objectOf(onPress);
  return action === '@ui.url.open' ? addressOf(url) : undefined;
};

const button: Maker = (element, { rendering }) => {
  const kind = element.style === 'primary' ? 'button-primary' : 'button-secondary';
  const label = [
    namedIcon(element.icon),
    h('span', null, textIn(element, 'label') ?? textIn(element, 'tooltip') ?? ''),
  ];
  const href = element.disabled === true ? undefined : pressed(element.onPress);
  return href === undefined
    ? h('button', { type: 'button', class: `button ${kind}`, disabled: true }, label)
    : h('a', { ...linkAttributes(href, rendering), class: `button ${kind}` }, label);
};

const image: Maker = (element) => {
  const src = addressOf(objectOf(element.source).url);
  return (
    src !== undefined &&
    h('img', {
      src,
      alt: '',
      loading: 'lazy',
      class: classes('kit-image', element.aspectRatio !== undefined && shapeOf(element)),
    })
  );
};

const buttonsOf = ({ buttons }: Element, kit: Kit): Child =>
  Array.isArray(buttons) && buttons.length > 0 && h('div', { class: 'kit-row' }, showEach(buttons, kit));

const card: Maker = (element, kit) => {
  const href = pressed(element.onPress);
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
          : icon !== undefined && h('span', { class: 'kit-icon' }, show(icon, kit)),
        h(
          'div',
          { class: 'kit-grow' },
          title !== undefined &&
            h(
              'strong',
              null,
              href === undefined ? title : h('a', linkAttributes(href, kit.rendering), title),
            ),
          hint !== undefined &&
            h('div', { class: 'kit-hint' }, Array.isArray(hint) ? showEach(hint, kit) : show(hint, kit)),
        ),
      ),
    h('div', { class: 'kit-column' }, inner(element, kit)),
    buttonsOf(element, kit),
  );
};

const webframe: Maker = (element, kit) => {
  const { endpoint, state } = kit.block;
  const src = frameSource(element, endpoint);
  if (src === undefined) return false;
  const data = Object.entries(objectOf(element.data)).map(([name, value]) => [
    name,
    boundValue(value, state),
  ]);
  const told = JSON.stringify(Object.fromEntries(data));
  return h(
    'figure',
    { class: 'kit-column' },
    h('iframe', {
      src,
      title: hostOf(src) ?? '',
      class: classes('kit-frame', shapeOf(element)),
      loading: 'lazy',
      referrerpolicy: 'no-referrer',
      // Without an origin: what it shows is nobody's page.
      sandbox: 'allow-scripts allow-forms allow-popups',
      'data-webframe': told.length <= MOST_DATA ? told : '{}',
    }),
    buttonsOf(element, kit),
  );
};

const codeblock: Maker = (element, kit) => {
  const source = boundValue(element.content, kit.block.state);
  const around = (part: unknown) => Array.isArray(part) && showEach(part, kit);
  return [
    around(element.header),
    codeFigure(
      {
        source: typeof source === 'string' ? source : '',
        syntax: textIn(element, 'syntax'),
        lineNumbers: element.lineNumbers === true || typeof element.lineNumbers === 'number',
      },
      kit.rendering,
    ),
    around(element.footer),
    buttonsOf(element, kit),
  ];
};

/** What each type of element becomes; others show what stands in them. */
const makers: Readonly<Record<string, Maker>> = {
  vstack: stack('kit-column'),
  hstack: stack('kit-row'),
  box: stack('kit-box'),
  text: (element, kit) => {
    const style = String(element.style);
    return h(Object.hasOwn(TEXT_STYLES, style) ? TEXT_STYLES[style]! : 'span', null, inner(element, kit));
  },
  heading: (element, kit) => h('p', { class: 'kit-heading' }, h('strong', null, inner(element, kit))),
  markdown: (element, { block, rendering }) =>
    h('div', { class: 'flow' }, rendering.markdown(boundValue(element.content, block.state))),
  image,
  link,
  button,
  card,
  codeblock,
  webframe,
  divider: () => h('hr', null),
  hint: (element, kit) => remark(element.style, undefined, h('p', null, inner(element, kit)), kit.rendering),
};

function show(node: unknown, kit: Kit): Child {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (kit.depth > DEEPEST_ELEMENT) return false;
  const element = objectOf(node);
  const deeper = { ...kit, depth: kit.depth + 1 };
  const type = String(element.type);
  if (element.$state !== undefined) {
    const value = boundValue(element, kit.block.state);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : false;
  }
  return (Object.hasOwn(makers, type) ? makers[type]! : inner)(element, deeper);
}

/** A block of an integration as a reader sees it; one that could not be shown says so. */
export const integrationBlock = (block: IntegrationBlock | undefined, rendering: Rendering): Child => {
  if (block === undefined) return false;
  if (block === 'failed')
    return h('p', { class: 'kit-failed', role: 'note' }, rendering.messages.blockFailed);
  return h('div', { class: 'kit kit-column' }, show(block.element, { block, rendering, depth: 0 }));
};
