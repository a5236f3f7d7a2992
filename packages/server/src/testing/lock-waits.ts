import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { TestServer } from './server.ts';

/** Waits until a query is blocked by a lock in the database of a server. */
export const waitForBlockedQuery = ({ app }: TestServer): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(app.kernel.db);
      expect(rows.length).toBeGreaterThan(0);
    },
    { timeout: 240_000 },
  );
