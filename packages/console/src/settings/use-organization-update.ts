import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { Request } from '../api/operations.ts';
import { keyOf, read } from '../api/queries.ts';
import { notify } from '../primitives/toasts.tsx';

/** Fields of an organization that are changed. */
export type OrganizationChange = Request<'PATCH', '/orgs/{organizationId}'>['body'];

/** Changes settings of an organization. */
export const useOrganizationUpdate = (organizationId: string) => {
  const queries = useQueryClient();
  const params = { organizationId };
  return useMutation({
    mutationFn: (body: OrganizationChange) => call('PATCH', '/orgs/{organizationId}', { params, body }),
    onSuccess: async (organization) => {
      queries.setQueryData(read('/orgs/{organizationId}', { params }).queryKey, organization);
      await queries.invalidateQueries({ queryKey: keyOf('/orgs') });
      notify('The settings were saved');
    },
  });
};
