import {
  type Block,
  type ContentRef,
  type Data,
  type Fragment,
  type Inline,
  isRecord,
  type Node,
} from '@lectern/document';

/** The value if it is an object, else an empty object. */
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** A field of an object if it is a non-empty string. */
export function textIn(data: Data | undefined, name: string): string | undefined {
  const value = data?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value if it is a content reference. */
export const refOf = (value: unknown): ContentRef | undefined =>
  typeof objectOf(value).kind === 'string' ? (value as ContentRef) : undefined;

/** The child blocks of a node. */
export const blocksIn = (node: Block | Fragment | undefined): readonly Block[] =>
  ((node?.nodes ?? []) as readonly Node[]).filter((child): child is Block => child?.object === 'block');

/** A fragment of a node by name; older documents have its name as type. */
export const fragmentOf = (node: Block | Inline, name: string): Fragment | undefined =>
  node.fragments?.find((part) => part.fragment === name || part.type === name);

/** A length as the value of an HTML attribute, in pixels or percent. */
export function lengthOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return String(Math.round(value));
  const { value: amount, unit } = objectOf(value);
  return typeof amount === 'number' && amount > 0 && amount <= 100 && unit === '%'
    ? `${Math.round(amount)}%`
    : undefined;
}

/** The text of a node, without its fragments. */
export const nodeText = (node: Node | Fragment): string =>
  node.object === 'text'
    ? node.leaves.map((leaf) => leaf.text).join('')
    : ((node.nodes ?? []) as readonly Node[]).map(nodeText).join('');

/** The colors of content, mapped to those of the theme. */
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

/** The theme color of a color in content. */
export const colorOf = (color: unknown): string | undefined =>
  typeof color === 'string' && Object.hasOwn(palette, color) ? palette[color] : undefined;

/** The CSS class of a color in content. */
export function colorClass(prefix: 'color' | 'fill', color: unknown): string | undefined {
  const known = colorOf(color);
  return known && `${prefix}-${known}`;
}

/** Converts an emoji code such as `1f680` to characters; other text is returned unchanged. */
export function emojiOf(code: string): string {
  if (!/^[0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*$/i.test(code)) return code.length <= 16 ? code : '';
  const points = code.split('-').map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : '';
}
