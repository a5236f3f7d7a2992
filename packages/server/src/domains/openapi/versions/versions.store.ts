import { sql } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { SpecKey } from '../openapi.store.ts';

/** A version without its content. */
export interface VersionRow {
  readonly id: string;
  readonly source_url: string | null;
  readonly hash: string;
  readonly created_at: Date;
}

const COLUMNS = ['id', 'source_url', 'hash', 'created_at'] as const;

const versionsOf = (db: Database, { organization_id, id }: SpecKey) =>
  db.selectFrom('openapi_versions').where('organization_id', '=', organization_id).where('spec_id', '=', id);

/** The versions of a specification, the newest first. */
export const listVersions = (db: Database, spec: SpecKey, page: PageRequest): Promise<Page<VersionRow>> => {
  const before = page.after && String(page.after[0]);
  const matching = versionsOf(db, spec);
  const rows = matching
    .select(COLUMNS)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc');
  return paginate(page, rows, matching);
};

/** A version of a specification. */
export const findVersion = (db: Database, spec: SpecKey, versionId: string) =>
  versionsOf(db, spec).select(COLUMNS).where('id', '=', versionId).executeTakeFirst();

/** The content of a version, as JSON text. */
export const findContent = async (
  db: Database,
  spec: SpecKey,
  versionId: string,
): Promise<string | undefined> =>
  (await versionsOf(db, spec).select('content').where('id', '=', versionId).executeTakeFirst())?.content;

/** Stores a version. */
export const insertVersion = async (
  tx: DatabaseTransaction,
  { organization_id, id }: SpecKey,
  version: VersionRow & { readonly content: string },
): Promise<void> => {
  await tx
    .insertInto('openapi_versions')
    .values({ organization_id, spec_id: id, ...version })
    .execute();
};

/** Removes all but the newest versions. */
export const deleteOldVersions = async (
  tx: DatabaseTransaction,
  spec: SpecKey,
  count: number,
): Promise<void> => {
  await sql`delete from openapi_versions where organization_id = ${spec.organization_id} and spec_id = ${spec.id}
    and id <= (select id from openapi_versions where organization_id = ${spec.organization_id} and spec_id = ${spec.id}
      order by id desc offset ${count} limit 1)`.execute(tx);
};
