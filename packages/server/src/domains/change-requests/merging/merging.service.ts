import { conflictEntries, type ExpressionContext, mergeSnapshots, readConflicts } from '@lectern/document';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError, conflict, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createPromiseCache } from '../../../kernel/promise-cache.ts';
import { createBodyMerger, hasConflict, type MergedBody, type SaveSharedPages } from '../../content/index.ts';
import type { UserRow } from '../../identity/index.ts';
import type { OrganizationsService } from '../../organizations/index.ts';
import type { RevisionRow, RevisionsService } from '../../revisions/index.ts';
import type { ChangeRequestSubject } from '../change-requests.policy.ts';
import type { ChangeRequestsService } from '../change-requests.service.ts';
import type { ReviewsService, ReviewWithComment } from '../reviews/reviews.service.ts';
import { requireSeen } from '../seen-revision.ts';
import { type MergeRuleFacts, type RuleResult, ruleResults, unmetRules } from './merge-rules.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'transaction' | 'mutex' | 'markdown'> {
  readonly revisions: RevisionsService;
  readonly changeRequests: ChangeRequestsService;
  readonly reviews: ReviewsService;
  readonly organizations: Pick<OrganizationsService, 'find'>;
  readonly saveSharedPages: SaveSharedPages;
  /** The variables of expressions in merge rules: the objects as the API shows them. */
  readonly expressionContextOf: (
    request: ChangeRequestSubject,
    more: { reviews: readonly ReviewWithComment[]; actor: UserRow },
  ) => ExpressionContext;
}

/** The result of a merge or update, with the new revision of the space or change request. */
interface MergeResult<Result extends string> {
  readonly result: Result | 'conflicts';
  readonly revision: string;
}

/** A page or reusable content whose body has conflicts. */
interface ConflictedBody {
  readonly kind: 'page' | 'reusable-content';
  readonly id: string;
}

/** The obstacles to a merge. */
interface MergeStatus {
  readonly conflicts: 'none' | 'with-space' | 'unresolved';
  readonly bodies: ConflictedBody[];
  readonly rules: RuleResult[];
}

interface LockedMerge {
  readonly now: ChangeRequestSubject;
  readonly head: RevisionRow;
  /** The common ancestor of the space and the change request. */
  readonly base: RevisionRow;
  readonly current: RevisionRow;
}

/** The content of a change request, and the revision of the space that it was updated from. */
type UpdatedContent = Pick<LockedMerge, 'now'> & Record<'base' | 'current', { readonly root: string }>;

const BODY_KINDS: ReadonlyMap<string, ConflictedBody['kind']> = new Map([
  ['p', 'page'],
  ['r', 'reusable-content'],
]);

const hasContent = (description: unknown) =>
  ((description as { nodes?: readonly unknown[] } | null)?.nodes?.length ?? 0) > 0;

const bodyOf = (value: unknown) => (value as { body?: string } | undefined)?.body;

const MAX_CACHED_CHARACTERS = 16_000_000;

/** Merges change requests into their spaces, and updates them from their spaces. */
export const createMergingService = ({
  db,
  transaction,
  mutex,
  markdown,
  revisions,
  changeRequests,
  reviews,
  organizations,
  saveSharedPages,
  expressionContextOf,
}: Dependencies) => {
  const merges = createPromiseCache<MergedBody>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeOf: ({ markdown: text }, key) => key.length + text.length,
  });
  const bodyMerger = (executor: Database, organizationId: string, primary: 'ours' | 'theirs') =>
    createBodyMerger({ markdown, revisions, merges }, executor, organizationId, primary);

  // Runs after other edits of the same space.
  const withSpaceLock = <T>(
    request: ChangeRequestSubject,
    command: (tx: DatabaseTransaction) => Promise<T>,
  ): Promise<T> => mutex(request.space_id, () => transaction(command));

  const lockForMerge = async (
    tx: DatabaseTransaction,
    caller: Caller,
    request: ChangeRequestSubject,
  ): Promise<LockedMerge> => {
    const { head, request: now } = await changeRequests.lockWithSpace(tx, caller, request);
    if (now.status === 'archived') throw conflict('This change request is archived: reopen it first');
    return withRevisions(tx, now, head);
  };

  const withRevisions = async (
    tx: Database,
    now: ChangeRequestSubject,
    head: RevisionRow | undefined,
  ): Promise<LockedMerge> => {
    const base = await revisions.find(now.space, now.revision_merged_ancestor ?? now.revision_initial, tx);
    const current = await revisions.find(now.space, now.revision_id, tx);
    if (!head || !base || !current) throw notFound('revision');
    return { now, head, base, current };
  };

  /** Whether a merge would have conflicts with the space. */
  const conflictsWithSpace = async (
    tx: Database,
    { now, head, base, current }: LockedMerge,
  ): Promise<boolean> => {
    if (head.id === base.id) return false;
    const bodies = bodyMerger(tx, now.organization_id, 'ours');
    const { conflicts } = await mergeSnapshots(
      revisions.merkleMap(now.organization_id, tx),
      { base: base.root, ours: head.root, theirs: current.root },
      bodies.merge,
    );
    return conflicts.length > 0;
  };

  /**
   * Merges the bodies ahead, since long ones take seconds and a transaction locks the space: inside of it, the results are found
   * in the cache. Merges and updates have the same primary side, the space.
   */
  const prepare = async (request: ChangeRequestSubject): Promise<void> => {
    const { space, status, revision_merged_ancestor: updated, revision_initial: initial } = request;
    if (status === 'merged' || status === 'archived' || space.revision_id === (updated ?? initial)) return;
    const head = await revisions.find(space, space.revision_id, db);
    await conflictsWithSpace(db, await withRevisions(db, request, head));
  };

  /** The changed bodies with conflicts that an earlier update left. */
  const conflictedBodies = async (
    tx: DatabaseTransaction,
    { now, base, current }: UpdatedContent,
  ): Promise<ConflictedBody[]> => {
    const changed = (await revisions.merkleMap(now.organization_id, tx).diff(base.root, current.root))
      .filter(({ before, after }) => bodyOf(before) !== bodyOf(after))
      .flatMap(({ key, after }) => {
        const [prefix, id] = key.split('/', 2) as [string, string];
        const [kind, body] = [BODY_KINDS.get(prefix), bodyOf(after)];
        return kind && body !== undefined ? [{ kind, id, body }] : [];
      });
    const texts = await revisions.markdownsOf(
      now.organization_id,
      changed.map(({ body }) => body),
      tx,
    );
    const found: ConflictedBody[] = [];
    for (const { kind, id, body } of changed)
      if (await hasConflict(markdown, texts.get(body) ?? '')) found.push({ kind, id });
    return found;
  };

  /** Whether an earlier update left unresolved conflicts: of a field, or in a changed body. */
  const hasOpenConflicts = async (tx: DatabaseTransaction, updated: UpdatedContent): Promise<boolean> => {
    const { now, current } = updated;
    const open = await readConflicts(revisions.view(now.organization_id, current.root, tx));
    return open.length > 0 || (await conflictedBodies(tx, updated)).length > 0;
  };

  // A space without rules of its own inherits those of its organization.
  const rulesFor = async (tx: DatabaseTransaction, caller: Caller, { space }: ChangeRequestSubject) => {
    const own = space.merge_rules;
    if (own.type !== 'inherit') return { from: 'space', config: own } as const;
    const organization = await organizations.find(space.organization_id, caller.principal.userId, tx);
    const config = organization?.merge_rules;
    return { from: 'organization', config } as const;
  };

  const factsFor = async (
    tx: DatabaseTransaction,
    caller: Caller,
    now: ChangeRequestSubject,
  ): Promise<MergeRuleFacts> => {
    const facts = await reviews.loadForMergeRules(tx, caller, now);
    return {
      actorId: caller.principal.userId,
      subject: now.subject,
      hasDescription: hasContent(now.description),
      outdated: now.outdated,
      latestReviews: new Map(facts.reviews.map(({ row }) => [row.reviewer_id, row.status])),
      context: expressionContextOf(now, facts),
    };
  };

  const requireRules = async (tx: DatabaseTransaction, caller: Caller, now: ChangeRequestSubject) => {
    const { from, config } = await rulesFor(tx, caller, now);
    if (config?.type !== 'rules' || config.rules.length === 0) return;
    const unmet = unmetRules(config.rules, await factsFor(tx, caller, now));
    if (unmet.length === 0) return;
    const reasons = unmet.map(({ message }) => message).join('; ');
    throw new ApiError(409, `The merge rules of the ${from} are not met: ${reasons}`, {
      details: unmet.map(({ index, message }) => ({ path: `${from}.mergeRules.rules.${index}`, message })),
    });
  };

  return {
    /** The obstacles to a merge by this caller; a change request that is merged has none. */
    status: async (caller: Caller, request: ChangeRequestSubject): Promise<MergeStatus> => {
      await prepare(request);
      return transaction(async (tx) => {
        if (request.status === 'merged') return { conflicts: 'none', bodies: [], rules: [] };
        const head = await revisions.find(request.space, request.space.revision_id, tx);
        const state = await withRevisions(tx, request, head);
        const { config } = await rulesFor(tx, caller, request);
        const rules = config?.type === 'rules' ? config.rules : [];
        const fields = await readConflicts(revisions.view(request.organization_id, state.current.root, tx));
        const bodies = await conflictedBodies(tx, state);
        const conflicts = async () => {
          if (fields.length + bodies.length > 0) return 'unresolved';
          return (await conflictsWithSpace(tx, state)) ? 'with-space' : 'none';
        };
        return {
          conflicts: await conflicts(),
          bodies,
          rules: rules.length === 0 ? [] : ruleResults(rules, await factsFor(tx, caller, request)),
        };
      });
    },

    /** Merges a change request into its space; with conflicts nothing changes. */
    merge: async (
      caller: Caller,
      request: ChangeRequestSubject,
      seenRevision?: string,
    ): Promise<MergeResult<'merge'>> => {
      // What somebody is writing at this moment is merged as well.
      await saveSharedPages({
        organizationId: request.organization_id,
        spaceId: request.space_id,
        changeRequestId: request.id,
      });
      await prepare(request);
      return withSpaceLock(request, async (tx) => {
        const locked = await lockForMerge(tx, caller, request);
        const { now, head, base, current } = locked;
        requireSeen(now, seenRevision, 'merge');
        const organizationId = now.organization_id;
        await requireRules(tx, caller, now);
        const refused = { result: 'conflicts', revision: now.revision_id } as const;
        if (await hasOpenConflicts(tx, locked)) return refused;
        const bodies = bodyMerger(tx, organizationId, 'ours');
        const { changes, conflicts } = await mergeSnapshots(
          revisions.merkleMap(organizationId, tx),
          { base: base.root, ours: head.root, theirs: current.root },
          bodies.merge,
        );
        if (conflicts.length > 0) return refused;
        await bodies.store(tx);
        const merged = await revisions.writeChanges(tx, organizationId, head.root, changes);
        const revision = await revisions.insert(tx, {
          organizationId,
          spaceId: now.space_id,
          root: await revisions.addFormerPaths(tx, organizationId, head.root, merged),
          type: 'merge',
          parents: [...new Set([head.id, now.revision_id])],
          createdBy: caller.principal.userId,
          changeRequestId: now.id,
        });
        await revisions.moveHead(tx, now.space, revision, caller.principal.chain);
        await changeRequests.updateRow(tx, now, { status: 'merged', revision_merged: revision });
        await changeRequests.record(tx, caller, 'merged', now, { revision, from: head.id });
        return { result: 'merge', revision };
      });
    },

    /** Merges the current content of the space into a change request; conflicts are left for people to resolve. */
    update: async (caller: Caller, request: ChangeRequestSubject): Promise<MergeResult<'update'>> => {
      await prepare(request);
      return withSpaceLock(request, async (tx) => {
        const locked = await lockForMerge(tx, caller, request);
        const { now, head, base, current } = locked;
        const organizationId = now.organization_id;
        const resultOf = (remain: boolean) => (remain ? 'conflicts' : 'update');
        if (head.id === base.id)
          return { result: resultOf(await hasOpenConflicts(tx, locked)), revision: now.revision_id };
        const bodies = bodyMerger(tx, organizationId, 'theirs');
        const { changes, conflicts } = await mergeSnapshots(
          revisions.merkleMap(organizationId, tx),
          { base: base.root, ours: current.root, theirs: head.root },
          bodies.merge,
        );
        await bodies.store(tx);
        const root = await revisions.writeChanges(
          tx,
          organizationId,
          current.root,
          new Map([...changes, ...conflictEntries(conflicts, 'theirs')]),
        );
        const revision = await revisions.insert(tx, {
          organizationId,
          spaceId: now.space_id,
          root,
          type: 'update',
          parents: [...new Set([now.revision_id, head.id])],
          createdBy: caller.principal.userId,
          changeRequestId: now.id,
        });
        await changeRequests.updateRow(tx, now, { revision_id: revision, revision_merged_ancestor: head.id });
        if (root !== current.root) await reviews.markOutdated(tx, now);
        await changeRequests.record(tx, caller, 'brought-up-to-date', now, {
          revision,
          from: base.id,
          to: head.id,
          conflicts: conflicts.length,
        });
        // Conflicts of an earlier update may remain.
        const remain =
          conflicts.length > 0 || (await hasOpenConflicts(tx, { now, base: head, current: { root } }));
        return { result: resultOf(remain), revision };
      });
    },
  };
};

/** Merges change requests into their spaces, and updates them from their spaces. */
export type MergingService = ReturnType<typeof createMergingService>;
