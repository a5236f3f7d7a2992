import { isScript } from '../sanitize.ts';
import type { RepositoryLayout } from './configuration.ts';
import { folderOfFile, isAbsoluteUrl } from './paths.ts';
import { pagePathsAt } from './repository.ts';
import { openingOf, parseSummary, printSummary, type SummaryEntry } from './summary.ts';

/** The table of contents that an export replaces, and the paths of all files before and after the export. */
export interface ExistingSummary {
  readonly text: string;
  readonly files: readonly string[];
}

/** Adds the parts of an existing table of contents that an import left out: the text at its start, and lines without a file. */
export const keepLeftOut = (
  printed: string,
  { text, files }: ExistingSummary,
  layout: RepositoryLayout,
): string => {
  const all = new Set(files);
  const fileOf = (address: string): { path: string | undefined; exists: boolean } => {
    const paths = pagePathsAt(layout, address.replace(/#.*/s, ''), folderOfFile(layout.summary));
    const found = paths.find((path) => all.has(path));
    return { path: found ?? paths[0], exists: found !== undefined };
  };
  const reader: EntryReader = {
    keyOf: ({ kind, title, address }) =>
      JSON.stringify([kind, ...(address ? [fileOf(address).path ?? address] : [null, title])]),
    isLeftOut: ({ kind, address = '', children }) => {
      if (kind !== 'page' || address === '' || children.length > 0) return false;
      return (
        isScript(address) || !(isAbsoluteUrl(address) || address.startsWith('/') || fileOf(address).exists)
      );
    },
  };
  const entries = insertLeftOut(parseSummary(printed).entries, parseSummary(text).entries, reader);
  return printSummary(entries, openingOf(text));
};

interface EntryReader {
  /** A text that is the same for lines with the same page. */
  keyOf(entry: SummaryEntry): string;
  isLeftOut(entry: SummaryEntry): boolean;
}

/** Inserts lines that were left out after the line that they followed. */
const insertLeftOut = (
  entries: readonly SummaryEntry[],
  before: readonly SummaryEntry[],
  reader: EntryReader,
): SummaryEntry[] => {
  const places = new Map(entries.map((entry, at) => [reader.keyOf(entry), at]));
  const childrenBefore = new Map<number, readonly SummaryEntry[]>();
  const leftOut = new Map<number, SummaryEntry[]>();
  let last = -1;
  for (const entry of before) {
    const place = places.get(reader.keyOf(entry));
    if (place !== undefined) {
      last = place;
      childrenBefore.set(place, entry.children);
    } else if (reader.isLeftOut(entry)) leftOut.set(last, [...(leftOut.get(last) ?? []), entry]);
  }
  return [
    ...(leftOut.get(-1) ?? []),
    ...entries.flatMap((entry, at) => [
      { ...entry, children: insertLeftOut(entry.children, childrenBefore.get(at) ?? [], reader) },
      ...(leftOut.get(at) ?? []),
    ]),
  ];
};
