/** A space or collection with the collection it is in. */
interface Placed {
  readonly id: string;
  readonly title: string;
  readonly parent?: string;
}

/** A collection with its spaces; `path` has the titles of the collections from the top. */
export interface SpaceGroup<Space> {
  readonly id: string | undefined;
  readonly path: readonly string[];
  readonly spaces: readonly Space[];
}

/** Groups spaces by collection: first those without one, then each collection that has spaces. */
export const groupSpaces = <Space extends { readonly parent?: string }>(
  spaces: readonly Space[],
  collections: readonly Placed[],
): readonly SpaceGroup<Space>[] => {
  const byId = new Map(collections.map((collection) => [collection.id, collection]));
  const pathOf = (id: string | undefined, seen: readonly string[] = []): readonly string[] => {
    const collection = id === undefined || seen.includes(id) ? undefined : byId.get(id);
    return collection ? [...pathOf(collection.parent, [...seen, collection.id]), collection.title] : [];
  };
  const idOf = ({ parent }: Space) => (parent !== undefined && byId.has(parent) ? parent : undefined);
  return [...new Set(spaces.map(idOf))]
    .map((id) => ({ id, path: pathOf(id), spaces: spaces.filter((space) => idOf(space) === id) }))
    .sort((one, other) => one.path.join('\0').localeCompare(other.path.join('\0')));
};
