import type { Caller } from '../../kernel/auth/principal.ts';
import type { PageRequest } from '../../kernel/contract/paging.ts';
import { notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { administersServer } from '../identity/index.ts';
import { listBackups } from './backups.store.ts';

/** Service for the backups of the server. */
export const createBackupsService = ({ db }: Pick<Kernel, 'db'>) => ({
  /** The finished backups; for others than the administrator of the server there are none to be found. */
  list: async ({ principal }: Caller, page: PageRequest) => {
    if (!(await administersServer(db, principal.userId))) throw notFound('server');
    return listBackups(db, page);
  },
});

/** Service for the backups of the server. */
export type BackupsService = ReturnType<typeof createBackupsService>;
