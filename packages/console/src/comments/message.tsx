import { Ellipsis, Link2, Pencil, SmilePlus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Avatar } from '../primitives/avatar.tsx';
import { Button, IconButton } from '../primitives/button.tsx';
import { copyAddress } from '../primitives/copy-address.ts';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Menu, MenuItem } from '../primitives/menu.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { notify } from '../primitives/toasts.tsx';
import { commentHash } from './comment-address.ts';
import { CommentBody, documentOf } from './comment-body.tsx';
import { CommentForm } from './comment-form.tsx';
import { type Comment, type Discussion, type Reply, readMarkdown, useDiscussion } from './discussion.ts';
import { Reactions } from './reactions.tsx';
import styles from './threads.module.css';

// Suggestions compare documents, which most comments do not need.
const SuggestionBody = lazy(async () => ({
  default: (await import('./suggestion-body.tsx')).SuggestionBody,
}));

const hasSuggestion = (message: Comment | Reply): boolean =>
  documentOf(message.body)?.nodes.some(
    ({ type, data }) => type === 'code' && data?.syntax === 'suggestion',
  ) === true;

/** A comment or a reply: its author and text, reactions, and what the user may do with it. */
export const Message = ({
  discussion,
  comment,
  reply,
}: {
  readonly discussion: Discussion;
  readonly comment: Comment;
  /** The reply that is shown, if it is not the comment itself. */
  readonly reply?: Reply;
}) => {
  const message = reply ?? comment;
  const { change, remove } = useDiscussion(discussion);
  const [edited, setEdited] = useState<string>();
  const [isDeleting, setDeleting] = useState(false);
  const [isReacting, setReacting] = useState(false);
  const { postedBy, permissions } = message;
  const ids = { commentId: comment.id, replyId: reply?.id };
  const copyOwnAddress = () => {
    const { pathname, search } = window.location;
    void copyAddress(`${pathname}${search}#${commentHash(comment.id)}`);
  };
  const edit = async () => {
    try {
      setEdited(await readMarkdown(discussion, comment.id, reply?.id));
    } catch (error) {
      notify((error as Error).message, { isError: true });
    }
  };
  const what = reply ? 'reply' : 'comment';
  return (
    <div className={styles.message}>
      <header className={styles.head}>
        <Avatar name={postedBy.displayName} photo={postedBy.photoURL} />
        <strong>{postedBy.displayName}</strong>
        <span className={styles.when}>
          <RelativeTime time={message.postedAt} />
          {message.editedAt && ' · edited'}
        </span>
        <span className={styles.tools}>
          {permissions.reply && (
            <IconButton
              icon={SmilePlus}
              label="Add a reaction"
              aria-expanded={isReacting}
              onClick={() => setReacting(!isReacting)}
            />
          )}
          <Menu
            align="end"
            trigger={
              <IconButton icon={Ellipsis} label={`Actions on the ${what} by ${postedBy.displayName}`} />
            }
          >
            <MenuItem icon={Link2} onSelect={() => copyOwnAddress()}>
              Copy the address
            </MenuItem>
            {permissions.edit && (
              <MenuItem icon={Pencil} onSelect={() => void edit()}>
                Edit
              </MenuItem>
            )}
            {permissions.delete && (
              <MenuItem icon={Trash2} onSelect={() => setDeleting(true)}>
                Delete
              </MenuItem>
            )}
          </Menu>
        </span>
      </header>
      {edited !== undefined ? (
        <CommentForm
          spaceId={discussion.spaceId}
          label={`Edit the ${what}`}
          submit="Save"
          start={edited}
          isFocused
          isBusy={change.isPending}
          onSend={async (markdown) => {
            await change.mutateAsync({ ...ids, body: { markdown } });
            setEdited(undefined);
          }}
          onCancel={() => setEdited(undefined)}
        />
      ) : !reply && hasSuggestion(comment) ? (
        <Suspense fallback={<CommentBody body={message.body} />}>
          <SuggestionBody discussion={discussion} comment={comment} />
        </Suspense>
      ) : (
        <CommentBody body={message.body} />
      )}
      <Reactions
        reactions={message.reactions}
        mayReact={permissions.reply}
        isChoosing={isReacting}
        onReact={(emoji, isAdded) => {
          setReacting(false);
          change.mutate({ ...ids, [isAdded ? 'addedReactions' : 'removedReactions']: [emoji] });
        }}
      />
      {isDeleting && (
        <Dialog
          title={`Delete this ${what}?`}
          description={
            reply || comment.replies === 0 ? 'It cannot be restored.' : 'Its replies are deleted with it.'
          }
          isOpen
          onClose={() => setDeleting(false)}
        >
          <DialogActions>
            <Button variant="quiet" onClick={() => setDeleting(false)}>
              Cancel
            </Button>
            <Button
              variant="danger"
              isBusy={remove.isPending}
              onClick={() => remove.mutate(ids, { onSettled: () => setDeleting(false) })}
            >
              Delete
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
};
