import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { Request } from '../api/operations.ts';
import { keyOf } from '../api/queries.ts';
import { notify } from '../primitives/toasts.tsx';

const TEAMS = '/orgs/{organizationId}/teams';
const TEAM = '/orgs/{organizationId}/teams/{teamId}';
const MEMBERS = '/orgs/{organizationId}/teams/{teamId}/members';

/** Creates a team. */
export const useCreateTeam = (organizationId: string) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Request<'PUT', typeof TEAMS>['body']) =>
      call('PUT', TEAMS, { params: { organizationId }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(TEAMS) }),
  });
};

/** Changes a team and its members. */
export const useTeamChanges = (organizationId: string, teamId: string) => {
  const queries = useQueryClient();
  const params = { organizationId, teamId };
  const refresh = async () => {
    await Promise.all(
      ([TEAMS, TEAM, MEMBERS] as const).map((path) => queries.invalidateQueries({ queryKey: keyOf(path) })),
    );
  };
  const showError = (error: Error) => notify(error.message, { isError: true });
  return {
    rename: useMutation({
      mutationFn: (title: string) => call('PATCH', TEAM, { params, body: { title } }),
      onSuccess: refresh,
    }),
    remove: useMutation({
      mutationFn: () => call('DELETE', TEAM, { params }),
      onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(TEAMS) }),
    }),
    add: useMutation({
      mutationFn: (add: string[]) => call('PUT', MEMBERS, { params, body: { add } }),
      onSuccess: refresh,
    }),
    setRole: useMutation({
      mutationFn: ({ userId, role }: { readonly userId: string; readonly role: 'owner' | 'member' }) =>
        call('PUT', `${MEMBERS}/{userId}`, { params: { ...params, userId }, body: { role } }),
      onSuccess: refresh,
      onError: showError,
    }),
    removeMember: useMutation({
      mutationFn: (userId: string) =>
        call('DELETE', `${MEMBERS}/{userId}`, { params: { ...params, userId } }),
      onSuccess: refresh,
      onError: showError,
    }),
  };
};
