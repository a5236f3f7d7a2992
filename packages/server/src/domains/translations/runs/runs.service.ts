import { createHash } from 'node:crypto';
import type { Term } from '@lectern/document';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { EngineError } from '../../../kernel/engine-error.ts';
import { ApiError, conflict } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { ChangeRequestContentService, ChangeRequestsService } from '../../change-requests/index.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { SpaceSubject, SpacesService } from '../../spaces/index.ts';
import type { BringingService } from '../pages/merging.service.ts';
import type { GlossaryService } from '../glossary/glossary.service.ts';
import type { Made, PagesService } from '../pages/pages.service.ts';
import { countWords } from '../segments/segments.store.ts';
import { leftOverOf, RUN } from '../translations.service.ts';
import type { StoredTranslation, TranslationKey } from '../translations.store.ts';
import { waitFor } from './postponement.ts';
import {
  endRun,
  failRun,
  findAdministrator,
  findLeft,
  prolongRun,
  putOffRun,
  releaseRun,
  takeRun,
} from './runs.store.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'clock' | 'events' | 'jobs' | 'mutex' | 'translator'
> & {
  readonly revisions: RevisionsService;
  readonly spaces: Pick<SpacesService, 'find'>;
  readonly changeRequests: ChangeRequestsService;
  readonly changeRequestContent: ChangeRequestContentService;
  readonly glossary: Pick<GlossaryService, 'terms'>;
  readonly pages: PagesService;
  readonly bringing: BringingService;
};

// Who says nothing for so long has ended without a word, and somebody else goes on.
const LEASE_MS = 30_000;
const HEARTBEAT_MS = 5_000;
const MOST_ATTEMPTS = 5;
const MOST_UNTRANSLATED = 100;
const SUBJECT = 'New translations of what was changed here by hand';

/** The run is somebody else's now, or nobody's: whatever was made of it goes. */
class NotMineError extends Error {
  override readonly name = 'NotMineError';
}

/** Running translations: what engines said is kept at once, what it makes of the copy comes as one revision in the end. */
export const createRunsService = ({
  db,
  transaction,
  clock,
  events,
  jobs,
  mutex,
  translator,
  revisions,
  spaces,
  changeRequests,
  changeRequestContent,
  glossary,
  pages,
  bringing,
}: Dependencies) => {
  const leaseEndsAt = () => new Date(clock.now().getTime() + LEASE_MS);

  /** Somebody in whose name it is done: who asked for it, or another administrator. */
  const callerFor = async (run: StoredTranslation): Promise<Caller> => {
    const somebody = await findAdministrator(db, run.organization_id, run.wanted_by);
    if (!somebody) throw new Error('The organization of the translation has no administrator');
    const { id: userId, display_name: displayName } = somebody;
    return {
      principal: { kind: 'user', userId, displayName, tokenId: '', scopes: undefined },
      requestId: run.id,
      address: '',
    };
  };

  /** All that a translation depends on besides its source; another engine is no reason to pay for everything again. */
  const recipeOf = (run: StoredTranslation, terms: readonly Term[]): string | null =>
    translator
      ? createHash('sha256')
          .update(JSON.stringify([run.instructions_text, terms]))
          .digest('base64url')
      : null;

  /** Shows people the new translation of what they have changed. */
  const show = async (
    tx: DatabaseTransaction,
    caller: Caller,
    space: SpaceSubject,
    run: StoredTranslation,
    proposed: string,
  ): Promise<string> => {
    const { userId } = caller.principal;
    const known = run.change_request_id
      ? await changeRequests.find(userId, space.id, run.change_request_id, tx)
      : undefined;
    const isOpen = known && (known.status === 'open' || known.status === 'draft');
    const request = isOpen ? known : await changeRequests.create(tx, caller, space, { subject: SUBJECT });
    const began = isOpen
      ? await revisions.find(space, known.revision_merged_ancestor ?? known.revision_initial, tx)
      : undefined;
    await changeRequestContent.editInTransaction(tx, caller, request, async (before) =>
      began
        ? bringing.renew(tx, run.organization_id, { base: began.root, ours: proposed, theirs: before })
        : proposed,
    );
    // What of the copy is in it now need not be merged again.
    if (began) await changeRequests.updateRow(tx, request, { revision_merged_ancestor: space.revision_id });
    if (!isOpen) await changeRequests.updateDetails(tx, caller, request, { status: 'open' });
    return request.id;
  };

  /** Makes what was translated the next revision of the copy, and ends the run with it. */
  const settle = (
    run: StoredTranslation,
    caller: Caller,
    { sourceRoot, madeWith, made }: { sourceRoot: string; madeWith: string | null; made: Made },
  ): Promise<void> =>
    mutex(run.space_id, () =>
      transaction(async (tx) => {
        const organizationId = run.organization_id;
        const target = await spaces.find(caller.principal.userId, run.space_id, tx);
        const head = target && (await revisions.lockHead(tx, target));
        if (!target || !head) throw new NotMineError();
        const theirs = await revisions.writeChanges(tx, organizationId, made.from, made.changes);
        const base = translator ? run.base_root : run.source_root;
        const { root, kept, proposed } = await bringing.bring(tx, organizationId, {
          base,
          ours: head.root,
          theirs,
        });
        const next = await revisions.addFormerPaths(tx, organizationId, head.root, root);
        const revisionId =
          next === head.root
            ? head.id
            : await revisions.commit(tx, target, head, next, caller.principal.userId);
        if (revisionId !== head.id)
          await events.record(tx, caller, {
            organizationId,
            action: 'space.content-updated',
            target: { type: 'space', id: target.id, label: target.title },
            payload: { revision: revisionId, from: head.id },
          });
        const changeRequestId = proposed
          ? await show(tx, caller, { ...target, revision_id: revisionId }, run, proposed)
          : run.change_request_id;
        // By hand, what people decide on waits: an engine that comes later finds it as it was.
        const baseRoot = translator
          ? theirs
          : await revisions.writeChanges(
              tx,
              organizationId,
              run.base_root,
              new Map([...made.differences].filter(([key]) => !kept.has(key))),
            );
        const at = clock.now();
        const isOurs = await endRun(tx, run, {
          sourceRoot,
          baseRoot,
          madeWith: translator ? madeWith : run.made_with,
          revisionId,
          changeRequestId,
          untranslated: {
            total: made.untranslated.length,
            texts: made.untranslated.slice(0, MOST_UNTRANSLATED),
          },
          at,
          ...(translator && {
            stats: {
              words: await countWords(tx, run, run.runs + 1),
              pages: made.pages,
              newPages: made.newPages,
              seconds: Math.max(0, Math.round((at.getTime() - run.run_started_at!.getTime()) / 1000)),
            },
          }),
        });
        if (!isOurs) throw new NotMineError();
        await events.record(tx, caller, {
          organizationId,
          action: translator ? 'translation.completed' : 'translation.followed',
          target: { type: 'translation', id: run.id, label: run.language },
          payload: { space: run.space_id, revision: revisionId },
        });
      }),
    );

  const carryOut = async (run: StoredTranslation, signal: AbortSignal): Promise<void> => {
    const caller = await callerFor(run);
    const target = await spaces.find(caller.principal.userId, run.space_id);
    if (!target || target.deleted_at !== null)
      throw conflict('The space of this translation lies in the trash');
    const source = (await revisions.headRoots(run.organization_id, [run.source_id])).get(run.source_id);
    if (source === undefined) throw new NotMineError();
    const terms = await glossary.terms(run.organization_id, run.source_language, run.language);
    const madeWith = recipeOf(run, terms);
    const left = leftOverOf(run);
    const made = await pages.make({
      run,
      source,
      // Only what changed, unless all of it is to be said in another way, or what was left is not known by name.
      isWhole: translator !== undefined && (madeWith !== run.made_with || left.total > left.texts.length),
      leftOn: translator ? new Set(left.texts.map(({ page }) => page)) : new Set(),
      terms,
      signal,
    });
    await settle(run, caller, { sourceRoot: source, madeWith, made });
  };

  /** Lets a run wait for an engine that has too much to do; what was said so far is kept. */
  const putOff = async (run: StoredTranslation, error: EngineError): Promise<void> => {
    const at = clock.now();
    const waiting = waitFor(error, run.run_started_at!, at);
    if ('refusal' in waiting) return failRun(db, run, waiting.refusal, at);
    const { until } = waiting;
    const problem = `${error.message}. The run waits, and goes on at ${until.toISOString()}`;
    await transaction(async (tx) => {
      if (!(await putOffRun(tx, run, { until, problem, at }))) return;
      const { organization_id, id } = run;
      await jobs.enqueue(tx, RUN, { organization_id, id }, { startAfter: until });
    });
  };

  const runOne = async (run: StoredTranslation): Promise<void> => {
    const ending = new AbortController();
    const prolong = async () => {
      if (!(await prolongRun(db, run, leaseEndsAt()))) ending.abort(new NotMineError());
    };
    // A word that is lost is made up for by the next one.
    const heartbeat = setInterval(() => void prolong().catch(() => {}), HEARTBEAT_MS);
    try {
      await carryOut(run, ending.signal);
    } catch (error) {
      if (error instanceof NotMineError || ending.signal.aborted) return;
      if (error instanceof EngineError && error.kind === 'busy') return await putOff(run, error);
      const isExpected = error instanceof EngineError || error instanceof ApiError;
      if (isExpected || run.attempt >= MOST_ATTEMPTS) {
        const problem = isExpected ? error.message : 'Something went wrong on the server; its log says what';
        await failRun(db, run, problem, clock.now());
      } else await releaseRun(db, run);
      if (!isExpected) throw error;
    } finally {
      clearInterval(heartbeat);
    }
  };

  return {
    /** Runs a translation as often as it was asked for meanwhile; not when somebody else does. */
    run: async (key: TranslationKey): Promise<void> => {
      for (;;) {
        const run = await takeRun(db, key, clock.now(), leaseEndsAt());
        if (!run) return;
        await runOne(run);
      }
    },

    /** Goes on with what a process that is gone has left. */
    resume: async (): Promise<void> => {
      const left = await findLeft(db, clock.now());
      if (left.length > 0) await transaction((tx) => jobs.enqueueAll(tx, RUN, left));
    },
  };
};

/** Running translations. */
export type RunsService = ReturnType<typeof createRunsService>;
