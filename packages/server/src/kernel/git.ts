import type { Readable } from 'node:stream';

/** What stands at a path of a commit. */
export interface GitEntry {
  readonly path: string;
  readonly oid: string;
  readonly size: number;
}

/** A commit and what it holds. */
export interface GitCommit {
  readonly oid: string;
  readonly message: string;
  readonly entries: readonly GitEntry[];
  /** Paths that are no plain files: links and other repositories. */
  readonly skipped: readonly string[];
}

/** A commit to be made. */
export interface NewGitCommit {
  readonly parent: string | undefined;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly at: Date;
  readonly removed: readonly string[];
  readonly written: readonly { readonly path: string; readonly size: number; open(): Promise<Readable> }[];
}

/** A repository elsewhere, as far as it was fetched; closing it leaves nothing behind. */
export interface GitRepository {
  /** The newest commit of the ref; undefined where there is none. */
  readonly head: GitCommit | undefined;
  /** The texts of blobs, by oid. */
  texts(oids: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  open(oid: string): AsyncIterable<Uint8Array>;
  /** Makes a commit; nobody else sees it before it is pushed. */
  commit(commit: NewGitCommit): Promise<GitCommit>;
  /** Puts a commit where the ref is, if that is still where it was when it was fetched. */
  push(oid: string): Promise<void>;
  close(): Promise<void>;
}

/** What went wrong with a repository elsewhere, in words that name no secret. */
export class GitError extends Error {
  override readonly name = 'GitError';
  /** Whether the same may work in a moment. */
  readonly isTransient: boolean;

  constructor(message: string, isPassing = false) {
    super(message);
    this.isTransient = isPassing;
  }
}

/** Repositories elsewhere. */
export interface Git {
  /** Says what is wrong with an address, if anything is, without going there. */
  urlErrorOf(url: string): string | undefined;
  /** Fetches the newest commit of a ref. */
  fetch(remote: { readonly url: string; readonly ref: string }, signal?: AbortSignal): Promise<GitRepository>;
}
