import type { Block, Data } from '../document.ts';
import { voidBlock } from './block-nodes.ts';
import type { Context } from './context.ts';
import { pictureParts, take } from './elements.ts';
import type { Syntax } from './syntax.ts';

/** A drawing, which is an image with a class in HTML. */
export function drawingOf(node: Syntax, context: Context): Block | undefined {
  if (node.name !== 'img') return undefined;
  const { own, rest } = take(node.attributes!, ['src', 'alt', 'class']);
  if (own.class !== drawingClass) return undefined;
  return voidBlock('drawing', {
    ...(own.src === undefined ? {} : { ref: context.refs.parse(own.src, 'image') }),
    ...(own.alt ? { alt: own.alt } : {}),
    ...rest,
  });
}

/** The class of drawings. */
export const drawingClass = 'gitbook-drawing';

/** The data of an `img` or `picture` element. */
export function imageData(node: Syntax, context: Context): Data | undefined {
  if (node.name === 'picture') {
    const parts = pictureParts(node);
    const data = parts && imageData(parts.image, context);
    if (!data) return undefined;
    const { ref, ...more } = data;
    return { ref, refDark: context.refs.parse(parts.dark, 'image'), ...more };
  }
  if (node.name !== 'img') return undefined;
  const { own, rest } = take(node.attributes!, ['src', 'alt']);
  if (own.src === undefined) return undefined;
  return { ref: context.refs.parse(own.src, 'image'), ...(own.alt ? { alt: own.alt } : {}), ...rest };
}
