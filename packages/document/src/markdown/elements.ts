import type { Inline, Mark } from '../document.ts';
import type { MarkType } from '../node-types.ts';
import type { Context } from './context.ts';
import { annotate, linkInline, voidInline } from './inline-nodes.ts';
import { type LineNode, lineText } from './line.ts';
import type { Syntax } from './syntax.ts';
import { isOneTag } from './tags.ts';

type Attributes = Readonly<Record<string, string>>;

const plain = (type: MarkType): Mark => ({ object: 'mark', type });

/** Elements without attributes that are marks. */
const markNames: Readonly<Record<string, Mark>> = {
  strong: plain('bold'),
  b: plain('bold'),
  em: plain('italic'),
  i: plain('italic'),
  s: plain('strikethrough'),
  del: plain('strikethrough'),
  strike: plain('strikethrough'),
  kbd: plain('keyboard'),
  sup: plain('superscript'),
  sub: plain('subscript'),
  code: plain('code'),
};

const color =
  /^(?:default|green|blue|red|orange|yellow|purple|pink|violet|cyan|\$(?:primary|info|success|warning|danger|tint))$/;

/** The colors of a style; undefined if it has other rules. */
function colors(style: string): { text: string; background: string } | undefined {
  const result = { text: 'default', background: 'default' };
  for (const rule of style.split(';')) {
    if (rule.trim() === '') continue;
    const [name, value, more] = rule.split(':').map((part) => part.trim());
    if (more !== undefined || value === undefined || !color.test(value)) return undefined;
    if (name === 'color') result.text = value;
    else if (name === 'background-color') result.background = value;
    else return undefined;
  }
  return result;
}

/** The mark of an element, if it has one. */
export function elementMark(node: Syntax): Mark | undefined {
  const attributes = node.attributes!;
  const names = Object.keys(attributes);
  if (node.name === 'mark') {
    if (names.length === 0)
      return { object: 'mark', type: 'color', data: { text: 'default', background: 'yellow' } };
    const data = names.length === 1 ? colors(attributes.style ?? '-') : undefined;
    return data && (data.text !== 'default' || data.background !== 'default')
      ? { object: 'mark', type: 'color', data }
      : undefined;
  }
  return names.length === 0 && Object.hasOwn(markNames, node.name!) ? markNames[node.name!] : undefined;
}

/** Splits attributes into the named ones and the rest. */
export function take<Name extends string>(
  attributes: Attributes,
  names: readonly Name[],
): { own: Partial<Record<Name, string>>; rest: { attributes?: Attributes } } {
  const own: Partial<Record<Name, string>> = {};
  const rest: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (names.includes(name as Name)) own[name as Name] = value;
    else rest[name] = value;
  }
  return { own, rest: Object.keys(rest).length > 0 ? { attributes: rest } : {} };
}

/** Adds the inline of an element to the line; returns whether it has one. */
export function elementInline(
  node: Syntax,
  active: readonly Mark[],
  context: Context,
  out: LineNode[],
  content: Content,
): boolean {
  const make = Object.hasOwn(makers, node.name!) ? makers[node.name!] : undefined;
  if (node.name === 'a' && node.attributes!['data-footnote-ref'] !== undefined) {
    const identifier = /^#user-content-fn-(.+)$/.exec(node.attributes!.href ?? '')?.[1];
    if (identifier === undefined || Object.keys(node.attributes!).length > 2) return false;
    annotate(identifier, identifier, active, context, out, content());
    return true;
  }
  const inline = make?.(node, context, content);
  if (inline === undefined) return false;
  out.push(inline);
  return true;
}

/** Parses the content of an element, with the marks around it or others. */
type Content = (marks?: readonly Mark[]) => LineNode[];

type Maker = (node: Syntax, context: Context, content: Content) => Inline | undefined;

const makers: Readonly<Record<string, Maker>> = {
  a: anchor,
  button,
  img: image,
  picture,
  i: icon,
  span,
  code: expression,
};

function anchor(node: Syntax, context: Context, content: Content): Inline | undefined {
  const attributes = node.attributes!;
  const classes = (attributes.class ?? '').split(/\s+/);
  if (classes.includes('button')) return button(node, context, content);
  if (attributes['data-mention'] !== undefined) {
    const { own, rest } = take(attributes, ['href', 'data-mention']);
    if (rest.attributes || own.href === undefined) return undefined;
    const name = lineText(content());
    const label = name === '' || name === own.href ? {} : { label: name };
    return voidInline('mention', { ref: context.refs.parse(own.href, 'mention'), ...label });
  }
  const id = attributes.id ?? attributes.name;
  if (id && node.children!.length === 0) {
    const { own, rest } = take(attributes, ['id', 'name', 'href']);
    const isPlain = !rest.attributes && (own.href === undefined || own.href === `#${id}`);
    return isPlain && (own.name ?? id) === id ? voidInline('anchor', { id }) : undefined;
  }
  // A link in a link would be text at the next reading.
  if (attributes.href === undefined || context.isInLink) return undefined;
  const nodes = content();
  if (nodes.some((inner) => inner.object === 'inline' && inner.type === 'link')) return undefined;
  const { own, rest } = take(attributes, ['href', 'title']);
  const title = own.title ? { title: own.title } : {};
  return linkInline({ ref: context.refs.parse(own.href!, 'link'), ...title, ...rest }, nodes);
}

const buttonKinds = ['primary', 'secondary'];
const buttonSizes = ['small', 'medium', 'large'];

function button(node: Syntax, context: Context, content: Content): Inline | undefined {
  const { own, rest } = take(node.attributes!, [
    'href',
    'class',
    'data-icon',
    'type',
    'data-action',
    'data-query',
    'data-slug',
  ]);
  const classes = (own.class ?? '').split(/\s+/).filter((name) => name !== '' && name !== 'button');
  const kind = classes.find((name) => buttonKinds.includes(name));
  const size = classes.find((name) => buttonSizes.includes(name));
  const isPlain = classes.length === Number(kind !== undefined) + Number(size !== undefined);
  if (kind === undefined || !isPlain) return undefined;
  if (
    node.name === 'button' &&
    (own.type !== 'button' || own['data-action'] === undefined || own.href !== undefined)
  )
    return undefined;
  if (
    node.name === 'a' &&
    (own.type ?? own['data-action'] ?? own['data-query'] ?? own['data-slug']) !== undefined
  )
    return undefined;
  // Marks around a button do not apply to its label.
  const nodes = content([]);
  const isText = nodes.every(
    (inner) => inner.object === 'text' && inner.leaves.every((leaf) => leaf.marks.length === 0),
  );
  if (!isText) return undefined;
  const target =
    node.name === 'button'
      ? {
          action: {
            action: own['data-action'],
            ...(own['data-query'] === undefined ? {} : { query: own['data-query'] }),
            ...(own['data-slug'] === undefined ? {} : { slug: own['data-slug'] }),
          },
        }
      : own.href === undefined
        ? {}
        : { ref: context.refs.parse(own.href, 'link') };
  return voidInline('button', {
    label: lineText(nodes).trim(),
    kind,
    ...(size === undefined ? {} : { size }),
    ...(own['data-icon'] === undefined ? {} : { icon: own['data-icon'] }),
    ...target,
    ...rest,
  });
}

function image(node: Syntax, context: Context): Inline | undefined {
  const { own, rest } = take(node.attributes!, ['src', 'alt', 'data-size', 'title']);
  if (own.src === undefined) return undefined;
  const size = own['data-size'];
  if (size !== undefined && size !== 'line' && size !== 'original') return undefined;
  return voidInline('inline-image', {
    ref: context.refs.parse(own.src, 'image'),
    ...(own.alt ? { alt: own.alt } : {}),
    ...(size === undefined ? {} : { size }),
    ...(own.title ? { caption: own.title } : {}),
    ...rest,
  });
}

/** The dark source and the image of a picture; undefined if it has other content. */
export function pictureParts(node: Syntax): { dark: string; image: Syntax } | undefined {
  const parts = node.children!.filter((child) => child.type !== 'text' || child.value!.trim() !== '');
  const [source, image] = parts;
  if (parts.length !== 2 || source!.name !== 'source' || image!.name !== 'img') return undefined;
  const { own, rest } = take(source!.attributes!, ['srcset', 'media']);
  if (rest.attributes || own.srcset === undefined || Object.keys(node.attributes!).length > 0)
    return undefined;
  return own.media?.replace(/\s/g, '') === '(prefers-color-scheme:dark)'
    ? { dark: own.srcset, image: image! }
    : undefined;
}

function picture(node: Syntax, context: Context): Inline | undefined {
  const parts = pictureParts(node);
  const light = parts && image(parts.image, context);
  if (!light) return undefined;
  const { ref, ...data } = light.data!;
  return { ...light, data: { ref, refDark: context.refs.parse(parts.dark, 'image'), ...data } };
}

function icon(node: Syntax): Inline | undefined {
  const { own, rest } = take(node.attributes!, ['class', 'style']);
  const name = /^fa-([a-z0-9-]+)$/.exec(own.class ?? '')?.[1];
  const content = node
    .children!.map((child) => (child.type === 'emoji' ? `:${child.value}:` : child.value))
    .join('');
  if (name === undefined || rest.attributes || (content !== '' && content !== `:${name}:`)) return undefined;
  const style = own.style === undefined ? undefined : colors(own.style);
  if (own.style !== undefined && (style?.background !== 'default' || style.text === 'default'))
    return undefined;
  return voidInline('icon', { icon: name, ...(style ? { color: style.text } : {}) });
}

/** The inline of a span: an emoji, or a formula or tag inside HTML. */
function span(node: Syntax): Inline | undefined {
  const { own, rest } = take(node.attributes!, ['data-gb-custom-inline', 'data-tag', 'class']);
  if (own['data-gb-custom-inline'] !== undefined && own['data-tag'] === 'tag' && !rest.attributes) {
    const source = node.children!.map((child) => child.value ?? '').join('');
    return isOneTag(source) ? voidInline('tag', { source }) : undefined;
  }
  const isMath =
    (own['data-gb-custom-inline'] !== undefined && own['data-tag'] === 'math') || own.class === 'math';
  if (!isMath) return emoji(node);
  const formula = node.children!.map((child) => (child.type === 'text' ? child.value : '$')).join('');
  return rest.attributes || formula === '' || /[$\n]/.test(formula)
    ? undefined
    : voidInline('inline-math', { formula });
}

function emoji(node: Syntax): Inline | undefined {
  const { own, rest } = take(node.attributes!, ['data-gb-custom-inline', 'data-tag', 'data-code']);
  const code = own['data-code'];
  const isPlain =
    own['data-gb-custom-inline'] !== undefined && own['data-tag'] === 'emoji' && !rest.attributes;
  if (!isPlain || code === undefined || !/^[0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*$/.test(code)) return undefined;
  // Its content must be the emoji, not words.
  return /[A-Za-z]/.test(node.children!.map((child) => child.value ?? 'x').join(''))
    ? undefined
    : voidInline('emoji', { code });
}

function expression(node: Syntax): Inline | undefined {
  const { own, rest } = take(node.attributes!, ['class']);
  if (own.class !== 'expression' || rest.attributes || node.children!.some((child) => child.type !== 'text'))
    return undefined;
  const source = node
    .children!.map((child) => child.value)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  return voidInline('expression', { expression: source });
}
