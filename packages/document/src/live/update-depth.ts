import * as Y from 'yjs';

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number];

// Far more than any page has, and few enough for every function that walks through blocks.
const MAX_DEPTH = 100;

const lastAt = (structs: readonly Struct[], clock: number): Struct | undefined => {
  let [low, high] = [0, structs.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { id, length } = structs[middle]!;
    if (clock < id.clock) high = middle - 1;
    else if (clock >= id.clock + length) low = middle + 1;
    else return structs[middle];
  }
  return undefined;
};

/** In how many blocks something is that a page has already. */
const depthInPage = (doc: Y.Doc, { client, clock }: Y.ID): number => {
  const found = doc.store.clients.get(client) ?? [];
  if (clock >= Y.getState(doc.store, client)) return 0;
  let item: unknown = found[Y.findIndexSS(found, clock)];
  let depth = 0;
  while (item instanceof Y.Item) {
    depth++;
    item = (item.parent as Y.AbstractType<unknown> | null)?._item;
  }
  return depth;
};

/** Whether an update puts blocks into each other that no editor could show; before it is applied, since Yjs would take very long. */
export const isTooDeep = (doc: Y.Doc, structs: readonly Struct[]): boolean => {
  const byClient = new Map<number, Struct[]>();
  for (const struct of structs) {
    const known = byClient.get(struct.id.client);
    if (known) known.push(struct);
    else byClient.set(struct.id.client, [struct]);
  }
  const depths = new Map<Struct, number>();
  for (const struct of structs) {
    if (!(struct instanceof Y.Item && struct.content instanceof Y.ContentType)) continue;
    // The blocks around it, and those before it in the same one, until one whose depth is known.
    const chain: { readonly struct: Struct; readonly isInside: boolean }[] = [];
    let at: Struct | undefined = struct;
    let depth = 0;
    while (at && depth === 0) {
      const { parent, origin, rightOrigin } = at as Y.Item;
      const isInside: boolean = parent instanceof Y.ID;
      chain.push({ struct: at, isInside });
      // What refers to itself has no place.
      if (chain.length > structs.length) return true;
      const next: Y.ID | null = isInside ? (parent as unknown as Y.ID) : (origin ?? rightOrigin);
      if (!next) break;
      at = lastAt(byClient.get(next.client) ?? [], next.clock);
      depth = at ? (depths.get(at) ?? 0) : depthInPage(doc, next);
    }
    for (const { struct: one, isInside } of chain.toReversed()) {
      depth = isInside ? depth + 1 : Math.max(depth, 1);
      depths.set(one, depth);
      if (depth > MAX_DEPTH) return true;
    }
  }
  return false;
};
