import { Popover } from '@base-ui/react/popover';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { toDraft, toMarkdown } from '../comments/mention-draft.ts';
import { MentionField } from '../comments/mention-field.tsx';
import { useCommentDrafts } from '../comments/use-comment-drafts.ts';
import { Button } from '../primitives/button.tsx';
import { notify } from '../primitives/toasts.tsx';
import {
  CHANGE_REQUEST,
  type ChangeRequest,
  type ChangeRequestParams,
  useChangeRequestMutation,
} from './queries.ts';
import styles from './review-dialog.module.css';

type Verdict = 'approved' | 'changes-requested';

/** The button that opens the form of a review: approve, or request changes, with a summary. */
export const ReviewButton = ({
  params,
  request,
}: {
  readonly params: ChangeRequestParams;
  readonly request: ChangeRequest;
}) => {
  const [isOpen, setOpen] = useState(false);
  const kept = useCommentDrafts({ spaceId: params.spaceId, changeRequestId: request.id }).at('summary');
  const [draft, setDraft] = useState(() => kept.read()?.draft ?? toDraft(''));
  const summary = toMarkdown(draft);
  const submit = useChangeRequestMutation(
    (status: Verdict) =>
      call('POST', `${CHANGE_REQUEST}/reviews`, {
        params,
        body: { status, revision: request.revision, ...(summary && { comment: { markdown: summary } }) },
      }),
    {
      onSuccess: ({ status }) => {
        setOpen(false);
        setDraft(toDraft(''));
        kept.forget();
        notify(status === 'approved' ? 'You approved this change request' : 'You requested changes');
      },
    },
  );
  if (!request.permissions?.review || request.status === 'merged' || request.status === 'archived')
    return null;
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <Button variant="primary">
            Review <ChevronDown size={15} aria-hidden="true" />
          </Button>
        }
      />
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className={styles.positioner}>
          <Popover.Popup className={styles.popup}>
            <Popover.Title className={styles.title}>Finish your review</Popover.Title>
            <MentionField
              spaceId={params.spaceId}
              label="Summary"
              rows={4}
              draft={draft}
              isFocused={false}
              onDraft={(next) => {
                setDraft(next);
                kept.write({ draft: next });
              }}
            />
            <div className={styles.actions}>
              <Button
                variant="danger"
                isBusy={submit.isPending}
                onClick={() => submit.mutate('changes-requested')}
              >
                Request changes
              </Button>
              <Button variant="primary" isBusy={submit.isPending} onClick={() => submit.mutate('approved')}>
                Approve
              </Button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
};
