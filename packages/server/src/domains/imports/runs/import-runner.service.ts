import type { Caller } from '../../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { withTemporaryFolder } from '../../../kernel/temporary-folder.ts';
import { ThreadsClosedError } from '../../../kernel/threads.ts';
import { type IdentityService, principalOf, type UserRow } from '../../identity/index.ts';
import { type ImportContext, ImportError, type ReportEntry } from '../import-files.ts';
import type { Progress } from '../import-states.ts';
import type { SourcesService } from '../sources/sources.service.ts';
import { LEASE_MS } from './import-runs.service.ts';
import {
  claimRun,
  finishRun,
  type ImportRunRow,
  type RunKey,
  releaseRun,
  updateProgress,
} from './import-runs.store.ts';
import type { ImportResult, ImportTargetService } from './import-target.service.ts';

type Dependencies = Pick<Kernel, 'db' | 'clock' | 'events'> & {
  readonly sources: SourcesService;
  readonly importTarget: ImportTargetService;
  readonly identity: Pick<IdentityService, 'findInOrganization'>;
};

const HEARTBEAT_MS = 500;
const MAX_ATTEMPTS = 3;
const MAX_REPORT_ENTRIES = 500;

/** The import was canceled, or another process runs it: the result is discarded. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** Runs imports: each becomes one revision, or changes nothing. */
export const createImportRunnerService = ({
  db,
  clock,
  events,
  sources,
  importTarget,
  identity,
}: Dependencies) => {
  const leaseUntil = () => new Date(clock.now().getTime() + LEASE_MS);

  /** Stores the progress of an import and renews its lease; aborts the work when the lease is lost. */
  const withHeartbeat = async (
    run: ImportRunRow,
    work: (context: ImportContext) => Promise<void>,
  ): Promise<void> => {
    const stop = new AbortController();
    let latest: Progress | undefined;
    const beat = async () => {
      if (await updateProgress(db, run, latest, clock.now(), leaseUntil())) return;
      stop.abort(new LeaseLostError());
    };
    // A failed heartbeat is made up for by the next one.
    const heartbeat = setInterval(() => void beat().catch(() => {}), HEARTBEAT_MS);
    try {
      await work({
        signal: stop.signal,
        progress: (progress) => {
          latest = progress;
        },
      });
    } finally {
      clearInterval(heartbeat);
    }
  };

  const complete =
    (run: ImportRunRow, caller: Caller, report: readonly ReportEntry[]) =>
    async (tx: DatabaseTransaction, result: ImportResult): Promise<void> => {
      const completed = { ...result, report: limited([...report, ...result.report]) };
      // Rolls back the revision of this transaction if the import was canceled meanwhile.
      if (!(await finishRun(tx, run, { status: 'completed', ...completed }, clock.now())))
        throw new LeaseLostError();
      await events.record(tx, caller, {
        organizationId: run.organization_id,
        action: 'import-run.completed',
        target: { type: 'import-run', id: run.id },
        payload: { space: run.space_id, pages: result.pages.length },
      });
    };

  const importFor = async (run: ImportRunRow, caller: Caller, context: ImportContext): Promise<void> => {
    const target = {
      space: run.space_id,
      changeRequest: run.change_request_id ?? undefined,
      page: run.page_id ?? undefined,
    };
    await withTemporaryFolder('import', async (folder) => {
      const reading = { ...context, folder };
      const { files, report } = await sources.read(run.organization_id, run.created_by, run.source, reading);
      if (run.preview) {
        const previewed = await importTarget.preview(caller, target, files, context);
        const result = { ...previewed, report: limited([...report, ...previewed.report]) };
        if (!(await finishRun(db, run, { status: 'completed', ...result }, clock.now())))
          throw new LeaseLostError();
        return;
      }
      await importTarget.write(caller, target, files, 'add', context, complete(run, caller, report));
    });
  };

  return {
    /** Runs an import, unless it has ended or another process runs it. */
    run: async (key: RunKey): Promise<void> => {
      const run = await claimRun(db, key, clock.now(), leaseUntil());
      if (!run) return;
      const fail = (reason: string, report: readonly ReportEntry[] = []) =>
        finishRun(db, run, { status: 'failed', reason, report: limited(report) }, clock.now());
      if (run.attempts > MAX_ATTEMPTS) {
        await fail('The import was interrupted several times.');
        return;
      }
      const user = await identity.findInOrganization(run.created_by, run.organization_id);
      if (!user) {
        await fail('The user who started the import is no longer a member.');
        return;
      }
      try {
        await withHeartbeat(run, (context) => importFor(run, callerFor(run, user), context));
      } catch (error) {
        if (error instanceof LeaseLostError) return;
        // A stopping server leaves the import to the next one.
        if (error instanceof ThreadsClosedError) return releaseRun(db, run, clock.now());
        const reason = expectedReason(error);
        // Unexpected errors may be temporary.
        if (reason === undefined && run.attempts < MAX_ATTEMPTS) throw error;
        await fail(
          reason ?? 'The import failed with an internal error; see the log of the server.',
          error instanceof ImportError ? error.report : [],
        );
        if (reason === undefined) throw error;
      }
    },
  };
};

/** An import acts as the user who started it. */
const callerFor = ({ id }: ImportRunRow, user: UserRow): Caller => ({
  principal: principalOf(user),
  requestId: id,
  address: '',
});

const expectedReason = (error: unknown): string | undefined =>
  error instanceof ImportError || error instanceof ApiError ? error.message : undefined;

const limited = (report: readonly ReportEntry[]): readonly ReportEntry[] =>
  report.length <= MAX_REPORT_ENTRIES
    ? report
    : [
        ...report.slice(0, MAX_REPORT_ENTRIES),
        { path: '', message: `and ${report.length - MAX_REPORT_ENTRIES} more entries` },
      ];

/** Runs imports. */
export type ImportRunnerService = ReturnType<typeof createImportRunnerService>;
