import type { Readable } from 'node:stream';

/** A file in a commit. */
export interface GitEntry {
  readonly path: string;
  readonly oid: string;
  readonly size: number;
}

/** A commit with its files. */
export interface GitCommit {
  readonly oid: string;
  readonly message: string;
  readonly entries: readonly GitEntry[];
  /** Paths that are not regular files: symbolic links and submodules. */
  readonly skipped: readonly string[];
}

/** A commit to create. */
export interface NewGitCommit {
  readonly parent: string | undefined;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly at: Date;
  readonly removed: readonly string[];
  readonly written: readonly { readonly path: string; readonly size: number; open(): Promise<Readable> }[];
}

/** A local copy of the fetched part of a remote repository; closing it deletes the copy. */
export interface GitRepository {
  /** The newest commit of the ref; undefined if the ref does not exist. */
  readonly head: GitCommit | undefined;
  /** The texts of blobs, by oid. */
  texts(oids: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  open(oid: string): AsyncIterable<Uint8Array>;
  /** Creates a local commit. */
  commit(commit: NewGitCommit): Promise<GitCommit>;
  /** Pushes a commit to the ref; rejected if the ref has moved since the fetch. */
  push(oid: string): Promise<void>;
  /** The keys of the SSH server, in the format of known_hosts; empty for other protocols. */
  hostKeys(): Promise<string>;
  close(): Promise<void>;
}

/** The key for an SSH server, and the keys that are known of the server; without any, its first ones are accepted. */
export interface GitSshKey {
  readonly privateKey: string;
  readonly hostKeys: string;
}

/** A remote repository: http and https URLs may contain a user and a password, SSH URLs need a key. */
export interface GitRemote {
  readonly url: string;
  readonly key?: GitSshKey | undefined;
}

/** The state of a remote repository, without its content. */
export interface GitProbe {
  readonly branches: readonly { readonly name: string; readonly commit: string }[];
  readonly defaultBranch: string | undefined;
  /** Why commits cannot be pushed; undefined if they can. */
  readonly pushError: string | undefined;
  readonly hostKeys: string;
}

/** A failed operation on a remote repository; the message contains no secrets. */
export class GitError extends Error {
  override readonly name = 'GitError';
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;

  constructor(message: string, isTransient = false) {
    super(message);
    this.isTransient = isTransient;
  }
}

/** Access to remote git repositories (implemented by `adapters/git`). */
export interface Git {
  /** The error in the URL of a repository; undefined if it is valid. Does not connect. */
  urlErrorOf(url: string, options?: { readonly hasKey?: boolean }): string | undefined;
  /** Fetches the newest commit of a ref. */
  fetch(remote: GitRemote & { readonly ref: string }, signal?: AbortSignal): Promise<GitRepository>;
  /** Reads the branches of a repository, and whether commits can be pushed to it. */
  probe(remote: GitRemote, signal?: AbortSignal): Promise<GitProbe>;
}
