import type { VariableValue } from '../content/records.ts';
import { decodeText } from '../decode-text.ts';
import { decodeUri } from '../decode-uri.ts';
import type { RepositoryLayout } from './configuration.ts';
import { indexFilesOf, isWithin, joinPath, nameOfFile } from './paths.ts';

/** A file of a repository, with its text if it is a text file. */
export interface SourceFile {
  readonly path: string;
  readonly text?: string;
  /** The encoding of the text, if it is not valid UTF-8. */
  readonly encoding?: string;
}

/** A page in the table of contents of a repository. */
export type RepositoryPage =
  | {
      readonly type: 'document';
      /** Its file; absent for a line of the table of contents without a target. */
      readonly path?: string;
      /** Whether its line has no link. */
      readonly isListedAsText?: true;
      /** Its title in the table of contents; its file may have another. */
      readonly title: string;
      readonly linkTitle?: string;
      readonly children: readonly RepositoryPage[];
    }
  | {
      readonly type: 'group';
      readonly title: string;
      readonly slug?: string;
      /** Whether it is a line of a list without a link, not a heading. */
      readonly isListedAsText?: true;
      readonly children: readonly RepositoryPage[];
    }
  | { readonly type: 'link'; readonly title: string; readonly address: string }
  | {
      readonly type: 'computed';
      readonly title: string;
      readonly computed: Readonly<Record<string, unknown>>;
    };

/** The contents of a documentation repository, by file path. */
export interface Repository {
  readonly layout: RepositoryLayout;
  readonly pages: readonly RepositoryPage[];
  /** The texts of pages and of reusable contents, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** The paths of other files. */
  readonly files: readonly string[];
  /** The paths of reusable contents. */
  readonly reusables: readonly string[];
  readonly variables: Readonly<Record<string, VariableValue>>;
  /** Target paths by previous paths of pages, relative to the root. */
  readonly redirects: Readonly<Record<string, string>>;
  /** The source of its configuration. */
  readonly configuration?: string;
  /** The source of its variables, which may have entries that are no valid variables. */
  readonly variablesFile?: string;
}

/** A problem in a file of a repository. */
export interface RepositoryProblem {
  readonly path: string;
  readonly message: string;
}

/** Whether a path is of a Markdown file. */
export const isMarkdown = (path: string): boolean => /\.(?:mdx?|markdown)$/i.test(path);

const isText = /(?:\.mdx?|\.markdown|(?:^|\/)\.gitbook\.ya?ml|(?:^|\/)\.gitbook\/(?:vars|tags)\.ya?ml)$/i;

/** Whether a file of a repository is read as text. */
export const isRepositoryText = (path: string): boolean => isText.test(path);

/** Makes a file of a repository from its bytes. */
export const sourceFileOf = (path: string, content: Uint8Array | (() => Uint8Array)): SourceFile => {
  if (!isRepositoryText(path)) return { path };
  const { text, ...read } = decodeText(typeof content === 'function' ? content() : content);
  return { path, text: text.replaceAll('\u0000', '\uFFFD'), ...read };
};

/** The paths of page files that an address in a folder can mean. */
export const pagePathsAt = (layout: RepositoryLayout, address: string, folder: string): readonly string[] => {
  const named = decodeUri(address.replace(/\?.*/s, ''));
  // A leading slash means the root.
  const path = named.startsWith('/') ? joinPath(layout.root, `.${named}`) : joinPath(folder, named);
  if (path === undefined) return [];
  const name = nameOfFile(layout.readme);
  return [
    path,
    `${path}.md`,
    `${path}.mdx`,
    path === '' ? name : `${path}/${name}`,
    `${path}/README.md`,
    ...indexFilesOf(path),
  ];
};

/** The paths of everything other than pages in a repository. */
export const partsOf = ({ root }: RepositoryLayout) => {
  const within = (path: string) => (root === '' ? path : `${root}/${path}`);
  return {
    assets: within('.gitbook/assets'),
    includes: within('.gitbook/includes'),
    variables: within('.gitbook/vars.yaml'),
  };
};

/** Whether a file at a path can be a page: Markdown below the root that is no table of contents and no reusable content. */
export const canBePage = (layout: RepositoryLayout, path: string): boolean =>
  isMarkdown(path) &&
  isWithin(layout.root, path) &&
  path !== layout.summary &&
  !isWithin(partsOf(layout).includes, path);
