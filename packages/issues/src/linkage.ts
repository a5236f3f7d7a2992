/** Average linkage clustering (UPGMA, with nearest-neighbour chains) of a similarity matrix, which it modifies; each group is identified by the index of one of its members. */
export const averageLinkage = (rows: readonly Float32Array[], minSimilarity: number): Int32Array => {
  const sizes = rows.map(() => 1);
  const parents = Int32Array.from(rows, (_, i) => i);
  const open = rows.map((_, i) => i);
  const places = [...open];
  const close = (i: number) => {
    const last = open.pop()!;
    if (last === i) return;
    open[places[i]!] = last;
    places[last] = places[i]!;
  };
  const chain: number[] = [];
  while (open.length > 0) {
    if (chain.length === 0) chain.push(open[0]!);
    const end = chain.at(-1)!;
    const before = chain.at(-2);
    const row = rows[end]!;
    // On a tie the previous member of the chain wins, so that chains end.
    let nearest = before ?? -1;
    let best = before === undefined ? Number.NEGATIVE_INFINITY : row[before]!;
    for (let at = 0; at < open.length; at++) {
      const j = open[at]!;
      if (row[j]! > best && j !== end) {
        best = row[j]!;
        nearest = j;
      }
    }
    if (nearest === -1 || best < minSimilarity) {
      // Averages only get lower: this group is final.
      close(end);
      chain.pop();
    } else if (nearest === before) {
      chain.length -= 2;
      close(end);
      parents[end] = nearest;
      const [a, b] = [sizes[nearest]!, sizes[end]!];
      sizes[nearest] = a + b;
      const target = rows[nearest]!;
      for (const k of open) {
        const average = (a * target[k]! + b * row[k]!) / (a + b);
        target[k] = average;
        rows[k]![nearest] = average;
      }
    } else chain.push(nearest);
  }
  const rootOf = (i: number): number => {
    let root = i;
    while (parents[root] !== root) root = parents[root]!;
    return root;
  };
  return parents.map((_, i) => rootOf(i));
};
