import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { IntegrationTunnels } from '../../../kernel/database/schema.gen.ts';
import type { IntegrationKey } from '../integrations.store.ts';

/** The tunnel that receives the events of an integration in development mode. */
export type Tunnel = Selectable<IntegrationTunnels>;

/** Stores the tunnel of an integration, in place of an earlier one. */
export const upsertTunnel = async (
  tx: DatabaseTransaction,
  tunnel: Omit<Tunnel, 'failures'>,
): Promise<void> => {
  const values = { ...tunnel, failures: 0 };
  await tx
    .insertInto('integration_tunnels')
    .values(values)
    .onConflict((conflict) => conflict.columns(['organization_id', 'integration_id']).doUpdateSet(values))
    .execute();
};

/** Deletes the tunnel of an integration; false if there was none. */
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

// A tunnel that was stored meanwhile has its own count of failures.
const isSameTunnel = ({ organization_id, integration_id, url }: Tunnel) =>
  sql<boolean>`organization_id = ${organization_id} and integration_id = ${integration_id} and url = ${url}`;

/** Counts a failure of a tunnel, and deletes it after `max` failures in a row. */
export const recordTunnelFailure = async (db: Database, tunnel: Tunnel, max: number): Promise<void> => {
  const { rows } = await sql<{ failures: number }>`
    update integration_tunnels set failures = failures + 1 where ${isSameTunnel(tunnel)} returning failures`.execute(
    db,
  );
  if ((rows[0]?.failures ?? 0) >= max)
    await sql`delete from integration_tunnels where ${isSameTunnel(tunnel)} and failures >= ${max}`.execute(
      db,
    );
};

/** Resets the count of failures. */
export const resetTunnelFailures = async (db: Database, tunnel: Tunnel): Promise<void> => {
  if (tunnel.failures === 0) return;
  await db.updateTable('integration_tunnels').set({ failures: 0 }).where(isSameTunnel(tunnel)).execute();
};
