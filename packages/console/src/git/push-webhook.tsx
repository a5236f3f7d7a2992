import { useState } from 'react';
import { call } from '../api/client.ts';
import { Button } from '../primitives/button.tsx';
import { CopyField } from '../primitives/copy-field.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import styles from './git.module.css';
import { PROVIDERS } from './git-words.ts';
import { type GitConnection, useGitMutation } from './queries.ts';

const STEPS: Readonly<Record<GitConnection['provider'], string>> = {
  github: 'Content type: application/json. Events: just the push event.',
  gitlab: 'Put the secret into “Secret token”. Trigger: push events.',
  gitea: 'Type: Gitea, content type application/json. Trigger: push events.',
  bitbucket: 'Put the secret into “Secret”. Trigger: repository push.',
  other:
    'The request is signed as GitHub, GitLab, Gitea or Bitbucket do: HMAC SHA-256 of the body, or the secret as a token.',
};

/** The address that the git host sends pushes to, and its secret. */
export const PushWebhook = ({
  spaceId,
  connection: { webhook, provider, urls },
}: {
  readonly spaceId: string;
  readonly connection: GitConnection;
}) => {
  const [secret, setSecret] = useState<string>();
  const [isReplacing, setReplacing] = useState(false);
  const create = useGitMutation(
    spaceId,
    () => call('POST', '/spaces/{spaceId}/git/connection/webhook-secret', { params: { spaceId } }),
    {
      onSuccess: (created) => {
        setReplacing(false);
        setSecret(created.secret);
      },
    },
  );
  return (
    <section aria-labelledby="webhook" className={styles.section}>
      <h2 id="webhook">Webhook</h2>
      <p className={styles.note}>
        With a webhook, a push is imported within seconds.{' '}
        {webhook.lastReceivedAt ? (
          <>
            The last request came <RelativeTime time={webhook.lastReceivedAt} />.
          </>
        ) : webhook.hasSecret ? (
          'No request has come yet.'
        ) : (
          'Without one, you import with a button.'
        )}
      </p>
      <CopyField label="Payload URL" value={webhook.url} />
      <div className={styles.row}>
        <p className={styles.facts}>
          {urls.webhooks && (
            <a href={urls.webhooks} target="_blank" rel="noreferrer">
              Webhooks on {PROVIDERS[provider]}
            </a>
          )}
        </p>
        <Button
          isBusy={create.isPending}
          onClick={() => (webhook.hasSecret ? setReplacing(true) : create.mutate())}
        >
          {webhook.hasSecret ? 'Replace the secret…' : 'Create the secret'}
        </Button>
      </div>
      <Dialog
        title="Replace the secret?"
        description="Requests with the old secret are refused from now on."
        isOpen={isReplacing}
        onClose={() => setReplacing(false)}
      >
        <DialogActions>
          <Button onClick={() => setReplacing(false)}>Cancel</Button>
          <Button variant="danger" isBusy={create.isPending} onClick={() => create.mutate()}>
            Replace
          </Button>
        </DialogActions>
      </Dialog>
      {secret !== undefined && (
        <Dialog
          title="Add the webhook to the repository"
          description={`The secret is shown only now. ${STEPS[provider]}`}
          isOpen
          onClose={() => setSecret(undefined)}
        >
          <div className={styles.fields}>
            <CopyField label="Payload URL" value={webhook.url} />
            <CopyField label="Secret" value={secret} />
          </div>
          <DialogActions>
            <Button variant="primary" onClick={() => setSecret(undefined)}>
              Done
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
};
