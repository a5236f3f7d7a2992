import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { FormError } from '../primitives/field.tsx';

const consequence = (count: number): string =>
  count === 0
    ? 'No page uses it.'
    : `${count === 1 ? 'A page uses' : `${count} pages use`} it and will show nothing in its place.`;

/** Asks before a variable or a reusable content is deleted, and says how many pages use it. */
export const DeleteSharedDialog = ({
  title,
  usedBy,
  isBusy,
  error,
  onDelete,
  onClose,
}: {
  readonly title: string;
  readonly usedBy: number;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}) => (
  <Dialog title={title} description={consequence(usedBy)} isOpen onClose={onClose}>
    <FormError error={error} />
    <DialogActions>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="danger" isBusy={isBusy} onClick={onDelete}>
        Delete
      </Button>
    </DialogActions>
  </Dialog>
);
