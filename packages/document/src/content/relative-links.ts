/** Where an address that names no id leads: a path from the top of the space, '' for its first page. */
export interface LinkedPath {
  readonly path: string;
  readonly anchor?: string;
}

const isElsewhere = /^([a-z][a-z0-9+.-]*:|\/\/|#|\?|$)/i;
const byPath = /^\/pages\/+/;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The folder that a page's relative links start from: a page with pages below it is the README of its own. */
export const folderOf = (path: string, hasChildren: boolean): string =>
  hasChildren ? path : path.split('/').slice(0, -1).join('/');

/**
 * The path that a link in a page means, written as in a repository: relative to the page's folder or below `/pages/`, with
 * or without `.md`, a folder for the README in it. Undefined for addresses of other kinds and those that lead out.
 */
export const resolveRelativeLink = (address: string, folder: string): LinkedPath | undefined => {
  if (isElsewhere.test(address)) return undefined;
  const isFromTop = byPath.test(address);
  if (address.startsWith('/') && !isFromTop) return undefined;
  const [bare, anchor] = address.replace(byPath, '').split(/#(.*)/s);
  const path = isFromTop || folder === '' ? [] : folder.split('/');
  for (const segment of decoded(bare!.replace(/\?.*/s, '')).split('/')) {
    if (segment === '..' && path.pop() === undefined) return undefined;
    if (segment !== '' && segment !== '.' && segment !== '..') path.push(segment);
  }
  const meant = path
    .join('/')
    .replace(/(^|\/)README(\.md)?$/i, '')
    .replace(/\.md$/i, '');
  return { path: meant, ...(anchor && { anchor }) };
};
