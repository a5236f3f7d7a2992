import type { ContentRef, Document } from '@lectern/document';
import { Check, RotateCcw, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { renderDocument } from '../../../site/src/document/render.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { Button, IconButton } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { type Comment, type Discussion, useDiscussion, useReplies } from './discussion.ts';
import styles from './threads.module.css';

const context = {
  language: 'en',
  hrefOf: (ref: ContentRef) => (ref.kind === 'url' ? { href: ref.url, title: ref.url } : undefined),
  fileOf: () => undefined,
};

/** The text of a comment. */
export const CommentBody = ({ body }: { readonly body: Comment['body'] }) => (
  <div
    className={`prose ${styles.text}`}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer of sites escapes and sanitizes
    dangerouslySetInnerHTML={{
      __html: 'document' in body ? renderDocument(body.document as unknown as Document, context) : '',
    }}
  />
);

const Message = ({
  message,
  onDelete,
}: {
  readonly message: Pick<Comment, 'postedBy' | 'postedAt' | 'editedAt' | 'body'>;
  readonly onDelete?: (() => void) | undefined;
}) => (
  <div className={styles.message}>
    <header className={styles.head}>
      <Avatar name={message.postedBy.displayName} photo={message.postedBy.photoURL} />
      <strong>{message.postedBy.displayName}</strong>
      <span className={styles.when}>
        <RelativeTime time={message.postedAt} />
        {message.editedAt && ' · edited'}
      </span>
      {onDelete && (
        <span className={styles.tools}>
          <IconButton icon={Trash2} label="Delete this thread" onClick={onDelete} />
        </span>
      )}
    </header>
    <CommentBody body={message.body} />
  </div>
);

/** A form for a comment; Ctrl or Cmd and Enter sends it. */
export const CommentForm = ({
  label,
  submit,
  isBusy,
  isFocused = false,
  onSend,
  onCancel,
}: {
  readonly label: string;
  readonly submit: string;
  readonly isBusy: boolean;
  readonly isFocused?: boolean;
  /** Sends the Markdown; the form is emptied once it was accepted. */
  readonly onSend: (markdown: string) => Promise<unknown>;
  readonly onCancel?: (() => void) | undefined;
}) => {
  const id = useId();
  const [text, setText] = useState('');
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === '' || isBusy) return;
    // A refusal is reported by the mutation, and the text stays.
    await onSend(text.trim()).then(
      () => setText(''),
      () => undefined,
    );
  };
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        id={id}
        className={styles.field}
        rows={2}
        placeholder={label}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the form was opened to write into it
        autoFocus={isFocused}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
          if (event.key === 'Escape') onCancel?.();
        }}
      />
      <div className={styles.actions}>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" variant="primary" isBusy={isBusy} disabled={text.trim() === ''}>
          {submit}
        </Button>
      </div>
    </form>
  );
};

/** A comment with its replies, and the actions on it. */
export const Thread = ({
  comment,
  discussion,
}: {
  readonly comment: Comment;
  readonly discussion: Discussion;
}) => {
  const replies = useReplies(discussion, comment);
  const { reply, resolve, remove } = useDiscussion(discussion);
  const isResolved = comment.status === 'resolved';
  const [isOpen, setOpen] = useState(!isResolved);
  const [isReplying, setReplying] = useState(false);
  const setResolved = async (resolved: boolean) => {
    await resolve.mutateAsync({ commentId: comment.id, resolved }).catch(() => undefined);
    setOpen(!resolved);
  };
  if (isResolved && !isOpen)
    return (
      <button type="button" className={styles.resolved} onClick={() => setOpen(true)}>
        <Check size={14} aria-hidden="true" /> Resolved thread by {comment.postedBy.displayName}
      </button>
    );
  return (
    <article
      className={styles.thread}
      id={`comment-${comment.id}`}
      aria-label={`Thread by ${comment.postedBy.displayName}`}
    >
      {comment.target.gone && (
        <p className={styles.gone}>
          {comment.target.gone === 'page'
            ? 'The page of this comment was deleted.'
            : 'The block of this comment was changed.'}
        </p>
      )}
      <Message
        message={comment}
        onDelete={comment.permissions.delete ? () => remove.mutate(comment.id) : undefined}
      />
      {replies.map((each) => (
        <Message key={each.id} message={each} />
      ))}
      {comment.permissions.reply &&
        (isReplying ? (
          <CommentForm
            label="Reply"
            submit="Reply"
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
              isBusy={resolve.isPending}
              onClick={() => void setResolved(!isResolved)}
            >
              {isResolved ? 'Reopen' : 'Resolve'}
            </Button>
          </div>
        ))}
    </article>
  );
};
