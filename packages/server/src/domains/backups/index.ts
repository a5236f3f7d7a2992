import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { backupsContract } from './backups.contract.ts';
import { backupsHandlers } from './backups.handlers.ts';
import { createBackupsService } from './backups.service.ts';

/** The list of backups; `kernel/backup` makes and restores them. */
export const createBackups = (kernel: Kernel) => ({
  domain: domain({
    name: 'backups',
    contract: backupsContract,
    handlers: backupsHandlers(createBackupsService(kernel)),
  }),
});
