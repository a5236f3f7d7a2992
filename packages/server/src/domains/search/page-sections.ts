import type { Section } from '@lectern/document';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../kernel/database/database.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { inBatches } from '../../kernel/markdown/batches.ts';
import type { RevisionsService } from '../revisions/index.ts';

type Dependencies = Pick<Kernel, 'markdown'> & { readonly revisions: () => RevisionsService };

/** What search finds in a body. */
export interface SectionsOfBody {
  readonly body: string;
  readonly sections: readonly Section[];
}

const CACHED_CHARACTERS = 32 * 1024 * 1024;

const sizeOf = (sections: readonly Section[]): number =>
  sections.reduce((size, { title, body }) => size + (title?.length ?? 0) + body.length, 1);

/** What search finds in bodies: read out of their Markdown, unless it was found when they came. */
export const createPageSections = ({ markdown, revisions }: Dependencies) => {
  // Depends on nothing but the text that a body is named by.
  const known = new LRUCache<string, readonly Section[]>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: sizeOf,
  });

  return {
    /** Keeps what was found in bodies that are about to be indexed, so that they are not read again. */
    cache: (found: readonly SectionsOfBody[]): void => {
      for (const { body, sections } of found) known.set(body, sections);
    },

    /** Reads bodies, some at a time. */
    read: async function* (
      organizationId: string,
      bodies: readonly string[],
      executor?: Database,
    ): AsyncGenerator<readonly SectionsOfBody[]> {
      const kept = bodies.flatMap((body) => {
        const sections = known.get(body);
        return sections ? [{ body, sections }] : [];
      });
      if (kept.length > 0) yield kept;
      const isKept = new Set(kept.map(({ body }) => body));
      const wanted = bodies.filter((body) => !isKept.has(body));
      if (wanted.length === 0) return;
      const texts = await revisions().markdownsOf(organizationId, wanted, executor);
      if (texts.size < wanted.length)
        throw new Error(`Bodies of the content of ${organizationId} are missing`);
      for (const portion of inBatches(texts, ([, text]) => text.length)) {
        const found = await markdown.sections(portion.map(([, text]) => text));
        yield portion.map(([body], at) => ({ body, sections: found[at]! }));
      }
    },
  };
};
