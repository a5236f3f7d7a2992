import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { FormError } from './field.tsx';

/** Asks before something that cannot be undone. */
export const ConfirmDialog = ({
  title,
  description,
  action,
  isBusy,
  error,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  readonly description: string;
  /** The label of the button that does it. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) => (
  <Dialog title={title} description={description} isOpen onClose={onClose}>
    {children}
    <FormError error={error} />
    <DialogActions>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="danger" isBusy={isBusy} onClick={onConfirm}>
        {action}
      </Button>
    </DialogActions>
  </Dialog>
);
