import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import type { Users } from '../../../kernel/database/schema.gen.ts';
import type { LeftOver, StoredTranslation, TranslationKey } from '../translations.store.ts';

// Wanted, in nobody's hands, and not waiting for an engine.
const isFree = (now: Date) => sql<boolean>`wanted > done
  and (lease_ends_at is null or lease_ends_at < ${now}) and (goes_on_at is null or goes_on_at <= ${now})`;

/** Takes a translation that is to run, unless somebody else has it or it waits; whoever took it last may write. */
export const takeRun = async (
  db: Database,
  { organization_id, id }: TranslationKey,
  now: Date,
  leaseEndsAt: Date,
): Promise<StoredTranslation | undefined> =>
  (await db
    .updateTable('translations')
    .set({
      status: 'running',
      lease_ends_at: leaseEndsAt,
      attempt: sql`attempt + 1`,
      run_started_at: sql`coalesce(run_started_at, ${now})`,
      // What it waited for is over.
      problem: sql<string>`case when goes_on_at is null then problem end`,
      goes_on_at: null,
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where(isFree(now))
    .returningAll()
    .executeTakeFirst()) as StoredTranslation | undefined;

// Attempts are counted anew after every end: only with what was done before do they tell one taking from all others.
const taken = (db: Database, { organization_id, id, attempt, done }: StoredTranslation) =>
  db
    .updateTable('translations')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('done', '=', done)
    .where('lease_ends_at', 'is not', null);

/** Holds on to a run; false when somebody else has taken over, or the translation is gone. */
export const prolongRun = async (
  db: Database,
  run: StoredTranslation,
  leaseEndsAt: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await taken(db, run).set({ lease_ends_at: leaseEndsAt }).executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** What a run has made. */
export interface RunOutcome {
  readonly sourceRoot: string;
  readonly baseRoot: string;
  readonly madeWith: string | null;
  readonly revisionId: string;
  readonly changeRequestId: string | null;
  readonly untranslated: LeftOver;
  readonly at: Date;
  /** Absent where nothing translates. */
  readonly stats?: {
    readonly words: number;
    readonly pages: number;
    readonly newPages: number;
    readonly seconds: number;
  };
}

/** Ends a run; false when it is not ours any more. A wish that came meanwhile is left. */
export const endRun = async (
  tx: DatabaseTransaction,
  run: StoredTranslation,
  { stats, ...outcome }: RunOutcome,
): Promise<boolean> => {
  const done = stats ? 'completed' : 'pending';
  const { numUpdatedRows } = await taken(tx, run)
    .set({
      status: sql<string>`case when wanted > ${run.wanted} then 'pending' else ${done} end`,
      done: run.wanted,
      attempt: 0,
      lease_ends_at: null,
      run_started_at: null,
      source_root: outcome.sourceRoot,
      base_root: outcome.baseRoot,
      made_with: outcome.madeWith,
      revision_id: outcome.revisionId,
      change_request_id: outcome.changeRequestId,
      untranslated: JSON.stringify(outcome.untranslated),
      problem: null,
      updated_at: outcome.at,
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

/** Ends a run that cannot come to its end, and says why. */
export const failRun = async (
  db: Database,
  run: StoredTranslation,
  problem: string,
  at: Date,
): Promise<void> => {
  await taken(db, run)
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

/** Lets go of a run until an engine can be asked again, and says so; false when it is not ours any more. */
export const putOffRun = async (
  tx: DatabaseTransaction,
  run: StoredTranslation,
  { until, problem, at }: { until: Date; problem: string; at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await taken(tx, run)
    .set({ status: 'pending', lease_ends_at: null, goes_on_at: until, problem, updated_at: at })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Lets go of a run, so that it can be taken again. */
export const releaseRun = async (db: Database, run: StoredTranslation): Promise<void> => {
  await taken(db, run).set({ status: 'pending', lease_ends_at: null }).execute();
};

/** Runs that are wanted, that nobody has in hand and that wait for nothing. */
export const findLeft = (db: Database, now: Date): Promise<TranslationKey[]> =>
  db.selectFrom('translations').select(['organization_id', 'id']).where(isFree(now)).execute();

/** An administrator of an organization: one of their choice, if that is one still. */
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
