import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Archive, GitMerge, GitPullRequest, GitPullRequestDraft, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { commentHash } from '../comments/comment-address.ts';
import { CommentBody } from '../comments/comment-body.tsx';
import { CommentForm } from '../comments/comment-form.tsx';
import { type Comment, type Discussion, useComments, useDiscussion } from '../comments/discussion.ts';
import { Thread, ThreadAnswers } from '../comments/thread.tsx';
import { useCommentDrafts } from '../comments/use-comment-drafts.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import styles from './activity.module.css';
import type { Review } from './latest-reviews.ts';
import {
  type ChangeRequest,
  type ChangeRequestParams,
  readReviews,
  readStatusChanges,
  type StatusChange,
} from './queries.ts';
import { statusChangesInWords } from './status-words.ts';
import { verdictInWords } from './verdict-words.ts';

const ICONS: Readonly<Record<StatusChange['status'], LucideIcon>> = {
  draft: GitPullRequestDraft,
  open: GitPullRequest,
  merged: GitMerge,
  archived: Archive,
};

/** A short line of the activity: who did something, and when. */
const Line = ({
  icon: Icon,
  who,
  words,
  time,
}: {
  readonly icon: LucideIcon;
  readonly who: string;
  readonly words: string;
  readonly time: string;
}) => (
  <p className={styles.line}>
    <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    <span>
      <strong>{who}</strong> {words} <RelativeTime time={time} />
    </span>
  </p>
);

const ReviewEntry = ({
  review,
  summary,
  discussion,
}: {
  readonly review: Review;
  /** The comment of the review, which can be answered and resolved like others. */
  readonly summary: Comment | undefined;
  readonly discussion: Discussion;
}) => (
  <article
    id={review.comment && commentHash(review.comment.id)}
    className={styles.review}
    data-verdict={review.outdated ? 'outdated' : review.status}
  >
    <header>
      <Avatar name={review.reviewer.displayName} photo={review.reviewer.photoURL} />
      <span>
        <strong>{review.reviewer.displayName}</strong> {verdictInWords(review)}
      </span>
      <span className={styles.quiet}>
        <RelativeTime time={review.createdAt} />
      </span>
    </header>
    {review.comment && <CommentBody body={review.comment.body} />}
    {summary && <ThreadAnswers comment={summary} discussion={discussion} />}
  </article>
);

/** What happened to a change request in the order of time: its status, reviews and general comments. */
export const Activity = ({
  params,
  request,
  discussion,
}: {
  readonly params: ChangeRequestParams;
  readonly request: ChangeRequest;
  readonly discussion: Discussion;
}) => {
  const { data: reviews } = useSuspenseQuery(readReviews(params));
  const { data: changes } = useSuspenseQuery(readStatusChanges(params));
  const comments = useComments(discussion);
  const { post } = useDiscussion(discussion);
  const drafts = useCommentDrafts(discussion);
  const entries: { readonly at: string; readonly key: string; readonly shown: ReactNode }[] = [
    ...statusChangesInWords(changes.items).map(({ id, status, who, words, at }) => ({
      at,
      key: id,
      shown: <Line icon={ICONS[status]} who={who} words={words} time={at} />,
    })),
    ...reviews.items.map((review) => ({
      at: review.createdAt,
      key: review.id,
      shown: (
        <ReviewEntry
          review={review}
          summary={comments.find(({ target }) => target.review === review.id)}
          discussion={discussion}
        />
      ),
    })),
    ...comments
      .filter(({ target }) => target.review === undefined)
      .map((comment) => ({
        at: comment.postedAt,
        key: comment.id,
        shown: (
          <div className={styles.thread}>
            {comment.target.page && (
              <Link
                to="/s/$spaceId/~/changes/$changeRequestId/~/files"
                params={params}
                search={{ item: `page:${comment.target.page.id}` }}
                className={styles.place}
              >
                On a page: show in the changes
              </Link>
            )}
            <Thread comment={comment} discussion={discussion} />
          </div>
        ),
      })),
  ].sort((a, b) => a.at.localeCompare(b.at));
  return (
    <section aria-labelledby="activity-title" className={styles.activity}>
      <h2 id="activity-title" className={styles.heading}>
        Activity
      </h2>
      <Line
        icon={GitPullRequestDraft}
        who={request.createdBy.displayName}
        words="created it"
        time={request.createdAt}
      />
      {entries.map(({ key, shown }) => (
        <div key={key}>{shown}</div>
      ))}
      {discussion.mayComment && (
        <CommentForm
          spaceId={discussion.spaceId}
          label="Write a comment"
          submit="Comment"
          kept={drafts.at('')}
          isBusy={post.isPending}
          onSend={(markdown) => post.mutateAsync({ markdown })}
        />
      )}
    </section>
  );
};
