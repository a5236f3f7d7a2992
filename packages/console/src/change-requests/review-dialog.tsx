import { Popover } from '@base-ui/react/popover';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../api/client.ts';
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
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [summary, setSummary] = useState('');
  const submit = useChangeRequestMutation(
    (status: Verdict) =>
      call('POST', `${CHANGE_REQUEST}/reviews`, {
        params,
        body: { status, ...(summary.trim() && { comment: { markdown: summary.trim() } }) },
      }),
    {
      onSuccess: ({ status }) => {
        setOpen(false);
        setSummary('');
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
            <label htmlFor={id} className={styles.label}>
              Summary
            </label>
            <textarea
              id={id}
              className={styles.field}
              rows={4}
              value={summary}
              onChange={(event) => setSummary(event.target.value)}
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
