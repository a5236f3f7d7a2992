import type { Repository } from '@lectern/document';

/** A repository to import into a space. */
export interface RepositoryInput {
  readonly repository: Repository;
  /** The content of a file that is neither a page nor a reusable content. */
  open(path: string): AsyncIterable<Uint8Array>;
  /** The git object id of a file; computed if absent. */
  oidOf?(path: string): string | undefined;
  /**
   * Whether a text is what the space contains. Without it, files with the same object id count as unchanged, so that
   * edits made in the space since the last import are kept.
   */
  isUnchanged?(path: string): boolean;
  /** The URL under which files that are not imported can be read, and their paths. */
  readonly treeUrl?: string | undefined;
  readonly others?: readonly string[];
  /** Why the repository has no pages, if that is an error: an existing space is not emptied then. */
  readonly missing?: string | undefined;
  /** The redirects of the previous import. */
  readonly redirectsBefore?: readonly string[];
  /** Adds the pages below a page, or at the end; without it, the import replaces all content. */
  readonly add?: { readonly into: string | null };
}
