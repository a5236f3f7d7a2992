import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { TestServer } from './server.ts';

/** A granted or requested lock on a content tree. */
interface Lock {
  readonly pid: number;
  readonly mode: string;
  readonly granted: boolean;
}

/** The locks on content trees in the database of a server. */
export const treeLocks = async ({ app }: TestServer): Promise<Lock[]> => {
  const { rows } = await sql<Lock>`
    select pid, mode, granted from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
    app.kernel.db,
  );
  return rows;
};

/** Runs work while the content tree of an organization is locked. `waitForBlocked` waits until that many commands are blocked. */
export const withTreeLocked = <T>(
  server: TestServer,
  organizationId: string,
  work: (waitForBlocked: (commands: number) => Promise<void>) => Promise<T>,
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
