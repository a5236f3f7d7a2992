import { Ellipsis, FileClock, GitPullRequest, History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Menu, MenuItem } from '../primitives/menu.tsx';
import { type RevisionSummary, revisionInWords } from './revision-words.ts';
import type { FormerPage, RevisionActions } from './use-revision-actions.ts';

/** The actions on a revision: restore a page, propose its state, undo it, roll the space back. */
export const RevisionMenu = ({
  revision,
  isLastOfSeveral = false,
  page,
  actions,
}: {
  readonly revision: RevisionSummary;
  /** Whether it stands for several revisions, which are undone one by one. */
  readonly isLastOfSeveral?: boolean;
  /** The page whose history is shown. */
  readonly page?: FormerPage | undefined;
  readonly actions: RevisionActions;
}) => {
  const [isAsking, setAsking] = useState(false);
  const isCurrent = revision.id === actions.current;
  const mayRestore = page !== undefined && actions.mayRestore && !isCurrent;
  const mayUndo = actions.mayPropose && revision.parents.length > 0 && !isLastOfSeveral;
  if (!mayRestore && !mayUndo && !(actions.mayPropose && !isCurrent)) return null;
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={`Actions on “${revisionInWords(revision)}”`} />}
      >
        {mayRestore && (
          <MenuItem icon={FileClock} onSelect={() => actions.restorePage(page)}>
            {actions.restoresDirectly ? 'Restore the page to this state' : 'Propose this state of the page'}
          </MenuItem>
        )}
        {actions.mayPropose && !isCurrent && (
          <MenuItem icon={GitPullRequest} onSelect={() => actions.proposeState(revision)}>
            Propose this state of the space
          </MenuItem>
        )}
        {mayUndo && (
          <MenuItem icon={Undo2} onSelect={() => actions.undo(revision)}>
            {revision.type === 'merge' ? 'Undo this merge' : 'Undo this revision'}
          </MenuItem>
        )}
        {actions.mayRollBack && !isCurrent && (
          <MenuItem icon={History} onSelect={() => setAsking(true)}>
            Roll the space back
          </MenuItem>
        )}
      </Menu>
      <Dialog
        title="Roll the space back?"
        description="The content of the space becomes that of this revision. Later revisions stay in the history, so this can be undone."
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      >
        <DialogActions>
          <Button onClick={() => setAsking(false)}>Cancel</Button>
          <Button
            variant="primary"
            isBusy={actions.isBusy}
            onClick={() => {
              setAsking(false);
              actions.rollBack(revision.id);
            }}
          >
            Roll back
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
};
