import type { Caller } from '../../../kernel/auth/principal.ts';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { ApiError, conflict, notFound } from '../../../kernel/errors/errors.ts';
import type { CausedEvent } from '../../../kernel/events/events.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createKeyedGroups, type Outcome } from '../../../kernel/keyed-groups.ts';
import type { RevisionRow, RevisionsService } from '../../revisions/index.ts';
import type { SpaceSubject, SpacesService } from '../../spaces/index.ts';
import type { ApplyChanges, EditResult, PreparedChanges } from './apply-changes.service.ts';
import { restoreMessage } from './restore-message.ts';

type Dependencies = Pick<Kernel, 'transaction' | 'mutex' | 'newId' | 'events'> & {
  readonly revisions: RevisionsService;
  readonly spaces: SpacesService;
  readonly applyChanges: ApplyChanges;
};

/** Changes of a space, of one caller, that become one revision. */
interface SpaceEdit {
  readonly caller: Caller;
  readonly space: SpaceSubject;
  readonly prepared: PreparedChanges;
  /** Those who wrote it together with the caller. */
  readonly otherAuthors: readonly string[];
}

/** The space after an edit, and what the edit changed. */
export interface EditedSpace {
  readonly space: SpaceSubject;
  readonly result: EditResult;
}

/** The snapshot that the next edit of a space is applied to, with the number of its step; the current revision is no step. */
interface Tip {
  readonly head: RevisionRow;
  readonly root: string;
  readonly step: number | undefined;
}

/** A revision to be stored. */
interface Step {
  readonly edit: SpaceEdit;
  readonly before: Tip;
  readonly root: string;
  readonly message: string | undefined;
}

/** The ids of stored revisions, and when their spaces moved to them. */
interface Stored {
  readonly ids: readonly string[];
  readonly at: Date | undefined;
}

const MAX_EDITS = 64;
// A longer edit is a transaction of its own, so that others do not wait for it.
const MAX_CHANGES = 20;

/** Refuses spaces whose content is not edited directly. */
export const requireLive = (space: SpaceSubject | undefined): SpaceSubject => {
  if (space?.edit_mode === 'live') return space;
  throw conflict('This space is locked: edit it through a change request');
};

/** Finds a revision of a space; those of change requests do not belong to it until they are merged. */
export const findSpaceRevision = async (
  revisions: RevisionsService,
  tx: DatabaseTransaction,
  space: SpaceSubject,
  id: string,
): Promise<RevisionRow | undefined> => {
  const revision = await revisions.find(space, id, tx);
  return revision?.change_request_id === null || revision?.type === 'merge' ? revision : undefined;
};

/** Edits spaces: edits of an organization that arrive together share a transaction, and each becomes a revision. */
export const createEditGroupsService = ({
  transaction,
  mutex,
  newId,
  events,
  revisions,
  spaces,
  applyChanges,
}: Dependencies) => {
  const targetOf = (tx: DatabaseTransaction, space: SpaceSubject, { head, root }: Tip, before?: Tip) => ({
    organizationId: space.organization_id,
    root,
    rootBefore: async () => {
      if (before) return before.root;
      const [id] = head.parents;
      return (id === undefined ? undefined : await revisions.find(space, id, tx))?.root ?? head.root;
    },
    rootOf: async (id: string) => (await findSpaceRevision(revisions, tx, space, id))?.root,
  });

  /** Stores the revisions of steps, moves their spaces, and records the events; returns the ids of the revisions. */
  const storeSteps = async (
    tx: DatabaseTransaction,
    organizationId: string,
    steps: readonly Step[],
  ): Promise<Stored> => {
    const ids = steps.map(() => newId());
    if (steps.length === 0) return { ids, at: undefined };
    const parentOf = ({ before: { head, step } }: Step) => (step === undefined ? head.id : ids[step]!);
    await revisions.insertAll(
      tx,
      steps.map((step, index) => ({
        organizationId,
        id: ids[index]!,
        spaceId: step.edit.space.id,
        root: step.root,
        type: 'edits',
        parents: [parentOf(step)],
        createdBy: step.edit.caller.principal.userId,
        otherAuthors: step.edit.otherAuthors,
        message: step.message,
      })),
    );
    const last = new Map(steps.map(({ edit }, index) => [edit.space.id, ids[index]!]));
    const at = await revisions.moveHeads(
      tx,
      organizationId,
      [...last].map(([spaceId, revisionId]) => ({ spaceId, revisionId })),
      // An edit of a script is a group of its own.
      steps[0]!.edit.caller.principal.chain,
    );
    await events.recordAll(
      tx,
      steps.map(
        (step, index): CausedEvent => ({
          by: step.edit.caller,
          event: {
            organizationId,
            action: 'space.content-updated',
            target: { type: 'space', id: step.edit.space.id, label: step.edit.space.title },
            payload: {
              revision: ids[index]!,
              from: parentOf(step),
              ...(step.edit.otherAuthors.length > 0 && { otherAuthors: step.edit.otherAuthors }),
            },
          },
        }),
      ),
    );
    return { ids, at };
  };

  /** Applies edits in their order, in one transaction; undefined for those of spaces that are locked and not waited for. */
  const applyAll = (
    organizationId: string,
    edits: readonly SpaceEdit[],
    locked: 'waited for' | 'left out',
    onApplied: () => void = () => {},
  ): Promise<(Outcome<EditedSpace> | undefined)[]> =>
    transaction(async (tx) => {
      const spaceIds = [...new Set(edits.map(({ space }) => space.id))];
      const heads = await revisions.lockHeads(tx, organizationId, spaceIds, locked);
      const subjects = await spaces.findFor(
        tx,
        edits.map(({ space, caller }) => ({ id: space.id, readerId: caller.principal.userId })),
      );
      const writes = applyChanges.collect(organizationId);
      const tips = new Map<string, Tip>();
      const previous = new Map<string, Tip>();
      const steps: Step[] = [];
      // Known when all edits are applied.
      let stored: Stored | undefined;

      const applyOne = async (edit: SpaceEdit, subject: SpaceSubject | undefined) => {
        const { space, prepared } = edit;
        const head = heads.get(space.id);
        if (!head) throw notFound('space');
        const now = requireLive(subject);
        const tip = tips.get(space.id) ?? { head, root: head.root, step: undefined };
        const own = applyChanges.collect(organizationId);
        const target = targetOf(tx, space, tip, previous.get(space.id));
        const { root, result } = await applyChanges.apply(tx, own, target, prepared);
        applyChanges.add(writes, own);
        const after = (step: number | undefined): EditedSpace => ({
          result,
          space:
            step === undefined ? now : { ...now, revision_id: stored!.ids[step]!, updated_at: stored!.at! },
        });
        if (root === tip.root) return () => after(tip.step);
        const message = await restoreMessage(prepared.changes, revisions.view(organizationId, root, tx));
        const step = steps.push({ edit, before: tip, root, message }) - 1;
        previous.set(space.id, tip);
        tips.set(space.id, { head, root, step });
        return () => after(step);
      };

      const outcomes: (Outcome<EditedSpace> | undefined)[] = [];
      for (const [index, edit] of edits.entries()) {
        if (locked === 'left out' && !heads.has(edit.space.id)) outcomes.push(undefined);
        else
          try {
            outcomes.push(await applyOne(edit, subjects[index]));
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            outcomes.push(() => {
              throw error;
            });
          }
      }
      await applyChanges.store(tx, writes);
      stored = await storeSteps(tx, organizationId, steps);
      onApplied();
      return outcomes;
    });

  const applyAlone = (edit: SpaceEdit): Promise<EditedSpace> =>
    mutex(edit.space.id, async () => {
      const [outcome] = await applyAll(edit.space.organization_id, [edit], 'waited for');
      return outcome!();
    });

  const groups = createKeyedGroups<SpaceEdit, EditedSpace>(MAX_EDITS, async (organizationId, edits) => {
    let isCommitting = false;
    try {
      const outcomes = await applyAll(organizationId, edits, 'left out', () => {
        isCommitting = true;
      });
      return outcomes.map((outcome, index) => outcome ?? (() => applyAlone(edits[index]!)));
    } catch (error) {
      // After a failed commit nobody knows whether it happened: nothing is done twice.
      if (isCommitting || edits.length === 1) throw error;
      // One edit that fails must not keep the others from being done.
      return edits.map((edit) => () => applyAlone(edit));
    }
  });

  /** Applies prepared changes to a space with live edits, as one revision. */
  return (edit: SpaceEdit): Promise<EditedSpace> => {
    const isAlone = edit.caller.principal.chain !== undefined || edit.prepared.changes.length > MAX_CHANGES;
    return isAlone ? applyAlone(edit) : groups(edit.space.organization_id, edit);
  };
};
