/** Counts the occurrences of each name. */
const countsOf = (names: readonly string[]): number[] => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.values()];
};

/** Measures how well clusters fit labels: the adjusted Rand index and the V-measure. */
export const clusterMetrics = (labels: readonly string[], clusters: readonly string[]) => {
  const n = labels.length;
  const pairs = (counts: readonly number[]) => counts.reduce((sum, c) => sum + (c * (c - 1)) / 2, 0);
  const entropy = (counts: readonly number[]) =>
    -counts.reduce((sum, c) => sum + (c / n) * Math.log(c / n), 0);
  const [a, b, both] = [
    countsOf(labels),
    countsOf(clusters),
    countsOf(labels.map((label, i) => `${label}\n${clusters[i]}`)),
  ];
  const expected = (pairs(a) * pairs(b)) / ((n * (n - 1)) / 2);
  const rand = (pairs(both) - expected) / ((pairs(a) + pairs(b)) / 2 - expected);
  const homogeneity = 1 - (entropy(both) - entropy(b)) / entropy(a);
  const completeness = 1 - (entropy(both) - entropy(a)) / entropy(b);
  return { rand, v: (2 * homogeneity * completeness) / (homogeneity + completeness), clusters: b.length };
};
