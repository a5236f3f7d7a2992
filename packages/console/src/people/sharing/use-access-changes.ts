import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Response } from '../../api/operations.ts';
import { refreshContents } from '../../contents/queries.ts';
import { notify } from '../../primitives/toasts.tsx';
import type { Choice } from '../people-picker.tsx';
import type { Role } from '../roles.ts';
import {
  ACCESS_KEYS,
  changeDefaultLevel,
  changeGrant,
  type DefaultLevel,
  inviteGuests,
  removeGrant,
  type SharedContent,
  share,
} from './content-access.ts';

/** A person or a team with a role on a content. */
export interface Grantee {
  readonly kind: 'user' | 'team';
  readonly id: string;
}

/** Changes who has access to a content. */
export const useAccessChanges = (content: SharedContent) => {
  const queries = useQueryClient();
  const onSuccess = async () => {
    await Promise.all(ACCESS_KEYS.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  const onError = (error: Error) => notify(error.message, { isError: true });
  return {
    give: useMutation({
      mutationFn: async ({
        chosen,
        role,
        organization,
      }: {
        readonly chosen: readonly Choice[];
        readonly role: Role;
        readonly organization: Response<'GET', '/orgs/{organizationId}'>;
      }) => {
        const links = organization.permissions.admin ? await inviteGuests(organization, chosen) : [];
        await share(content, chosen, role);
        return links;
      },
      onSuccess,
    }),
    change: useMutation({
      mutationFn: ({ to, role }: { readonly to: Grantee; readonly role: Role }) =>
        changeGrant(content, to, role),
      onSuccess,
      onError,
    }),
    remove: useMutation({
      mutationFn: (from: Grantee) => removeGrant(content, from),
      onSuccess,
      onError,
    }),
    setDefault: useMutation<unknown, Error, DefaultLevel>({
      mutationFn: (level) => changeDefaultLevel(content, level),
      onSuccess: async () => {
        await Promise.all([onSuccess(), refreshContents(queries)]);
      },
      onError,
    }),
  };
};
