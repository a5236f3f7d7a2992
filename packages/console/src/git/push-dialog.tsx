import { type FormEvent, useState } from 'react';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, TextInput } from '../primitives/field.tsx';
import { useSynchronize } from './use-synchronize.ts';

/** Pushes a space with a message for the commit. */
export const PushDialog = ({
  spaceId,
  branch,
  onClose,
}: {
  readonly spaceId: string;
  readonly branch: string;
  readonly onClose: () => void;
}) => {
  const [message, setMessage] = useState('');
  const synchronize = useSynchronize(spaceId, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const commitMessage = message.trim();
    if (!synchronize.isPending)
      synchronize.mutate({ direction: 'export', ...(commitMessage && { commitMessage }) });
  };
  return (
    <Dialog
      title={`Push to ${branch}`}
      description="Writes the pages as one commit. Commits that others pushed meanwhile are imported first."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate>
        <Field label="Message of the commit (optional)">
          <TextInput
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            placeholder="What changed"
            maxLength={1000}
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={synchronize.isPending}>
            Push
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
