import type { VariableValue } from '../content/records.ts';
import type { RepositoryLayout } from './configuration.ts';

/** A file of a repository; those that are read as text come with it. */
export interface SourceFile {
  readonly path: string;
  readonly text?: string;
  /** How the text was read, where not all of it is UTF-8. */
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

const decoded = (encoding: string, bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes);

/** The text that bytes are, and how they were read where not all of them are UTF-8. */
const textOf = (bytes: Uint8Array): { text: string; encoding?: string } => {
  const marked = marks.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  if (marked) return { text: decoded(marked[0], bytes), encoding: marked[0] };
  const text = decoded('utf-8', bytes);
  const isWhole = !text.includes('\uFFFD') || isUtf8(bytes);
  if (isWhole) return { text };
  // A few bytes that were harmed do not make another encoding of the rest.
  const [harmed, read] = [/\uFFFD/g, /[^\0-\x7f\uFFFD]/g].map((kind) => text.match(kind)?.length ?? 0);
  if (read! > harmed!) return { text, encoding: 'utf-8' };
  // Every byte means something in it: what else old editors wrote is told by no sign.
  const old = decoded('windows-1252', bytes);
  return {
    text: old.replace(/[\u0080-\u009f]/g, (one) => HIGH[one.charCodeAt(0) - 0x80]!),
    encoding: 'windows-1252',
  };
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** A file of a repository out of its bytes. */
export const sourceFileOf = (path: string, bytes: Uint8Array): SourceFile => {
  if (!isRepositoryText(path)) return { path };
  const { text, ...read } = textOf(bytes);
  return { path, text: text.replaceAll('\u0000', '\uFFFD'), ...read };
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
