import { matchSequences } from '@lectern/document';
import type { StreamedRepository } from '../repositories/index.ts';

/** A text with the line ends of the file that it replaces: lines that stay keep theirs, and new ones take that of the line before. */
export const withLineEndsOf = (existing: Buffer | undefined, text: string): string => {
  if (existing === undefined || !existing.includes('\r\n')) return text;
  const before = existing.toString().split('\n');
  const ended = before.slice(0, -1);
  if (ended.every((line) => line.endsWith('\r'))) return text.replace(/\r?\n/g, '\r\n');
  const after = text.split('\n');
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  };
  const bare = before.map((line) => line.replace(/\r$/, ''));
  const kept = new Map(
    matchSequences(bare.map(numberOf), after.map(numberOf)).map(([from, to]) => [to, before[from]!] as const),
  );
  let end = '';
  return after
    .map((line, at) => {
      const same = kept.get(at);
      if (same !== undefined) end = same.endsWith('\r') ? '\r' : '';
      return at === after.length - 1 ? line : line + end;
    })
    .join('\n');
};

/** The paths of moved content in the last synchronized revision, by its path now. */
export const formerPaths = (
  last: StreamedRepository | undefined,
  now: StreamedRepository,
): ReadonlyMap<string, string> =>
  new Map(
    [...now.paths].flatMap(([id, path]) => {
      const former = last?.paths.get(id);
      return former === undefined || former === path ? [] : [[path, former] as const];
    }),
  );
