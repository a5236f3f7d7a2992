import type { Selectable } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { ImportRuns } from '../../../kernel/database/schema.gen.ts';
import { visibleContents } from '../../access/index.ts';
import type { ImportSource, ReportEntry } from '../import-files.ts';
import type { ImportStatus, Progress } from '../import-states.ts';

declare module '../../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'import_runs.status': ImportStatus;
    'import_runs.stage': Progress['stage'];
    'import_runs.source': ImportSource;
    'import_runs.pages': readonly ImportedPage[];
    'import_runs.preview': ImportPreview;
    'import_runs.report': readonly ReportEntry[];
  }
}

/** A page that an import has created. */
export interface ImportedPage {
  readonly id: string;
  readonly sourceURL?: string;
}

/** A page that an import would create. */
export interface PreviewedPage {
  readonly title: string;
  /** The number of its ancestors among the imported pages. */
  readonly depth: number;
  /** Whether it stands for a folder or a heading, and has no file of its own. */
  readonly isFolder?: true;
}

/** What an import would add; empty until the preview has run. */
export interface ImportPreview {
  /** The first of the pages, in the order of the table of contents. */
  readonly pages: readonly PreviewedPage[];
  readonly pageCount: number;
  /** The number of images and other files. */
  readonly fileCount: number;
}

/** An import as it is stored. */
export type ImportRunRow = Selectable<ImportRuns>;

/** The key of an import. */
export type RunKey = Pick<ImportRunRow, 'organization_id' | 'id'>;

const ACTIVE: readonly ImportStatus[] = ['pending', 'in-progress'];

const runs = (db: Database) => db.selectFrom('import_runs');

/** Finds an import by its key. */
export const findRun = (db: Database, { organization_id, id }: RunKey) =>
  runs(db).selectAll().where('organization_id', '=', organization_id).where('id', '=', id).executeTakeFirst();

/** The filter of a list of imports. */
export interface RunFilter {
  readonly space?: string | undefined;
  readonly changeRequest?: string | undefined;
  readonly site?: string | undefined;
  readonly status?: ImportStatus | 'active' | undefined;
}

/** The imports into spaces that a reader can see, newest first. */
export const listRuns = async (
  db: Database,
  organizationId: string,
  readerId: string,
  filter: RunFilter,
  page: PageRequest,
): Promise<Page<ImportRunRow>> => {
  const before = page.after && String(page.after[0]);
  const matching = runs(db)
    .where('organization_id', '=', organizationId)
    .where(
      'space_id',
      'in',
      visibleContents(db, organizationId, 'space', readerId).clearSelect().select('contents.id'),
    )
    .$if(filter.space !== undefined, (query) => query.where('space_id', '=', filter.space!))
    .$if(filter.changeRequest !== undefined, (query) =>
      query.where('change_request_id', '=', filter.changeRequest!),
    )
    .$if(filter.site !== undefined, (query) =>
      query.where('space_id', 'in', (eb) =>
        eb
          .selectFrom('site_spaces')
          .select('site_spaces.space_id')
          .where('site_spaces.organization_id', '=', organizationId)
          .where('site_spaces.site_id', '=', filter.site!),
      ),
    )
    .$if(filter.status !== undefined, (query) =>
      query.where('status', 'in', filter.status === 'active' ? [...ACTIVE] : [filter.status as ImportStatus]),
    );
  const rows = matching
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc');
  return await paginate(page, rows, matching);
};

/** The number of imports of an organization that have not ended. */
export const countActive = async (db: Database, organizationId: string): Promise<number> => {
  const { count } = await runs(db)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('status', 'in', [...ACTIVE])
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Stores a new import. */
export const insertRun = async (
  tx: DatabaseTransaction,
  run: RunKey & {
    spaceId: string;
    changeRequestId: string | undefined;
    pageId: string | undefined;
    source: ImportSource;
    preview: ImportPreview | undefined;
    createdBy: string;
    createdAt: Date;
    leaseUntil: Date;
  },
): Promise<void> => {
  await tx
    .insertInto('import_runs')
    .values({
      organization_id: run.organization_id,
      id: run.id,
      space_id: run.spaceId,
      change_request_id: run.changeRequestId ?? null,
      page_id: run.pageId ?? null,
      source: JSON.stringify(run.source),
      preview: run.preview ? JSON.stringify(run.preview) : null,
      status: 'pending',
      created_by: run.createdBy,
      created_at: run.createdAt,
      updated_at: run.createdAt,
      lease_ends_at: run.leaseUntil,
    })
    .execute();
};

const updateRun = (db: Database, { organization_id, id }: RunKey) =>
  db.updateTable('import_runs').where('organization_id', '=', organization_id).where('id', '=', id);

/** Claims an import; undefined if it has ended or another process runs it. */
export const claimRun = async (db: Database, run: RunKey, now: Date, leaseUntil: Date) =>
  updateRun(db, run)
    .set((eb) => ({
      status: 'in-progress',
      attempts: eb('attempts', '+', 1),
      lease_ends_at: leaseUntil,
      stage: null,
      done: 0,
      total: 0,
      started_at: eb.fn.coalesce('started_at', eb.val(now)),
      updated_at: now,
    }))
    .where((eb) =>
      eb.or([
        eb('status', '=', 'pending'),
        eb.and([eb('status', '=', 'in-progress'), eb('lease_ends_at', '<', now)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();

/** A claimed import: the number of attempts identifies the claim. */
export type ClaimedRun = RunKey & Pick<ImportRunRow, 'attempts'>;

const claimed = (db: Database, run: ClaimedRun) =>
  updateRun(db, run).where('status', '=', 'in-progress').where('attempts', '=', run.attempts);

/** Updates the progress and renews the lease of an import; false if the claim was lost. */
export const updateProgress = async (
  db: Database,
  run: ClaimedRun,
  progress: Progress | undefined,
  now: Date,
  leaseUntil: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await claimed(db, run)
    .set({ ...progress, lease_ends_at: leaseUntil, updated_at: now })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** Gives up a claim, so that another process runs the import at once. */
export const releaseRun = async (db: Database, run: ClaimedRun, now: Date): Promise<void> => {
  await claimed(db, run).set({ lease_ends_at: now, updated_at: now }).execute();
};

/** Stores the result of an import; false if the claim was lost, and its changes have to be rolled back. */
export const finishRun = async (
  db: Database,
  run: ClaimedRun,
  result: {
    status: 'completed' | 'failed';
    reason?: string | undefined;
    pages?: readonly ImportedPage[];
    preview?: ImportPreview;
    report?: readonly ReportEntry[];
  },
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await claimed(db, run)
    .set({
      status: result.status,
      reason: result.reason ?? null,
      pages: JSON.stringify(result.pages ?? []),
      ...(result.preview && { preview: JSON.stringify(result.preview) }),
      report: JSON.stringify(result.report ?? []),
      completed_at: now,
      updated_at: now,
      lease_ends_at: null,
    })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** Cancels an import; false if it has already ended. */
export const cancelRun = async (tx: DatabaseTransaction, run: RunKey, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await updateRun(tx, run)
    .set({ status: 'cancelled', completed_at: now, updated_at: now, lease_ends_at: null })
    .where('status', 'in', [...ACTIVE])
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** The imports whose lease has ended. */
export const listAbandoned = (db: Database, now: Date, limit: number): Promise<RunKey[]> =>
  runs(db)
    .select(['organization_id', 'id'])
    .where('status', 'in', [...ACTIVE])
    .where('lease_ends_at', '<', now)
    .orderBy('lease_ends_at')
    .limit(limit)
    .execute();
