import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/client.ts';
import type { Response } from '../api/operations.ts';
import { keyOf, read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { ConfirmDialog } from '../primitives/confirm-dialog.tsx';
import styles from './leave-organization.module.css';

/** Ends the user's own membership. */
export const LeaveOrganization = ({
  organization,
}: {
  readonly organization: Response<'GET', '/orgs/{organizationId}'>;
}) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data: user } = useSuspenseQuery(read('/user'));
  const [isAsking, setAsking] = useState(false);
  const leaving = useMutation({
    mutationFn: () =>
      call('DELETE', '/orgs/{organizationId}/members/{userId}', {
        params: { organizationId: organization.id, userId: user.id },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keyOf('/orgs') });
      await navigate({ to: '/' });
    },
  });
  const isAdmin = organization.permissions.admin;
  return (
    <div className={styles.row}>
      <p>
        <strong>Leave the organization</strong>
        <span>
          {isAdmin
            ? 'Administrators cannot leave by themselves: another administrator can remove you.'
            : 'You lose access to all its spaces. What you wrote stays.'}
        </span>
      </p>
      {!isAdmin && (
        <Button variant="danger" onClick={() => setAsking(true)}>
          Leave…
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Leave “${organization.title}”?`}
          description="You lose access to all its spaces at once. Only somebody who is in it can let you in again."
          action="Leave the organization"
          isBusy={leaving.isPending}
          error={leaving.error}
          onConfirm={() => leaving.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
};
