import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { backupsContract } from './backups.contract.ts';
import type { BackupsService } from './backups.service.ts';

/** Maps operations to the service, and its results to responses. */
export const backupsHandlers = (backups: BackupsService): Handlers<typeof backupsContract> => ({
  listServerBackups: async ({ caller, page }) =>
    listOf(
      page,
      await backups.list(caller, page),
      (row) => [row.id],
      ({ created_at, bytes, ...row }) => ({
        object: 'backup' as const,
        ...row,
        bytes: Number(bytes),
        createdAt: created_at.toISOString(),
      }),
    ),
});
