import {
  createRepositoryRefs,
  type Document,
  leadsElsewhere,
  linksOf,
  type PageFields,
  parseMarkdown,
  printMarkdown,
  printPageFile,
  printReusableFile,
  type RepositoryPlaces,
  readdressed,
  readPageFile,
  readReusableFile,
  type Section,
  sectionsOf,
} from '@lectern/document';
import { type LinksInMarkdown, linksIn } from './links-in-markdown.ts';

/** A file of a repository that is to be read. */
export interface FileToRead {
  readonly path: string;
  readonly text: string;
  readonly kind: 'page' | 'reusable';
}

/** A file of a repository as a space keeps it. */
export interface ReadFile {
  readonly fields: PageFields;
  readonly markdown: string;
  readonly found: LinksInMarkdown;
  /** What search finds in it. */
  readonly sections: readonly Section[];
  readonly problems: readonly string[];
}

/** A page or a reusable content that is to be written as a file of a repository. */
export interface FileToPrint {
  readonly path: string;
  readonly markdown: string;
  readonly kind: 'page' | 'reusable';
  readonly fields: PageFields;
}

const CONFLICT = /\{%(?=\s*(?:end)?(?:conflict|primary|changed)\b)/g;

/** Reads files of a repository: references become those of the things that stand there. */
export const readFiles = (files: readonly FileToRead[], places: RepositoryPlaces): readonly ReadFile[] => {
  const refs = createRepositoryRefs(places);
  return files.map(({ path, text, kind }) => {
    const own = refs(path);
    const read = (source: string) => {
      if (kind === 'page') return readPageFile(source, own);
      const { title, document } = readReusableFile(source, own);
      return { fields: title === undefined ? {} : { title }, document, problems: [] };
    };
    // No space ever has a conflict of a merge: what looks like one is text.
    const plain = text.replaceAll(CONFLICT, '\\{%');
    const { fields, document, problems } = read(plain);
    const conflicts = plain === text ? [] : ['The conflict in it was taken for text'];
    return {
      fields,
      markdown: printMarkdown(document),
      found: linksIn(document),
      sections: sectionsOf(document),
      problems: [...problems, ...conflicts, ...missingIn(document)],
    };
  });
};

/** What links and pictures lead to that is neither a page nor a file of the repository, nor anything that can be shown. */
const missingIn = (document: Document): string[] => {
  const missing = linksOf(document).flatMap(({ ref, kind }) => {
    if (ref.kind !== 'url' || kind === 'openapi' || kind === 'tag') return [];
    if (leadsElsewhere(ref.url))
      return kind === 'image' && !/^(?:https?:|data:|\/\/)/i.test(ref.url)
        ? [`shows ${ref.url.slice(0, 100)}, which cannot be fetched`]
        : [];
    const path = ref.url.replace(/[?#].*/s, '');
    // What begins with a slash and names no file is the path of something on a site.
    return path === '' || (path.startsWith('/') && !/\.\w{1,10}$/.test(path))
      ? []
      : [`leads to ${path.slice(0, 200)}, which is no page or file that came along`];
  });
  return [...new Set(missing)];
};

/** Writes files of a repository: references become addresses of files. */
export const printFiles = (files: readonly FileToPrint[], places: RepositoryPlaces): readonly string[] => {
  const refs = createRepositoryRefs(places);
  return files.map(({ path, markdown, kind, fields }) => {
    const own = refs(path);
    const isPlain = places.treeUrl === undefined || !markdown.includes(places.treeUrl);
    const document = (isPlain ? readdressed(markdown, own) : undefined) ?? parseMarkdown(markdown);
    return kind === 'page'
      ? printPageFile({ fields, document }, own)
      : printReusableFile(fields.title ?? '', document, own);
  });
};
