import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The connection string of another database on the same server; those of sockets are not valid URLs. */
export const withDatabase = (connectionString: string, database: string): string =>
  connectionString.replace(/\/[^/?]*(\?|$)/, `/${database}$1`);

const asAdministrator = async (work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client({ connectionString: process.env.LECTERN_TEST_DATABASE! });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

/** Creates a database as a copy of the template, or an empty one. */
export const createDatabase = async (template = process.env.LECTERN_TEST_TEMPLATE): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdministrator(async (client) => {
    // Copying requires that the template is not in use, so test files take turns.
    await client.query('select pg_advisory_lock(1)');
    // Copying files takes a quarter of the processor time of copying blocks, which also writes a log.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  return withDatabase(process.env.LECTERN_TEST_DATABASE!, name);
};
