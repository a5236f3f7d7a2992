import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { IntegrationKey } from '../integrations.store.ts';

/** Stores a service account, which nobody can sign in as. */
export const insertAccount = async (
  tx: DatabaseTransaction,
  account: { id: string; email: string; title: string; createdAt: Date },
): Promise<void> => {
  await tx
    .insertInto('users')
    .values({
      id: account.id,
      email: account.email,
      display_name: account.title,
      created_at: account.createdAt,
      updated_at: account.createdAt,
    })
    .execute();
};

/** Ids of the accounts of an integration and of its installations. */
export const findAccounts = async (tx: DatabaseTransaction, key: IntegrationKey): Promise<string[]> => {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from integrations where organization_id = ${key.organization_id} and id = ${key.id}
    union all
    select account_id from installations where owner_id = ${key.organization_id} and integration_id = ${key.id}
  `.execute(tx);
  return rows.map((row) => row.account_id);
};

/** The installation of a service account, with the name of its integration. */
export const findInstallationByAccount = (db: Database, accountId: string) =>
  db
    .selectFrom('installations')
    .innerJoin('integrations', (join) =>
      join
        .onRef('integrations.organization_id', '=', 'installations.owner_id')
        .onRef('integrations.id', '=', 'installations.integration_id'),
    )
    .select(['installations.id', 'integrations.name'])
    .where('installations.account_id', '=', accountId)
    .executeTakeFirst();

/** Renames accounts. */
export const renameAccounts = async (
  tx: DatabaseTransaction,
  ids: readonly string[],
  title: string,
  updatedAt: Date,
): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ display_name: title, updated_at: updatedAt })
    .where('id', '=', sql<string>`any(${ids})`)
    .where('display_name', '<>', title)
    .execute();
};
