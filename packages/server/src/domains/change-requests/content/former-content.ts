import { conflictEntries, mergeSnapshots } from '@lectern/document';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { invalid } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { createBodyMerger } from '../../content/index.ts';
import type { RevisionRow, RevisionsService } from '../../revisions/index.ts';
import type { SpaceSubject } from '../../spaces/index.ts';

/** The former content that a new change request proposes. */
export interface FormerContent {
  /** The revision whose content is proposed. */
  readonly revision?: string | undefined;
  /** The revision whose changes are proposed to be undone. */
  readonly revertedRevision?: string | undefined;
}

interface Dependencies extends Pick<Kernel, 'markdown'> {
  readonly revisions: RevisionsService;
}

/** Derives the content of a new change request from the history of its space. */
export const createFormerContent = ({ markdown, revisions }: Dependencies) => {
  const revisionAt = async (
    tx: DatabaseTransaction,
    space: SpaceSubject,
    id: string | undefined,
    path: string,
  ): Promise<RevisionRow> => {
    const found = id === undefined ? undefined : await revisions.find(space, id, tx);
    // Revisions of change requests were never content of the space.
    if (!found || (found.change_request_id !== null && found.type !== 'merge'))
      throw invalid({ path, message: 'is not a revision of this space' });
    return found;
  };

  /** Undoes the changes of a revision in a snapshot; conflicts with later changes are marked. */
  const revert = async (
    tx: DatabaseTransaction,
    space: SpaceSubject,
    root: string,
    revisionId: string,
  ): Promise<string> => {
    const path = 'body.revertedRevision';
    const reverted = await revisionAt(tx, space, revisionId, path);
    const before = await revisionAt(tx, space, reverted.parents[0], path);
    const bodies = createBodyMerger({ markdown, revisions }, tx, space.organization_id, 'ours');
    const { changes, conflicts } = await mergeSnapshots(
      revisions.merkleMap(space.organization_id, tx),
      { base: reverted.root, ours: root, theirs: before.root },
      bodies.merge,
    );
    await bodies.store(tx);
    return revisions.writeChanges(
      tx,
      space.organization_id,
      root,
      new Map([...changes, ...conflictEntries(conflicts, 'ours')]),
    );
  };

  return {
    /** Whether a request names former content. */
    isNamed: ({ revision, revertedRevision }: FormerContent): boolean =>
      revision !== undefined || revertedRevision !== undefined,

    /** The snapshot to propose instead of the current one. */
    root: async (
      tx: DatabaseTransaction,
      space: SpaceSubject,
      current: string,
      { revision, revertedRevision }: FormerContent,
    ): Promise<string> => {
      if (revision !== undefined && revertedRevision !== undefined)
        throw invalid({ path: 'body.revertedRevision', message: 'cannot be combined with revision' });
      return revertedRevision === undefined
        ? (await revisionAt(tx, space, revision, 'body.revision')).root
        : revert(tx, space, current, revertedRevision);
    },
  };
};
