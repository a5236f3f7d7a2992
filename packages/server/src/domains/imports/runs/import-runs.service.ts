import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { EgressError } from '../../../kernel/egress.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors/errors.ts';
import { jobName } from '../../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { OrganizationSubject } from '../../organizations/index.ts';
import type { SpacesService } from '../../spaces/index.ts';
import type { ImportSource } from '../import-files.ts';
import type { UploadsService } from '../uploads/uploads.service.ts';
import type { ImportRunSubject } from './import-runs.policy.ts';
import {
  cancelRun,
  countActive,
  findRun,
  insertRun,
  listAbandoned,
  listRuns,
  type RunFilter,
  type RunKey,
} from './import-runs.store.ts';
import type { ImportTarget, ImportTargetService } from './import-target.service.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs' | 'egress'> & {
  readonly spaces: SpacesService;
  readonly importTarget: ImportTargetService;
  readonly uploads: UploadsService;
};

/** The job that runs an import. */
export const RUN_IMPORT = jobName<RunKey>('imports.run');

/** The time after the last heartbeat of a process in which no other process takes over its import. */
export const LEASE_MS = 15_000;

const MAX_ACTIVE = 10;
const MAX_RESUMED = 100;

/** Starts, lists and cancels imports. */
export const createImportRunsService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, jobs, egress, spaces, importTarget, uploads } = deps;

  const record = (tx: DatabaseTransaction, caller: Caller, action: string, run: RunKey, payload: object) =>
    events.record(tx, caller, {
      organizationId: run.organization_id,
      action: `import-run.${action}`,
      target: { type: 'import-run', id: run.id },
      payload: { ...payload },
    });

  const find = async (
    userId: string,
    organizationId: string,
    id: string,
  ): Promise<ImportRunSubject | undefined> => {
    const run = await findRun(db, { organization_id: organizationId, id });
    const space = run && (await spaces.find(userId, run.space_id));
    return space && { ...run, space, isOwn: run.created_by === userId };
  };

  const mustFind = async (caller: Caller, { organization_id, id }: RunKey): Promise<ImportRunSubject> => {
    const run = await find(caller.principal.userId, organization_id, id);
    if (!run) throw notFound('import run');
    return run;
  };

  /** The target of an import, if the caller can edit it. */
  const requireTarget = async (caller: Caller, organizationId: string, requested: ImportTarget) => {
    const target = await importTarget.requireTarget(caller, requested);
    const [space, request] =
      'space' in target ? [target.space, undefined] : [target.changeRequest.space, target.changeRequest];
    if (space.organization_id !== organizationId) throw notFound('space');
    return { space, request };
  };

  /** Rejects a source that is certain to fail. */
  const requireSource = async (
    caller: Caller,
    organizationId: string,
    source: ImportSource,
  ): Promise<void> => {
    if (source.type === 'file') {
      await uploads.find(organizationId, caller.principal.userId, source.files);
      return;
    }
    try {
      await egress.check(source.url, { timeoutMs: 3000 });
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      if (error.code === 'FORBIDDEN_ADDRESS' || error.code === 'BAD_URL')
        throw invalid({ path: 'body.source.url', message: error.problem });
    }
  };

  return {
    find,

    list: (
      caller: Caller,
      organization: OrganizationSubject,
      filter: RunFilter,
      page: PageRequest,
    ): Promise<Page<Awaited<ReturnType<typeof listRuns>>['rows'][number]>> =>
      listRuns(db, organization.id, caller.principal.userId, filter, page),

    /** Starts an import, which runs as a job. */
    start: async (
      caller: Caller,
      organization: OrganizationSubject,
      importRequest: { source: ImportSource; target: ImportTarget; preview?: boolean },
    ): Promise<ImportRunSubject> => {
      const { space, request } = await requireTarget(caller, organization.id, importRequest.target);
      await requireSource(caller, organization.id, importRequest.source);
      const run = { organization_id: organization.id, id: newId() };
      await transaction(async (tx) => {
        if ((await countActive(tx, organization.id)) >= MAX_ACTIVE)
          throw conflict(
            `This organization already has ${MAX_ACTIVE} active imports: wait until one has finished`,
          );
        const now = clock.now();
        await insertRun(tx, {
          ...run,
          spaceId: space.id,
          changeRequestId: request?.id,
          pageId: importRequest.target.page,
          source: importRequest.source,
          preview: importRequest.preview ? { pages: [], pageCount: 0, fileCount: 0 } : undefined,
          createdBy: caller.principal.userId,
          createdAt: now,
          leaseUntil: new Date(now.getTime() + LEASE_MS),
        });
        await jobs.enqueue(tx, RUN_IMPORT, run);
        await record(tx, caller, 'started', run, { space: space.id, source: importRequest.source });
      });
      return mustFind(caller, run);
    },

    /** Cancels an import; the process that runs it discards its result. */
    cancel: async (caller: Caller, run: ImportRunSubject): Promise<ImportRunSubject> => {
      await transaction(async (tx) => {
        if (await cancelRun(tx, run, clock.now()))
          return record(tx, caller, 'cancelled', run, { space: run.space_id });
        const current = await findRun(tx, run);
        if (current?.status !== 'cancelled')
          throw conflict(`This import cannot be canceled: it is already ${current?.status}`);
      });
      return mustFind(caller, run);
    },

    /** Restarts imports whose lease has ended. */
    resume: () =>
      transaction(async (tx) => {
        const abandoned = await listAbandoned(tx, clock.now(), MAX_RESUMED);
        await jobs.enqueueAll(tx, RUN_IMPORT, abandoned);
      }),
  };
};

/** Starts, lists and cancels imports. */
export type ImportRunsService = ReturnType<typeof createImportRunsService>;
