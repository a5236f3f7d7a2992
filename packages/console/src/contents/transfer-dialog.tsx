import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { readAll } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError } from '../primitives/field.tsx';
import { Select } from '../primitives/select.tsx';
import { notify } from '../primitives/toasts.tsx';
import { refreshContents } from './queries.ts';

/** Transfers a space, or a collection with its content, to another organization of the user. */
export const TransferDialog = ({
  organizationId,
  kind,
  id,
  title,
  onClose,
}: {
  readonly organizationId: string;
  readonly kind: 'space' | 'collection';
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data } = useSuspenseQuery(readAll('/orgs', {}));
  const others = data.filter((each) => each.id !== organizationId && each.permissions.createContent);
  const [organization, setOrganization] = useState(others[0]?.id ?? '');
  const transfer = useMutation<unknown, Error>({
    mutationFn: () =>
      kind === 'space'
        ? call('POST', '/spaces/{spaceId}/transfer', { params: { spaceId: id }, body: { organization } })
        : call('POST', '/collections/{collectionId}/transfer', {
            params: { collectionId: id },
            body: { organization },
          }),
    onSuccess: async () => {
      onClose();
      await navigate({ to: '/o/$organizationId', params: { organizationId: organization } });
      await refreshContents(queries);
      notify(`“${title}” was transferred to ${others.find((each) => each.id === organization)!.title}`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (organization !== '' && !transfer.isPending) transfer.mutate();
  };
  return (
    <Dialog
      title={`Transfer “${title}”`}
      description="The people, teams and sites of this organization lose their access to it. The history stays."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit}>
        {others.length > 0 ? (
          <Field label="Organization">
            <Select
              options={others.map((each) => ({ id: each.id, label: each.title }))}
              value={organization}
              onChoose={setOrganization}
            />
          </Field>
        ) : (
          <p>You cannot create content in any of your other organizations.</p>
        )}
        <FormError error={transfer.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" disabled={organization === ''} isBusy={transfer.isPending}>
            Transfer
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
