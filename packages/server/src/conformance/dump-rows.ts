import { sql } from 'kysely';
import type { TestServer } from '../testing/server.ts';

// The last use of a token is updated asynchronously.
const IGNORED: Record<string, readonly string[]> = { tokens: ['last_used_at'] };

/** Every row of every table as text in a fixed order. Two dumps are equal exactly if nothing was changed. */
export const dumpRows = async ({ app }: TestServer): Promise<Record<string, string[]>> => {
  const { db } = app.kernel;
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db);
  const dump: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const ignored = IGNORED[name] ?? [];
    const found = await sql<{ row: string }>`
      select (to_jsonb(t) - ${sql.val([...ignored])}::text[])::text as row from ${sql.table(name)} t order by 1`.execute(
      db,
    );
    dump[name] = found.rows.map(({ row }) => row);
  }
  return dump;
};
