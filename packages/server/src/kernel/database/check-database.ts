import pg from 'pg';

/** Connects once and returns the server version and the number of applied migrations. */
export const checkDatabase = async (
  connectionString: string,
): Promise<{ version: string; migrations: number }> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; table: string | null }>(
      "select version(), to_regclass('migrations')::text as table",
    );
    const { version, table } = rows[0]!;
    const migrations = table ? (await client.query('select name from migrations')).rows.length : 0;
    return { version: version.split(' on ')[0]!, migrations };
  } finally {
    await client.end().catch(() => {});
  }
};
