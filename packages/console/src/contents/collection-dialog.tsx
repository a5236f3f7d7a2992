import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../primitives/field.tsx';
import { refreshContents } from './queries.ts';

/** Creates a collection, or renames one. */
export const CollectionDialog = ({
  organizationId,
  parent,
  renamed,
  onClose,
}: {
  readonly organizationId: string;
  readonly parent?: string;
  readonly renamed?: { readonly id: string; readonly title: string };
  readonly onClose: () => void;
}) => {
  const queries = useQueryClient();
  const [title, setTitle] = useState(renamed?.title ?? '');
  const saving = useMutation({
    mutationFn: () => {
      const body = { title: title.trim() };
      return renamed
        ? call('PATCH', '/collections/{collectionId}', { params: { collectionId: renamed.id }, body })
        : call('POST', '/orgs/{organizationId}/collections', {
            params: { organizationId },
            body: { ...body, ...(parent !== undefined && { parent }) },
          });
    },
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
    <Dialog title={renamed ? 'Rename collection' : 'New collection'} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <Field label="Title" error={fieldErrorOf(saving.error, 'body.title')}>
          <TextInput
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            maxLength={50}
            required
            placeholder="Product documentation"
          />
        </Field>
        <FormError error={saving.error} except={['body.title']} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={saving.isPending}>
            {renamed ? 'Rename' : 'Create collection'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
