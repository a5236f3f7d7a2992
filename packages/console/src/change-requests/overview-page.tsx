import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Archive, ArchiveRestore, GitMerge, GitPullRequest } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../api/client.ts';
import { commentHash, useAddressedComment } from '../comments/comment-address.ts';
import { type Discussion, useComment } from '../comments/discussion.ts';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { type ChangedItem, changedItems } from '../review/changed-items.ts';
import { readChanges } from '../review/comparison.ts';
import { Activity } from './activity.tsx';
import { ChangedList } from './changed-list.tsx';
import { Description } from './description.tsx';
import { MergeBox } from './merge-box.tsx';
import { OpenDialog } from './open-dialog.tsx';
import styles from './overview-page.module.css';
import { Participants } from './participants.tsx';
import {
  CHANGE_REQUEST,
  type ChangeRequest,
  type ChangeRequestParams,
  comparisonOf,
  readChangeRequest,
  readStatusChanges,
  useChangeRequestMutation,
} from './queries.ts';
import { Reviewers } from './reviewers.tsx';
import { UndoMerge } from './undo-merge.tsx';
import { useRequestDiscussion } from './use-request-discussion.ts';

/** Leads from the address of a comment on a changed page to the very block in the changes. */
const useCommentedChange = (
  params: ChangeRequestParams,
  discussion: Discussion,
  items: readonly ChangedItem[],
): void => {
  const navigate = useNavigate();
  const addressed = useAddressedComment();
  const { data: comment } = useComment(discussion, addressed);
  const item = comment?.target.page && `page:${comment.target.page.id}`;
  const isChanged = items.some(({ key }) => key === item);
  const { spaceId, changeRequestId } = params;
  useEffect(() => {
    if (!isChanged || item === undefined || addressed === undefined) return;
    void navigate({
      to: '/s/$spaceId/~/changes/$changeRequestId/~/files',
      params: { spaceId, changeRequestId },
      search: { item },
      hash: commentHash(addressed),
      replace: true,
    });
  }, [navigate, spaceId, changeRequestId, item, isChanged, addressed]);
};

const StatusActions = ({
  params,
  request,
}: {
  readonly params: ChangeRequestParams;
  readonly request: ChangeRequest;
}) => {
  const setStatus = useChangeRequestMutation((status: 'draft' | 'open' | 'archived') =>
    call('PATCH', CHANGE_REQUEST, { params, body: { status } }),
  );
  const [isOpening, setOpening] = useState(false);
  if (!request.permissions?.edit || request.status === 'merged') return null;
  const isBusy = setStatus.isPending;
  return (
    <div className={styles.status}>
      {request.status === 'draft' && (
        <Button
          variant="primary"
          icon={GitPullRequest}
          isBusy={isBusy}
          // A subject is asked for where there is none.
          onClick={() => (request.subject === '' ? setOpening(true) : setStatus.mutate('open'))}
        >
          Open for review
        </Button>
      )}
      {request.status === 'open' && (
        <Button variant="quiet" isBusy={isBusy} onClick={() => setStatus.mutate('draft')}>
          Turn into a draft
        </Button>
      )}
      {request.status === 'archived' ? (
        <Button icon={ArchiveRestore} isBusy={isBusy} onClick={() => setStatus.mutate('open')}>
          Reopen
        </Button>
      ) : (
        <Button variant="quiet" icon={Archive} isBusy={isBusy} onClick={() => setStatus.mutate('archived')}>
          Archive
        </Button>
      )}
      {isOpening && <OpenDialog params={params} request={request} onClose={() => setOpening(false)} />}
    </div>
  );
};

const FINAL = {
  merged: { icon: GitMerge, words: 'Merged into the space' },
  archived: { icon: Archive, words: 'Archived' },
} as const;

/** Says that a change request is merged or archived, by whom and when. */
const FinalState = ({
  params,
  status,
}: {
  readonly params: ChangeRequestParams;
  readonly status: keyof typeof FINAL;
}) => {
  const { data: changes } = useSuspenseQuery(readStatusChanges(params));
  const last = changes.items.find((change) => change.status === status);
  const { icon: Icon, words } = FINAL[status];
  return (
    <div className={styles.final} data-status={status}>
      <Icon size={17} aria-hidden="true" />
      <div>
        <p>{words}</p>
        {last && (
          <p className={styles.quiet}>
            by {last.changedBy.displayName} <RelativeTime time={last.changedAt} />
          </p>
        )}
      </div>
    </div>
  );
};

/** The overview of a change request: description, activity, reviewers, and what is missing for a merge. */
export const OverviewPage = ({ params }: { readonly params: ChangeRequestParams }) => {
  const { data: request } = useSuspenseQuery(readChangeRequest(params));
  const { data: changes } = useSuspenseQuery(readChanges(comparisonOf(request)));
  const discussion = useRequestDiscussion(request);
  const items = useMemo(() => changedItems(changes.changes), [changes]);
  useCommentedChange(params, discussion, items);
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <Description params={params} request={request} />
        <section aria-labelledby="summary-title" className={styles.summary}>
          <h2 id="summary-title" className={styles.heading}>
            Changes
          </h2>
          {items.length === 0 ? (
            <p className={styles.quiet}>Nothing has changed yet.</p>
          ) : (
            <ChangedList params={params} items={items} more={changes.more ?? 0} />
          )}
        </section>
        <Activity params={params} request={request} discussion={discussion} />
      </div>
      <aside className={styles.aside} aria-label="State and reviewers">
        {(request.status === 'merged' || request.status === 'archived') && (
          <FinalState params={params} status={request.status} />
        )}
        {request.revisionMerged && <UndoMerge spaceId={params.spaceId} revisionId={request.revisionMerged} />}
        {(request.status === 'open' || request.status === 'draft') && (
          <MergeBox params={params} request={request} />
        )}
        <StatusActions params={params} request={request} />
        <Reviewers params={params} request={request} />
        <Participants params={params} />
      </aside>
    </div>
  );
};
