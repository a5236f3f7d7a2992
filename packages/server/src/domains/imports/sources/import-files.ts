import { folderOfFile, relativePath } from '@lectern/document';
import type { ReadablePage } from '../../../kernel/conversion/conversion.ts';
import type { Progress, Remark } from '../imports.store.ts';

/** A file of a repository of documentation, out of what somebody brought along. */
export interface GatheredFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The address on the web that it was read from. */
  readonly sourceURL?: string;
  /** What it was called by whoever brought it along, where it was made into another file. */
  readonly from?: string;
}

/** What whoever brought a file along knows it by. */
export const knownAs = ({ from, sourceURL, path }: GatheredFile): string => from ?? sourceURL ?? path;

/** What was brought along, in the form of a repository, and what of it was not understood. */
export interface Gathered {
  readonly files: readonly GatheredFile[];
  readonly report: readonly Remark[];
}

/** How those who gather tell how far they are, and are told to stop. */
export interface Course {
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
}

/** Why an import fails, in a sentence for whoever began it, and what was amiss until then. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly report: readonly Remark[];

  constructor(message: string, report: readonly Remark[] = []) {
    super(message);
    this.report = report;
  }
}

/** What is said where no page was found, with the first thing that was amiss. */
export const nothingToImport = (what: string, report: readonly Remark[]): ImportError => {
  const [first] = report;
  return new ImportError(
    `There is nothing to import: no page ${what}.${first ? ` ${first.path} ${first.message}.` : ''}`,
    report,
  );
};

/** Where repositories keep pictures and other files. */
export const ASSETS = '.gitbook/assets';

/** Hands out paths, none of them twice; those that differ only in case are one. */
export const createPaths = () => {
  const taken = new Set<string>();
  return (wanted: string): string => {
    const [, stem = '', ending = ''] = /^(.*?)(\.[^./]*)?$/s.exec(wanted) ?? [];
    for (let n = 1; ; n++) {
      const free = n === 1 ? wanted : `${stem}-${n}${ending}`;
      const key = free.normalize('NFC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return free;
    }
  };
};

/** How the file at one path is addressed from the file at another. */
export const addressBetween = (from: string, to: string): string =>
  relativePath(folderOfFile(from), to)
    .split('/')
    .map((segment) => (/^\.\.?$/.test(segment) ? segment : encodeURIComponent(segment)))
    .join('/');

/** The text of a page in a repository. */
export const pageText = (
  { title, description }: Pick<ReadablePage, 'title' | 'description'>,
  fallback: string,
  markdown: string,
): string => {
  // What is written as JSON is YAML, too.
  const front = description ? `---\ndescription: ${JSON.stringify(description)}\n---\n\n` : '';
  const heading = (title || fallback).replaceAll(/[\\`*_{}[\]<>#]/g, '\\$&');
  return `${front}# ${heading}\n\n${markdown}`;
};
