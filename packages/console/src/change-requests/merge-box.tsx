import { useQueries, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CircleCheck, CircleX, GitMerge, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { notify } from '../primitives/toasts.tsx';
import styles from './merge-box.module.css';
import { ruleInWords } from './merge-rules.ts';
import {
  CHANGE_REQUEST,
  type ChangeRequest,
  type ChangeRequestParams,
  readMergeStatus,
  useChangeRequestMutation,
} from './queries.ts';

const Condition = ({ isMet, children }: { readonly isMet: boolean; readonly children: ReactNode }) => (
  <li className={styles.condition} data-met={isMet}>
    {isMet ? <CircleCheck size={17} aria-label="Met:" /> : <CircleX size={17} aria-label="Not met:" />}
    <span>{children}</span>
  </li>
);

/** The names of members by id. */
const useNames = (organizationId: string, userIds: readonly string[]) => {
  const members = useQueries({
    queries: userIds.map((userId) =>
      read('/orgs/{organizationId}/members/{userId}', { params: { organizationId, userId } }),
    ),
  });
  return (userId: string) => members[userIds.indexOf(userId)]?.data?.user.displayName ?? 'a former member';
};

/** What is missing for a merge, in words, and the actions that lead to it. */
export const MergeBox = ({
  params,
  request,
}: {
  readonly params: ChangeRequestParams;
  readonly request: ChangeRequest;
}) => {
  const navigate = useNavigate();
  const { spaceId } = params;
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const { data: status } = useSuspenseQuery(readMergeStatus(params));
  const nameOf = useNames(space.organization, [...new Set(status.rules.flatMap(({ users = [] }) => users))]);
  const openConflicts = () =>
    void navigate({ to: '/s/$spaceId/~/changes/$changeRequestId/~/conflicts', params });
  const merge = useChangeRequestMutation(() => call('POST', `${CHANGE_REQUEST}/merge`, { params }), {
    onSuccess: ({ result }) =>
      result === 'merge'
        ? notify(`#${request.number} is merged into ${space.title}`)
        : notify('The space has changed: there are conflicts to resolve', { isError: true }),
  });
  const update = useChangeRequestMutation(() => call('POST', `${CHANGE_REQUEST}/update`, { params }), {
    onSuccess: ({ result }) => {
      if (result === 'conflicts') openConflicts();
      else notify('The change request has the latest changes of the space');
    },
  });
  const { edit = false, merge: mayMerge = false } = request.permissions ?? {};
  const isReady = status.conflicts === 'none' && status.rules.every(({ isMet }) => isMet);
  return (
    <section className={styles.box} aria-labelledby="merge-title" data-ready={isReady}>
      <h2 id="merge-title" className={styles.title}>
        {isReady ? 'Ready to merge' : 'Not ready to merge'}
      </h2>
      <ul className={styles.conditions} aria-live="polite">
        <Condition isMet={status.conflicts === 'none'}>
          {status.conflicts === 'none' && 'There are no conflicts with the space'}
          {status.conflicts === 'with-space' &&
            'It conflicts with changes in the space: update it from the space to resolve them'}
          {status.conflicts === 'unresolved' && (
            <>
              It has conflicts that are not resolved.{' '}
              <Link
                to="/s/$spaceId/~/changes/$changeRequestId/~/conflicts"
                params={params}
                className={styles.link}
              >
                Resolve conflicts
              </Link>
            </>
          )}
        </Condition>
        {status.rules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other name
          <Condition key={at} isMet={rule.isMet}>
            {ruleInWords(rule, nameOf)}
          </Condition>
        ))}
      </ul>
      {!mayMerge && <p className={styles.hint}>People who may review this space can merge it.</p>}
      <div className={styles.actions}>
        {edit && request.outdated && (
          <Button icon={RefreshCw} isBusy={update.isPending} onClick={() => update.mutate()}>
            Update from the space
          </Button>
        )}
        {mayMerge && (
          <Button
            variant="primary"
            icon={GitMerge}
            disabled={!isReady}
            isBusy={merge.isPending}
            onClick={() => merge.mutate()}
          >
            Merge
          </Button>
        )}
      </div>
    </section>
  );
};
