import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions, preloadDialog } from '../primitives/dialog.tsx';

// Nobody waits longer for a page to open, and the text is in this browser anyway.
const SAVE_MS = 3000;

/** Asks before somebody leaves a page whose text is not on the server. */
export const LeaveDialog = ({
  isSaved,
  isUnsaved,
  isUploading,
  save,
}: {
  /** Whether everything is known to be on the server. */
  readonly isSaved: boolean;
  readonly isUnsaved: () => boolean;
  readonly isUploading: boolean;
  readonly save: () => Promise<void>;
}) => {
  useEffect(() => void preloadDialog(), []);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // The source of the page is a part of the editor.
      if (current.pathname === next.pathname && 'edit' in next.search && next.search.edit === true)
        return false;
      if (isUnsaved()) await Promise.race([save(), new Promise((resolve) => setTimeout(resolve, SAVE_MS))]);
      return isUnsaved() || isUploading;
    },
    enableBeforeUnload: () => isUnsaved() || isUploading,
    withResolver: true,
  });
  // What was in the way is gone, and so is the question.
  useEffect(() => {
    if (status === 'blocked' && isSaved && !isUploading) proceed();
  }, [status, isSaved, isUploading, proceed]);
  return (
    <Dialog
      title="Not everything is saved"
      description={
        isUploading
          ? 'A file is not uploaded yet. It will be lost.'
          : 'Some of your changes are kept in this browser only. They are sent as soon as that is possible.'
      }
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
    >
      <DialogActions>
        <Button onClick={() => reset?.()}>Stay</Button>
        <Button variant={isUploading ? 'danger' : 'primary'} onClick={() => proceed?.()}>
          Leave
        </Button>
      </DialogActions>
    </Dialog>
  );
};
