import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The same server, another database; socket addresses are no URLs in the strict sense. */
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

/** A database of its own, like the template unless it is to be empty. */
export const createDatabase = async (template = process.env.LECTERN_TEST_TEMPLATE): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdministrator(async (client) => {
    // Copying needs the template to be unused; two files that start at once take turns.
    await client.query('select pg_advisory_lock(1)');
    await client.query(`create database ${name} template ${template}`);
  });
  return withDatabase(process.env.LECTERN_TEST_DATABASE!, name);
};
