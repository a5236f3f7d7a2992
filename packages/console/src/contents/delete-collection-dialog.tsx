import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { FormError } from '../primitives/field.tsx';
import { notify } from '../primitives/toasts.tsx';
import { flatten } from './content-node.ts';
import { refreshContents, useContents } from './queries.ts';

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Deletes a collection with its subcollections; its spaces move to the trash. */
export const DeleteCollectionDialog = ({
  organizationId,
  collectionId,
  title,
  onClose,
}: {
  readonly organizationId: string;
  readonly collectionId: string;
  readonly title: string;
  readonly onClose: () => void;
}) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { collectionId: shown } = useParams({ strict: false });
  const { nodes } = useContents(organizationId);
  const inside = flatten(flatten(nodes).find(({ id }) => id === collectionId)?.children ?? []);
  const spaces = inside.filter(({ kind }) => kind === 'space').length;
  const collections = inside.length - spaces;
  const deletion = useMutation({
    mutationFn: () => call('DELETE', '/collections/{collectionId}', { params: { collectionId } }),
    onSuccess: async () => {
      if (shown === collectionId) await navigate({ to: '/o/$organizationId', params: { organizationId } });
      onClose();
      await refreshContents(queries);
      notify(
        spaces > 0
          ? `“${title}” was deleted; ${countOf(spaces, 'space')} moved to the trash`
          : `“${title}” was deleted`,
        spaces > 0
          ? {
              action: {
                label: 'Show the trash',
                run: () => void navigate({ to: '/o/$organizationId/~/trash', params: { organizationId } }),
              },
            }
          : {},
      );
    },
  });
  return (
    <Dialog
      title={`Delete “${title}”?`}
      description={[
        'The collection is deleted for good.',
        ...(collections > 0
          ? [`So ${collections === 1 ? 'is' : 'are'} ${countOf(collections, 'collection')} in it.`]
          : []),
        spaces > 0
          ? `Its ${countOf(spaces, 'space')} ${spaces === 1 ? 'moves' : 'move'} to the trash, where you can restore ${spaces === 1 ? 'it' : 'them'} for 7 days.`
          : 'It contains no spaces.',
      ].join(' ')}
      isOpen
      onClose={onClose}
    >
      <FormError error={deletion.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" isBusy={deletion.isPending} onClick={() => deletion.mutate()}>
          Delete collection
        </Button>
      </DialogActions>
    </Dialog>
  );
};
