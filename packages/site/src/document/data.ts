import {
  type Block,
  type ContentRef,
  type Data,
  type Fragment,
  type Inline,
  isRecord,
  type Node,
} from '@lectern/document';

/** A value where it is an object; an empty one else. */
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** A field of a node's data where it is a text that says something. */
export function textIn(data: Data | undefined, name: string): string | undefined {
  const value = data?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A reference where a value is one. */
export const refOf = (value: unknown): ContentRef | undefined =>
  typeof objectOf(value).kind === 'string' ? (value as ContentRef) : undefined;

/** The blocks in a node, and nothing else that may have got there. */
export const blocksIn = (node: Block | Fragment | undefined): readonly Block[] =>
  ((node?.nodes ?? []) as readonly Node[]).filter((child): child is Block => child?.object === 'block');

/** The part of a node with a name; older documents name it by its type. */
export const partOf = (node: Block | Inline, name: string): Fragment | undefined =>
  node.fragments?.find((part) => part.fragment === name || part.type === name);

/** A length as the attribute of an element: in pixels or per cent. */
export function lengthOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return String(Math.round(value));
  const { value: amount, unit } = objectOf(value);
  return typeof amount === 'number' && amount > 0 && amount <= 100 && unit === '%'
    ? `${Math.round(amount)}%`
    : undefined;
}

/** The words of a node, without what stands beside them. */
export const wordsOf = (node: Node | Fragment): string =>
  node.object === 'text'
    ? node.leaves.map((leaf) => leaf.text).join('')
    : ((node.nodes ?? []) as readonly Node[]).map(wordsOf).join('');

/** The colours that writers can choose, as the theme has them. */
const palette: Readonly<Record<string, string>> = {
  green: 'green',
  blue: 'blue',
  red: 'red',
  orange: 'orange',
  yellow: 'yellow',
  purple: 'purple',
  pink: 'purple',
  violet: 'purple',
  cyan: 'blue',
  $primary: 'primary',
  $tint: 'primary',
  $info: 'blue',
  $success: 'green',
  $warning: 'orange',
  $danger: 'red',
};

/** A colour that writers can choose, as the theme names it. */
export const colorOf = (color: unknown): string | undefined =>
  typeof color === 'string' && Object.hasOwn(palette, color) ? palette[color] : undefined;

/** The class of a colour that writers can choose. */
export function colorClass(prefix: 'color' | 'fill', color: unknown): string | undefined {
  const known = colorOf(color);
  return known && `${prefix}-${known}`;
}

/** The characters of an emoji's code such as `1f680`; a text that is no code stands for itself. */
export function emojiOf(code: string): string {
  if (!/^[0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*$/i.test(code)) return code.length <= 16 ? code : '';
  const points = code.split('-').map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : '';
}
