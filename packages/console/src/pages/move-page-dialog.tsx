import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
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
  const { data } = useQuery(
    read('/orgs/{organizationId}/spaces', { params: { organizationId }, query: { limit: 1000 } }),
  );
  const [target, setTarget] = useState('');
  const spaces = (data?.items ?? []).filter(
    ({ id, permissions, editMode }) => id !== spaceId && permissions.edit && editMode === 'live',
  );
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
        <fieldset className={styles.section}>
          <legend>Space</legend>
          {data && spaces.length === 0 && (
            <p className={styles.tags}>There is no other space that you can edit directly.</p>
          )}
          <div className={styles.checks}>
            {spaces.map((space) => (
              <label key={space.id} className={styles.check}>
                <input
                  type="radio"
                  name="space"
                  value={space.id}
                  checked={target === space.id}
                  onChange={() => setTarget(space.id)}
                />
                {space.emoji && <span aria-hidden="true">{space.emoji}</span>}
                {space.title || 'Untitled'}
              </label>
            ))}
          </div>
        </fieldset>
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
