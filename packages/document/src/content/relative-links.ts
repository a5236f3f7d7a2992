import { decodeUri } from '../decode-uri.ts';

/** The target of a relative link: a path from the top of the space, '' for its first page. */
export interface LinkedPath {
  readonly path: string;
  readonly anchor?: string;
}

const isOther = /^([a-z][a-z0-9+.-]*:|\/\/|#|\?|$)/i;
const pagesPrefix = /^\/pages\/+/;

/** The base folder of a page's relative links: a page with children is the README of a folder. */
export const folderOf = (path: string, hasChildren: boolean): string =>
  hasChildren ? path : path.split('/').slice(0, -1).join('/');

/**
 * Resolves a link written as in a repository: relative to the page's folder or below `/pages/`, with or without `.md`; a
 * folder means its README. Undefined for other addresses and for links out of the space.
 */
export const resolveRelativeLink = (address: string, folder: string): LinkedPath | undefined => {
  if (isOther.test(address)) return undefined;
  const isFromTop = pagesPrefix.test(address);
  if (address.startsWith('/') && !isFromTop) return undefined;
  const [bare, anchor] = address.replace(pagesPrefix, '').split(/#(.*)/s);
  const path = isFromTop || folder === '' ? [] : folder.split('/');
  for (const segment of decodeUri(bare!.replace(/\?.*/s, '')).split('/')) {
    if (segment === '..' && path.pop() === undefined) return undefined;
    if (segment !== '' && segment !== '.' && segment !== '..') path.push(segment);
  }
  const target = path
    .join('/')
    .replace(/(^|\/)README(\.md)?$/i, '')
    .replace(/\.md$/i, '');
  return { path: target, ...(anchor && { anchor }) };
};
