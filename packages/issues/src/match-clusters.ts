/** Matches new groups with earlier clusters: each with the one that it shares most issues with. */
export const matchClusters = (
  groups: readonly number[] | Int32Array,
  earlier: readonly (string | null)[],
): Map<number, string> => {
  const shared = new Map<string, { group: number; id: string; count: number }>();
  groups.forEach((group, i) => {
    const id = earlier[i];
    if (id == null) return;
    const key = `${group} ${id}`;
    const known = shared.get(key) ?? { group, id, count: 0 };
    known.count++;
    shared.set(key, known);
  });
  const sorted = [...shared.values()].sort(
    (a, b) => b.count - a.count || (a.id < b.id ? -1 : a.id > b.id ? 1 : a.group - b.group),
  );
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const { group, id } of sorted) {
    if (names.has(group) || taken.has(id)) continue;
    names.set(group, id);
    taken.add(id);
  }
  return names;
};
