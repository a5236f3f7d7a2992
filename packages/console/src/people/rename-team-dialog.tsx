import { type FormEvent, useState } from 'react';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../primitives/field.tsx';
import { useTeamChanges } from './use-team-changes.ts';

/** Renames a team. */
export const RenameTeamDialog = ({
  organizationId,
  team,
  onClose,
}: {
  readonly organizationId: string;
  readonly team: { readonly id: string; readonly title: string };
  readonly onClose: () => void;
}) => {
  const { rename } = useTeamChanges(organizationId, team.id);
  const [title, setTitle] = useState(team.title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!rename.isPending) rename.mutate(title.trim(), { onSuccess: onClose });
  };
  return (
    <Dialog title="Rename the team" isOpen onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Field label="Name" error={fieldErrorOf(rename.error, 'body.title')}>
          <TextInput value={title} onChange={(event) => setTitle(event.target.value)} maxLength={64} />
        </Field>
        <FormError error={rename.error} except={['body.title']} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={rename.isPending}>
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
