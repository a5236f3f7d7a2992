import { type Selectable, sql } from 'kysely';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import type { OpenapiSpecs } from '../../kernel/database/schema.gen.ts';
import type { SpecificationError } from '../../kernel/openapi/specifications.ts';

declare module '../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'openapi_specs.state': 'pending' | 'progress' | 'complete';
    'openapi_specs.visibility': 'private' | 'public';
    'openapi_specs.error_code': ProcessErrorCode;
    'openapi_specs.errors': readonly SpecificationError[];
  }
}

/** The error codes of failed processing. */
export type ProcessErrorCode = 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR';

/** A row of a specification, without its source text. */
export type SpecRow = Omit<Selectable<OpenapiSpecs>, 'source_text'>;

/** Key of a specification. */
export type SpecKey = Pick<SpecRow, 'organization_id' | 'id'>;

/** The source of a specification. */
export type SpecSource = { readonly url: string } | { readonly text: string };

const COLUMNS = [
  'organization_id',
  'id',
  'slug',
  'source_url',
  'visibility',
  'state',
  'round',
  'attempts',
  'due_at',
  'version_id',
  'etag',
  'modified',
  'error_code',
  'errors',
  'processed_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof OpenapiSpecs)[];

const specs = (db: Database) => db.selectFrom('openapi_specs');
const byKey = ({ organization_id, id }: SpecKey) =>
  sql<boolean>`organization_id = ${organization_id} and id = ${id}`;
const sourceColumns = (source: SpecSource) =>
  'url' in source
    ? { source_url: source.url, source_text: null }
    : { source_url: null, source_text: source.text };

/** A specification by its slug. */
export const findSpec = async (
  db: Database,
  organizationId: string,
  slug: string,
): Promise<SpecRow | undefined> =>
  await specs(db)
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('slug', '=', slug)
    .executeTakeFirst();

/** The source text of a specification. */
export const findSourceText = async (db: Database, key: SpecKey): Promise<string | undefined> =>
  (await specs(db).select('source_text').where(byKey(key)).executeTakeFirst())?.source_text ?? undefined;

/** The specifications of an organization, oldest first. */
export const listSpecs = async (
  db: Database,
  organizationId: string,
  search: string | undefined,
  page: PageRequest,
): Promise<Page<SpecRow>> => {
  const after = page.after && String(page.after[0]);
  const matching = specs(db)
    .where('organization_id', '=', organizationId)
    .$if(search !== undefined, (query) =>
      query.where(sql<boolean>`strpos(slug, ${search!.toLowerCase()}) > 0`),
    );
  const rows = matching
    .select(COLUMNS)
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id');
  return await paginate(page, rows, matching);
};

/** Stores a new specification; undefined if its slug is taken. */
export const insertSpec = async (
  tx: DatabaseTransaction,
  spec: SpecKey & { slug: string; source: SpecSource; at: Date; dueAt: Date },
): Promise<SpecRow | undefined> =>
  await tx
    .insertInto('openapi_specs')
    .values({
      organization_id: spec.organization_id,
      id: spec.id,
      slug: spec.slug,
      ...sourceColumns(spec.source),
      due_at: spec.dueAt,
      created_at: spec.at,
      updated_at: spec.at,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'slug']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();

/** Changes the source of a specification, and resets its processing. */
export const updateSource = async (
  tx: DatabaseTransaction,
  key: SpecKey,
  source: SpecSource,
  at: Date,
  dueAt: Date,
): Promise<SpecRow | undefined> =>
  await tx
    .updateTable('openapi_specs')
    .set((eb) => ({
      ...sourceColumns(source),
      state: 'pending',
      round: eb('round', '+', 1),
      attempts: 0,
      due_at: dueAt,
      // A changed source is always fetched, without conditional requests.
      etag: null,
      modified: null,
      updated_at: at,
    }))
    .where(byKey(key))
    .returning(COLUMNS)
    .executeTakeFirst();

/** Updates a specification, if its processing round is still the given one, or in any round. */
export const updateSpec = async (
  db: Database,
  key: SpecKey & { readonly round: number },
  change: Partial<
    Pick<
      SpecRow,
      | 'visibility'
      | 'state'
      | 'attempts'
      | 'due_at'
      | 'version_id'
      | 'etag'
      | 'modified'
      | 'error_code'
      | 'processed_at'
      | 'updated_at'
    >
  > & { readonly errors?: readonly SpecificationError[] },
  rounds: 'this' | 'any' = 'this',
): Promise<SpecRow | undefined> => {
  const { errors, ...columns } = change;
  return await db
    .updateTable('openapi_specs')
    .set({ ...columns, ...(errors && { errors: JSON.stringify(errors) }) })
    .where(byKey(key))
    .$if(rounds === 'this', (query) => query.where('round', '=', key.round))
    .returning(COLUMNS)
    .executeTakeFirst();
};

/** Claims due specifications until a time, and starts a new processing round. */
export const claimDue = (
  tx: DatabaseTransaction,
  now: Date,
  until: Date,
  max: number,
): Promise<(SpecKey & { round: number; source_url: string | null })[]> =>
  tx
    .updateTable('openapi_specs')
    .set((eb) => ({ round: eb('round', '+', 1), attempts: 0, due_at: until }))
    .where(
      sql<boolean>`(organization_id, id) in (
        select organization_id, id from openapi_specs where due_at <= ${now} order by due_at limit ${max} for update skip locked)`,
    )
    .returning(['organization_id', 'id', 'round', 'source_url'])
    .execute();

/** Deletes a specification with its versions. */
export const deleteSpec = async (tx: DatabaseTransaction, key: SpecKey): Promise<boolean> =>
  (await tx.deleteFrom('openapi_specs').where(byKey(key)).executeTakeFirst()).numDeletedRows > 0n;
