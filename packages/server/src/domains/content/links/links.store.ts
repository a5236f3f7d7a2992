import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';

/** What a body refers to, to be kept. */
export interface NewBodyLinks {
  readonly body: string;
  readonly links: string;
  readonly targets: readonly string[];
  readonly anchors: readonly string[] | undefined;
}

// A statement has room for some 10,000 of them; others come in between.
const INSERTED_AT_ONCE = 500;

const linksOf = (db: Database, organizationId: string, version: number, bodies: readonly string[]) =>
  db
    .selectFrom('body_links')
    .where('organization_id', '=', organizationId)
    .where('version', '=', version)
    .where('body', '=', sql<string>`any(${bodies})`);

/** The bodies among these whose references are known. */
export const findKnownBodies = async (
  db: Database,
  organizationId: string,
  version: number,
  bodies: readonly string[],
): Promise<Set<string>> => {
  const rows = await linksOf(db, organizationId, version, bodies).select('body').execute();
  return new Set(rows.map(({ body }) => body));
};

/** The references of bodies as JSON, by body; of those only that refer to a target, if one is given. */
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

/** What can be linked to inside of bodies, by body; null where that is not known. */
export const findAnchors = async (
  db: Database,
  organizationId: string,
  version: number,
  bodies: readonly string[],
): Promise<Map<string, readonly string[] | null>> => {
  const rows = await linksOf(db, organizationId, version, bodies).select(['body', 'anchors']).execute();
  return new Map(rows.map(({ body, anchors }) => [body, anchors]));
};

/** Keeps the references of bodies; those that are known already stay. */
export const insertBodyLinks = async (
  db: Database,
  organizationId: string,
  version: number,
  rows: readonly NewBodyLinks[],
): Promise<void> => {
  // In one order for everybody, as bodies are written: who keeps the same at the same time waits.
  const inOrder = [...rows].sort((a, b) => (a.body < b.body ? -1 : 1));
  for (let from = 0; from < inOrder.length; from += INSERTED_AT_ONCE)
    await db
      .insertInto('body_links')
      .values(
        inOrder.slice(from, from + INSERTED_AT_ONCE).map(({ body, links, targets, anchors }) => ({
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
