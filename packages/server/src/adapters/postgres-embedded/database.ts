import pg from 'pg';
import { codeOf } from './errors.ts';
import { SOCKET_PORT } from './socket-folder.ts';

const DATABASE = 'lectern';

/** The superuser of the embedded cluster, without a password: its socket is private. */
export const DATABASE_USER = 'lectern';

/** The connection string of a database behind a socket folder; sets every value that PG* variables could override. */
export function connectionStringOf(socketFolder: string, database = DATABASE): string {
  const host = encodeURIComponent(socketFolder);
  return `postgresql://${DATABASE_USER}@/${database}?host=${host}&port=${SOCKET_PORT}&sslmode=disable`;
}

/** Returns the version of a server; creates Lectern's database if it is missing. */
export async function ensureDatabase(socketFolder: string): Promise<string> {
  try {
    return await askVersion(socketFolder, DATABASE);
  } catch (error) {
    if (codeOf(error) !== '3D000') throw error;
    await withClient(socketFolder, 'postgres', async (client) => {
      await client.query(`CREATE DATABASE ${DATABASE}`).catch((failure: unknown) => {
        // Another process created it at the same time.
        if (codeOf(failure) !== '42P04' && codeOf(failure) !== '23505') throw failure;
      });
    });
    return askVersion(socketFolder, DATABASE);
  }
}

/** The version of the server behind a socket folder, if it responds and has Lectern's database. */
export async function answeringVersion(socketFolder: string): Promise<string | undefined> {
  return askVersion(socketFolder, DATABASE).catch(() => undefined);
}

function askVersion(socketFolder: string, database: string): Promise<string> {
  return withClient(socketFolder, database, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return (rows[0]?.server_version ?? '').split(' ')[0] ?? '';
  });
}

async function withClient<T>(
  socketFolder: string,
  database: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: connectionStringOf(socketFolder, database),
    connectionTimeoutMillis: 5_000,
    query_timeout: 60_000,
  });
  // A server that exits between two queries must not crash this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
