import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Users } from '../../../kernel/database/schema.gen.ts';
import type { StoredTranslation, TranslationKey, UntranslatedTexts } from '../translations.store.ts';

// Requested, not leased, and not postponed.
const isRunnable = (now: Date) => sql<boolean>`wanted > done
  and (lease_ends_at is null or lease_ends_at < ${now}) and (resumes_at is null or resumes_at <= ${now})`;

/** Claims a requested run, unless it is postponed or another process has it; only the last claim may write. */
export const claimRun = async (
  db: Database,
  { organization_id, id }: TranslationKey,
  now: Date,
  leaseEndsAt: Date,
): Promise<StoredTranslation | undefined> =>
  await db
    .updateTable('translations')
    .set({
      status: 'running',
      lease_ends_at: leaseEndsAt,
      attempt: sql`attempt + 1`,
      run_started_at: sql`coalesce(run_started_at, ${now})`,
      problem: sql<string>`case when resumes_at is null then problem end`,
      resumes_at: null,
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where(isRunnable(now))
    .returningAll()
    .executeTakeFirst();

// Attempts restart after every completed run: only together with `done` do they identify a claim.
const claimed = (db: Database, { organization_id, id, attempt, done }: StoredTranslation) =>
  db
    .updateTable('translations')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('done', '=', done)
    .where('lease_ends_at', 'is not', null);

/** Renews the lease of a run; false if another process has claimed it, or the translation was deleted. */
export const renewLease = async (
  db: Database,
  run: StoredTranslation,
  leaseEndsAt: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await claimed(db, run).set({ lease_ends_at: leaseEndsAt }).executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The result of a completed run. */
export interface RunResult {
  readonly sourceRoot: string;
  readonly baseRoot: string;
  readonly settingsHash: string | null;
  readonly revisionId: string;
  readonly changeRequestId: string | null;
  readonly untranslated: UntranslatedTexts;
  readonly at: Date;
  /** Absent without an engine. */
  readonly stats?: {
    readonly words: number;
    readonly pages: number;
    readonly newPages: number;
    readonly seconds: number;
  };
}

/** Completes a run; false if the lease was lost. A run that was requested meanwhile stays requested. */
export const completeRun = async (
  tx: DatabaseTransaction,
  run: StoredTranslation,
  { stats, ...result }: RunResult,
): Promise<boolean> => {
  const done = stats ? 'completed' : 'pending';
  const { numUpdatedRows } = await claimed(tx, run)
    .set({
      status: sql<
        StoredTranslation['status']
      >`case when wanted > ${run.wanted} then 'pending' else ${done} end`,
      done: run.wanted,
      attempt: 0,
      lease_ends_at: null,
      run_started_at: null,
      source_root: result.sourceRoot,
      base_root: result.baseRoot,
      settings_hash: result.settingsHash,
      revision_id: result.revisionId,
      change_request_id: result.changeRequestId,
      untranslated: JSON.stringify(result.untranslated),
      problem: null,
      updated_at: result.at,
      ...(stats && {
        runs: sql`runs + 1`,
        latest_words: stats.words,
        latest_pages: stats.pages,
        latest_seconds: stats.seconds,
        total_words: sql`total_words + ${stats.words}`,
        total_pages: sql`total_pages + ${stats.newPages}`,
        total_seconds: sql`total_seconds + ${stats.seconds}`,
      }),
    })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Ends a run with an error. */
export const failRun = async (
  db: Database,
  run: StoredTranslation,
  problem: string,
  at: Date,
): Promise<void> => {
  await claimed(db, run)
    .set({
      status: 'pending',
      done: run.wanted,
      attempt: 0,
      lease_ends_at: null,
      run_started_at: null,
      problem,
      updated_at: at,
    })
    .execute();
};

/** Releases a run until the engine can be used again; false if the lease was lost. */
export const postponeRun = async (
  tx: DatabaseTransaction,
  run: StoredTranslation,
  { until, problem, at }: { until: Date; problem: string; at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await claimed(tx, run)
    .set({ status: 'pending', lease_ends_at: null, resumes_at: until, problem, updated_at: at })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Releases a run, so that it can be claimed again. */
export const releaseRun = async (db: Database, run: StoredTranslation): Promise<void> => {
  await claimed(db, run).set({ status: 'pending', lease_ends_at: null }).execute();
};

/** Runs that are requested, not leased and not postponed. */
export const findRunnable = (db: Database, now: Date): Promise<TranslationKey[]> =>
  db.selectFrom('translations').select(['organization_id', 'id']).where(isRunnable(now)).execute();

/** An administrator of an organization: the preferred user, if they are still one. */
export const findAdministrator = (
  db: Database,
  organizationId: string,
  preferred: string,
): Promise<Pick<Selectable<Users>, 'id' | 'display_name'> | undefined> =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.display_name'])
    .where('members.organization_id', '=', organizationId)
    .where('members.role', '=', 'admin')
    .where('members.disabled', '=', false)
    .orderBy(sql`users.id = ${preferred}`, 'desc')
    .orderBy('users.id')
    .executeTakeFirst();
