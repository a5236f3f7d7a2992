import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';

const User = ({ userId }: { readonly userId: string }) => {
  const { data } = useQuery({ ...read('/users/{userId}', { params: { userId } }), retry: false });
  return data?.displayName ?? userId;
};

const Team = ({ organizationId, teamId }: { readonly organizationId: string; readonly teamId: string }) => {
  const { data } = useQuery({
    ...read('/orgs/{organizationId}/teams/{teamId}', { params: { organizationId, teamId } }),
    retry: false,
  });
  return data?.title ?? teamId;
};

/** The name of a difference; people and teams in it have their names, unless they are gone. */
export const DifferenceName = ({
  organizationId,
  name,
}: {
  readonly organizationId: string;
  readonly name: string;
}) => {
  const [kind, id, ...rest] = name.split(' → ');
  if (id === undefined || rest.length > 0 || (kind !== 'users' && kind !== 'teams')) return name;
  return (
    <>
      {kind} →{' '}
      {kind === 'users' ? <User userId={id} /> : <Team organizationId={organizationId} teamId={id} />}
    </>
  );
};
