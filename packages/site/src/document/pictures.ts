import { type Block, decodeUri } from '@lectern/document';
import { type Attributes, type Child, classes, h, join } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { isRelativePath, safeUrl } from '../html/url.ts';
import type { FileTarget, Rendering } from './context.ts';
import { blocksIn, fragmentOf, lengthOf, refOf, textIn } from './data.ts';
import { linkAttributes, targetOf } from './link-targets.ts';

/** The file of a reference, which may be a URL. */
export function sourceOf(value: unknown, rendering: Rendering): FileTarget | undefined {
  const ref = refOf(value);
  if (!ref) return undefined;
  const file =
    rendering.context.fileOf(ref) ??
    (ref.kind === 'url' && !isRelativePath(String(ref.url))
      ? { href: String(ref.url), name: '' }
      : undefined);
  return file && safeUrl(file.href) ? file : undefined;
}

/** Renders an image, with another one for the dark mode. */
export function lightAndDarkImage(
  light: FileTarget,
  dark: FileTarget | undefined,
  attributes: Attributes,
): Child {
  const one = (file: FileTarget, theme?: string): Child =>
    h('img', {
      ...attributes,
      src: file.href,
      class: classes(attributes.class as string | undefined, theme),
      loading: 'lazy',
      decoding: 'async',
    });
  return dark ? join(one(light, 'when-light'), one(dark, 'when-dark')) : one(light);
}

const caption = (node: Block, rendering: Rendering): Child => {
  const part = fragmentOf(node, 'caption');
  const words = part && rendering.blocks(part.nodes);
  return words && words.toString() !== '' && h('figcaption', null, words);
};

/** Renders an image as a link to its target, or to itself, which opens it enlarged. */
function figure(node: Block, rendering: Rendering): Child {
  const source = sourceOf(node.data?.ref, rendering);
  const alt = textIn(node.data, 'alt');
  if (!source) return alt && h('p', { class: 'missing' }, alt);
  const dark = sourceOf(node.data?.refDark, rendering);
  const width = lengthOf(node.data?.width);
  const isPercentage = width?.endsWith('%');
  // With both dimensions, browsers reserve the space before the image is loaded.
  const isSized = width !== undefined && /^\d+$/.test(width) && source.width && source.height;
  const height = isSized ? Math.round((Number(width) * source.height!) / source.width!) : undefined;
  const image = lightAndDarkImage(source, dark, {
    alt: alt ?? '',
    width: width ?? source.width,
    height: width === undefined ? source.height : (lengthOf(node.data?.height) ?? height),
  });
  const target = targetOf(node.data?.link, rendering);
  return h(
    'figure',
    { class: classes('image', isPercentage && 'share') },
    target
      ? h(
          'a',
          {
            ...linkAttributes(target.href, rendering),
            class: 'image-link',
            'aria-label': alt ? undefined : target.title || target.href,
          },
          image,
        )
      : h(
          'a',
          { class: 'zoom', href: source.href, 'aria-label': alt ? undefined : rendering.messages.enlarge },
          image,
        ),
    caption(node, rendering),
  );
}

/** Renders a group of images, side by side. */
export function images(node: Block, rendering: Rendering): Child {
  const { align, fullWidth, withFrame } = node.data ?? {};
  const list = blocksIn(node);
  const figures = list.map((image) => image?.type === 'image' && figure(image, rendering)).filter(Boolean);
  // Images that are not chosen yet leave no empty frame.
  if (figures.length === 0) return false;
  const aligned = align === 'left' || align === 'right' || align === 'center' ? `align-${align}` : undefined;
  return h(
    'div',
    {
      class: classes(
        'images',
        list.length > 1 && 'gallery',
        aligned,
        fullWidth === true && 'full',
        withFrame === true && 'framed',
      ),
    },
    figures,
  );
}

/** Renders a drawing. */
export const drawing = (node: Block, rendering: Rendering): Child =>
  node.data?.ref !== undefined && h('div', { class: 'images' }, figure(node, rendering));

const units = ['B', 'KB', 'MB', 'GB'];

/** A number of bytes as text, such as `1.5 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0);
  const value = bytes / 1000 ** power;
  return `${value >= 10 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** Renders a file download. */
export function file(node: Block, rendering: Rendering): Child {
  const source = sourceOf(node.data?.ref, rendering);
  if (!source) return false;
  const name = source.name || decodeName(source.href);
  return h(
    'figure',
    { class: 'file' },
    h(
      'a',
      { class: 'tile', href: source.href, download: true },
      h('span', { class: 'tile-icon' }, icon('file')),
      h(
        'span',
        { class: 'tile-text' },
        h('span', { class: 'tile-title' }, name),
        source.size !== undefined && h('span', { class: 'tile-more' }, formatBytes(source.size)),
      ),
      icon('download', 'tile-end'),
    ),
    caption(node, rendering),
  );
}

/** The file name in a URL. */
function decodeName(href: string): string {
  const last = href.split(/[?#]/, 1)[0]!.split('/').at(-1) ?? '';
  return decodeUri(last) || href;
}

export { caption };
