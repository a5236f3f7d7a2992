import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Choices } from '../primitives/choices.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { EmojiPicker } from '../primitives/emoji-picker.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../primitives/field.tsx';
import { EDIT_MODES } from '../spaces/edit-modes.ts';
import styles from './dialogs.module.css';
import { refreshContents } from './queries.ts';

/** Changes the title, the icon and the edit mode of a space. */
export const SpaceSettingsDialog = ({
  spaceId,
  onClose,
}: {
  readonly spaceId: string;
  readonly onClose: () => void;
}) => {
  const queries = useQueryClient();
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  // What others change while the dialog is open is not set back.
  const [opened] = useState(space);
  const [title, setTitle] = useState(space.title);
  const [emoji, setEmoji] = useState(space.emoji);
  const [editMode, setEditMode] = useState(space.editMode ?? 'locked');
  const saving = useMutation({
    mutationFn: () =>
      call('PATCH', '/spaces/{spaceId}', {
        params: { spaceId },
        body: {
          ...(title.trim() !== opened.title && { title: title.trim() }),
          ...(emoji !== opened.emoji && { emoji }),
          ...(editMode !== opened.editMode && { editMode }),
        },
      }),
    onSuccess: async () => {
      await refreshContents(queries);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  };
  return (
    <Dialog title="Space settings" isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <div className={styles.named}>
          <EmojiPicker emoji={emoji} onPick={setEmoji} />
          <Field label="Title" error={fieldErrorOf(saving.error, 'body.title')}>
            <TextInput
              value={title}
              onChange={(event) => setTitle(event.target.value)}
              maxLength={50}
              required
            />
          </Field>
        </div>
        <Choices
          legend="Editing"
          name="editMode"
          choices={EDIT_MODES}
          value={editMode}
          onChange={setEditMode}
        />
        <FormError error={saving.error} except={['body.title']} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={saving.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
