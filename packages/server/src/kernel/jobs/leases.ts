import type { Pool } from 'pg';

/** A running job. */
export interface ActiveJob {
  readonly name: string;
  readonly id: string;
}

// Renewals per lease duration.
const RENEWALS = 4;

/** Runs a job under a short lease that is renewed, so that another process takes over soon after a crash, however long the job may take. */
export const createLeases =
  (pool: Pool, onError: (error: unknown) => void) =>
  async (
    { name, id }: ActiveJob,
    { seconds, work }: { seconds: number; work: () => Promise<void> },
  ): Promise<void> => {
    // pg-boss expires a job by its start time, so the start is moved to leave only the lease until then.
    const renew = () =>
      pool.query(
        `update pgboss.job set started_on = now() + least(expire_in, $3 * interval '1 second') - expire_in
         where name = $1 and id = $2 and state = 'active'`,
        [name, id, seconds],
      );
    await renew();
    const renewals = setInterval(() => renew().catch(onError), (seconds * 1000) / RENEWALS);
    try {
      await work();
    } finally {
      clearInterval(renewals);
    }
  };
