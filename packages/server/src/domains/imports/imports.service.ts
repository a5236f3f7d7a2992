import type { Caller } from '../../kernel/auth/principal.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { EgressError } from '../../kernel/egress.ts';
import { conflict, invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OrganizationSubject } from '../organizations/index.ts';
import type { SpacesService } from '../spaces/index.ts';
import type { ImportRunSubject } from './imports.policy.ts';
import {
  cancelRun,
  countActive,
  findRun,
  type ImportSource,
  insertRun,
  listAbandoned,
  listRuns,
  type RunFilter,
  type RunKey,
} from './imports.store.ts';
import type { ImportTarget, WritingService } from './runs/writing.service.ts';
import type { UploadsService } from './uploads/uploads.service.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs' | 'egress'> & {
  readonly spaces: SpacesService;
  readonly writing: WritingService;
  readonly uploads: UploadsService;
};

/** The job that carries an import out. */
export const CARRY_OUT = 'imports.carry-out';

/** For how long an import is left to who carries it out, after the last word of them. */
export const LEASE_MS = 15_000;

const MOST_ACTIVE = 10;
const RESUMED_AT_ONCE = 100;

/** Imports: beginning, following and ending them. */
export const createImportsService = (deps: Dependencies) => {
  const { db, transaction, clock, newId, events, jobs, egress, spaces, writing, uploads } = deps;

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

  /** What an import would go to, as far as its beginner may change it. */
  const requireTarget = async (caller: Caller, organizationId: string, wish: ImportTarget) => {
    const target = await writing.requireTarget(caller, wish);
    const [space, request] =
      'space' in target ? [target.space, undefined] : [target.changeRequest.space, target.changeRequest];
    if (space.organization_id !== organizationId) throw notFound('space');
    return { space, request };
  };

  /** What can be told of a source at once is told at once. */
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
        throw invalid({ path: 'body.source.url', message: error.message });
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

    /** Begins an import; a job carries it out. */
    start: async (
      caller: Caller,
      organization: OrganizationSubject,
      wish: { source: ImportSource; target: ImportTarget },
    ): Promise<ImportRunSubject> => {
      const { space, request } = await requireTarget(caller, organization.id, wish.target);
      await requireSource(caller, organization.id, wish.source);
      const run = { organization_id: organization.id, id: newId() };
      await transaction(async (tx) => {
        if ((await countActive(tx, organization.id)) >= MOST_ACTIVE)
          throw conflict(
            `${MOST_ACTIVE} imports are under way in this organization: wait until one has ended`,
          );
        const now = clock.now();
        await insertRun(tx, {
          ...run,
          spaceId: space.id,
          changeRequestId: request?.id,
          pageId: wish.target.page,
          source: wish.source,
          createdBy: caller.principal.userId,
          createdAt: now,
          leaseUntil: new Date(now.getTime() + LEASE_MS),
        });
        await jobs.enqueue(tx, CARRY_OUT, run);
        await record(tx, caller, 'started', run, { space: space.id, source: wish.source });
      });
      return mustFind(caller, run);
    },

    /** Ends an import before it has; whoever carries it out finds that there is nothing left to do. */
    cancel: async (caller: Caller, run: ImportRunSubject): Promise<ImportRunSubject> => {
      await transaction(async (tx) => {
        if (await cancelRun(tx, run, clock.now()))
          return record(tx, caller, 'cancelled', run, { space: run.space_id });
        const now = await findRun(tx, run);
        if (now?.status !== 'cancelled')
          throw conflict(`This import has ended already: it is ${now?.status}`);
      });
      return mustFind(caller, run);
    },

    /** Has those imports carried out that nobody has said anything of for too long. */
    resume: () =>
      transaction(async (tx) => {
        const abandoned = await listAbandoned(tx, clock.now(), RESUMED_AT_ONCE);
        await jobs.enqueueAll(tx, CARRY_OUT, abandoned);
      }),
  };
};

/** Imports. */
export type ImportsService = ReturnType<typeof createImportsService>;
