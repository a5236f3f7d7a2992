import type { Selectable } from 'kysely';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database } from '../../kernel/database/database.ts';
import { paginate } from '../../kernel/database/paginate.ts';
import type { Backups } from '../../kernel/database/schema.gen.ts';

/** A finished backup. */
export type BackupRow = Selectable<Backups>;

/** The finished backups, newest first. */
export const listBackups = (db: Database, page: PageRequest): Promise<Page<BackupRow>> => {
  const before = page.after && String(page.after[0]);
  const all = db.selectFrom('backups');
  return paginate(
    page,
    all
      .selectAll()
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc'),
    all,
  );
};
