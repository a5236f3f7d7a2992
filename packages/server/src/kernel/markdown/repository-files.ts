import {
  type Block,
  type ContentRef,
  createRepositoryRefs,
  type Document,
  type Fragment,
  isAbsoluteUrl,
  keepFormatting,
  linksOf,
  type Node,
  type PageFields,
  parseMarkdown,
  printMarkdown,
  printPageFile,
  printReusableFile,
  type RepositoryPaths,
  readPageFile,
  readReusableFile,
  rewriteRefs,
  type Section,
  sectionsOf,
} from '@lectern/document';
import { type LinksInMarkdown, linksIn } from './links-in-markdown.ts';

/** A file of a repository to parse. */
export interface FileToRead {
  readonly path: string;
  readonly text: string;
  readonly kind: 'page' | 'reusable';
}

/** A parsed file of a repository. */
export interface ReadFile {
  readonly fields: PageFields;
  readonly markdown: string;
  readonly found: LinksInMarkdown;
  /** Its search sections. */
  readonly sections: readonly Section[];
  readonly problems: readonly string[];
}

/** A page or a reusable content to print as a file of a repository. */
export interface FileToPrint {
  readonly path: string;
  readonly markdown: string;
  readonly kind: 'page' | 'reusable';
  readonly fields: PageFields;
}

const CONFLICT = /\{%(?=\s*(?:end)?(?:conflict|primary|changed)\b)/g;
const FENCE = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})/;

const escapeConflicts = (text: string): string => text.replaceAll(CONFLICT, '\\{%');

/** Escapes conflict tags outside of fenced code. */
const escapeConflictsInText = (text: string): string => {
  let open: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      const marks = FENCE.exec(line)?.[1];
      const isFence = marks !== undefined && (open === undefined || marks.startsWith(open));
      if (isFence) open = open === undefined ? marks : undefined;
      return isFence || open !== undefined ? line : escapeConflicts(line);
    })
    .join('\n');
};

/** Whether nodes contain a merge conflict. */
const hasConflict = (nodes: readonly (Node | Fragment)[]): boolean =>
  nodes.some((node) => {
    if (node.object === 'text') return false;
    const { type = '', nodes: below = [], fragments = [] } = node as Partial<Block>;
    return type.startsWith('conflict') || hasConflict(below) || hasConflict(fragments);
  });

const MAX_TAG = 60;

/** The tags of a document that are neither blocks nor integrations. */
const unknownTags = (nodes: readonly (Node | Fragment)[]): string[] =>
  nodes.flatMap((node) => {
    if (node.object === 'text') return [];
    const { type, data, nodes: below = [], fragments = [] } = node as Partial<Block>;
    const own = (type as string | undefined) === 'tag' ? [String((data as { source?: string }).source)] : [];
    return [...own, ...unknownTags(below), ...unknownTags(fragments)];
  });

/** Messages about unknown tags, each once. */
const unknownTagMessages = ({ nodes }: Document): string[] => [
  ...new Set(
    unknownTags(nodes).map((source) => {
      const words = source.replaceAll(/\s+/g, ' ');
      const short = words.length > MAX_TAG ? `${words.slice(0, MAX_TAG)}…` : words;
      return `contains the unknown tag ${short}, which was kept as text`;
    }),
  ),
];

/** Parses files of a repository, and resolves links between files to their pages and files. */
export const readFiles = (files: readonly FileToRead[], places: RepositoryPaths): readonly ReadFile[] => {
  const refs = createRepositoryRefs(places);
  return files.map(({ path, text, kind }) => {
    const own = refs(path);
    const read = (source: string) => {
      if (kind === 'page') return readPageFile(source, own);
      const { document, ...fields } = readReusableFile(source, own);
      return { fields, document, problems: [] };
    };
    // Spaces contain no merge conflicts: conflict tags are text, but in code they stay as they are.
    let { fields, document, problems } = read(text);
    const conflicts: string[] = [];
    for (const escaped of [escapeConflictsInText, escapeConflicts]) {
      if (!hasConflict(document.nodes)) break;
      ({ fields, document, problems } = read(escaped(text)));
      conflicts[0] = 'contains a merge conflict, which was imported as text';
    }
    return {
      fields,
      markdown: printMarkdown(document),
      found: linksIn(document),
      sections: sectionsOf(document),
      problems: [
        ...problems,
        ...conflicts,
        ...unknownTagMessages(document),
        ...brokenLinks(fields, document),
      ],
    };
  });
};

/** The images of a page's cover. */
const coverImages = ({ cover }: PageFields): readonly { ref: ContentRef; kind: 'image' }[] =>
  [cover?.ref, cover?.refDark].flatMap((ref) => (ref ? [{ ref: ref as ContentRef, kind: 'image' }] : []));

/** Messages about links, images and covers without a target. */
const brokenLinks = (fields: PageFields, document: Document): string[] => {
  const missing = [...coverImages(fields), ...linksOf(document)].flatMap(({ ref, kind }) => {
    if (ref.kind !== 'url' || kind === 'openapi' || kind === 'tag') return [];
    if (isAbsoluteUrl(ref.url))
      return kind === 'image' && !/^(?:https?:|data:|\/\/)/i.test(ref.url)
        ? [`contains the image ${ref.url.slice(0, 100)}, which cannot be fetched`]
        : [];
    const path = ref.url.replace(/[?#].*/s, '');
    // A path with a leading slash and without a file extension is the path of a page on a site.
    return path === '' || (path.startsWith('/') && !/\.\w{1,10}$/.test(path))
      ? []
      : [`links to ${path.slice(0, 200)}, which is not one of the imported files`];
  });
  return [...new Set(missing)];
};

/** Prints files of a repository, with relative links between files. */
export const printFiles = (files: readonly FileToPrint[], places: RepositoryPaths): readonly string[] => {
  const refs = createRepositoryRefs(places);
  return files.map(({ path, markdown, kind, fields }) => {
    const own = refs(path);
    const isPlain = places.treeUrl === undefined || !markdown.includes(places.treeUrl);
    const document = (isPlain ? rewriteRefs(markdown, own) : undefined) ?? parseMarkdown(markdown);
    return kind === 'page'
      ? printPageFile({ fields, document }, own)
      : printReusableFile(fields, document, own);
  });
};

/** A printed file, and the file of a repository that it replaces. */
export interface FileToReplace {
  readonly path: string;
  readonly kind: 'page' | 'reusable';
  readonly printed: string;
  readonly existing: string;
  /** The content of the existing file as it was printed; by default, as it would be printed now. */
  readonly base?: string | undefined;
}

/** Changes only the lines of files whose content changed. */
export const replaceFiles = (files: readonly FileToReplace[], places: RepositoryPaths): readonly string[] => {
  const refsOf = createRepositoryRefs(places);
  return files.map(({ path, kind, printed, existing, base }) => {
    if (printed === existing) return existing;
    const refs = refsOf(path);
    const reprint = (text: string, title?: string): string => {
      if (kind === 'reusable') {
        const { document, ...fields } = readReusableFile(text, refs);
        return printReusableFile(fields, document, refs);
      }
      const { fields, document } = readPageFile(text, refs);
      return printPageFile({ fields: title === undefined ? fields : { title, ...fields }, document }, refs);
    };
    // A file without a title has that of the table of contents.
    const { title } = kind === 'page' ? readPageFile(printed, refs).fields : {};
    return keepFormatting({ printed, existing, base: base ?? reprint(existing, title) }, reprint);
  });
};
