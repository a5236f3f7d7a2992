import {
  type ContentRef,
  codedSegments,
  conflictsOf,
  type Document,
  linksOf,
  mapRefs,
  mergeDocuments,
  mergeFavoring,
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
import { type CommentBody, nameMentioned, parseComment, type Refused } from './comment-markdown.ts';
import { type LinksInMarkdown, linksIn } from './links-in-markdown.ts';
import { printFiles, readFiles } from './repository-files.ts';

/** What is done with Markdown: from text to text or plain data, so that it can be done in another thread. */
export const tasks = {
  /** Markdown that somebody sent, in its one canonical form. */
  read: (markdown: string): ReadMarkdown => readOf(parseMarkdown(markdown)),

  /** A document that somebody sent, as Markdown; or what is wrong with it. */
  accept: (document: unknown): ReadMarkdown | { readonly problems: readonly Problem[] } => {
    const result = normalizeDocument(document);
    return 'problems' in result ? result : readOf(result.document);
  },

  /** Markdown with some addresses in it replaced by others. */
  readdressed: (markdown: string, addresses: Readonly<Record<string, string>>): ReadMarkdown => {
    const replaced = (ref: ContentRef): ContentRef => {
      const address = addresses[stableRefs.print(ref)];
      return address === undefined ? ref : stableRefs.parse(address, 'link');
    };
    return readOf(parseMarkdown(printMarkdown(mapRefs(parseMarkdown(markdown), replaced))));
  },

  /** Markdown without some of its changes, by the keys of their blocks; and the keys that nothing has. */
  reverted: (
    before: string,
    now: string,
    keys: readonly string[],
  ): { readonly markdown: string; readonly unknown: readonly string[] } => {
    const { document, unknown } = revertBlocks(parseMarkdown(before), parseMarkdown(now), keys);
    return { markdown: printMarkdown(document), unknown };
  },

  /** The document of Markdown, as JSON text. */
  document: (markdown: string): string => JSON.stringify(parseMarkdown(markdown)),

  /** What search finds in each of some texts. */
  sections: (markdowns: readonly string[]): readonly (readonly Section[])[] =>
    markdowns.map((markdown) => sectionsOf(parseMarkdown(markdown))),

  /** What each of some texts refers to, and the anchors that it can be referred to by. */
  links: (markdowns: readonly string[]): readonly LinksInMarkdown[] =>
    markdowns.map((markdown) => linksIn(parseMarkdown(markdown))),

  /** What became of Markdown on two sides, brought together; conflicts keep both. */
  merge: (
    base: string,
    primary: string,
    changed: string,
  ): { readonly markdown: string; readonly conflicts: number } => {
    const [before, ours, theirs] = [base, primary, changed].map((markdown) => parseMarkdown(markdown));
    const { document, conflicts } = mergeDocuments(before!, ours!, theirs!);
    return { markdown: printMarkdown(document), conflicts: conflicts.length };
  },

  /** What became of Markdown on two sides, brought together twice: where both changed a line, as the one and as the other has it. */
  mergedTwice: (
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

  /** What of Markdown is to be translated: each text once. */
  segments: (markdown: string, glossary: readonly Term[]): ReturnType<typeof codedSegments> =>
    codedSegments(markdown, glossary),

  /** Markdown in another language, by what became of each of its texts. */
  translated: (
    markdown: string,
    glossary: readonly Term[],
    answers: Readonly<Record<string, string>>,
  ): Translated => translateMarkdown(markdown, glossary, answers),

  /** How many conflicts of a merge stand in Markdown, unsettled. */
  conflicts: (markdown: string): number => conflictsOf(parseMarkdown(markdown)).length,

  /** A remark that somebody sent, as it is kept; or what is wrong with it. */
  remark: parseComment,

  /** A remark in which those who are mentioned are called by their names. */
  remarkNaming: nameMentioned,

  /** What files say as a repository. */
  repository: (
    files: readonly SourceFile[],
    options?: Parameters<typeof readRepository>[1],
  ): ReturnType<typeof readRepository> => readRepository(files, options),

  /** Files of a repository, read as a space keeps them. */
  readFiles,

  /** Files of a repository, written. */
  printFiles,

  /** Remarks that were kept, read again. */
  remarks: (texts: readonly string[]): readonly (CommentBody | Refused)[] =>
    texts.map((markdown) => parseComment({ markdown })),
};

/** Markdown in its canonical form, with the addresses in it that may have to be replaced by others. */
export interface ReadMarkdown {
  readonly markdown: string;
  /** Those that name no other space and no other thing than a page, a file, a reusable content or a path. */
  readonly addresses: readonly string[];
  /** A document is the same when it is read again: what was found in it is found in the Markdown. */
  readonly found: LinksInMarkdown;
}

const LOCAL = new Set<ContentRef['kind']>(['page', 'anchor', 'file', 'reusable-content']);

const isLocal = (ref: ContentRef): boolean =>
  ref.kind === 'url'
    ? !/^([a-z][a-z0-9+.-]*:|\/\/|$)/i.test(ref.url)
    : LOCAL.has(ref.kind) && !('space' in ref && ref.space);

const readOf = (document: Document): ReadMarkdown => ({
  markdown: printMarkdown(document),
  found: linksIn(document),
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
