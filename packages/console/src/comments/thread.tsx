import { Check, RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../primitives/button.tsx';
import { showElement } from '../primitives/show-element.ts';
import { commentHash, useAddressedComment } from './comment-address.ts';
import { CommentForm } from './comment-form.tsx';
import { type Comment, type Discussion, useDiscussion, useReplies } from './discussion.ts';
import { Message } from './message.tsx';
import styles from './threads.module.css';
import { useCommentDrafts } from './use-comment-drafts.ts';

const GONE = {
  page: 'The page of this comment was deleted.',
  node: 'The block of this comment was changed or deleted.',
} as const;

const Replies = ({ comment, discussion }: { readonly comment: Comment; readonly discussion: Discussion }) =>
  useReplies(discussion, comment).map((reply) => (
    <Message key={reply.id} discussion={discussion} comment={comment} reply={reply} />
  ));

const ThreadActions = ({
  comment,
  discussion,
}: {
  readonly comment: Comment;
  readonly discussion: Discussion;
}) => {
  const { reply, change } = useDiscussion(discussion);
  const kept = useCommentDrafts(discussion, comment.target.page?.id).at(`reply ${comment.id}`);
  const [isReplying, setReplying] = useState(() => kept.read() !== undefined);
  const isResolved = comment.status === 'resolved';
  if (!comment.permissions.reply) return null;
  return isReplying ? (
    <CommentForm
      spaceId={discussion.spaceId}
      label="Reply"
      submit="Reply"
      kept={kept}
      isFocused
      isBusy={reply.isPending}
      onSend={async (markdown) => {
        await reply.mutateAsync({ commentId: comment.id, markdown });
        setReplying(false);
      }}
      onCancel={() => setReplying(false)}
    />
  ) : (
    <div className={styles.actions}>
      <Button variant="quiet" onClick={() => setReplying(true)}>
        Reply
      </Button>
      <Button
        variant="quiet"
        icon={isResolved ? RotateCcw : Check}
        isBusy={change.isPending}
        onClick={() => change.mutate({ commentId: comment.id, resolved: !isResolved })}
      >
        {isResolved ? 'Reopen' : 'Resolve'}
      </Button>
    </div>
  );
};

/** The replies to a comment, and the actions on it. */
export const ThreadAnswers = (thread: { readonly comment: Comment; readonly discussion: Discussion }) => (
  <>
    <Replies {...thread} />
    <ThreadActions {...thread} />
  </>
);

/** A comment with its replies, and the actions on it. A resolved thread is folded; the one in the address is shown. */
export const Thread = ({
  comment,
  discussion,
  head,
}: {
  readonly comment: Comment;
  readonly discussion: Discussion;
  /** Stands above the comment, such as the words that it is about. */
  readonly head?: ReactNode;
}) => {
  const isAddressed = useAddressedComment() === comment.id;
  const isResolved = comment.status === 'resolved';
  const [isUnfolded, setUnfolded] = useState(false);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isAddressed || !frame.current) return;
    showElement(frame.current, 'center');
    frame.current.focus({ preventScroll: true });
  }, [isAddressed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a thread that was just resolved is folded
  useEffect(() => setUnfolded(false), [isResolved]);
  if (isResolved && !isUnfolded && !isAddressed)
    return (
      <button type="button" className={styles.resolved} onClick={() => setUnfolded(true)}>
        <Check size={14} aria-hidden="true" /> Resolved thread by {comment.postedBy.displayName}
      </button>
    );
  const { gone } = comment.target;
  return (
    <article
      ref={frame}
      className={styles.thread}
      id={commentHash(comment.id)}
      data-addressed={isAddressed || undefined}
      tabIndex={-1}
      aria-label={`${isResolved ? 'Resolved thread' : 'Thread'} by ${comment.postedBy.displayName}`}
    >
      {gone && <p className={styles.gone}>{GONE[gone]}</p>}
      {head}
      <Message discussion={discussion} comment={comment} />
      <ThreadAnswers comment={comment} discussion={discussion} />
    </article>
  );
};
