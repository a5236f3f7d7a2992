import { LRUCache } from 'lru-cache';
import type { ContentService, Snapshot } from '../../content/index.ts';
import { buildPageIndex, type PageIndex } from './page-index.ts';
import type { Variant } from './structure.ts';
import type { Visit } from './visit.ts';

const MAX_INDEXES = 200;

interface Dependencies {
  readonly content: Pick<ContentService, 'snapshot' | 'tree' | 'variables'>;
}

/** Makes the service that reads the pages of a site which are visible to a visitor. */
export const createSitePagesService = ({ content }: Dependencies) => {
  const indexes = new LRUCache<string, Promise<PageIndex>>({ max: MAX_INDEXES });

  const snapshot = ({ site }: Visit, { space, root }: Variant): Snapshot =>
    content.snapshot({ organization_id: site.organization, id: space }, root);

  const readIndex = async (visit: Visit, variant: Variant): Promise<PageIndex> => {
    const from = snapshot(visit, variant);
    const [tree, variables] = await Promise.all([content.tree(from), content.variables(from)]);
    return buildPageIndex(tree, visit.claims, variables);
  };

  const index = (visit: Visit, variant: Variant): Promise<PageIndex> => {
    const sharedKey = `${visit.site.organization}/${variant.root}`;
    const ownKey = `${sharedKey}/${JSON.stringify(visit.claims)}`;
    const cached = indexes.get(sharedKey) ?? indexes.get(ownKey);
    if (cached) return cached;
    const loading = readIndex(visit, variant);
    indexes.set(ownKey, loading);
    // Most spaces have no conditions: one index then serves visitors with any claims.
    loading.then(
      ({ isSameForAll }) => isSameForAll && indexes.set(sharedKey, loading),
      () => indexes.delete(ownKey),
    );
    return loading;
  };

  return {
    /** The content of a variant. */
    snapshot,

    /** The visible pages of a variant. */
    index,

    /** The visible pages of the current variant and of those of other spaces, loaded for a synchronous lookup. */
    indexes: async (visit: Visit, current: Variant, spaces: ReadonlySet<string>) => {
      const variants = visit.structure.variants.filter(
        (variant) => variant === current || spaces.has(variant.space),
      );
      const found = new Map(
        await Promise.all(variants.map(async (variant) => [variant, await index(visit, variant)] as const)),
      );
      return (variant: Variant) => found.get(variant);
    },
  };
};

/** Pages of sites. */
export type SitePagesService = ReturnType<typeof createSitePagesService>;
