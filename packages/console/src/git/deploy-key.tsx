import { useState } from 'react';
import { call } from '../api/client.ts';
import { Button } from '../primitives/button.tsx';
import { CopyField } from '../primitives/copy-field.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import styles from './git.module.css';
import { PROVIDERS } from './git-words.ts';
import { type GitConnection, useGitMutation } from './queries.ts';

/** The public part of the deploy key, to add to the repository. */
export const DeployKey = ({
  spaceId,
  connection: { authentication, provider, urls },
}: {
  readonly spaceId: string;
  readonly connection: GitConnection;
}) => {
  const [isReplacing, setReplacing] = useState(false);
  const close = () => setReplacing(false);
  const replace = useGitMutation(
    spaceId,
    () => call('POST', '/spaces/{spaceId}/git/connection/deploy-key', { params: { spaceId } }),
    { onSuccess: close },
  );
  if (authentication.publicKey === undefined) return null;
  return (
    <section aria-labelledby="deploy-key" className={styles.section}>
      <h2 id="deploy-key">Deploy key</h2>
      <p className={styles.note}>
        Add it to the repository as a deploy key that may write
        {urls.deployKeys ? (
          <>
            :{' '}
            <a href={urls.deployKeys} target="_blank" rel="noreferrer">
              deploy keys on {PROVIDERS[provider]}
            </a>
          </>
        ) : (
          ''
        )}
        . The private part is stored encrypted and never shown.
      </p>
      <CopyField label="Public key" value={authentication.publicKey} />
      <div className={styles.row}>
        <p className={styles.facts}>
          Fingerprint <code>{authentication.fingerprint}</code>
        </p>
        <Button onClick={() => setReplacing(true)}>Replace the key…</Button>
      </div>
      <Dialog
        title="Replace the deploy key?"
        description="The old key becomes useless at once. Synchronization works again when you have added the new one to the repository."
        isOpen={isReplacing}
        onClose={close}
      >
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button variant="danger" isBusy={replace.isPending} onClick={() => replace.mutate()}>
            Replace
          </Button>
        </DialogActions>
      </Dialog>
    </section>
  );
};
