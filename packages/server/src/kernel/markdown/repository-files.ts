import {
  createRepositoryRefs,
  type PageFields,
  parseMarkdown,
  printMarkdown,
  printPageFile,
  printReusableFile,
  type RepositoryPlaces,
  readPageFile,
  readReusableFile,
  type Section,
  sectionsOf,
} from '@lectern/document';
import { type LinksInMarkdown, linksIn } from './found-links.ts';

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
    return {
      fields,
      markdown: printMarkdown(document),
      found: linksIn(document),
      sections: sectionsOf(document),
      problems: plain === text ? problems : [...problems, 'The conflict in it was taken for text'],
    };
  });
};

/** Writes files of a repository: references become addresses of files. */
export const printFiles = (files: readonly FileToPrint[], places: RepositoryPlaces): readonly string[] => {
  const refs = createRepositoryRefs(places);
  return files.map(({ path, markdown, kind, fields }) => {
    const document = parseMarkdown(markdown);
    return kind === 'page'
      ? printPageFile({ fields, document }, refs(path))
      : printReusableFile(fields.title ?? '', document, refs(path));
  });
};
