import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';

/** The vectors of the sections of a body, one after another. */
export interface VectorsOfBody {
  readonly body: string;
  readonly vectors: Uint8Array;
}

/** The version of vectors; a higher one makes stored ones anew. */
const VECTORS_VERSION = 1;

/** The vectors of bodies; null for those with sections but without vectors. */
export const findVectors = async (
  db: Database,
  organizationId: string,
  bodies: readonly string[],
): Promise<{ readonly body: string; readonly vectors: Buffer | null }[]> =>
  db
    .selectFrom('search_bodies')
    .select([
      'body',
      sql<Buffer | null>`case when vectors_version = ${VECTORS_VERSION} then vectors end`.as('vectors'),
    ])
    .where('organization_id', '=', organizationId)
    .where('body', '=', sql<string>`any(${bodies})`)
    .execute();

/** Stores the vectors of bodies. */
export const updateVectors = async (
  db: Database,
  organizationId: string,
  all: readonly VectorsOfBody[],
): Promise<void> => {
  // Always in the same order, to avoid deadlocks.
  const sorted = [...all].sort((a, b) => (a.body < b.body ? -1 : 1));
  await sql`
    update search_bodies set vectors = made.vectors, vectors_version = ${VECTORS_VERSION}
    from unnest(
      ${sorted.map(({ body }) => body)}::text[], ${sorted.map(({ vectors }) => Buffer.from(vectors))}::bytea[]
    ) as made (body, vectors)
    where search_bodies.organization_id = ${organizationId} and search_bodies.body = made.body`.execute(db);
};
