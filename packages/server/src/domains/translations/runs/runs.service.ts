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
import type { GlossaryService } from '../glossary/glossary.service.ts';
import type { MergeTranslationsService } from '../pages/merge-translations.service.ts';
import type { PagesService, TranslatedPages } from '../pages/pages.service.ts';
import { countWords } from '../segments/segments.store.ts';
import { RUN, untranslatedOf } from '../translations.service.ts';
import type { StoredTranslation, TranslationKey } from '../translations.store.ts';
import { isTemporary, postponementFor } from './postponement.ts';
import {
  claimRun,
  completeRun,
  failRun,
  findAdministrator,
  findRunnable,
  postponeRun,
  releaseRun,
  renewLease,
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
  readonly merging: MergeTranslationsService;
};

// After this time without a heartbeat another process takes over.
const LEASE_MS = 30_000;
const HEARTBEAT_MS = 5_000;
const MAX_ATTEMPTS = 5;
const MAX_LISTED_TEXTS = 100;
const SUBJECT = 'Update translations after manual changes';

/** Another process has the run, or the translation was deleted: the result is discarded. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** A finished translation of a source, not yet in the copy. */
interface FinishedRun {
  readonly sourceRoot: string;
  readonly settingsHash: string | null;
  readonly translated: TranslatedPages;
}

/** The new state of the copy. */
interface WrittenCopy {
  readonly revisionId: string;
  readonly changeRequestId: string | null;
  readonly baseRoot: string;
}

/** Runs translations in the background: translated segments are stored as they arrive, the copy gets one revision at the end. */
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
  merging,
}: Dependencies) => {
  const leaseEndsAt = () => new Date(clock.now().getTime() + LEASE_MS);

  /** The user that a run acts as: whoever requested it, or another administrator. */
  const callerFor = async (run: StoredTranslation): Promise<Caller> => {
    const administrator = await findAdministrator(db, run.organization_id, run.wanted_by);
    if (!administrator) throw new Error('The organization of the translation has no administrator');
    const { id: userId, display_name: displayName } = administrator;
    return {
      principal: {
        kind: 'user',
        userId,
        displayName,
        tokenId: '',
        scopes: undefined,
        ...(run.chain && { chain: run.chain }),
      },
      requestId: run.id,
      address: '',
    };
  };

  /** Hash of everything besides the source that requires a full translation when it changes; the engine is not part of it. */
  const settingsHashOf = (run: StoredTranslation, terms: readonly Term[]): string | null =>
    translator
      ? createHash('sha256')
          .update(JSON.stringify([run.instructions_text, terms]))
          .digest('base64url')
      : null;

  /** Opens or updates the change request with new translations of content that people edited. */
  const proposeInChangeRequest = async (
    tx: DatabaseTransaction,
    caller: Caller,
    space: SpaceSubject,
    run: StoredTranslation,
    proposed: string,
  ): Promise<string> => {
    const { userId } = caller.principal;
    const existing = run.change_request_id
      ? await changeRequests.find(userId, space.id, run.change_request_id, tx)
      : undefined;
    const isOpen = existing && (existing.status === 'open' || existing.status === 'draft');
    const request = isOpen ? existing : await changeRequests.create(tx, caller, space, { subject: SUBJECT });
    const ancestor = isOpen
      ? await revisions.find(space, existing.revision_merged_ancestor ?? existing.revision_initial, tx)
      : undefined;
    await changeRequestContent.editInTransaction(tx, caller, request, async (before) =>
      ancestor
        ? merging.mergeProposals(tx, run.organization_id, {
            base: ancestor.root,
            ours: proposed,
            theirs: before,
          })
        : proposed,
    );
    // The proposal contains the current copy, which need not be merged again.
    if (ancestor)
      await changeRequests.updateRow(tx, request, { revision_merged_ancestor: space.revision_id });
    if (!isOpen) await changeRequests.updateDetails(tx, caller, request, { status: 'open' });
    return request.id;
  };

  /** Merges the translation into the copy as its next revision. */
  const writeCopy = async (
    tx: DatabaseTransaction,
    run: StoredTranslation,
    caller: Caller,
    translated: TranslatedPages,
  ): Promise<WrittenCopy> => {
    const organizationId = run.organization_id;
    const { userId, chain } = caller.principal;
    const copy = await spaces.find(userId, run.space_id, tx);
    const head = copy && (await revisions.lockHead(tx, copy));
    if (!copy || !head) throw new LeaseLostError();
    const theirs = await revisions.writeChanges(tx, organizationId, translated.from, translated.changes);
    const base = translator ? run.base_root : run.source_root;
    const { root, undecided, proposed } = await merging.merge(tx, organizationId, {
      base,
      ours: head.root,
      theirs,
    });
    const next = await revisions.addFormerPaths(tx, organizationId, head.root, root);
    const revisionId =
      next === head.root
        ? head.id
        : await revisions.commit(tx, copy, head, next, { userId, ...(chain && { chain }) });
    if (revisionId !== head.id)
      await events.record(tx, caller, {
        organizationId,
        action: 'space.content-updated',
        target: { type: 'space', id: copy.id, label: copy.title },
        payload: { revision: revisionId, from: head.id },
      });
    const changeRequestId = proposed
      ? await proposeInChangeRequest(tx, caller, { ...copy, revision_id: revisionId }, run, proposed)
      : run.change_request_id;
    // Without an engine, undecided changes stay out of the base, so that an engine set up later finds them.
    const baseRoot = translator
      ? theirs
      : await revisions.writeChanges(
          tx,
          organizationId,
          run.base_root,
          new Map([...translated.sourceChanges].filter(([key]) => !undecided.has(key))),
        );
    return { revisionId, changeRequestId, baseRoot };
  };

  /** Statistics of a run; none without an engine. */
  const statsOf = async (
    tx: DatabaseTransaction,
    run: StoredTranslation,
    { pages: count, newPages }: TranslatedPages,
    at: Date,
  ) =>
    translator && {
      stats: {
        words: await countWords(tx, run, run.runs + 1),
        pages: count,
        newPages,
        seconds: Math.max(0, Math.round((at.getTime() - run.run_started_at!.getTime()) / 1000)),
      },
    };

  /** Writes the copy and completes the run in one transaction. */
  const finish = (
    run: StoredTranslation,
    caller: Caller,
    { sourceRoot, settingsHash, translated }: FinishedRun,
  ): Promise<void> =>
    mutex(run.space_id, () =>
      transaction(async (tx) => {
        const written = await writeCopy(tx, run, caller, translated);
        const at = clock.now();
        const { untranslated } = translated;
        const isOurs = await completeRun(tx, run, {
          ...written,
          sourceRoot,
          settingsHash: translator ? settingsHash : run.settings_hash,
          untranslated: { total: untranslated.length, texts: untranslated.slice(0, MAX_LISTED_TEXTS) },
          at,
          ...(await statsOf(tx, run, translated, at)),
        });
        if (!isOurs) throw new LeaseLostError();
        await events.record(tx, caller, {
          organizationId: run.organization_id,
          action: translator ? 'translation.completed' : 'translation.followed',
          target: { type: 'translation', id: run.id, label: run.language },
          payload: { space: run.space_id, revision: written.revisionId },
        });
      }),
    );

  const translateSpace = async (run: StoredTranslation, signal: AbortSignal): Promise<void> => {
    const caller = await callerFor(run);
    const copy = await spaces.find(caller.principal.userId, run.space_id);
    if (!copy || copy.deleted_at !== null) throw conflict('The space of this translation is in the trash');
    const sourceRoot = (await revisions.headRoots(run.organization_id, [run.source_id])).get(run.source_id);
    if (sourceRoot === undefined) throw new LeaseLostError();
    const terms = await glossary.terms(run.organization_id, run.source_language, run.language);
    const settingsHash = settingsHashOf(run, terms);
    const { total, texts } = untranslatedOf(run);
    const translated = await pages.translate({
      run,
      sourceRoot,
      // Everything, if the settings changed or not all pages with untranslated text are known.
      isFull: translator !== undefined && (settingsHash !== run.settings_hash || total > texts.length),
      incompletePages: translator ? new Set(texts.map(({ page }) => page)) : new Set(),
      terms,
      signal,
    });
    await finish(run, caller, { sourceRoot, settingsHash, translated });
  };

  /** Postpones a run whose engine is busy or cannot be reached. */
  const postpone = async (run: StoredTranslation, error: EngineError): Promise<void> => {
    const at = clock.now();
    const postponement = postponementFor(error, run.run_started_at!, at);
    if ('refusal' in postponement) return failRun(db, run, postponement.refusal, at);
    const { until } = postponement;
    const problem = `${error.message}. The run continues at ${until.toISOString()}`;
    await transaction(async (tx) => {
      if (!(await postponeRun(tx, run, { until, problem, at }))) return;
      const { organization_id, id } = run;
      await jobs.enqueue(tx, RUN, { organization_id, id }, { startAfter: until });
    });
  };

  const runOnce = async (run: StoredTranslation): Promise<void> => {
    const stop = new AbortController();
    const renew = async () => {
      if (!(await renewLease(db, run, leaseEndsAt()))) stop.abort(new LeaseLostError());
    };
    // A failed heartbeat is made up for by the next one.
    const heartbeat = setInterval(() => void renew().catch(() => {}), HEARTBEAT_MS);
    try {
      await translateSpace(run, stop.signal);
    } catch (error) {
      if (error instanceof LeaseLostError || stop.signal.aborted) return;
      if (error instanceof EngineError && isTemporary(error)) return await postpone(run, error);
      const isExpected = error instanceof EngineError || error instanceof ApiError;
      if (isExpected || run.attempt >= MAX_ATTEMPTS) {
        const problem = isExpected ? error.message : 'Internal error; see the log of the server';
        await failRun(db, run, problem, clock.now());
      } else await releaseRun(db, run);
      if (!isExpected) throw error;
    } finally {
      clearInterval(heartbeat);
    }
  };

  return {
    /** Runs a translation until no run is requested any more, unless another process runs it. */
    run: async (key: TranslationKey): Promise<void> => {
      for (;;) {
        const run = await claimRun(db, key, clock.now(), leaseEndsAt());
        if (!run) return;
        await runOnce(run);
      }
    },

    /** Continues runs of processes that have ended. */
    resume: async (): Promise<void> => {
      const runnable = await findRunnable(db, clock.now());
      if (runnable.length > 0) await transaction((tx) => jobs.enqueueAll(tx, RUN, runnable));
    },
  };
};

/** Runs translations in the background. */
export type RunsService = ReturnType<typeof createRunsService>;
