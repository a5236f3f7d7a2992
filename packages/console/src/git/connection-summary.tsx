import { ArrowDownToLine, ArrowUpFromLine, Ellipsis, FolderGit2, Settings2, Unplug } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../api/client.ts';
import { Button, IconButton } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../primitives/menu.tsx';
import { useConnectionCheck } from './connection-check.tsx';
import styles from './git.module.css';
import { repositoryName, STATE_WORDS, syncStateOf } from './git-words.ts';
import { type GitConnection, type GitOperation, useGitMutation } from './queries.ts';
import { useSynchronize } from './use-synchronize.ts';

const ConnectionForm = lazy(async () => ({
  default: (await import('./connection-form.tsx')).ConnectionForm,
}));
const PushDialog = lazy(async () => ({ default: (await import('./push-dialog.tsx')).PushDialog }));

/** The connected repository, its state, and the actions on it. */
export const ConnectionSummary = ({
  spaceId,
  connection,
  last,
}: {
  readonly spaceId: string;
  readonly connection: GitConnection;
  readonly last: GitOperation | null;
}) => {
  const [dialog, setDialog] = useState<'settings' | 'push' | 'disconnect'>();
  const close = () => setDialog(undefined);
  const synchronize = useSynchronize(spaceId);
  const disconnect = useGitMutation(
    spaceId,
    () => call('DELETE', '/spaces/{spaceId}/git/connection', { params: { spaceId } }),
    { onSuccess: close },
  );
  const state = syncStateOf(connection, last);
  const { url, branch, directory, urls, synced } = connection;
  const name = repositoryName(url);
  const mayStart = synced !== undefined && state !== 'running';
  const check = useConnectionCheck(spaceId, connection);
  const isReadOnly = check.data?.isReachable === true && check.data.pushError !== undefined;
  return (
    <section aria-label="Connected repository" className={styles.summary}>
      <FolderGit2 size={22} strokeWidth={1.5} aria-hidden="true" className={styles.icon} />
      <div className={styles.about}>
        <h2 className={styles.repository}>
          {urls.repository ? <a href={urls.repository}>{name}</a> : name}{' '}
          <span className={styles.badge} data-state={state}>
            {STATE_WORDS[state]}
          </span>
        </h2>
        <p className={styles.facts}>
          Branch <code>{branch}</code>
          {directory && (
            <>
              {' '}
              · folder <code>{directory}</code>
            </>
          )}
          {synced && (
            <>
              {' '}
              · at commit{' '}
              {synced.commitUrl ? (
                <a href={synced.commitUrl}>
                  <code>{synced.commit.slice(0, 7)}</code>
                </a>
              ) : (
                <code>{synced.commit.slice(0, 7)}</code>
              )}
            </>
          )}
        </p>
        <p className={styles.facts}>
          <span className={styles.url}>{url}</span>
        </p>
        {isReadOnly && (
          <p className={styles.facts}>
            It can be read, but not written: changes here are not pushed. To push, give the connection a key
            or token that may write.
          </p>
        )}
      </div>
      <div className={styles.tools}>
        {mayStart && (
          <>
            <Button
              icon={ArrowDownToLine}
              isBusy={synchronize.isPending}
              onClick={() => synchronize.mutate({ direction: 'import' })}
            >
              Import
            </Button>
            {!isReadOnly && (
              <Button icon={ArrowUpFromLine} onClick={() => setDialog('push')}>
                Push…
              </Button>
            )}
          </>
        )}
        <Menu align="end" trigger={<IconButton icon={Ellipsis} label="Actions on the connection" />}>
          <MenuItem icon={Settings2} onSelect={() => setDialog('settings')}>
            Settings…
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Unplug} isDangerous onSelect={() => setDialog('disconnect')}>
            Disconnect…
          </MenuItem>
        </Menu>
      </div>
      <Suspense>
        {dialog === 'settings' && (
          <Dialog title="Connection to the repository" isOpen isWide onClose={close}>
            <ConnectionForm spaceId={spaceId} connection={connection} onDone={close} onCancel={close} />
          </Dialog>
        )}
        {dialog === 'push' && <PushDialog spaceId={spaceId} branch={branch} onClose={close} />}
        {dialog === 'disconnect' && (
          <Dialog
            title={`Disconnect ${name}?`}
            description="The pages and the repository stay as they are. The key or token and the secret of the webhook are deleted."
            isOpen
            onClose={close}
          >
            <DialogActions>
              <Button onClick={close}>Cancel</Button>
              <Button variant="danger" isBusy={disconnect.isPending} onClick={() => disconnect.mutate()}>
                Disconnect
              </Button>
            </DialogActions>
          </Dialog>
        )}
      </Suspense>
    </section>
  );
};
