import type { Database } from '../../kernel/database/database.ts';
import { claimOnce, findInstanceValue } from '../../kernel/database/instance.ts';

const KEY = 'server-administrator';

/** The e-mail address of the administrator that the first run creates with sample content. */
export const FIRST_ADMIN = 'admin@lectern.local';

/** Records who set up the server: administrators of organizations cannot recover this account. */
export const recordServerAdministrator = async (tx: Database, userId: string): Promise<void> => {
  await claimOnce(tx, KEY, userId);
};

/** Whether a user set up the server. */
export const isServerAdministrator = async (
  db: Database,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<boolean> => email === FIRST_ADMIN || (await findInstanceValue(db, KEY)) === id;
