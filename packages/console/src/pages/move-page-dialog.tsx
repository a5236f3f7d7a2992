import { type FormEvent, useState } from 'react';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { SpacePicker } from '../sites/space-picker.tsx';
import { childrenOf, flatten, type PageNode } from '../spaces/tree/page-node.ts';
import styles from './page-view.module.css';

/** Moves a page with those below it to another space. */
export const MovePageDialog = ({
  organizationId,
  spaceId,
  node,
  isMoving,
  error,
  onMove,
  onClose,
}: {
  readonly organizationId: string;
  readonly spaceId: string;
  readonly node: PageNode;
  readonly isMoving: boolean;
  readonly error: string | undefined;
  readonly onMove: (target: string) => void;
  readonly onClose: () => void;
}) => {
  const [target, setTarget] = useState('');
  const below = flatten(childrenOf(node)).length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (target !== '' && !isMoving) onMove(target);
  };
  return (
    <Dialog
      title={`Move “${node.title}” to another space`}
      description={
        below > 0
          ? `The ${below === 1 ? 'page' : `${below} pages`} inside of it will be moved too.`
          : 'Its links and images keep working.'
      }
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <SpacePicker
          organizationId={organizationId}
          label="New space"
          isOffered={({ id, permissions, editMode }) =>
            id !== spaceId && permissions.edit && editMode === 'live'
          }
          hint="A space that you can edit directly."
          value={target}
          onPick={({ id }) => setTarget(id)}
        />
        {error && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={isMoving} disabled={target === ''}>
            Move
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
