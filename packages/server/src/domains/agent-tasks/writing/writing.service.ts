import { setTimeout as sleep } from 'node:timers/promises';
import { hashOf, plainText } from '@lectern/document';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { EngineError } from '../../../kernel/engine-error.ts';
import { ApiError } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { LanguageModel, ModelPrompt } from '../../../kernel/language-model.ts';
import type { Budgets } from '../../ask/index.ts';
import {
  type ChangeRequestContentService,
  type ChangeRequestSubject,
  type ChangeRequestsService,
  changeRequestPolicy,
} from '../../change-requests/index.ts';
import type { EditingService } from '../../content/index.ts';
import type { IdentityService } from '../../identity/index.ts';
import type { OrganizationsService } from '../../organizations/index.ts';
import { type StartedTask, WRITE } from '../agent-tasks.service.ts';
import { findTask, lockTask, type TaskOutcome, type TaskRow, updateTask } from '../agent-tasks.store.ts';
import type { TaskBrief, TaskOriginsService } from '../task-origins.service.ts';
import type { TaskReport } from '../task-report.ts';
import { type DescribedOutcome, describeOutcome } from './describe-outcome.ts';
import { promptOf } from './model-prompt.ts';
import type { Proposal, ProposalService } from './proposal.service.ts';
import { readResponse } from './read-response.ts';
import type { TaskMaterial, TaskMaterialService } from './task-material.service.ts';

interface Dependencies
  extends Pick<
    Kernel,
    | 'db'
    | 'transaction'
    | 'clock'
    | 'events'
    | 'jobs'
    | 'mutex'
    | 'links'
    | 'languageModel'
    | 'shutdown'
    | 'warn'
  > {
  readonly identity: Pick<IdentityService, 'findInOrganization'>;
  readonly organizations: Pick<OrganizationsService, 'find' | 'agentInstructions'>;
  readonly changeRequests: ChangeRequestsService;
  readonly changeRequestContent: Pick<ChangeRequestContentService, 'current' | 'applyInTransaction'>;
  readonly editing: Pick<EditingService, 'prepare'>;
  readonly origins: Pick<TaskOriginsService, 'brief'>;
  readonly material: TaskMaterialService;
  readonly proposals: ProposalService;
  readonly budgets: Budgets;
}

/** A task that is written, with the change request that it is written to. */
interface Writing {
  readonly task: TaskRow;
  readonly caller: Caller;
  readonly request: ChangeRequestSubject;
  readonly brief: TaskBrief;
  readonly material: TaskMaterial;
}

/** What the model wrote, or why it wrote nothing. */
type Written = { readonly outcome: DescribedOutcome; readonly proposal?: Proposal };

// Somebody may edit the change request while the model writes.
const MAX_ATTEMPTS = 2;
const BUDGET_WAIT_MS = 60_000;
const MAX_BUSY_WAIT_MS = 5_000;
const MIN_BUSY_WAIT_MS = 1_000;

/** Writes the change requests of started tasks: by the language model, or as preparation for a person. */
export const createWritingService = (dependencies: Dependencies) => {
  const { db, transaction, clock, events, jobs, mutex, links, languageModel, shutdown, warn } = dependencies;
  const { identity, organizations, changeRequests, changeRequestContent, editing } = dependencies;
  const { origins, material, proposals, budgets } = dependencies;

  const isWaiting = (task: TaskRow | undefined, { starts }: StartedTask): task is TaskRow =>
    task?.status === 'started' && task.starts === starts && task.outcome === null;

  /** The member who started a task; undefined if they left. */
  const callerOf = async (task: TaskRow): Promise<Caller | undefined> => {
    const userId = task.started_by ?? '';
    const user = await identity.findInOrganization(userId, task.organization_id);
    return (
      user && {
        principal: {
          kind: 'user',
          userId,
          displayName: user.display_name,
          tokenId: '',
          scopes: undefined,
        },
        requestId: task.id,
        address: '',
      }
    );
  };

  /** The change request of a task, if whoever started the task may edit it. */
  const requestOf = async (task: TaskRow, caller: Caller): Promise<ChangeRequestSubject | undefined> => {
    const { userId } = caller.principal;
    try {
      const request = await changeRequests.find(userId, task.space_id, task.change_request_id ?? '');
      const isOpen = request?.status === 'draft' || request?.status === 'open';
      return isOpen && changeRequestPolicy.can.edit(request) ? request : undefined;
    } catch (error) {
      // They may not see the space any more.
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  };

  const load = async (task: TaskRow): Promise<Writing | undefined> => {
    const caller = await callerOf(task);
    const request = caller && (await requestOf(task, caller));
    if (!caller || !request) return undefined;
    const snapshot = await changeRequestContent.current(request);
    const brief = await origins.brief(caller.principal.userId, task, snapshot);
    return { task, caller, request, brief, material: await material.find(task, brief, snapshot) };
  };

  const complete = async (model: LanguageModel, prompt: ModelPrompt): Promise<unknown> => {
    try {
      return await model.complete(prompt);
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind !== 'busy') throw error;
      const wait = error.retryAfterMs ?? MIN_BUSY_WAIT_MS;
      if (wait > MAX_BUSY_WAIT_MS) throw error;
      await sleep(wait);
      return model.complete(prompt);
    }
  };

  const houseRulesOf = async ({ task, caller }: Writing): Promise<string> => {
    const organization = await organizations.find(task.organization_id, caller.principal.userId);
    return organization ? plainText(organizations.agentInstructions(organization).instructions as never) : '';
  };

  const write = async (model: LanguageModel, writing: Writing): Promise<Written> => {
    const { task, brief, material: found } = writing;
    const houseRules = await houseRulesOf(writing);
    try {
      const response = readResponse(await complete(model, promptOf(task, brief, found.pages, houseRules)));
      if (!response) throw new EngineError('garbled', 'The response does not have the expected form');
      const trusted = `${task.instructions}\n${houseRules}`;
      const proposal = await proposals.propose(response, found.pages, trusted);
      return proposal.changes.length > 0 ? { outcome: 'written', proposal } : { outcome: 'no-change' };
    } catch (error) {
      // The next process goes on.
      shutdown.throwIfAborted();
      // Text that cannot be parsed is refused with a 400.
      if (!(error instanceof EngineError || (error instanceof ApiError && error.status === 400))) throw error;
      warn({ model: model.model, reason: error.message }, 'the language model wrote no change request');
      return { outcome: 'model-failed' };
    }
  };

  const descriptionOf = ({ task, brief }: Writing, outcome: DescribedOutcome, report: TaskReport) =>
    describeOutcome(task, outcome, report, brief.brokenLinks, {
      task: links.appUrl(`/o/${task.organization_id}/~/tasks/${task.id}`),
      source: ({ path, anchor }) =>
        links.appUrl(`/s/${task.space_id}/${path}${anchor === undefined ? '' : `#${anchor}`}`),
    });

  /** Writes what was found and proposed into the change request, once for each start. */
  const store = async (
    started: StartedTask,
    writing: Writing,
    { outcome, proposal }: Written,
  ): Promise<void> => {
    const { task, caller, material: found } = writing;
    const report: TaskReport = {
      ...(languageModel && { model: languageModel.model }),
      sources: found.sources,
      reasons: proposal?.reasons ?? [],
    };
    const description = descriptionOf(writing, outcome, report);
    const prepared =
      proposal && (await editing.prepare(task.organization_id, { changes: [...proposal.changes] }));
    await mutex(writing.request.id, () =>
      transaction(async (tx) => {
        const now = await lockTask(tx, task);
        if (!isWaiting(now, started)) return;
        let { request } = await changeRequests.lockWithSpace(tx, caller, writing.request);
        if (prepared) request = await changeRequestContent.applyInTransaction(tx, caller, request, prepared);
        const current = request.description;
        const isOurs = !current || hashOf(current) === now.report?.described;
        await changeRequests.updateDetails(tx, caller, request, {
          ...(isOurs && { description }),
          ...(proposal && { status: 'open' }),
        });
        const { description: stored } = await changeRequests.reload(tx, caller, request);
        const described = isOurs && stored ? { described: hashOf(stored) } : {};
        await updateTask(tx, now, { outcome, report: { ...report, ...described } }, clock.now());
        await events.record(tx, caller, {
          organizationId: now.organization_id,
          action: `agent-task.${outcome === 'written' ? 'written' : 'prepared'}`,
          target: { type: 'agent-task', id: now.id, label: now.title },
          payload: { space: now.space_id, changeRequest: request.id, outcome },
        });
      }),
    );
  };

  /** Leaves the change request as it is. */
  const leave = (started: StartedTask, outcome: TaskOutcome): Promise<void> =>
    transaction(async (tx) => {
      const now = await lockTask(tx, started);
      if (isWaiting(now, started)) await updateTask(tx, now, { outcome }, clock.now());
    });

  const isLeft = (task: TaskRow): boolean =>
    budgets.take({ organization: task.organization_id, visitor: task.started_by ?? '' });

  return {
    /** Writes the change request of a started task. */
    run: async (started: StartedTask): Promise<void> => {
      for (let attempt = 1; ; attempt++) {
        const task = await findTask(db, started);
        if (!isWaiting(task, started)) return;
        if (languageModel && attempt === 1 && !isLeft(task)) {
          const startAfter = new Date(clock.now().getTime() + BUDGET_WAIT_MS);
          return transaction((tx) => jobs.enqueue(tx, WRITE, { ...started }, { startAfter }));
        }
        const writing = await load(task);
        if (!writing) return leave(started, 'stopped');
        try {
          const written: Written = languageModel
            ? await write(languageModel, writing)
            : { outcome: 'no-model' };
          return await store(started, writing, written);
        } catch (error) {
          // Somebody has changed what the model wrote about, or merged or archived the change request.
          if (!(error instanceof ApiError) || error.status >= 500) throw error;
          if (attempt === MAX_ATTEMPTS) return leave(started, 'stopped');
        }
      }
    },
  };
};

/** Writes the change requests of started tasks. */
export type WritingService = ReturnType<typeof createWritingService>;
