import type { Database } from '../../kernel/database/database.ts';
import { claimOnce, findInstanceValue } from '../../kernel/database/instance.ts';
import { findAccount, findUsersByEmail } from './identity.store.ts';

const KEY = 'server-administrator';

/** The e-mail address of the administrator that the first run creates with sample content. */
export const FIRST_ADMIN = 'admin@lectern.local';

/** Records who set up the server: administrators of organizations cannot recover this account. */
export const recordServerAdministrator = async (tx: Database, userId: string): Promise<void> => {
  await claimOnce(tx, KEY, userId);
};

/** The e-mail address of the user who set up the server; undefined when nobody did, or the account was deleted. */
export const findServerAdministrator = async (db: Database): Promise<string | undefined> => {
  const id = await findInstanceValue(db, KEY);
  // Servers from before this was recorded have the administrator of the first run.
  if (id === undefined) return (await findUsersByEmail(db, [FIRST_ADMIN]))[0]?.email;
  return (await findAccount(db, id))?.email;
};

/** Whether a user administers the server: the one who set it up. */
export const administersServer = async (db: Database, userId: string): Promise<boolean> =>
  (await findInstanceValue(db, KEY)) === userId;

/** Whether an account is protected as that of the server's administrator, also by its address. */
export const isServerAdministrator = async (
  db: Database,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<boolean> => email === FIRST_ADMIN || (await administersServer(db, id));
