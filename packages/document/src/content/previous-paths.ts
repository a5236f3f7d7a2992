import type { Changes, MerkleMap } from '../merkle/merkle-map.ts';
import { lineageOf, pathOf, readPage, viewOf } from './read.ts';
import { keys, readKey } from './records.ts';

/** Entries of the previous paths that a snapshot needs when it replaces another one. */
export const previousPaths = async (map: MerkleMap, from: string, to: string): Promise<Changes> => {
  const [was, now] = [viewOf(map, from), viewOf(map, to)];
  const replaced = new Map<string, unknown>();
  const known = new Map<string, unknown>();
  for (const { key, before, after } of await map.diff(from, to)) {
    const { kind } = readKey(key);
    if (kind === 'x' && after === undefined) known.set(key, before);
    if (kind !== 's' || before === undefined || !(await readPage(now, before as string))) continue;
    replaced.set(keys.previousPath(pathOf(await lineageOf(was, before as string))), before);
  }
  return new Map([...known, ...replaced]);
};
