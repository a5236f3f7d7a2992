import { isScript } from '../sanitize.ts';
import type { RepositoryLayout } from './configuration.ts';
import { folderOfFile, isAbsoluteUrl } from './paths.ts';
import { canBePage, pagePathsAt } from './repository.ts';
import { isSitePath, parseSummary, printSummary, type SummaryEntry } from './summary.ts';

/** The table of contents that an export replaces, and the paths of all files before and after the export. */
export interface ExistingSummary {
  readonly text: string;
  readonly files: readonly string[];
}

/**
 * Adds the parts of an existing table of contents that an import left out: the text at its start and between its lists,
 * the words beside and below its links, lines without a page file, and computed pages that cannot be read.
 */
export const keepLeftOut = (
  printed: string,
  { text, files }: ExistingSummary,
  layout: RepositoryLayout,
): string => {
  const all = new Set(files.filter((path) => canBePage(layout, path)));
  const pathsOf = (address: string) =>
    pagePathsAt(layout, address.replace(/#.*/s, ''), folderOfFile(layout.summary));
  const existingFile = (address: string) => pathsOf(address).find((path) => all.has(path));
  const reader: EntryReader = {
    keysOf: ({ kind, title, address }) => {
      if (!address) return [JSON.stringify([kind, null, title])];
      const file = existingFile(address);
      const path = file ?? pathsOf(address)[0] ?? address;
      const anchors = address.includes('#') ? [address.replace(/^[^#]*/, ''), ''] : [''];
      const found = anchors.map((anchor) => JSON.stringify([kind, path, anchor]));
      // A page without a file has only its title.
      return file === undefined ? [...found, JSON.stringify([kind, null, title])] : found;
    },
    isLeftOut: ({ kind, address = '', children }) => {
      if (kind === 'invalid' || kind === 'text') return true;
      if (kind !== 'page' || address === '') return false;
      if (isScript(address)) return true;
      const isLink = isAbsoluteUrl(address) || isSitePath(address);
      return children.length === 0 && !isLink && existingFile(address) === undefined;
    },
  };
  const { opening, entries } = parseSummary(text);
  return printSummary(insertLeftOut(parseSummary(printed).entries, entries, reader).map(entryOf), opening);
};

interface EntryReader {
  /** Texts that are the same for lines with the same page, the most exact first. */
  keysOf(entry: SummaryEntry): readonly string[];
  isLeftOut(entry: SummaryEntry): boolean;
}

/** A line of the new table of contents. */
interface Line {
  entry: SummaryEntry;
  readonly parent: Line | undefined;
  readonly children: Line[];
}

const lineOf = (entry: SummaryEntry, parent: Line | undefined): Line => {
  const line: Line = { entry, parent, children: [] };
  line.children.push(...entry.children.map((child) => lineOf(child, line)));
  return line;
};

const entryOf = ({ entry, children }: Line): SummaryEntry => ({ ...entry, children: children.map(entryOf) });

const linesIn = (lines: readonly Line[]): Line[] =>
  lines.flatMap((line) => [line, ...linesIn(line.children)]);

const entriesIn = (entries: readonly SummaryEntry[]): SummaryEntry[] =>
  entries.flatMap((entry) => [entry, ...entriesIn(entry.children)]);

/** Inserts lines that were left out after the line that they followed, below the page or group that they were below. */
const insertLeftOut = (
  entries: readonly SummaryEntry[],
  before: readonly SummaryEntry[],
  { keysOf, isLeftOut }: EntryReader,
): readonly Line[] => {
  const top = lineOf({ kind: 'group', title: '', children: entries }, undefined);
  const lines = new Map<string, Line>();
  for (const line of linesIn(top.children)) {
    const [key = ''] = keysOf(line.entry);
    if (!lines.has(key)) lines.set(key, line);
  }
  const found = (entry: SummaryEntry): Line | undefined =>
    keysOf(entry)
      .map((key) => lines.get(key))
      .find((line) => line !== undefined);
  const known = new Set(entriesIn(before).flatMap((entry) => found(entry) ?? []));
  // A group with another title is recognized by its pages.
  const renamed = ({ kind, children }: SummaryEntry): Line | undefined =>
    kind === 'group'
      ? children
          .map((child) => found(child)?.parent)
          .find((parent) => parent?.entry.kind === 'group' && parent !== top && !known.has(parent))
      : undefined;
  /** Inserts the lines of a level below a line, after the last of them that is there. */
  const insertInto = (
    parent: Line,
    level: readonly SummaryEntry[],
    after: Line | undefined,
  ): Line | undefined => {
    let last = after;
    for (const entry of level) {
      const line = isLeftOut(entry) ? undefined : (found(entry) ?? renamed(entry));
      if (line) {
        if (line.parent === parent) last = line;
        if (!line.entry.address && entry.address) line.entry = { ...line.entry, address: entry.address };
        if (!line.entry.words && entry.words) line.entry = { ...line.entry, words: entry.words };
        insertInto(line, entry.children, undefined);
        continue;
      }
      if (isLeftOut(entry)) {
        const kept: Line = { entry, parent, children: [] };
        parent.children.splice(last ? parent.children.indexOf(last) + 1 : 0, 0, kept);
        last = kept;
      }
      // The lines below a line that is not there move up.
      last = insertInto(parent, entry.children, last);
    }
    return last;
  };
  insertInto(top, before, undefined);
  return top.children;
};
