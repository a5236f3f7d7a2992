import pg from 'pg';
import { parentOf } from './cpu.ts';

/** The process that started the connections of a database. */
export const postmasterOf = async (connectionString: string): Promise<number> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]!.pid);
  await client.end();
  return postmaster;
};
