import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { Request } from '../api/operations.ts';
import { keyOf } from '../api/queries.ts';
import { notify } from '../primitives/toasts.tsx';

const MEMBER = '/orgs/{organizationId}/members/{userId}';

/** Changes members of an organization. */
export const useMemberChanges = (organizationId: string) => {
  const queries = useQueryClient();
  const refresh = async () => {
    await Promise.all(
      (['/orgs/{organizationId}/members', MEMBER, `${MEMBER}/ownership`] as const).map((path) =>
        queries.invalidateQueries({ queryKey: keyOf(path) }),
      ),
    );
  };
  return {
    refresh,
    update: useMutation({
      mutationFn: ({
        userId,
        body,
      }: {
        readonly userId: string;
        readonly body: Request<'PATCH', typeof MEMBER>['body'];
      }) => call('PATCH', MEMBER, { params: { organizationId, userId }, body }),
      onSuccess: refresh,
      onError: (error) => notify(error.message, { isError: true }),
    }),
  };
};
