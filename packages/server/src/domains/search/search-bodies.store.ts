import { DOCUMENT_VERSION, type Section } from '@lectern/document';
import { sql } from 'kysely';
import type { Database } from '../../kernel/database/database.ts';

/** The searchable sections of a body. */
export interface SectionsOfBody {
  readonly body: string;
  readonly sections: readonly Section[];
}

/** Which bodies have no sections yet, or those of an earlier version. */
export const findBodiesWithoutSections = async (
  db: Database,
  organizationId: string,
  bodies: readonly string[],
): Promise<string[]> => {
  if (bodies.length === 0) return [];
  const { rows } = await sql<{ body: string }>`
    select asked.body from unnest(${bodies}::text[]) as asked (body)
    where not exists (
      select from search_bodies found
      where found.organization_id = ${organizationId} and found.body = asked.body and found.version = ${DOCUMENT_VERSION}
    )`.execute(db);
  return rows.map(({ body }) => body);
};

/** The sections of bodies, as far as they are stored. */
export const findSections = async (
  db: Database,
  organizationId: string,
  bodies: readonly string[],
): Promise<SectionsOfBody[]> => {
  if (bodies.length === 0) return [];
  const rows = await db
    .selectFrom('search_bodies')
    .select(['body', 'sections'])
    .where('organization_id', '=', organizationId)
    .where('body', '=', sql<string>`any(${bodies})`)
    .where('version', '=', DOCUMENT_VERSION)
    .execute();
  return rows.map(({ body, sections }) => ({ body, sections: JSON.parse(sections) as Section[] }));
};

/** Stores the sections of bodies; bodies that were removed in the meantime are skipped. */
export const insertSections = async (
  db: Database,
  organizationId: string,
  all: readonly SectionsOfBody[],
): Promise<void> => {
  if (all.length === 0) return;
  // Always in the same order, to avoid deadlocks.
  const sorted = [...all].sort((a, b) => (a.body < b.body ? -1 : 1));
  await sql`
    insert into search_bodies (organization_id, body, version, sections)
    select ${organizationId}, made.body, ${DOCUMENT_VERSION}, made.sections
    from unnest(
      ${sorted.map(({ body }) => body)}::text[], ${sorted.map(({ sections }) => JSON.stringify(sections))}::text[]
    ) as made (body, sections)
    where exists (select from bodies where organization_id = ${organizationId} and hash = made.body)
      and not exists (
        select from search_bodies found
        where found.organization_id = ${organizationId} and found.body = made.body and found.version >= ${DOCUMENT_VERSION}
      )
    on conflict (organization_id, body) do update set version = excluded.version, sections = excluded.sections, vectors = null
      where search_bodies.version < excluded.version`.execute(db);
};
