import type { Section } from '@lectern/document';
import type { Database } from '../../kernel/database/database.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { PageSections } from './page-sections.ts';
import { findBodiesWithoutSections, findSections, insertSections } from './search-bodies.store.ts';

interface Dependencies extends Pick<Kernel, 'db'> {
  readonly pageSections: PageSections;
}

/** Stores the searchable sections of bodies, once for all spaces that have them, and reads them. */
export const createStoredSectionsService = ({ db, pageSections }: Dependencies) => ({
  /** Stores sections that are missing, and extracts them if they are not known; returns false if that takes too long. */
  store: async (
    organizationId: string,
    bodies: readonly string[],
    {
      executor = db,
      until = Number.POSITIVE_INFINITY,
      known,
    }: {
      executor?: Database;
      until?: number;
      /** Sections that were extracted already, by body. */
      known?: ReadonlyMap<string, readonly Section[]> | undefined;
    } = {},
  ): Promise<boolean> => {
    const found = bodies.flatMap((body) => {
      const sections = known?.get(body);
      return sections ? [{ body, sections }] : [];
    });
    await insertSections(executor, organizationId, found);
    const unknown = bodies.filter((body) => !known?.has(body));
    const missing = await findBodiesWithoutSections(executor, organizationId, unknown);
    for await (const batch of pageSections.read(organizationId, missing, executor)) {
      if (performance.now() > until) return false;
      await insertSections(executor, organizationId, batch);
    }
    return true;
  },

  /** The sections of bodies, as far as they are stored; those of shown pages are cached. */
  read: async (
    organizationId: string,
    bodies: readonly string[],
    { areShown }: { readonly areShown: boolean },
  ): Promise<Map<string, readonly Section[]>> => {
    const found = new Map<string, readonly Section[]>();
    const missing = new Set<string>();
    for (const body of bodies) {
      const sections = pageSections.cached(body);
      if (sections) found.set(body, sections);
      else missing.add(body);
    }
    if (missing.size === 0) return found;
    const stored = await findSections(db, organizationId, [...missing]);
    if (areShown) pageSections.cache(stored);
    for (const { body, sections } of stored) found.set(body, sections);
    return found;
  },
});

/** Stores the searchable sections of bodies. */
export type StoredSectionsService = ReturnType<typeof createStoredSectionsService>;
