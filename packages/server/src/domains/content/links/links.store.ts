import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';

/** The links of a body, to be stored. */
export interface NewBodyLinks {
  readonly body: string;
  readonly links: string;
  readonly targets: readonly string[];
  readonly anchors: readonly string[] | undefined;
}

// Short statements, so that concurrent writers are not blocked for long.
const INSERTED_AT_ONCE = 500;

const linksOf = (db: Database, organizationId: string, version: number, bodies: readonly string[]) =>
  db
    .selectFrom('body_links')
    .where('organization_id', '=', organizationId)
    .where('version', '=', version)
    .where('body', '=', sql<string>`any(${bodies})`);

/** Which of these bodies have their links stored. */
export const findBodiesWithLinks = async (
  db: Database,
  organizationId: string,
  version: number,
  bodies: readonly string[],
): Promise<Set<string>> => {
  const rows = await linksOf(db, organizationId, version, bodies).select('body').execute();
  return new Set(rows.map(({ body }) => body));
};

/** The links of bodies as JSON, by body; optionally only of bodies with a link to a target. */
export const findBodyLinks = async (
  db: Database,
  organizationId: string,
  version: number,
  bodies: readonly string[],
  target?: string,
): Promise<Map<string, string>> => {
  const rows = await linksOf(db, organizationId, version, bodies)
    .$if(target !== undefined, (query) => query.where(sql<boolean>`targets @> array[${target}]`))
    .select(['body', 'links'])
    .execute();
  return new Map(rows.map(({ body, links }) => [body, links]));
};

/** The anchors in bodies, by body; null where they are not known. */
export const findAnchors = async (
  db: Database,
  organizationId: string,
  version: number,
  bodies: readonly string[],
): Promise<Map<string, readonly string[] | null>> => {
  const rows = await linksOf(db, organizationId, version, bodies).select(['body', 'anchors']).execute();
  return new Map(rows.map(({ body, anchors }) => [body, anchors]));
};

/** Stores the links of bodies that are not stored yet. */
export const insertBodyLinks = async (
  db: Database,
  organizationId: string,
  version: number,
  rows: readonly NewBodyLinks[],
): Promise<void> => {
  // Always in the same order, so that concurrent writers do not deadlock.
  const sorted = [...rows].sort((a, b) => (a.body < b.body ? -1 : 1));
  for (let from = 0; from < sorted.length; from += INSERTED_AT_ONCE)
    await db
      .insertInto('body_links')
      .values(
        sorted.slice(from, from + INSERTED_AT_ONCE).map(({ body, links, targets, anchors }) => ({
          organization_id: organizationId,
          body,
          version,
          links,
          targets: [...targets],
          anchors: anchors ? [...anchors] : null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
};
