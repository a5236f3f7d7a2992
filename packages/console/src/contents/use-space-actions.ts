import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { notify } from '../primitives/toasts.tsx';
import { refreshContents } from './queries.ts';

const onError = (error: Error) => notify(error.message, { isError: true });

/** Moves a space to the trash and back, and duplicates it. */
export const useSpaceActions = () => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { spaceId: shown } = useParams({ strict: false });
  const refresh = () => refreshContents(queries);

  const restoring = useMutation({
    mutationFn: (spaceId: string) => call('POST', '/spaces/{spaceId}/restore', { params: { spaceId } }),
    onSuccess: async ({ id, title }) => {
      await refresh();
      notify(`“${title}” was restored`, {
        action: {
          label: 'Open',
          run: () => void navigate({ to: '/s/$spaceId/$', params: { spaceId: id, _splat: '' } }),
        },
      });
    },
    onError,
  });
  const trashing = useMutation({
    mutationFn: async ({ id, title }: { readonly id: string; readonly title: string }) => {
      const { organization } = await queries.ensureQueryData(
        read('/spaces/{spaceId}', { params: { spaceId: id } }),
      );
      await call('DELETE', '/spaces/{spaceId}', { params: { spaceId: id } });
      return { id, title, organization };
    },
    onSuccess: async ({ id, title, organization }) => {
      // The screen of a space in the trash cannot be read again.
      if (shown === id)
        await navigate({ to: '/o/$organizationId', params: { organizationId: organization } });
      queries.removeQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(id) });
      await refresh();
      notify(`“${title}” was moved to the trash`, {
        action: { label: 'Undo', run: () => restoring.mutate(id) },
      });
    },
    onError,
  });
  const duplicating = useMutation({
    mutationFn: (spaceId: string) => call('POST', '/spaces/{spaceId}/duplicate', { params: { spaceId } }),
    onSuccess: async ({ id, title }) => {
      await refresh();
      notify(`“${title}” was created`, {
        action: {
          label: 'Open',
          run: () => void navigate({ to: '/s/$spaceId/$', params: { spaceId: id, _splat: '' } }),
        },
      });
    },
    onError,
  });
  return { trash: trashing.mutate, restore: restoring.mutate, duplicate: duplicating.mutate, restoring };
};
