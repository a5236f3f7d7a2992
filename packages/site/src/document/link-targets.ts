import type { ContentRef } from '@lectern/document';
import type { Attributes } from '../html/html.ts';
import { isAbsolute, isRelativePath, safeUrl } from '../html/url.ts';
import type { LinkTarget, Rendering } from './context.ts';
import { refOf } from './data.ts';

/** The attributes of a link; links to other hosts may open in a new tab. */
export function linkAttributes(href: string, rendering: Rendering): Attributes {
  if (!isAbsolute(href)) return { href };
  const opensNewTab = rendering.context.externalLinks === 'blank';
  return { href, rel: 'noopener', ...(opensNewTab ? { target: '_blank' } : {}) };
}

const linkToFile = (ref: ContentRef, { context }: Rendering): LinkTarget | undefined => {
  const file = context.fileOf(ref);
  return file && { href: file.href, title: file.name };
};

/** The target of a reference, if its URL is safe. */
export function targetOf(value: unknown, rendering: Rendering) {
  const ref = refOf(value);
  if (!ref || (ref.kind === 'url' && isRelativePath(String(ref.url)))) return undefined;
  const target = ref.kind === 'file' ? linkToFile(ref, rendering) : rendering.context.hrefOf(ref);
  return target && safeUrl(target.href) !== undefined ? target : undefined;
}
