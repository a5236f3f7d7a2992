import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { slugOf } from '@lectern/document';
import { corporaFolder } from '../../../document/src/markdown/corpora.testing.ts';
import { liveSpace } from './contents.ts';
import type { TestOrganization } from './server.ts';
import { done } from './showcase.ts';

const PAGES_AT_ONCE = 50;
const FILES_AT_ONCE = 5;
const LARGEST_FILE = 1024 * 1024;
/** What addresses stand in: links, and attributes of elements and of blocks. */
const ADDRESS = /(\]\(|(?:href|src|url)=")(<[^>]*>|[^)"\s]+)/g;
const FILES = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.svg', 'image/svg+xml'],
  ['.yaml', 'text/plain'],
]);

/** A page of a repository of documentation. */
export interface SourcePage {
  /** Its path in the repository. */
  readonly file: string;
  readonly title: string;
  /** What the page says, with addresses as a space has them. */
  readonly markdown: string;
  /** The files of pages that it links to and that are there, with the headings that are meant. */
  readonly links: readonly { readonly file: string; readonly anchor: string | undefined }[];
}

/** Where a file becomes a page: the segments of its path, without the name of what stands for its folder. */
const segmentsOf = (file: string): string[] =>
  file
    .replace(/(^|\/)README\.md$/, '')
    .replace(/\.md$/, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map(slugOf);

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

/** Brings a repository into a space as an import would, and says what its pages were. */
export const writeRepository = async (org: TestOrganization, name: string) => {
  const root = path.join(corporaFolder, name);
  const all = (readdirSync(root, { recursive: true }) as string[]).sort();
  const sources = all.filter((file) => file.endsWith('.md') && file !== 'SUMMARY.md');
  const space = await liveSpace(org);
  const write = async (changes: readonly object[]) =>
    done(org, 'POST', `/spaces/${space}/content?compat=false`, { changes });

  const files = new Map<string, string>();
  const wanted = all
    .map((file) => ({ file, contentType: FILES.get(path.extname(file)) }))
    .filter(({ file, contentType }) => contentType && !file.startsWith('.gitbook.yaml'))
    .map((one) => ({ ...one, bytes: readFileSync(path.join(root, one.file)) }))
    .filter(({ bytes }) => bytes.length > 0 && bytes.length <= LARGEST_FILE);
  for (let at = 0; at < wanted.length; at += FILES_AT_ONCE) {
    const some = wanted.slice(at, at + FILES_AT_ONCE);
    const { insertedFiles } = await write([
      {
        operation: 'insert_files',
        files: some.map(({ file, contentType, bytes }) => ({
          name: path.basename(file),
          contentType,
          base64: bytes.toString('base64'),
        })),
      },
    ]);
    for (const [index, { file }] of some.entries()) files.set(file, insertedFiles[index].id);
  }

  const known = new Set(sources);
  const parents = new Set(sources.flatMap((file) => segmentsOf(file).slice(0, -1).join('/')));
  /** The folder that addresses in a page are read from: its own, if there are pages below it. */
  const folderOf = (file: string): string => {
    const segments = segmentsOf(file);
    return (parents.has(segments.join('/')) ? segments : segments.slice(0, -1)).join('/');
  };
  const addressOf = (from: string, to: string): string => {
    const at = segmentsOf(to).join('/');
    const relative = path.posix.relative(`/${folderOf(from)}`, `/${at}`);
    return parents.has(at) || at === '' ? `./${relative}/README.md` : `./${relative}.md`;
  };
  /** The file that an address in another one means, if it is there. */
  const meant = (from: string, address: string): { file: string; anchor: string | undefined } | undefined => {
    if (/^(?:[a-z][\w+.-]*:|#|\/)/i.test(address) || address === '') return undefined;
    const [target = '', anchor] = address.split('#');
    const joined = path.posix.join(path.posix.dirname(from), decoded(target)).replace(/\/$/, '');
    const file = [joined, `${joined}/README.md`, joined === '.' ? 'README.md' : ''].find(
      (one) => known.has(one) || files.has(one),
    );
    return file === undefined ? undefined : { file, anchor: anchor || undefined };
  };
  const pages = sources.map((file): SourcePage => {
    const source = readFileSync(path.join(root, file), 'utf8').replace(
      /^\uFEFF?---\r?\n[\s\S]*?\n---\r?\n/,
      '',
    );
    const title = /^\s*#\s+(.+)$/m
      .exec(source)?.[1]
      ?.replaceAll(/[\\*`]|<[^>]*>|&#x\w+;/g, '')
      .trim();
    const links: { file: string; anchor: string | undefined }[] = [];
    const markdown = source.replace(/^\s*#\s+.+\n/, '').replaceAll(ADDRESS, (all, before, written) => {
      const address = written.replace(/^<(.*)>$/, '$1');
      const target = meant(file, address);
      if (!target) return all;
      const id = files.get(target.file);
      if (id !== undefined) return `${before}/files/${id}`;
      links.push(target);
      const anchor = target.anchor === undefined ? '' : `#${target.anchor}`;
      return `${before}${addressOf(file, target.file)}${anchor}`;
    });
    return { file, title: (title || path.basename(file, '.md')).slice(0, 300), markdown, links };
  });

  // Pages first, what they say after: then every link finds what it leads to.
  const ids = new Map<string, string>();
  const missing = new Map<string, { title: string; isGroup: boolean; segments: string[] }>();
  for (const { file, title } of pages) {
    const segments = segmentsOf(file);
    missing.set(segments.join('/'), { title, isGroup: false, segments });
    for (let depth = 1; depth < segments.length; depth++) {
      const above = segments.slice(0, depth);
      const key = above.join('/');
      if (!missing.has(key)) missing.set(key, { title: above.at(-1)!, isGroup: true, segments: above });
    }
  }
  const byDepth = [...missing].sort(([, a], [, b]) => a.segments.length - b.segments.length);
  for (const depth of new Set(byDepth.map(([, { segments }]) => segments.length))) {
    const level = byDepth.filter(([, { segments }]) => segments.length === depth);
    for (let at = 0; at < level.length; at += PAGES_AT_ONCE) {
      const some = level.slice(at, at + PAGES_AT_ONCE);
      const { changes } = await write(
        some.map(([, { title, isGroup, segments }]) => ({
          operation: 'insert_page',
          title,
          ...(segments.length > 0 && { slug: segments.at(-1) }),
          ...(isGroup && depth === 1 && { type: 'group' }),
          ...(segments.length > 1 && { into: ids.get(segments.slice(0, -1).join('/')) }),
        })),
      );
      for (const [index, [key]] of some.entries()) ids.set(key, changes[index].page.id);
    }
  }
  for (let at = 0; at < pages.length; at += PAGES_AT_ONCE / 2)
    await write(
      pages.slice(at, at + PAGES_AT_ONCE / 2).map(({ file, markdown }) => ({
        operation: 'update_page',
        page: ids.get(segmentsOf(file).join('/')),
        document: { markdown },
      })),
    );
  return { space, pages, pathOf: (file: string) => segmentsOf(file).join('/') };
};
