import { jobName } from '../../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { Segment } from '../segment.ts';
import type { StoredSectionsService } from '../stored-sections.service.ts';
import { findVectors, updateVectors } from './section-vectors.store.ts';
import { firstSectionOf, type SegmentVectors } from './segment-vectors.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'jobs' | 'shutdown' | 'issues'> {
  readonly sections: Pick<StoredSectionsService, 'read'>;
}

/** Bodies whose sections need vectors. */
interface BodiesToEmbed {
  readonly organization_id: string;
  readonly bodies: readonly string[];
}

/** Name of the job that makes the vectors of sections. */
export const EMBED_SECTIONS = jobName<BodiesToEmbed>('search.embed-sections');

const BODIES_PER_JOB = 200;
const BODIES_AT_ONCE = 20;

/** Makes vectors of sections in the background, once for each body, and reads them. */
export const createSectionVectorsService = ({
  db,
  transaction,
  jobs,
  shutdown,
  issues,
  sections,
}: Dependencies) => {
  const known = new WeakMap<Segment, SegmentVectors>();
  // Segments whose vectors this process has ordered.
  const ordered = new WeakSet<Segment>();

  const order = (organizationId: string, bodies: readonly string[]): Promise<void> =>
    transaction(async (tx) => {
      for (let from = 0; from < bodies.length; from += BODIES_PER_JOB)
        await jobs.enqueue(tx, EMBED_SECTIONS, {
          organization_id: organizationId,
          bodies: bodies.slice(from, from + BODIES_PER_JOB),
        });
    });

  return {
    /** The vectors of a segment, as far as they are made; orders the others. */
    of: async (organizationId: string, segment: Segment): Promise<SegmentVectors> => {
      const cached = known.get(segment);
      if (cached) return cached;
      const { dimensions } = issues;
      const count = firstSectionOf(segment, segment.pageIds.length);
      const made = { dimensions, vectors: new Int8Array(count * dimensions) };
      const bodies = [...new Set(segment.bodies.flatMap((body) => body ?? []))];
      const found = bodies.length === 0 ? [] : await findVectors(db, organizationId, bodies);
      const stored = new Map(found.map(({ body, vectors }) => [body, vectors]));
      for (const [page, body] of segment.bodies.entries()) {
        const vectors = stored.get(body ?? '');
        const from = firstSectionOf(segment, page) * dimensions;
        const length = firstSectionOf(segment, page + 1) * dimensions - from;
        // A body can be indexed before its sections are stored.
        if (vectors?.length === length)
          made.vectors.set(new Int8Array(vectors.buffer, vectors.byteOffset, length), from);
      }
      const missing = found.filter(({ vectors }) => vectors === null).map(({ body }) => body);
      if (missing.length === 0) known.set(segment, made);
      else if (!ordered.has(segment)) {
        ordered.add(segment);
        await order(organizationId, missing);
      }
      return made;
    },

    /** Makes the vectors that bodies lack. */
    embed: async ({ organization_id, bodies }: BodiesToEmbed): Promise<void> => {
      const found = await findVectors(db, organization_id, bodies);
      const missing = found.filter(({ vectors }) => vectors === null).map(({ body }) => body);
      while (missing.length > 0) {
        // The next start continues.
        shutdown.throwIfAborted();
        const texts = await sections.read(organization_id, missing.splice(0, BODIES_AT_ONCE), {
          areShown: false,
        });
        const made = await issues.textVectors(
          [...texts.values()].map((own) => own.map(({ title = '', body }) => `${title}. ${body}`)),
        );
        const vectors = [...texts.keys()].map((body, at) => ({ body, vectors: made[at]! }));
        await updateVectors(db, organization_id, vectors);
      }
    },
  };
};

/** Makes and reads vectors of sections. */
export type SectionVectorsService = ReturnType<typeof createSectionVectorsService>;
