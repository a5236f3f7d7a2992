import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import type { ComputedPages } from '../../kernel/database/schema.gen.ts';

/** A space in an organization. */
export interface SpaceKey {
  readonly organization_id: string;
  readonly id: string;
}

/** What a computed page was made from the last time. */
export type ComputedRow = Omit<Selectable<ComputedPages>, 'organization_id' | 'space_id'>;

/** What the computed pages of a space were made from, by page. */
export const findComputed = async (
  db: Database,
  { organization_id, id }: SpaceKey,
): Promise<Map<string, ComputedRow>> => {
  const rows = await db
    .selectFrom('computed_pages')
    .select(['page_id', 'integration', 'key', 'depends_on', 'failure', 'asked_at', 'due_at'])
    .where('organization_id', '=', organization_id)
    .where('space_id', '=', id)
    .execute();
  return new Map(rows.map((row) => [row.page_id, row]));
};

/** Notes what computed pages were made from, and forgets those that are gone. */
export const saveComputed = async (
  tx: DatabaseTransaction,
  { organization_id, id }: SpaceKey,
  made: readonly ComputedRow[],
  left: readonly string[],
): Promise<void> => {
  await tx
    .deleteFrom('computed_pages')
    .where('organization_id', '=', organization_id)
    .where('space_id', '=', id)
    .where('page_id', '<>', sql<string>`all(${left}::text[])`)
    .execute();
  if (made.length === 0) return;
  await tx
    .insertInto('computed_pages')
    .values(made.map((row) => ({ organization_id, space_id: id, ...row })))
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'space_id', 'page_id']).doUpdateSet((set) => ({
        integration: set.ref('excluded.integration'),
        key: set.ref('excluded.key'),
        depends_on: set.ref('excluded.depends_on'),
        failure: set.ref('excluded.failure'),
        asked_at: set.ref('excluded.asked_at'),
        due_at: set.ref('excluded.due_at'),
      })),
    )
    .execute();
};

/** What spaces are looked for by: all that is named must be so. */
export interface Concerned {
  readonly organizationId?: string;
  readonly spaceId?: string;
  /** By its name, whatever the case. */
  readonly integration?: string;
  /** `space:id` or `openapi:slug`. */
  readonly dependency?: string;
}

/** The spaces with computed pages that something concerns; those in the trash wait. */
export const findConcerned = (
  db: Database,
  { organizationId, spaceId, integration, dependency }: Concerned,
): Promise<SpaceKey[]> =>
  db
    .selectFrom('computed_pages as p')
    .innerJoin('contents as c', (join) =>
      join.onRef('c.organization_id', '=', 'p.organization_id').onRef('c.id', '=', 'p.space_id'),
    )
    .select(['p.organization_id', 'p.space_id as id'])
    .distinct()
    .where('c.deleted_at', 'is', null)
    .$if(organizationId !== undefined, (query) => query.where('p.organization_id', '=', organizationId!))
    .$if(spaceId !== undefined, (query) => query.where('p.space_id', '=', spaceId!))
    .$if(integration !== undefined, (query) => query.where('p.integration', '=', integration!.toLowerCase()))
    .$if(dependency !== undefined, (query) =>
      query.where(sql<boolean>`p.depends_on @> array[${dependency}]::text[]`),
    )
    .execute();

/** The spaces with computed pages that are due, some at a time; they are due again later, whatever becomes of it. */
export const takeDue = async (
  tx: DatabaseTransaction,
  now: Date,
  again: Date,
  most: number,
): Promise<SpaceKey[]> => {
  const { rows } = await sql<SpaceKey>`
    with due as (
      select p.organization_id, p.space_id, p.page_id from computed_pages p
      join contents c on c.organization_id = p.organization_id and c.id = p.space_id and c.deleted_at is null
      where p.due_at <= ${now} order by p.due_at limit ${most} for update of p skip locked
    ), moved as (
      update computed_pages p set due_at = ${again} from due
      where p.organization_id = due.organization_id and p.space_id = due.space_id and p.page_id = due.page_id
      returning p.organization_id, p.space_id
    )
    select distinct organization_id, space_id as id from moved`.execute(tx);
  return rows;
};
