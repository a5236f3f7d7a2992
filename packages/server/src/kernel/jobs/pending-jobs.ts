import type pg from 'pg';
import PgBoss from 'pg-boss';

/** A job that is not completed, with its queue options. */
export type PendingJob = PgBoss.JobInsert;

/** All jobs that are waiting, retrying or running, without the internal ones of pg-boss. */
export const listPendingJobs = async (client: pg.ClientBase): Promise<PendingJob[]> => {
  const { rows: found } = await client.query("select to_regclass('pgboss.job') as jobs");
  if (!found[0].jobs) return [];
  const { rows } = await client.query<PendingJob>(`
    select id, name, data, priority, to_json(start_after at time zone 'UTC')#>>'{}' || 'Z' as "startAfter",
      retry_limit as "retryLimit", retry_delay as "retryDelay", retry_backoff as "retryBackoff",
      singleton_key as "singletonKey", extract(epoch from expire_in)::int as "expireInSeconds", keep_until as "keepUntil"
    from pgboss.job where state < 'completed' and name not like '\\_\\_pgboss%' order by created_on, id`);
  return rows;
};

/** Creates the tables of pg-boss and queues of the given names. */
export const prepareQueues = async (pool: pg.Pool, names: readonly string[]): Promise<PgBoss> => {
  const executeSql = async (text: string, values?: unknown[]) =>
    values?.length ? pool.query(text, values) : pool.query(text);
  const boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  for (const name of new Set(names)) await boss.createQueue(name);
  return boss;
};

/** Inserts jobs into their queues, in the transaction of a connection. */
export const insertPendingJobs = async (
  boss: PgBoss,
  client: pg.ClientBase,
  jobs: readonly PendingJob[],
): Promise<void> => {
  const executeSql = (text: string, values: unknown[]) => client.query(text, values);
  if (jobs.length > 0) await boss.insert([...jobs], { db: { executeSql } } as PgBoss.InsertOptions);
};
