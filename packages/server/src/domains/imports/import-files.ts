import { readFileSync } from 'node:fs';
import { folderOfFile, relativePath } from '@lectern/document';
import type { ReadablePage } from '../../kernel/conversion/conversion.ts';
import type { Progress } from './import-states.ts';

/** The source of an import. */
export type ImportSource =
  | { readonly type: 'website'; readonly url: string }
  | { readonly type: 'file'; readonly files: readonly string[] };

/** An entry of the report: content that was left out or changed. */
export interface ReportEntry {
  readonly path: string;
  readonly message: string;
}

/** A file of a Markdown repository that was built from an import source. */
export interface ImportFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The URL that it was fetched from. */
  readonly sourceURL?: string;
  /** The path of the original, if it was converted. */
  readonly originalPath?: string;
}

/** A file on disk, read whenever its content is needed, so that an import holds one file in memory and not all of them. */
export const fileOnDisk = (path: string, location: string): Pick<ImportFile, 'path' | 'bytes'> => ({
  path,
  get bytes(): Uint8Array {
    return readFileSync(location);
  },
});

/** The name by which the user knows a file. */
export const originalNameOf = ({ originalPath, sourceURL, path }: ImportFile): string =>
  originalPath ?? sourceURL ?? path;

/** The content of an import source as a Markdown repository, and a report of content that was left out. */
export interface SourceContent {
  readonly files: readonly ImportFile[];
  readonly report: readonly ReportEntry[];
  /** Documents that could not be read, with the paths of their pages. */
  readonly unread?: readonly UnreadDocument[];
}

/** A document that could not be read. */
export interface UnreadDocument extends ReportEntry {
  /** The path of its page. */
  readonly page: string;
}

/** Cancellation and progress of an import. */
export interface ImportContext {
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
}

/** The context of reading a source. */
export interface SourceContext extends ImportContext {
  /** A folder for the files of the source, which is removed at the end of the import. */
  readonly folder: string;
}

/** An expected failure of an import; its message is shown to the user. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly report: readonly ReportEntry[];

  constructor(message: string, report: readonly ReportEntry[] = []) {
    super(message);
    this.report = report;
  }
}

/** The error of an import without pages, which quotes the first entry of the report. */
export const nothingToImport = (what: string, report: readonly ReportEntry[]): ImportError => {
  const [first] = report;
  return new ImportError(
    `There is nothing to import: no page ${what}.${first ? ` ${first.path} ${first.message}.` : ''}`,
    report,
  );
};

/** The folder of images and other files in a repository. */
export const ASSETS_FOLDER = '.gitbook/assets';

/** Makes paths unique, ignoring case, by appending a number. */
export const createUniquePaths = () => {
  const taken = new Set<string>();
  return (wanted: string): string => {
    const [, stem = '', extension = ''] = /^(.*?)(\.[^./]*)?$/s.exec(wanted) ?? [];
    for (let n = 1; ; n++) {
      const path = n === 1 ? wanted : `${stem}-${n}${extension}`;
      const key = path.normalize('NFC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  };
};

/** The relative URL of one file in another. */
export const relativeUrl = (from: string, to: string): string =>
  relativePath(folderOfFile(from), to)
    .split('/')
    .map((segment) => (/^\.\.?$/.test(segment) ? segment : encodeURIComponent(segment)))
    .join('/');

/** The text of a page file: front matter, title and body. */
export const pageFileText = (
  { title, description }: Pick<ReadablePage, 'title' | 'description'>,
  fallbackTitle: string,
  markdown: string,
): string => {
  // JSON strings are valid YAML.
  const frontMatter = description ? `---\ndescription: ${JSON.stringify(description)}\n---\n\n` : '';
  const heading = (title || fallbackTitle).replaceAll(/[\\`*_{}[\]<>#]/g, '\\$&');
  return `${frontMatter}# ${heading}\n\n${markdown}`;
};
