import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { visibleContents } from '../../access/index.ts';
import type { SpaceKey } from '../../revisions/index.ts';

/** A page or reusable content of a space, by its key. */
export interface Place {
  readonly spaceId: string;
  readonly place: string;
}

/** A reference from a page or reusable content to an object of another space or of the organization. */
export interface NewReference extends Place {
  readonly toSpace: string;
  readonly target: string;
}

/** Deletes the references of some contents of spaces. */
export const deleteReferences = async (
  tx: DatabaseTransaction,
  organizationId: string,
  places: readonly Place[],
): Promise<void> => {
  if (places.length === 0) return;
  await sql`
    delete from space_references using unnest(
      ${places.map(({ spaceId }) => spaceId)}::text[], ${places.map(({ place }) => place)}::text[]
    ) as changed (space_id, place)
    where space_references.organization_id = ${organizationId}
      and space_references.space_id = changed.space_id and space_references.place = changed.place`.execute(
    tx,
  );
};

/** Deletes all references of a space. */
export const deleteReferencesOf = async (tx: DatabaseTransaction, space: SpaceKey): Promise<void> => {
  await tx
    .deleteFrom('space_references')
    .where('organization_id', '=', space.organization_id)
    .where('space_id', '=', space.id)
    .execute();
};

/** Stores references. */
export const insertReferences = async (
  tx: DatabaseTransaction,
  organizationId: string,
  references: readonly NewReference[],
): Promise<void> => {
  if (references.length === 0) return;
  await sql`
    insert into space_references (organization_id, space_id, place, to_space_id, target)
    select ${organizationId}, made.space_id, made.place, made.to_space, made.target
    from unnest(
      ${references.map(({ spaceId }) => spaceId)}::text[],
      ${references.map(({ place }) => place)}::text[],
      ${references.map(({ toSpace }) => toSpace)}::text[],
      ${references.map(({ target }) => target)}::text[]
    ) as made (space_id, place, to_space, target)
    on conflict do nothing`.execute(tx);
};

/** The contents of spaces visible to a reader that refer to a target in this space. */
export const findReferences = (
  db: Database,
  space: SpaceKey,
  target: string,
  readerId: string,
): Promise<{ space_id: string; place: string }[]> =>
  db
    .selectFrom('space_references')
    .select(['space_id', 'place'])
    .where('organization_id', '=', space.organization_id)
    .where('to_space_id', '=', space.id)
    .where('target', '=', target)
    .where(
      'space_id',
      'in',
      visibleContents(db, space.organization_id, 'space', readerId).clearSelect().select('contents.id'),
    )
    .execute();

/** The spaces that refer to a target, optionally limited to some spaces. */
export const findSpacesReferring = async (
  db: Database,
  to: SpaceKey,
  target: string,
  among: readonly string[] | undefined,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('space_references')
    .select('space_id')
    .distinct()
    .where('organization_id', '=', to.organization_id)
    .where('to_space_id', '=', to.id)
    .where('target', '=', target)
    .$if(among !== undefined, (query) => query.where('space_id', '=', sql<string>`any(${among})`))
    .execute();
  return rows.map((row) => row.space_id);
};
