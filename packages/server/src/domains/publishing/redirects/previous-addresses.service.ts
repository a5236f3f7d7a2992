import { findByPath } from '@lectern/document';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { FramesService } from '../rendering/layout.service.ts';
import type { Visit } from '../rendering/layout.ts';
import { listFormerAddresses } from '../site/site.store.ts';
import type { Place, Variant } from '../site/structure.ts';

interface Dependencies extends Pick<Kernel, 'db'> {
  readonly frames: Pick<FramesService, 'pagesOf' | 'snapshotOf'>;
}

/** Addresses that a site had before its sections and variants were named, ordered or placed as they are now. */
export const createFormerService = ({ db, frames }: Dependencies) => {
  /** Whether a visitor finds something at a path of a space, or did before it moved. */
  const isThere = async (visit: Visit, variant: Variant, rest: readonly string[]): Promise<boolean> => {
    const index = await frames.pagesOf(visit, variant);
    const path = rest.join('/');
    if (rest.length === 0 || index.byPath.has(path)) return true;
    const moved = await findByPath(frames.snapshotOf(visit, variant).view, path);
    return moved !== undefined && index.byId.has(moved.id);
  };

  /** Where something is now that was at a path of a site; undefined when nothing was. */
  const nowAt = async (
    visit: Visit,
    segments: readonly string[],
  ): Promise<Pick<Place, 'variant' | 'rest'> | undefined> => {
    for (const { address, siteSpace } of await listFormerAddresses(db, visit.site)) {
      const variant = visit.structure.variants.find(({ id }) => id === siteSpace);
      if (!variant || !address.every((segment, at) => segment.toLowerCase() === segments[at])) continue;
      const rest = segments.slice(address.length);
      // The root is always something else by now.
      if (rest.length === segments.length && rest.length === 0) continue;
      if (await isThere(visit, variant, rest)) return { variant, rest };
    }
    return undefined;
  };

  return {
    nowAt,

    /** Where a path leads at which there is no page: what it names goes without saying by now, or is found elsewhere. */
    elsewhere: async (
      visit: Visit,
      { variant, rest, shorter }: Place,
      segments: readonly string[],
    ): Promise<Pick<Place, 'variant' | 'rest'> | undefined> => {
      const index = await frames.pagesOf(visit, variant);
      if (rest.length > 0 && index.byPath.has(rest.join('/'))) return undefined;
      if (shorter && (await isThere(visit, shorter.variant, shorter.rest))) return shorter;
      // A page that moved inside its space is found there by those who ask for it.
      if (await isThere(visit, variant, rest)) return undefined;
      return nowAt(visit, segments);
    },
  };
};

/** Addresses that sites had before. */
export type FormerService = ReturnType<typeof createFormerService>;
