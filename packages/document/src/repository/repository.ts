import type { VariableValue } from '../content/records.ts';
import type { RepositoryLayout } from './configuration.ts';

/** A file of a repository; those that are read as text come with it. */
export interface SourceFile {
  readonly path: string;
  readonly text?: string;
  /** How the text was written, where that is not UTF-8. */
  readonly encoding?: string;
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
  /** The text of its configuration, as somebody wrote it. */
  readonly configuration?: string;
}

/** Something in a repository that was not understood, and in which file. */
export interface RepositoryProblem {
  readonly path: string;
  readonly message: string;
}

const isText = /(?:\.md|\.markdown|(?:^|\/)\.gitbook\.ya?ml|(?:^|\/)\.gitbook\/(?:vars|tags)\.ya?ml)$/i;

/** Whether a file of a repository is one that is read as text. */
export const isRepositoryText = (path: string): boolean => isText.test(path);

// What the bytes from 0x80 to 0x9f are in windows-1252; Node 20 reads them as control characters.
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

// What begins a text in UTF-16, in either order.
const marks = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
] as const;

const encodingOf = (bytes: Uint8Array): string => {
  const marked = marks.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  if (marked) return marked[0];
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    // Every byte means something in it: what else old editors wrote is told by no sign.
    return 'windows-1252';
  }
};

/** A file of a repository out of its bytes. */
export const sourceFileOf = (path: string, bytes: Uint8Array): SourceFile => {
  if (!isRepositoryText(path)) return { path };
  const encoding = encodingOf(bytes);
  const decoded = new TextDecoder(encoding).decode(bytes).replaceAll('\u0000', '\uFFFD');
  if (encoding === 'utf-8') return { path, text: decoded };
  const isOld = encoding === 'windows-1252';
  const text = isOld
    ? decoded.replace(/[\u0080-\u009f]/g, (one) => HIGH[one.charCodeAt(0) - 0x80]!)
    : decoded;
  return { path, text, encoding };
};

/** Where a repository keeps what is not a page. */
export const partsOf = ({ root }: RepositoryLayout) => {
  const within = (path: string) => (root === '' ? path : `${root}/${path}`);
  return {
    assets: within('.gitbook/assets'),
    includes: within('.gitbook/includes'),
    variables: within('.gitbook/vars.yaml'),
  };
};
