import type { Caller } from '../../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { type Course, type GatheredFile, ImportError } from '../gathering/gathering.policy.ts';
import type { ImportTarget } from '../imports.service.ts';
import type { ImportedPage, Remark } from '../imports.store.ts';

/** Writes an import into a space. */
export const createWritingService = () => ({
  write: async (
    _caller: Caller,
    _target: ImportTarget,
    _files: readonly GatheredFile[],
    _course: Course,
    _complete: (
      tx: DatabaseTransaction,
      pages: readonly ImportedPage[],
      more: readonly Remark[],
    ) => Promise<void>,
  ): Promise<void> => {
    throw new ImportError('Nothing is written yet');
  },
});

/** Writes an import into a space. */
export type WritingService = ReturnType<typeof createWritingService>;
