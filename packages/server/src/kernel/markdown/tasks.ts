import {
  type ContentRef,
  commonVersion,
  conflictsOf,
  type Document,
  encodedSegments,
  keepLeftOut,
  linksOf,
  mapRefs,
  mergeDocuments,
  mergeFavoring,
  mergeTakingOurs,
  mergeVersions,
  normalizeDocument,
  type Problem,
  parseMarkdown,
  printMarkdown,
  readRepository,
  revertBlocks,
  type Section,
  type SourceFile,
  sectionsOf,
  stableRefs,
  type Term,
  type Translated,
  translateMarkdown,
} from '@lectern/document';
import {
  type CommentBody,
  type InvalidComment,
  parseComment,
  parseCommentWithNames,
} from './comment-markdown.ts';
import { type LinksInMarkdown, linksIn } from './links-in-markdown.ts';
import { printFiles, readFiles, replaceFiles } from './repository-files.ts';

/** The Markdown tasks of the worker threads: text in, text or plain data out. */
export const tasks = {
  /** Converts Markdown to its canonical form. */
  canonicalize: (markdown: string): ReadMarkdown => readOf(parseMarkdown(markdown)),

  /** Converts a document to Markdown, or returns its problems. */
  fromDocument: (document: unknown): ReadMarkdown | { readonly problems: readonly Problem[] } => {
    const result = normalizeDocument(document);
    return 'problems' in result ? result : readOf(result.document);
  },

  /** Replaces URLs in Markdown. */
  replaceUrls: (markdown: string, urls: Readonly<Record<string, string>>): ReadMarkdown => {
    const replaced = (ref: ContentRef): ContentRef => {
      const url = urls[stableRefs.print(ref)];
      return url === undefined ? ref : stableRefs.parse(url, 'link');
    };
    return readOf(parseMarkdown(printMarkdown(mapRefs(parseMarkdown(markdown), replaced))));
  },

  /** Reverts changes by the keys of their blocks; also returns the keys that do not exist. */
  revert: (
    before: string,
    now: string,
    keys: readonly string[],
  ): { readonly markdown: string; readonly unknown: readonly string[] } => {
    const { document, unknown } = revertBlocks(parseMarkdown(before), parseMarkdown(now), keys);
    return { markdown: printMarkdown(document), unknown };
  },

  /** Converts Markdown to a document, as JSON text. */
  document: (markdown: string): string => JSON.stringify(parseMarkdown(markdown)),

  /** The search sections of texts. */
  sections: (markdowns: readonly string[]): readonly (readonly Section[])[] =>
    markdowns.map((markdown) => sectionsOf(parseMarkdown(markdown))),

  /** The links and anchors of texts. */
  links: (markdowns: readonly string[]): readonly LinksInMarkdown[] =>
    markdowns.map((markdown) => linksIn(parseMarkdown(markdown))),

  /** Merges two versions of a text; a conflict contains both. */
  merge: (
    base: string,
    primary: string,
    changed: string,
  ): { readonly markdown: string; readonly conflicts: number } => {
    const [before, ours, theirs] = [base, primary, changed].map((markdown) => parseMarkdown(markdown));
    const { document, conflicts } = mergeDocuments(before!, ours!, theirs!);
    return { markdown: printMarkdown(document), conflicts: conflicts.length };
  },

  /** Merges two versions of a text; in a conflict, the primary one is taken. */
  mergeTakingPrimary: (base: string, primary: string, changed: string): string => {
    const [before, ours, theirs] = [base, primary, changed].map((markdown) => parseMarkdown(markdown));
    return printMarkdown(mergeTakingOurs(before!, ours!, theirs!));
  },

  /** Merges two versions of a text twice: in favor of one and of the other where both changed a line. */
  mergeBothWays: (
    base: string,
    ours: string,
    theirs: string,
  ): { readonly ours: string; readonly theirs: string } => {
    const sides = { base: parseMarkdown(base), ours: parseMarkdown(ours), theirs: parseMarkdown(theirs) };
    return {
      ours: printMarkdown(mergeFavoring('ours', sides)),
      theirs: printMarkdown(mergeFavoring('theirs', sides)),
    };
  },

  /**
   * Merges a text that people edit with its newer version, by the last of some versions that the newer one has, or by the base;
   * where both changed a line, both lines stay.
   */
  mergeVersions: (
    base: Document,
    earlier: readonly Document[],
    newer: Document,
    edited: Document,
  ): Document => mergeVersions(commonVersion(base, earlier, newer), newer, edited),

  /** The distinct segments of a text to translate. */
  segments: (markdown: string, glossary: readonly Term[]): ReturnType<typeof encodedSegments> =>
    encodedSegments(markdown, glossary),

  /** Replaces the segments of a text by their translations. */
  translate: (
    markdown: string,
    glossary: readonly Term[],
    translations: Readonly<Record<string, string>>,
  ): Translated => translateMarkdown(markdown, glossary, translations),

  /** The number of unresolved merge conflicts in a text. */
  countConflicts: (markdown: string): number => conflictsOf(parseMarkdown(markdown)).length,

  /** Parses a comment, or returns its problems. */
  parseComment,

  /** Parses a comment, with names for mentioned users. */
  parseCommentWithNames,

  /** Parses files as a Markdown repository. */
  parseRepository: (
    files: readonly SourceFile[],
    options?: Parameters<typeof readRepository>[1],
  ): ReturnType<typeof readRepository> => readRepository(files, options),

  /** Parses files of a repository. */
  readFiles,

  /** Prints files of a repository. */
  printFiles,

  /** Changes only the lines of files of a repository whose content changed. */
  replaceFiles,

  /** Adds what an import left out to a printed table of contents. */
  keepLeftOut,

  /** Parses stored comments. */
  parseComments: (texts: readonly string[]): readonly (CommentBody | InvalidComment)[] =>
    texts.map((markdown) => parseComment({ markdown })),
};

/** Markdown in its canonical form, with its links. */
export interface ReadMarkdown {
  readonly markdown: string;
  /** The URLs of pages, files and reusable contents of the same space, and relative paths. */
  readonly addresses: readonly string[];
  readonly found: LinksInMarkdown;
  /** The searchable sections. */
  readonly sections: readonly Section[];
}

const LOCAL = new Set<ContentRef['kind']>(['page', 'anchor', 'file', 'reusable-content']);

const isLocal = (ref: ContentRef): boolean =>
  ref.kind === 'url'
    ? !/^([a-z][a-z0-9+.-]*:|\/\/|$)/i.test(ref.url)
    : LOCAL.has(ref.kind) && !('space' in ref && ref.space);

const readOf = (document: Document): ReadMarkdown => ({
  markdown: printMarkdown(document),
  found: linksIn(document),
  sections: sectionsOf(document),
  addresses: [
    ...new Set(
      linksOf(document)
        .map(({ ref }) => ref)
        .filter(isLocal)
        .map(stableRefs.print),
    ),
  ],
});

/** The name of a task. */
export type TaskName = keyof typeof tasks;
