import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { TestServer } from './server.ts';

/** A lock on a tree that a connection has or waits for. */
interface Lock {
  readonly pid: number;
  readonly mode: string;
  readonly granted: boolean;
}

/** The locks on trees in a server's database. */
export const treeLocks = async ({ app }: TestServer): Promise<Lock[]> => {
  const { rows } = await sql<Lock>`
    select pid, mode, granted from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
    app.kernel.db,
  );
  return rows;
};

/** Does something while an organization's tree is held; what it starts and is to wait for the tree, it lets `stopped` see. */
export const withTreeLocked = <T>(
  server: TestServer,
  organizationId: string,
  work: (stopped: (commands: number) => Promise<void>) => Promise<T>,
  mode: 'shared' | 'exclusive' = 'exclusive',
): Promise<T> =>
  server.app.kernel.transaction(async (tx) => {
    const key = sql`hashtextextended(${`tree:${organizationId}`}, 0)`;
    await (mode === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(${key})`
      : sql`select pg_advisory_xact_lock(${key})`
    ).execute(tx);
    return work((commands) =>
      vi.waitFor(
        async () =>
          expect((await treeLocks(server)).filter(({ granted }) => !granted)).toHaveLength(commands),
        30_000,
      ),
    );
  });
