import type { Section } from '@lectern/document';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../kernel/database/database.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { inBatches } from '../../kernel/markdown/batches.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { SectionsOfBody } from './search-bodies.store.ts';

type Dependencies = Pick<Kernel, 'markdown'> & { readonly revisions: () => RevisionsService };

const CACHED_CHARACTERS = 32 * 1024 * 1024;

// Tables and code have each of their lines a second time.
const sizeOf = (sections: readonly Section[]): number =>
  sections.reduce(
    (size, { title, body, tables, codes }) =>
      size + (title?.length ?? 0) + body.length * (tables || codes ? 2 : 1),
    1,
  );

/** Extracts the searchable sections of bodies from their Markdown, with a cache. */
export const createPageSections = ({ markdown, revisions }: Dependencies) => {
  // By hash of the body, and therefore never outdated.
  const known = new LRUCache<string, readonly Section[]>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: sizeOf,
  });

  return {
    /** Caches the sections of bodies that are about to be indexed, so that they are not parsed again. */
    cache: (found: readonly SectionsOfBody[]): void => {
      for (const { body, sections } of found) known.set(body, sections);
    },

    /** The cached sections of a body. */
    cached: (body: string): readonly Section[] | undefined => known.get(body),

    /** Extracts sections, batch by batch. */
    read: async function* (
      organizationId: string,
      bodies: readonly string[],
      executor?: Database,
    ): AsyncGenerator<readonly SectionsOfBody[]> {
      const cached = bodies.flatMap((body) => {
        const sections = known.get(body);
        return sections ? [{ body, sections }] : [];
      });
      if (cached.length > 0) yield cached;
      const isCached = new Set(cached.map(({ body }) => body));
      const missing = bodies.filter((body) => !isCached.has(body));
      if (missing.length === 0) return;
      const texts = await revisions().markdownsOf(organizationId, missing, executor);
      if (texts.size < missing.length)
        throw new Error(`Bodies of the content of ${organizationId} are missing`);
      for (const batch of inBatches(texts, ([, text]) => text.length)) {
        const found = await markdown.sections(batch.map(([, text]) => text));
        yield batch.map(([body], at) => ({ body, sections: found[at]! }));
      }
    },
  };
};

/** Extracts the searchable sections of bodies. */
export type PageSections = ReturnType<typeof createPageSections>;
