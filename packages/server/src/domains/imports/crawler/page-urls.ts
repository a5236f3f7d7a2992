import { decodeUri } from '@lectern/document';

/** The URL of a page without its fragment; undefined if it is not an HTTP URL, or contains credentials. */
export const parsePageUrl = (text: string): URL | undefined => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  url.hash = '';
  return url;
};

const OTHER_EXTENSION = /\.(?!x?html?$|php$|aspx?$|jsp$|md$)[a-z0-9]{1,5}$/i;

/** Whether a URL looks like a page below another one. */
export const isPageBelow = (url: URL, base: URL): boolean =>
  url.origin === base.origin &&
  url.search === '' &&
  url.pathname.startsWith(folderOf(base)) &&
  (!OTHER_EXTENSION.test(url.pathname) || /\d$/.test(url.pathname));

/** The folder of a page, with a trailing slash. */
export const folderOf = ({ pathname }: URL): string => pathname.slice(0, pathname.lastIndexOf('/') + 1);

/** Whether a URL names a folder, and so stands for all pages below it. */
export const isFolder = ({ pathname }: URL): boolean => pathname.endsWith('/');

/** The canonical form of the URLs of one page: the index file of a folder is the folder. */
export const canonicalUrl = ({ href, search }: URL): string =>
  search === '' ? href.replace(/\/index\.(x?html?|php|aspx?|jsp|md)$/i, '/') : href;

/** A file name that is valid on every file system. */
const fileName = (segment: string): string =>
  decodeUri(segment)
    .replaceAll(/[\p{Cc}\\/:*?"<>|]+/gu, '-')
    .replace(/^\.+/, '')
    .slice(0, 100);

/** The path of the Markdown file of a page, relative to the folder of all pages. */
export const filePathOf = (url: URL, folder: string): string => {
  const below = url.pathname.startsWith(folder) ? url.pathname.slice(folder.length) : url.pathname;
  const segments = below.split('/').map(fileName);
  const last = (segments.pop() ?? '').replace(/\.(x?html?|php|aspx?|jsp|md)$/i, '');
  const query = url.search && `-${fileName(url.search.slice(1))}`;
  const name = (last === '' || last === 'index') && !query ? 'README' : last + query;
  return [...segments.filter((segment) => segment !== ''), `${name}.md`].join('/');
};

const parentFolder = (folder: string): string =>
  folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);

/** The folder that all pages are in; its parent, if the folder itself is one of the pages. */
export const commonFolder = (pages: readonly URL[]): string => {
  let folder = pages[0] ? folderOf(pages[0]) : '/';
  while (!pages.every((page) => page.pathname.startsWith(folder))) folder = parentFolder(folder);
  const isPage = pages.some((page) => new URL(canonicalUrl(page)).pathname === folder);
  return isPage && folder !== '/' ? parentFolder(folder) : folder;
};

/** The file name of an image. */
export const imageNameOf = (url: URL): string => fileName(url.pathname.split('/').at(-1) ?? '') || 'picture';
