import type { Block, Inline } from '@lectern/document';
import { blocksIn, formatBytes, fragmentOf, objectOf, textIn } from '@lectern/site';
import { linked, missing, type Rendering, targetOf } from './rendering.ts';
import {
  type Child,
  type Code,
  call,
  isEmpty,
  join,
  literal,
  Code as Made,
  name,
  points,
  words,
} from './typst.ts';

/** The width of a line in points, equal to the column of a site. */
export const LINE_WIDTH = 467;
const POINTS_PER_PIXEL = LINE_WIDTH / 760;

/** The resized picture of a reference. */
function pictureAt(ref: unknown, rendering: Rendering) {
  const target = targetOf(ref, rendering);
  return target?.picture === undefined ? undefined : rendering.pictureOf(target.picture);
}

const asImage = (file: string, alt: string | undefined, more: Readonly<Record<string, Code>> = {}): Code =>
  call('image', { ...(alt && { alt }), ...more }, new Made(literal(file)));

/** The width in points, from pixels or a percentage of the line. */
function widthOf(value: unknown, natural: number): number {
  if (typeof value === 'number' && value > 0) return value * POINTS_PER_PIXEL;
  const { value: share, unit } = objectOf(value);
  return unit === '%' && typeof share === 'number' && share > 0 && share <= 100
    ? (share / 100) * LINE_WIDTH
    : natural * POINTS_PER_PIXEL;
}

const caption = (node: Block, rendering: Rendering): Code =>
  rendering.within('small').blocks(fragmentOf(node, 'caption')?.nodes);

/** A picture with its caption, or its alternative text if it is missing. */
export function figure(node: Block, rendering: Rendering): Child {
  const alt = textIn(node.data, 'alt');
  const picture = pictureAt(node.data?.ref, rendering);
  const words = caption(node, rendering);
  if (!picture) return [missing(alt), !isEmpty(words) && call('caption', {}, words)];
  const width = widthOf(node.data?.width, picture.naturalWidth);
  const height = (width * picture.height) / picture.width;
  const shown = call(
    'picture',
    {},
    points(width),
    points(height),
    asImage(picture.file, alt, { width: name('100%') }),
  );
  const target = linked(targetOf(node.data?.link, rendering), shown, 'plain');
  return call('figure-block', {}, target, isEmpty(words) ? name('none') : words);
}

const SIDES: Readonly<Record<string, string>> = { left: 'start', right: 'end' };

/** One picture, or a gallery of several. */
export function images(node: Block, rendering: Rendering): Child {
  const shown = blocksIn(node)
    .filter(({ type }) => type === 'image')
    .map((image) => join(figure(image, rendering)))
    .filter((image) => !isEmpty(image));
  if (shown.length > 1) return call('gallery', { columns: shown.length > 4 ? 3 : 2 }, ...shown);
  const side = SIDES[String(node.data?.align)] ?? 'center';
  const [only] = shown;
  return only && call(node.data?.withFrame === true ? 'framed' : 'placed', {}, name(side), only);
}

/** An inline picture. */
export function inlinePicture(node: Inline, rendering: Rendering): Child {
  const alt = textIn(node.data, 'alt');
  const picture = pictureAt(node.data?.ref, rendering);
  if (!picture) return alt;
  const isLine = node.data?.size === 'line';
  const width = Math.min(picture.naturalWidth, 300) * POINTS_PER_PIXEL;
  return isLine
    ? call(
        'box',
        { height: name('1em'), baseline: name('0.15em') },
        asImage(picture.file, alt, { height: name('1em') }),
      )
    : call(
        'inline-picture',
        {},
        points(width),
        points((width * picture.height) / picture.width),
        asImage(picture.file, alt, { width: name('100%') }),
      );
}

/** A picture that covers its area, such as the top of a card. */
export function coverPicture(value: unknown, rendering: Rendering, height: number): Child {
  const picture = pictureAt(objectOf(value).ref ?? value, rendering);
  return (
    picture &&
    asImage(picture.file, textIn(objectOf(value), 'alt'), {
      width: name('100%'),
      height: points(height),
      fit: new Made('"cover"'),
    })
  );
}

/** A picture at most as wide as its cell. */
export function cellPicture(value: unknown, rendering: Rendering): Child {
  const picture = pictureAt(objectOf(value).ref ?? value, rendering);
  if (!picture) return missing(textIn(objectOf(value), 'alt'));
  const width = picture.naturalWidth * POINTS_PER_PIXEL;
  return call(
    'picture',
    {},
    points(width),
    points((width * picture.height) / picture.width),
    asImage(picture.file, undefined, { width: name('100%') }),
  );
}

/** A file to download. */
export function file(node: Block, rendering: Rendering): Child {
  const target = targetOf(node.data?.ref, rendering);
  if (!target) return false;
  const title = target.title ?? target.href;
  const words = caption(node, rendering);
  return [
    title !== undefined &&
      tile(title, target.size === undefined ? undefined : formatBytes(target.size), target),
    !isEmpty(words) && call('caption', {}, words),
  ];
}

/** A link block with a note. */
export const tile = (title: string, note: string | undefined, target: ReturnType<typeof targetOf>): Code =>
  linked(
    target,
    call('tile', {}, words(title), note === undefined ? name('none') : join(words(note))),
    'plain',
  );
