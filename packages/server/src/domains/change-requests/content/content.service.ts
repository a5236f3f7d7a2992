import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { conflict, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import {
  type ContentChanges,
  type ContentService,
  type EditingService,
  type EditResult,
  type EditTarget,
  type PreparedChanges,
  type RevisionSnapshot,
  templateChanges,
} from '../../content/index.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { SpaceSubject, TemplateUse } from '../../spaces/index.ts';
import type { ChangeRequestSubject } from '../change-requests.policy.ts';
import type { ChangeRequestsService } from '../change-requests.service.ts';
import type { ReviewsService } from '../reviews/reviews.service.ts';
import { createFormerContent, type FormerContent } from './former-content.ts';

/** Locks a task that a new change request is for; returns the function that assigns the change request to it. */
export type ClaimTask = (
  tx: DatabaseTransaction,
  caller: Caller,
  space: SpaceSubject,
  agentTaskId: string,
) => Promise<(changeRequestId: string) => Promise<void>>;

interface Dependencies extends Pick<Kernel, 'transaction' | 'mutex' | 'markdown'> {
  readonly revisions: RevisionsService;
  readonly content: ContentService;
  readonly editing: EditingService;
  readonly changeRequests: ChangeRequestsService;
  readonly reviews: Pick<ReviewsService, 'markOutdated'>;
  readonly claimTask: ClaimTask;
}

/** Reads and edits the content of change requests. */
export const createChangeRequestContentService = ({
  transaction,
  mutex,
  markdown,
  revisions,
  content,
  editing,
  changeRequests,
  reviews,
  claimTask,
}: Dependencies) => {
  const formerContent = createFormerContent({ markdown, revisions });

  // Locks the change request, so that concurrent edits build on each other.
  const editLocked = async <Made>(
    tx: DatabaseTransaction,
    caller: Caller,
    request: ChangeRequestSubject,
    work: (target: EditTarget) => Promise<{ root: string; result: Made }>,
    otherAuthors: readonly string[] = [],
  ): Promise<{ request: ChangeRequestSubject; result: Made }> => {
    const now = await changeRequests.lock(tx, caller, request);
    requireEditable(now);
    const rootOf = async (id: string) => (await revisions.find(now.space, id, tx))?.root;
    const [root, rootBefore] = [
      await rootOf(now.revision_id),
      await rootOf(now.revision_merged_ancestor ?? now.revision_initial),
    ];
    if (root === undefined || rootBefore === undefined) throw notFound('revision');
    const target = { organizationId: now.organization_id, root, rootBefore: async () => rootBefore, rootOf };
    const { root: newRoot, result } = await work(target);
    if (newRoot === root) return { request: now, result };
    const revision = await revisions.insert(tx, {
      organizationId: now.organization_id,
      spaceId: now.space_id,
      root: newRoot,
      type: 'edits',
      parents: [now.revision_id],
      createdBy: caller.principal.userId,
      otherAuthors,
      changeRequestId: now.id,
    });
    await changeRequests.updateRow(tx, now, { revision_id: revision });
    await reviews.markOutdated(tx, now);
    await changeRequests.record(tx, caller, 'content-updated', now, {
      revision,
      from: now.revision_id,
      ...(otherAuthors.length > 0 && { otherAuthors }),
    });
    return { request: await changeRequests.reload(tx, caller, now), result };
  };

  /** Applies prepared changes as one revision of the caller and of those who wrote it with them. */
  const applyPrepared = (
    caller: Caller,
    request: ChangeRequestSubject,
    changes: PreparedChanges,
    otherAuthors: readonly string[] = [],
  ): Promise<{ request: ChangeRequestSubject; result: EditResult }> =>
    mutex(request.id, () =>
      transaction((tx) =>
        editLocked(tx, caller, request, (target) => editing.apply(tx, target, changes), otherAuthors),
      ),
    );

  return {
    applyPrepared,

    /** The current content of a change request. */
    current: (request: ChangeRequestSubject): Promise<RevisionSnapshot> =>
      content.at(request.space, request.revision_id),

    /** The revision of the space that a change request is compared with. */
    base: (request: ChangeRequestSubject): Promise<RevisionSnapshot> =>
      content.at(request.space, request.revision_merged_ancestor ?? request.revision_initial),

    /** Finds a change request that can be edited, to apply changes to it. */
    editable: async (caller: Caller, space: SpaceSubject, id: string) => {
      const request = await changeRequests.find(caller.principal.userId, space.id, id);
      if (!request) return undefined;
      requireEditable(request);
      return (changes: PreparedChanges) => applyPrepared(caller, request, changes);
    },

    /** Applies changes as one revision. */
    edit: async (
      caller: Caller,
      request: ChangeRequestSubject,
      changes: Static<typeof ContentChanges>,
    ): Promise<{ request: ChangeRequestSubject; result: EditResult }> => {
      requireEditable(request);
      const prepared = await editing.prepare(request.organization_id, changes);
      await editing.saveBeforeDeletion(placeOf(request), changes);
      return applyPrepared(caller, request, prepared);
    },

    /** Applies prepared changes as one revision, inside a transaction of the caller. */
    applyInTransaction: async (
      tx: DatabaseTransaction,
      caller: Caller,
      request: ChangeRequestSubject,
      changes: PreparedChanges,
    ): Promise<ChangeRequestSubject> =>
      (await editLocked(tx, caller, request, (target) => editing.apply(tx, target, changes))).request,

    /** Like `editSnapshot`, inside a transaction of the caller. */
    editInTransaction: async (
      tx: DatabaseTransaction,
      caller: Caller,
      request: ChangeRequestSubject,
      work: (root: string) => Promise<string>,
    ): Promise<ChangeRequestSubject> => {
      const make = async ({ root }: EditTarget) => ({ root: await work(root), result: undefined });
      return (await editLocked(tx, caller, request, make)).request;
    },

    /** Makes a revision of the snapshot that `work` derives from the current one. */
    editSnapshot: (
      caller: Caller,
      request: ChangeRequestSubject,
      work: (tx: DatabaseTransaction, root: string) => Promise<string>,
    ): Promise<ChangeRequestSubject> => {
      requireEditable(request);
      return mutex(request.id, () =>
        transaction(async (tx) => {
          const make = async ({ root }: EditTarget) => ({ root: await work(tx, root), result: undefined });
          return (await editLocked(tx, caller, request, make)).request;
        }),
      );
    },

    /** Creates a change request, optionally with the pages of a template or with former content. */
    create: async (
      caller: Caller,
      space: SpaceSubject,
      {
        subject,
        template,
        conversationsIssuesCluster: clusterId,
        agentTaskId,
        ...former
      }: FormerContent & {
        subject?: string | undefined;
        template?: Static<typeof TemplateUse> | undefined;
        conversationsIssuesCluster?: string | undefined;
        agentTaskId?: string | undefined;
      },
    ): Promise<ChangeRequestSubject> => {
      const changes =
        template && (await editing.prepare(space.organization_id, { changes: templateChanges(template) }));
      return mutex(space.id, () =>
        transaction(async (tx) => {
          // Tasks are locked before their change requests.
          const assign =
            agentTaskId === undefined ? undefined : await claimTask(tx, caller, space, agentTaskId);
          const made = await changeRequests.create(tx, caller, space, { subject, clusterId });
          await assign?.(made.id);
          const edited = formerContent.isNamed(former)
            ? await editLocked(tx, caller, made, async ({ root }) => ({
                root: await formerContent.root(tx, space, root, former),
                result: undefined,
              }))
            : { request: made };
          if (!changes) return edited.request;
          return (
            await editLocked(tx, caller, edited.request, (target) => editing.apply(tx, target, changes))
          ).request;
        }),
      );
    },
  };
};

const placeOf = ({
  organization_id: organizationId,
  space_id: spaceId,
  id: changeRequestId,
}: ChangeRequestSubject) => ({
  organizationId,
  spaceId,
  changeRequestId,
});

const requireEditable = ({ status }: ChangeRequestSubject): void => {
  if (status === 'archived') throw conflict('This change request is archived: reopen it to edit it');
};

/** Reads and edits the content of change requests. */
export type ChangeRequestContentService = ReturnType<typeof createChangeRequestContentService>;
