import { useQueries, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  CircleAlert,
  CircleCheck,
  CircleX,
  GitMerge,
  GitPullRequestDraft,
  type LucideIcon,
  MessageSquare,
  RefreshCw,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { notify } from '../primitives/toasts.tsx';
import { latestReviews, verdictsOf } from './latest-reviews.ts';
import styles from './merge-box.module.css';
import { ruleInWords } from './merge-rules.ts';
import { mergeState, objectionsInWords, STATE_TITLES } from './merge-state.ts';
import {
  CHANGE_REQUEST,
  type ChangeRequest,
  type ChangeRequestParams,
  readMergeStatus,
  readReviews,
  useChangeRequestMutation,
} from './queries.ts';

type Mark = 'met' | 'missing' | 'warning' | 'draft' | 'discussed';

const MARKS: Readonly<Record<Mark, { readonly icon: LucideIcon; readonly label: string }>> = {
  met: { icon: CircleCheck, label: 'Met:' },
  missing: { icon: CircleX, label: 'Missing:' },
  warning: { icon: CircleAlert, label: 'Note:' },
  draft: { icon: GitPullRequestDraft, label: 'Note:' },
  discussed: { icon: MessageSquare, label: 'Note:' },
};

const Condition = ({ mark, children }: { readonly mark: Mark; readonly children: ReactNode }) => {
  const { icon: Icon, label } = MARKS[mark];
  return (
    <li className={styles.condition} data-mark={mark}>
      <Icon size={17} aria-label={label} />
      <span>{children}</span>
    </li>
  );
};

/** The names of people by id: of those who reviewed, and of the members that rules name. */
const useNames = (
  organizationId: string,
  userIds: readonly string[],
  reviewers: ReadonlyMap<string, { readonly reviewer: { readonly displayName: string } }>,
) => {
  const unknown = userIds.filter((userId) => !reviewers.has(userId));
  const members = useQueries({
    queries: unknown.map((userId) =>
      read('/orgs/{organizationId}/members/{userId}', { params: { organizationId, userId } }),
    ),
  });
  return (userId: string) => {
    const member = members[unknown.indexOf(userId)];
    const name = reviewers.get(userId)?.reviewer.displayName ?? member?.data?.user.displayName;
    return name ?? (member?.isPending ? '…' : 'a former member');
  };
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
  const { data: user } = useSuspenseQuery(read('/user'));
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const { data: status } = useSuspenseQuery(readMergeStatus(params));
  const { data: reviews } = useSuspenseQuery(readReviews(params));
  const [isAsking, setAsking] = useState(false);
  const nameOf = useNames(
    space.organization,
    [...new Set(status.rules.flatMap(({ users = [] }) => users))],
    latestReviews(reviews.items),
  );
  const verdicts = verdictsOf(reviews.items);
  const objections = objectionsInWords(verdicts, user.id, nameOf);
  const isNamedByRule = status.rules.some(
    ({ rule, isMet }) => rule === 'require_all_reviews_approved' && !isMet,
  );
  const openConflicts = () =>
    void navigate({ to: '/s/$spaceId/~/changes/$changeRequestId/~/conflicts', params });
  const merge = useChangeRequestMutation(
    () => call('POST', `${CHANGE_REQUEST}/merge`, { params, query: { revision: request.revision } }),
    {
      onSuccess: ({ result }) =>
        result === 'merge'
          ? notify(`#${request.number} is merged into ${space.title}`)
          : notify('The space has changed: there are conflicts to resolve', { isError: true }),
    },
  );
  const update = useChangeRequestMutation(() => call('POST', `${CHANGE_REQUEST}/update`, { params }), {
    onSuccess: ({ result }) => {
      if (result === 'conflicts') openConflicts();
      else notify('The change request has the latest changes of the space');
    },
  });
  const { edit = false, merge: mayMerge = false } = request.permissions ?? {};
  const state = mergeState(request, status, verdicts);
  const isBlocked = status.conflicts !== 'none' || status.rules.some(({ isMet }) => !isMet);
  return (
    <section className={styles.box} aria-labelledby="merge-title" data-state={state}>
      <h2 id="merge-title" className={styles.title}>
        {STATE_TITLES[state]}
      </h2>
      <ul className={styles.conditions} aria-live="polite">
        {state === 'draft' && (
          <Condition mark="draft">
            {edit
              ? 'Reviewers are notified once you open it for review'
              : 'Its author is still working on it'}
          </Condition>
        )}
        <Condition mark={status.conflicts === 'none' ? 'met' : 'missing'}>
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
          <Condition key={at} mark={rule.isMet ? 'met' : 'missing'}>
            {ruleInWords(rule, verdicts, nameOf)}
          </Condition>
        ))}
        {objections && !isNamedByRule && <Condition mark="warning">{objections}</Condition>}
        {request.comments > 0 && (
          <Condition mark="discussed">
            {request.comments === 1 ? '1 thread is open' : `${request.comments} threads are open`}
          </Condition>
        )}
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
            // The next step of a draft is to open it.
            variant={state === 'ready' ? 'primary' : 'secondary'}
            icon={GitMerge}
            disabled={isBlocked}
            isBusy={merge.isPending}
            onClick={() => (objections ? setAsking(true) : merge.mutate())}
          >
            Merge
          </Button>
        )}
      </div>
      {isAsking && objections && (
        <Dialog
          title="Merge although changes were requested?"
          description={`${objections}, and no approval has followed.`}
          isOpen
          onClose={() => setAsking(false)}
        >
          <DialogActions>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button
              variant="primary"
              icon={GitMerge}
              isBusy={merge.isPending}
              onClick={() => {
                setAsking(false);
                merge.mutate();
              }}
            >
              Merge anyway
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
};
