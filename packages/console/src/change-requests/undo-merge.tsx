import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { readRevision } from '../history/queries.ts';
import { useRevisionActions } from '../history/use-revision-actions.ts';
import { Button } from '../primitives/button.tsx';

/** Proposes to undo a merge, in a new change request. */
export const UndoMerge = ({
  spaceId,
  revisionId,
}: {
  readonly spaceId: string;
  readonly revisionId: string;
}) => {
  const { mayPropose, isBusy, undo } = useRevisionActions(spaceId);
  const { data } = useQuery(readRevision(spaceId, revisionId));
  const [revision] = data?.items ?? [];
  if (!mayPropose || !revision) return null;
  return (
    <div>
      <Button icon={Undo2} isBusy={isBusy} onClick={() => undo(revision)}>
        Undo this merge
      </Button>
    </div>
  );
};
