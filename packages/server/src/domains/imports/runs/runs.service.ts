import type { Caller } from '../../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { type IdentityService, principalOf, type UserRow } from '../../identity/index.ts';
import { LEASE_MS } from '../imports.service.ts';
import {
  endRun,
  type ImportRunRow,
  noteProgress,
  type Progress,
  type Remark,
  type RunKey,
  takeRun,
} from '../imports.store.ts';
import { type Course, ImportError } from '../sources/import-files.ts';
import type { GatheringService } from '../sources/sources.service.ts';
import type { WritingService, Written } from './writing.service.ts';

type Dependencies = Pick<Kernel, 'db' | 'clock' | 'events'> & {
  readonly gathering: GatheringService;
  readonly writing: WritingService;
  readonly identity: Pick<IdentityService, 'findInOrganization'>;
};

const WORD_MS = 500;
const MOST_ATTEMPTS = 3;
const MOST_REMARKS = 500;

/** The import has ended, or somebody else carries it out: whatever was made of it goes. */
class NotMineError extends Error {
  override readonly name = 'NotMineError';
}

/** Carrying imports out: all of one becomes one revision in the end, or nothing of it does. */
export const createRunsService = ({ db, clock, events, gathering, writing, identity }: Dependencies) => {
  const leaseUntil = () => new Date(clock.now().getTime() + LEASE_MS);

  /** Tells how far an import is while it is worked on, and ends the work when it is nobody's any more. */
  const watched = async (run: ImportRunRow, work: (course: Course) => Promise<void>): Promise<void> => {
    const ending = new AbortController();
    let latest: Progress | undefined;
    const tell = async () => {
      if (await noteProgress(db, run, latest, clock.now(), leaseUntil())) return;
      ending.abort(new NotMineError());
    };
    // A word that is lost is made up for by the next one; only many of them end the lease.
    const telling = setInterval(() => void tell().catch(() => {}), WORD_MS);
    try {
      await work({
        signal: ending.signal,
        progress: (progress) => {
          latest = progress;
        },
      });
    } finally {
      clearInterval(telling);
    }
  };

  const complete =
    (run: ImportRunRow, caller: Caller, report: readonly Remark[]) =>
    async (tx: DatabaseTransaction, written: Written): Promise<void> => {
      const end = { ...written, report: shortened([...report, ...written.report]) };
      // Cancelled at the last moment: the revision that this transaction made goes with it.
      if (!(await endRun(tx, run, { status: 'completed', ...end }, clock.now()))) throw new NotMineError();
      await events.record(tx, caller, {
        organizationId: run.organization_id,
        action: 'import-run.completed',
        target: { type: 'import-run', id: run.id },
        payload: { space: run.space_id, pages: written.pages.length },
      });
    };

  const carryOutFor = async (run: ImportRunRow, caller: Caller, course: Course): Promise<void> => {
    const { files, report } = await gathering.gather(run.organization_id, run.created_by, run.source, course);
    const target = {
      space: run.space_id,
      changeRequest: run.change_request_id ?? undefined,
      page: run.page_id ?? undefined,
    };
    await writing.write(caller, target, files, 'add', course, complete(run, caller, report));
  };

  return {
    /** Carries an import out, unless it has ended or somebody else does. */
    carryOut: async (key: RunKey): Promise<void> => {
      const run = await takeRun(db, key, clock.now(), leaseUntil());
      if (!run) return;
      const fail = (reason: string, report: readonly Remark[] = []) =>
        endRun(db, run, { status: 'failed', reason, report: shortened(report) }, clock.now());
      if (run.attempts > MOST_ATTEMPTS) {
        await fail('The import was interrupted several times.');
        return;
      }
      const beginner = await identity.findInOrganization(run.created_by, run.organization_id);
      if (!beginner) {
        await fail('Whoever began the import is no longer there.');
        return;
      }
      try {
        await watched(run, (course) => carryOutFor(run, callerFor(run, beginner), course));
      } catch (error) {
        if (error instanceof NotMineError) return;
        const reason = expectedReason(error);
        // What is not expected may be another the next time; who has counted enough gives up.
        if (reason === undefined && run.attempts < MOST_ATTEMPTS) throw error;
        await fail(
          reason ?? 'The import could not be carried out; the log of the server says why.',
          error instanceof ImportError ? error.report : [],
        );
        if (reason === undefined) throw error;
      }
    },
  };
};

/** Whoever began an import does what comes of it, long after the request. */
const callerFor = ({ id }: ImportRunRow, beginner: UserRow): Caller => ({
  principal: principalOf(beginner),
  requestId: id,
  address: '',
});

const expectedReason = (error: unknown): string | undefined =>
  error instanceof ImportError || error instanceof ApiError ? error.message : undefined;

const shortened = (report: readonly Remark[]): readonly Remark[] =>
  report.length <= MOST_REMARKS
    ? report
    : [
        ...report.slice(0, MOST_REMARKS),
        { path: '', message: `and ${report.length - MOST_REMARKS} remarks more` },
      ];

/** Carrying imports out. */
export type RunsService = ReturnType<typeof createRunsService>;
