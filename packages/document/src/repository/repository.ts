import type { VariableValue } from '../content/records.ts';
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
      /** Its file; absent for a line of the table of contents without a link. */
      readonly path?: string;
      /** Its title in the table of contents; its file may have another. */
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
export const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

const isText = /(?:\.md|\.markdown|(?:^|\/)\.gitbook\.ya?ml|(?:^|\/)\.gitbook\/(?:vars|tags)\.ya?ml)$/i;

/** Whether a file of a repository is read as text. */
export const isRepositoryText = (path: string): boolean => isText.test(path);

// The characters 0x80 to 0x9f of windows-1252; Node 20 decodes them as control characters.
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

// Byte order marks of UTF-16.
const byteOrderMarks = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
] as const;

const decoded = (encoding: string, bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes);

/** Decodes bytes, and returns their encoding if they are not valid UTF-8. */
const textOf = (bytes: Uint8Array): { text: string; encoding?: string } => {
  const marked = byteOrderMarks.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  if (marked) return { text: decoded(marked[0], bytes), encoding: marked[0] };
  const text = decoded('utf-8', bytes);
  const isValid = !text.includes('\uFFFD') || isUtf8(bytes);
  if (isValid) return { text };
  // A few damaged bytes in UTF-8 do not indicate another encoding.
  const [damaged, valid] = [/\uFFFD/g, /[^\0-\x7f\uFFFD]/g].map((kind) => text.match(kind)?.length ?? 0);
  if (valid! > damaged!) return { text, encoding: 'utf-8' };
  // The fallback: every byte is valid in it, and other old encodings cannot be detected.
  const old = decoded('windows-1252', bytes);
  return {
    text: old.replace(/[\u0080-\u009f]/g, (one) => WINDOWS_1252[one.charCodeAt(0) - 0x80]!),
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

/** Makes a file of a repository from its bytes. */
export const sourceFileOf = (path: string, content: Uint8Array | (() => Uint8Array)): SourceFile => {
  if (!isRepositoryText(path)) return { path };
  const { text, ...read } = textOf(typeof content === 'function' ? content() : content);
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
