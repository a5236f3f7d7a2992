import { Plus } from 'lucide-react';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import type { PageNode } from '../spaces/tree/page-node.ts';
import styles from './propose-dialog.module.css';
import { StatusBadge } from './status-badge.tsx';
import type { Propose } from './use-propose.ts';

/** Asks whether an edit goes into a new change request, or into one of the user's own. */
export const ProposeDialog = ({
  propose,
  page,
}: {
  readonly propose: Propose;
  readonly page: Pick<PageNode, 'id' | 'title'>;
}) => (
  <Dialog
    title="Edit in a change request"
    description="Go on with a change request of yours, or begin a new one."
    isOpen
    onClose={propose.cancel}
  >
    <ul className={styles.requests}>
      {propose.choices.map(({ id, number, subject, status, updatedAt, outdated }) => (
        <li key={id}>
          <button type="button" className={styles.request} onClick={() => propose.goOn(number, page)}>
            <StatusBadge status={status} isIcon />
            <span className={styles.about}>
              <span className={styles.subject}>{subject || 'No subject'}</span>
              <span className={styles.facts}>
                #{number}, updated <RelativeTime time={updatedAt} />
                {outdated && ' · behind the space'}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
    <DialogActions>
      <Button onClick={propose.cancel}>Cancel</Button>
      <Button variant="primary" icon={Plus} isBusy={propose.isBusy} onClick={() => propose.create(page)}>
        New change request
      </Button>
    </DialogActions>
  </Dialog>
);
