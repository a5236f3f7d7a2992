import { stableRefs } from '@lectern/document';
import type { ResolveAddress } from '../html/sanitize.ts';
import type { Rendering } from './context.ts';
import { targetOf } from './link-targets.ts';
import { sourceOf } from './pictures.ts';

/** Resolves the addresses of raw HTML to pages and files. */
export const resolveAddress =
  (rendering: Rendering): ResolveAddress =>
  (url, attribute) => {
    const isLink = attribute === 'href';
    const ref = stableRefs.parse(url, isLink ? 'link' : 'image');
    return (isLink ? targetOf(ref, rendering) : sourceOf(ref, rendering))?.href;
  };
