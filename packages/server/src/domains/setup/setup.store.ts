import type { Database } from '../../kernel/database/database.ts';

/** Whether somebody administers an organization. */
export const hasAdministrator = async (db: Database): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('user_id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()) !== undefined;
