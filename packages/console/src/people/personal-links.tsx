import { Button } from '../primitives/button.tsx';
import { CopyField } from '../primitives/copy-field.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import styles from './personal-links.module.css';

/** The link of somebody who was invited. */
export interface PersonalLink {
  readonly user: string;
  readonly email: string;
  readonly url: string;
}

/** The links of invited people, if the server sends no e-mails. */
export const PersonalLinks = ({
  links,
  onClose,
}: {
  readonly links: readonly PersonalLink[];
  readonly onClose: () => void;
}) => (
  <Dialog
    title="Pass the invitations on"
    description="This server sends no e-mails. Give each person their link yourself: it is theirs alone, and not shown again."
    isOpen
    isWide
    onClose={onClose}
  >
    <div className={styles.links}>
      {links.map(({ user, email, url }) => (
        <CopyField key={user} label={email} value={url} />
      ))}
    </div>
    <DialogActions>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogActions>
  </Dialog>
);
