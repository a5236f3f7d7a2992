import type { VariableValue } from '../content/records.ts';
import type { RepositoryLayout } from './configuration.ts';

/** A file of a repository; those that are read as text come with it. */
export interface SourceFile {
  readonly path: string;
  readonly text?: string;
}

/** A page as it stands in the table of contents of a repository. */
export type RepositoryPage =
  | {
      readonly type: 'document';
      /** Its file; absent for a line of the table of contents that names none. */
      readonly path?: string;
      /** What the table of contents calls it; its file may say otherwise. */
      readonly title: string;
      readonly linkTitle?: string;
      readonly children: readonly RepositoryPage[];
    }
  | {
      readonly type: 'group';
      readonly title: string;
      readonly slug?: string;
      readonly children: readonly RepositoryPage[];
    }
  | { readonly type: 'link'; readonly title: string; readonly address: string }
  | {
      readonly type: 'computed';
      readonly title: string;
      readonly computed: Readonly<Record<string, unknown>>;
    };

/** What a repository of documentation says, by the paths of its files. */
export interface Repository {
  readonly layout: RepositoryLayout;
  readonly pages: readonly RepositoryPage[];
  /** The texts of pages and of reusable contents, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** The paths of files that are neither. */
  readonly files: readonly string[];
  /** The paths of reusable contents. */
  readonly reusables: readonly string[];
  readonly variables: Readonly<Record<string, VariableValue>>;
  /** Former paths of pages, and the files or pages that they lead to, relative to the root. */
  readonly redirects: Readonly<Record<string, string>>;
}

/** Something in a repository that was not understood, and in which file. */
export interface RepositoryProblem {
  readonly path: string;
  readonly message: string;
}

const isText = /(?:\.md|\.markdown|(?:^|\/)\.gitbook\.ya?ml|(?:^|\/)\.gitbook\/(?:vars|tags)\.ya?ml)$/i;

/** Whether a file of a repository is one that is read as text. */
export const isRepositoryText = (path: string): boolean => isText.test(path);

/** A file of a repository out of its bytes. */
export const sourceFileOf = (path: string, bytes: Uint8Array): SourceFile =>
  isRepositoryText(path)
    ? { path, text: new TextDecoder().decode(bytes).replaceAll('\u0000', '\uFFFD') }
    : { path };

/** Where a repository keeps what is not a page. */
export const partsOf = ({ root }: RepositoryLayout) => {
  const within = (path: string) => (root === '' ? path : `${root}/${path}`);
  return {
    assets: within('.gitbook/assets'),
    includes: within('.gitbook/includes'),
    variables: within('.gitbook/vars.yaml'),
  };
};
