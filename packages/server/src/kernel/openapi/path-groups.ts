/** Items that share the start of their path. */
export interface PathGroup<T> {
  /** The path segment after the start that all items share. */
  readonly name: string;
  readonly items: readonly T[];
}

/** Items by path: the groups, and the items that are in none. */
export interface PathGroups<T> {
  readonly groups: readonly PathGroup<T>[];
  readonly others: readonly T[];
}

/** The segments of a path without parameters. */
const segmentsOf = (path: string): string[] =>
  path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));

/** The number of segments at the start that all paths share. */
const sharedLength = (paths: readonly (readonly string[])[]): number => {
  const [first = []] = paths;
  const differing = first.findIndex((segment, at) => paths.some((one) => one[at] !== segment));
  return differing < 0 ? first.length : differing;
};

/** Groups items by the first segment in which their paths differ; a segment of a single item makes no group. */
export const groupByPath = <T extends { readonly path: string }>(items: readonly T[]): PathGroups<T> => {
  const paths = items.map(({ path }) => segmentsOf(path));
  const at = sharedLength(paths);
  const bySegment = new Map<string | undefined, T[]>();
  for (const [index, item] of items.entries()) {
    const segment = paths[index]![at];
    const known = bySegment.get(segment);
    if (known) known.push(item);
    else bySegment.set(segment, [item]);
  }
  const isGroup = ([segment, own]: readonly [string | undefined, T[]]) =>
    segment !== undefined && own.length > 1;
  const found = [...bySegment];
  return {
    groups: found.filter(isGroup).map(([name, own]) => ({ name: name!, items: own })),
    others: found.filter((one) => !isGroup(one)).flatMap(([, own]) => own),
  };
};
