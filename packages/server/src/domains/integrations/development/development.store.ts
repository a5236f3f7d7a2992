import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { IntegrationTunnels } from '../../../kernel/database/schema.gen.ts';
import type { IntegrationKey } from '../integrations.store.ts';

/** Where the events of an integration go while its author works on it. */
export type Tunnel = Selectable<IntegrationTunnels>;

/** Sends events there from now on. */
export const putTunnel = async (tx: DatabaseTransaction, tunnel: Omit<Tunnel, 'failures'>): Promise<void> => {
  const values = { ...tunnel, failures: 0 };
  await tx
    .insertInto('integration_tunnels')
    .values(values)
    .onConflict((conflict) => conflict.columns(['organization_id', 'integration_id']).doUpdateSet(values))
    .execute();
};

/** Sends events there no more; false when none were. */
export const deleteTunnel = async (
  tx: DatabaseTransaction,
  { organization_id, id }: IntegrationKey,
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('integration_tunnels')
    .where('organization_id', '=', organization_id)
    .where('integration_id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

// Another one, that was put up meanwhile, is not judged by what became of this one.
const same = ({ organization_id, integration_id, url }: Tunnel) =>
  sql<boolean>`organization_id = ${organization_id} and integration_id = ${integration_id} and url = ${url}`;

/** Notes that nobody was there; after so many times in a row, nobody is looked for any more. */
export const noteSilence = async (db: Database, tunnel: Tunnel, most: number): Promise<void> => {
  const { rows } = await sql<{ failures: number }>`
    update integration_tunnels set failures = failures + 1 where ${same(tunnel)} returning failures`.execute(
    db,
  );
  if ((rows[0]?.failures ?? 0) >= most)
    await sql`delete from integration_tunnels where ${same(tunnel)} and failures >= ${most}`.execute(db);
};

/** Notes that somebody was there again. */
export const noteAnswer = async (db: Database, tunnel: Tunnel): Promise<void> => {
  if (tunnel.failures === 0) return;
  await db.updateTable('integration_tunnels').set({ failures: 0 }).where(same(tunnel)).execute();
};
