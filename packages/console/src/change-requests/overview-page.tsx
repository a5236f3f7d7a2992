import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Archive, ArchiveRestore, GitMerge, GitPullRequest } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../api/client.ts';
import { commentHash, useAddressedComment } from '../comments/comment-address.ts';
import { CommentBody } from '../comments/comment-body.tsx';
import { CommentForm } from '../comments/comment-form.tsx';
import { type Discussion, useComment, useComments, useDiscussion } from '../comments/discussion.ts';
import { Thread } from '../comments/thread.tsx';
import { Avatar } from '../primitives/avatar.tsx';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ActionCounts } from '../review/change-tree.tsx';
import { type ChangedItem, changedItems } from '../review/changed-items.ts';
import { readChanges } from '../review/comparison.ts';
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
  readReviews,
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

/** Reviews and general comments, in the order in which they were made. */
const Activity = ({
  params,
  discussion,
}: {
  readonly params: ChangeRequestParams;
  readonly discussion: Discussion;
}) => {
  const { data: reviews } = useSuspenseQuery(readReviews(params));
  const comments = useComments(discussion);
  const { post } = useDiscussion(discussion);
  const entries = [
    ...reviews.items.map((review) => ({ at: review.createdAt, review, comment: undefined })),
    ...comments
      .filter(({ target }) => target.review === undefined)
      .map((comment) => ({ at: comment.postedAt, review: undefined, comment })),
  ].sort((a, b) => a.at.localeCompare(b.at));
  return (
    <section aria-labelledby="activity-title" className={styles.activity}>
      <h2 id="activity-title" className={styles.heading}>
        Activity
      </h2>
      {entries.length === 0 && <p className={styles.quiet}>Nobody has commented or reviewed yet.</p>}
      {entries.map(({ review, comment }) =>
        review ? (
          <article
            key={review.id}
            id={review.comment && commentHash(review.comment.id)}
            className={styles.review}
            data-verdict={review.status}
          >
            <header>
              <Avatar name={review.reviewer.displayName} photo={review.reviewer.photoURL} />
              <span>
                <strong>{review.reviewer.displayName}</strong>{' '}
                {review.status === 'approved' ? 'approved these changes' : 'requested changes'}
                {review.outdated && <span className={styles.quiet}> (an earlier version)</span>}
              </span>
              <span className={styles.quiet}>
                <RelativeTime time={review.createdAt} />
              </span>
            </header>
            {review.comment && <CommentBody body={review.comment.body} />}
          </article>
        ) : (
          <div key={comment!.id} className={styles.thread}>
            {comment!.target.page && (
              <Link
                to="/s/$spaceId/~/changes/$changeRequestId/~/files"
                params={params}
                search={{ item: `page:${comment!.target.page.id}` }}
                className={styles.place}
              >
                On a page: show in the changes
              </Link>
            )}
            <Thread comment={comment!} discussion={discussion} />
          </div>
        ),
      )}
      {discussion.mayComment && (
        <CommentForm
          spaceId={discussion.spaceId}
          label="Write a comment"
          submit="Comment"
          isBusy={post.isPending}
          onSend={(markdown) => post.mutateAsync({ markdown })}
        />
      )}
    </section>
  );
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
            <>
              <ActionCounts items={items} />
              <Link
                to="/s/$spaceId/~/changes/$changeRequestId/~/files"
                params={params}
                search={{}}
                className={styles.place}
              >
                Show all changes
              </Link>
            </>
          )}
        </section>
        <Activity params={params} discussion={discussion} />
      </div>
      <aside className={styles.aside} aria-label="State and reviewers">
        {request.status === 'merged' && (
          <p className={styles.merged}>
            <GitMerge size={17} aria-hidden="true" /> Merged into the space
          </p>
        )}
        {request.revisionMerged && <UndoMerge spaceId={params.spaceId} revisionId={request.revisionMerged} />}
        {request.status === 'archived' && <p className={styles.quiet}>This change request is archived.</p>}
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
