import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import { call } from '../api/client.ts';
import { Button } from '../primitives/button.tsx';
import styles from './git.module.css';
import type { GitCheck, GitConnection } from './queries.ts';

/** Checks a connection after a failure, so that its cause is seen where it can be mended. */
export const FailureCheck = ({
  spaceId,
  connection,
}: {
  readonly spaceId: string;
  readonly connection: GitConnection;
}) => {
  const check = useConnectionCheck(spaceId, connection);
  return <ConnectionCheck check={check} branch={connection.branch} />;
};

/** Checks a connection whenever it was changed. */
export const useConnectionCheck = (spaceId: string, { updatedAt }: Pick<GitConnection, 'updatedAt'>) =>
  useQuery({
    queryKey: ['check', '/spaces/{spaceId}/git/connection', spaceId, updatedAt],
    queryFn: ({ signal }) =>
      call('POST', '/spaces/{spaceId}/git/connection/check', { params: { spaceId } }, signal),
    staleTime: 60_000,
    retry: false,
  });

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const lineOf = (check: GitCheck, branch: string) => {
  if (!check.isReachable)
    return {
      kind: 'error',
      icon: CircleAlert,
      text: sentence(check.error ?? 'The repository cannot be reached'),
    };
  if (check.pushError !== undefined)
    return {
      kind: 'warning',
      icon: TriangleAlert,
      text: sentence(`The repository can be read, but not written: ${check.pushError}`),
    };
  return {
    kind: 'success',
    icon: CircleCheck,
    text: check.hasBranch
      ? `The repository can be read and written. The branch ${branch} exists.`
      : `The repository can be read and written. The branch ${branch} does not exist yet: a push creates it.`,
  };
};

/** The result of a check in words, with a button that checks again. */
export const ConnectionCheck = ({
  check,
  branch,
}: {
  readonly check: ReturnType<typeof useConnectionCheck>;
  readonly branch: string;
}) => {
  const again = (
    <Button icon={RefreshCw} isBusy={check.isFetching} onClick={() => void check.refetch()}>
      Check again
    </Button>
  );
  if (check.data === undefined || check.isFetching)
    return (
      <div className={styles.check} role="status">
        <p>{check.error ? check.error.message : 'Asking the server of the repository…'}</p>
        {check.error && again}
      </div>
    );
  const { kind, icon: Icon, text } = lineOf(check.data, branch);
  return (
    <div className={styles.check} data-kind={kind} role="status">
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      <p>{text}</p>
      {again}
    </div>
  );
};
