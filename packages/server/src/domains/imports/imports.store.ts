import type { Selectable } from 'kysely';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../kernel/database/database.ts';
import { fetchPage } from '../../kernel/database/page.ts';
import type { ImportRuns } from '../../kernel/database/schema.gen.ts';
import { visibleContents } from '../access/index.ts';
import type { STAGES, STATUSES } from './imports.contract.ts';

/** Where an import comes from. */
export type ImportSource =
  | { readonly type: 'website'; readonly url: string }
  | { readonly type: 'file'; readonly files: readonly string[] };

/** Something that was not understood or left out, and where it stood. */
export interface Remark {
  readonly path: string;
  readonly message: string;
}

/** A page that an import has made. */
export interface ImportedPage {
  readonly id: string;
  readonly sourceURL?: string;
}

/** The state of an import. */
export type ImportStatus = (typeof STATUSES)[number];

/** What an import is busy with, and how much of it is done. */
export interface Progress {
  readonly stage: (typeof STAGES)[number];
  readonly done: number;
  readonly total: number;
}

/** An import as it is stored. */
export interface ImportRunRow
  extends Omit<Selectable<ImportRuns>, 'status' | 'stage' | 'source' | 'pages' | 'report'> {
  readonly status: ImportStatus;
  readonly stage: Progress['stage'] | null;
  readonly source: ImportSource;
  readonly pages: readonly ImportedPage[];
  readonly report: readonly Remark[];
}

/** What names an import. */
export type RunKey = Pick<ImportRunRow, 'organization_id' | 'id'>;

const ACTIVE: readonly ImportStatus[] = ['pending', 'in-progress'];

const runs = (db: Database) => db.selectFrom('import_runs');
const rowOf = (row: Selectable<ImportRuns> | undefined) => row as ImportRunRow | undefined;

/** One import of an organization. */
export const findRun = async (db: Database, { organization_id, id }: RunKey) =>
  rowOf(
    await runs(db)
      .selectAll()
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .executeTakeFirst(),
  );

/** What a list of imports is limited to. */
export interface RunFilter {
  readonly space?: string | undefined;
  readonly changeRequest?: string | undefined;
  readonly site?: string | undefined;
  readonly status?: ImportStatus | 'active' | undefined;
}

/** The imports into spaces that a reader may see, newest first; pages and reports are not among what is listed. */
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
      query.where('status', 'in', filter.status === 'active' ? [...ACTIVE] : [filter.status as string]),
    );
  const rows = matching
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc');
  return (await fetchPage(page, rows, matching)) as unknown as Page<ImportRunRow>;
};

/** How many imports of an organization have not ended. */
export const countActive = async (db: Database, organizationId: string): Promise<number> => {
  const { count } = await runs(db)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('status', 'in', [...ACTIVE])
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Stores an import that is to begin. */
export const insertRun = async (
  tx: DatabaseTransaction,
  run: RunKey & {
    spaceId: string;
    changeRequestId: string | undefined;
    pageId: string | undefined;
    source: ImportSource;
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
      status: 'pending',
      created_by: run.createdBy,
      created_at: run.createdAt,
      updated_at: run.createdAt,
      lease_ends_at: run.leaseUntil,
    })
    .execute();
};

const changing = (db: Database, { organization_id, id }: RunKey) =>
  db.updateTable('import_runs').where('organization_id', '=', organization_id).where('id', '=', id);

/** Takes an import over, unless it has ended or somebody carries it out; undefined then. */
export const takeRun = async (db: Database, run: RunKey, now: Date, leaseUntil: Date) =>
  rowOf(
    await changing(db, run)
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
      .executeTakeFirst(),
  );

/** An import that this process took over, which counts the times it was. */
export type TakenRun = RunKey & Pick<ImportRunRow, 'attempts'>;

const mine = (db: Database, run: TakenRun) =>
  changing(db, run).where('status', '=', 'in-progress').where('attempts', '=', run.attempts);

/** Says how far an import is; false when it is no longer one's own to carry out. */
export const noteProgress = async (
  db: Database,
  run: TakenRun,
  progress: Progress | undefined,
  now: Date,
  leaseUntil: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await mine(db, run)
    .set({ ...progress, lease_ends_at: leaseUntil, updated_at: now })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** Writes what came of an import; false when it is no longer one's own, and nothing may come of it. */
export const endRun = async (
  db: Database,
  run: TakenRun,
  end: {
    status: 'completed' | 'failed';
    reason?: string | undefined;
    pages?: readonly ImportedPage[];
    report?: readonly Remark[];
  },
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await mine(db, run)
    .set({
      status: end.status,
      reason: end.reason ?? null,
      pages: JSON.stringify(end.pages ?? []),
      report: JSON.stringify(end.report ?? []),
      completed_at: now,
      updated_at: now,
      lease_ends_at: null,
    })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** Ends an import for good, whoever carries it out; false when it has ended before. */
export const cancelRun = async (tx: DatabaseTransaction, run: RunKey, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await changing(tx, run)
    .set({ status: 'cancelled', completed_at: now, updated_at: now, lease_ends_at: null })
    .where('status', 'in', [...ACTIVE])
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** The imports that nobody has said anything of for too long. */
export const listAbandoned = (db: Database, now: Date, limit: number): Promise<RunKey[]> =>
  runs(db)
    .select(['organization_id', 'id'])
    .where('status', 'in', [...ACTIVE])
    .where('lease_ends_at', '<', now)
    .orderBy('lease_ends_at')
    .limit(limit)
    .execute();
