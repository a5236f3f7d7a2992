import type { Pool } from 'pg';

/** A job that a process has begun. */
export interface ActiveJob {
  readonly name: string;
  readonly id: string;
}

// So often within a lease it is said that somebody is there.
const SIGNS = 4;

/** Works on a job that is this process's own for some seconds at a time: nobody waits for one that is gone for as long as the work may take. */
export const createLeases =
  (pool: Pool, onError: (error: unknown) => void) =>
  async (
    { name, id }: ActiveJob,
    { seconds, work }: { seconds: number; work: () => Promise<void> },
  ): Promise<void> => {
    // The queue takes a job back when it has run for as long as it may: it is made to look as if that were soon.
    const prolong = () =>
      pool.query(
        `update pgboss.job set started_on = now() + least(expire_in, $3 * interval '1 second') - expire_in
         where name = $1 and id = $2 and state = 'active'`,
        [name, id, seconds],
      );
    await prolong();
    const signs = setInterval(() => prolong().catch(onError), (seconds * 1000) / SIGNS);
    try {
      await work();
    } finally {
      clearInterval(signs);
    }
  };
