import { Button } from '../primitives/button.tsx';
import { CopyField } from '../primitives/copy-field.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';

/** Shows the secret of a webhook, once. */
export const SecretDialog = ({
  secret,
  onClose,
}: {
  readonly secret: string;
  readonly onClose: () => void;
}) => (
  <Dialog
    title="Secret of the webhook"
    description="It signs every request. It is shown only now: copy it into the program that receives the events."
    isOpen
    onClose={onClose}
  >
    <CopyField label="Secret" value={secret} />
    <DialogActions>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogActions>
  </Dialog>
);
