import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import type { OauthClients, OauthCodes } from '../../kernel/database/schema.gen.ts';

/** A registered program. */
export type ClientRow = Selectable<OauthClients>;

/** An authorization code, without its secret. */
export type CodeRow = Selectable<OauthCodes>;

/** Stores a program. */
export const insertClient = (
  db: Database,
  client: Pick<ClientRow, 'id' | 'name' | 'redirect_uris' | 'created_at'>,
): Promise<ClientRow> =>
  db.insertInto('oauth_clients').values(client).returningAll().executeTakeFirstOrThrow();

/** A program by its id. */
export const findClient = (db: Database, id: string): Promise<ClientRow | undefined> =>
  db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst();

/** Stores an authorization code, and that its program is in use. */
export const insertCode = async (
  tx: DatabaseTransaction,
  code: Omit<CodeRow, 'used_at' | 'token_id'>,
  at: Date,
): Promise<void> => {
  await tx.insertInto('oauth_codes').values(code).execute();
  await tx.updateTable('oauth_clients').set({ used_at: at }).where('id', '=', code.client_id).execute();
};

/** An authorization code by its hash, locked until the transaction ends. */
export const lockCode = (tx: DatabaseTransaction, hash: Buffer): Promise<CodeRow | undefined> =>
  tx.selectFrom('oauth_codes').selectAll().where('hash', '=', hash).forUpdate().executeTakeFirst();

/** Records the use of a code, and the token it was exchanged for. */
export const recordCodeUse = async (
  tx: DatabaseTransaction,
  { hash }: CodeRow,
  at: Date,
  tokenId: string | null,
): Promise<void> => {
  await tx
    .updateTable('oauth_codes')
    .set({ used_at: at, token_id: tokenId })
    .where('hash', '=', hash)
    .execute();
};

/** Deletes codes that expired before a time, and programs that were not used since, or never. */
export const deleteUnused = async (
  db: Database,
  before: { readonly codes: Date; readonly registered: Date; readonly used: Date },
): Promise<void> => {
  await db.deleteFrom('oauth_codes').where('expires_at', '<', before.codes).execute();
  await db
    .deleteFrom('oauth_clients')
    .where(({ and, eb, or }) =>
      or([
        and([eb('used_at', 'is', null), eb('created_at', '<', before.registered)]),
        eb('used_at', '<', before.used),
      ]),
    )
    .execute();
};
