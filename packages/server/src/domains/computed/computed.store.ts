import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import type { ComputedPages } from '../../kernel/database/schema.gen.ts';

/** A space in an organization. */
export interface SpaceKey {
  readonly organization_id: string;
  readonly id: string;
}

/** The last build of a computed page. */
export type ComputedRow = Omit<Selectable<ComputedPages>, 'organization_id' | 'space_id'>;

/** The last builds of the computed pages of a space, by page. */
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

/** Stores builds of computed pages, and deletes those of other pages than `left`. */
export const saveComputed = async (
  tx: DatabaseTransaction,
  { organization_id, id }: SpaceKey,
  built: readonly ComputedRow[],
  left: readonly string[],
): Promise<void> => {
  await tx
    .deleteFrom('computed_pages')
    .where('organization_id', '=', organization_id)
    .where('space_id', '=', id)
    .where('page_id', '<>', sql<string>`all(${left}::text[])`)
    .execute();
  if (built.length === 0) return;
  await tx
    .insertInto('computed_pages')
    .values(built.map((row) => ({ organization_id, space_id: id, ...row })))
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

/** Whether any space of an organization has computed pages. */
export const hasComputedPages = async (db: Database, organizationId: string): Promise<boolean> =>
  (
    await db
      .selectFrom('computed_pages')
      .select('page_id')
      .where('organization_id', '=', organizationId)
      .limit(1)
      .execute()
  ).length > 0;

/** Filter of spaces with computed pages; all given fields must match. */
export interface SpaceFilter {
  readonly organizationId?: string;
  readonly spaceId?: string;
  /** The case-insensitive name. */
  readonly integration?: string;
  /** `space:id` or `openapi:slug`. */
  readonly dependency?: string;
}

/** The spaces with computed pages that match a filter, except those in the trash. */
export const findSpaces = (
  db: Database,
  { organizationId, spaceId, integration, dependency }: SpaceFilter,
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

/** Claims a batch of spaces with pages due for a refresh, and sets their next refresh. */
export const claimDue = async (
  tx: DatabaseTransaction,
  now: Date,
  next: Date,
  max: number,
): Promise<SpaceKey[]> => {
  const { rows } = await sql<SpaceKey>`
    with due as (
      select p.organization_id, p.space_id, p.page_id from computed_pages p
      join contents c on c.organization_id = p.organization_id and c.id = p.space_id and c.deleted_at is null
      where p.due_at <= ${now} order by p.due_at limit ${max} for update of p skip locked
    ), moved as (
      update computed_pages p set due_at = ${next} from due
      where p.organization_id = due.organization_id and p.space_id = due.space_id and p.page_id = due.page_id
      returning p.organization_id, p.space_id
    )
    select distinct organization_id, space_id as id from moved`.execute(tx);
  return rows;
};
