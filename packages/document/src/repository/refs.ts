import { decodeUri } from '../decode-uri.ts';
import type { ContentRef } from '../document.ts';
import { type RefCodec, stableRefs } from '../refs.ts';
import {
  encodeLink,
  encodePath,
  folderOfFile,
  indexFilesOf,
  isAbsoluteUrl,
  joinPath,
  nameOfFile,
  relativePath,
  rootedPaths,
} from './paths.ts';

/** The paths of a repository, as plain data that can be passed to threads. */
export interface RepositoryPaths {
  /** Addresses (by id) of pages, files and reusable contents, by file path. */
  readonly targets: Readonly<Record<string, string>>;
  /** The file of the home page. */
  readonly readme: string;
  /** The base folder of addresses with a leading slash. */
  readonly root: string;
  /** Whether the README of a folder is linked to by its name. */
  readonly namesReadmes?: boolean;
  /** The URL where files that are not imported can be viewed. */
  readonly treeUrl?: string;
  /** The paths of files that are not imported. */
  readonly others?: readonly string[];
}

const broken = /^\/broken(\/(?:pages|files|reusable-contents)\/.+)$/;
const own = new Set<ContentRef['kind']>(['page', 'anchor', 'file', 'reusable-content']);

/** Creates the codec of references in the files of a repository. */
export const createRepositoryRefs = (places: RepositoryPaths): ((file: string) => RefCodec) => {
  const targets = new Map(Object.entries(places.targets));
  const paths = new Map<string, string>();
  for (const [path, address] of targets) if (!paths.has(address)) paths.set(address, path);
  const others = new Set(places.others);
  const treeUrl = places.treeUrl?.replace(/\/+$/, '');
  const readmeName = nameOfFile(places.readme);

  const readmeAt = (path: string): string | undefined =>
    (path === places.root
      ? [places.readme]
      : [path, `${path}.md`, `${path}.mdx`, `${path}/${readmeName}`, `${path}/README.md`]
    ).find((candidate) => targets.has(candidate));
  // Without a table of contents, these are the pages of folders too.
  const fileAt = (path: string): string | undefined =>
    readmeAt(path) ?? indexFilesOf(path).find((candidate) => targets.has(candidate));

  return (file) => {
    const folder = folderOfFile(file);
    const resolve = (bare: string): string | undefined => {
      const path = decodeUri(bare);
      if (!path.startsWith('/')) return joinPath(folder, path);
      const candidates = rootedPaths(places.root, path);
      return candidates.find((candidate) => fileAt(candidate) !== undefined) ?? candidates[0];
    };
    const located = (address: string): ContentRef | undefined => {
      const [bare = '', anchor] = address.split(/#(.*)/s);
      const path = resolve(bare.replace(/\?.*/s, ''));
      if (path === undefined || bare === '') return undefined;
      const found = fileAt(path);
      if (found !== undefined) {
        const ref = stableRefs.parse(targets.get(found)!, 'link');
        return ref.kind === 'page' && anchor ? { kind: 'anchor', anchor, page: ref.page } : ref;
      }
      if (treeUrl === undefined || !others.has(path)) return undefined;
      return { kind: 'url', url: `${treeUrl}/${encodePath(path)}${anchor ? `#${anchor}` : ''}` };
    };
    /** The address of a file; the README of a folder is addressed by the folder, as the hosted service does, unless authors name it. */
    const linkTo = (path: string): string => {
      const isFolder = !places.namesReadmes && readmeAt(folderOfFile(path)) === path;
      const relative = relativePath(folder, path);
      const short = isFolder ? relative.slice(0, -nameOfFile(path).length) || './' : relative;
      return encodeLink(short);
    };
    const printed = (address: string, anchor?: string): string => {
      const path = paths.get(address);
      const hash = anchor === undefined ? '' : `#${anchor}`;
      return (path === undefined ? `/broken${address}` : linkTo(path)) + hash;
    };

    return {
      parse(url, kind) {
        if (url === '' || url.startsWith('#') || isAbsoluteUrl(url)) return stableRefs.parse(url, kind);
        const lost = broken.exec(url);
        if (lost) return stableRefs.parse(lost[1]!, kind);
        return located(url) ?? stableRefs.parse(url, kind);
      },
      print(ref) {
        if (ref.kind === 'url' && treeUrl !== undefined && ref.url.startsWith(`${treeUrl}/`)) {
          const [bare = '', anchor] = ref.url.slice(treeUrl.length + 1).split(/#(.*)/s);
          const path = decodeUri(bare);
          if (others.has(path) && encodePath(path) === bare)
            return encodePath(relativePath(folder, path)) + (anchor ? `#${anchor}` : '');
        }
        if (!own.has(ref.kind) || 'space' in ref) return stableRefs.print(ref);
        if (ref.kind === 'anchor')
          return ref.page === undefined
            ? stableRefs.print(ref)
            : printed(stableRefs.print({ kind: 'page', page: ref.page }), ref.anchor);
        return printed(stableRefs.print(ref));
      },
    };
  };
};
