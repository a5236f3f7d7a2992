import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import styles from './git.module.css';
import type { GitConnection, GitOperation } from './queries.ts';
import { useSynchronize } from './use-synchronize.ts';

type Conflict = NonNullable<GitOperation['conflicts']>[number];

const KINDS: Readonly<Record<Conflict['kind'], string>> = {
  page: 'Page',
  file: 'File',
  'reusable-content': 'Reusable content',
  variable: 'Variable',
};
const SIDES = {
  import: {
    title: 'Take the version of the repository?',
    description:
      'Where both sides changed the same content, that of this space is replaced. Other changes stay, and the history keeps all.',
    action: 'Take the repository’s version',
  },
  export: {
    title: 'Take the version of this space?',
    description:
      'Where both sides changed the same content, a commit replaces that of the repository. Other changes stay.',
    action: 'Take this space’s version',
  },
} as const;

/** The open change request that resolves conflicts. */
const Resolution = ({
  spaceId,
  changeRequestId,
}: {
  readonly spaceId: string;
  readonly changeRequestId: string;
}) => {
  const params = { spaceId, changeRequestId };
  const { data: request } = useSuspenseQuery(
    read('/spaces/{spaceId}/change-requests/{changeRequestId}', { params }),
  );
  const isMerged = request.status === 'merged';
  return (
    <>
      <p className={styles.note}>
        {isMerged
          ? 'The change request is merged. The next synchronization continues from it.'
          : 'Settle the conflicts in the change request and merge it. Nothing is synchronized until then.'}
      </p>
      <Link
        to="/s/$spaceId/~/changes/$changeRequestId"
        params={{ spaceId, changeRequestId: String(request.number) }}
        className="button button-primary"
      >
        #{request.number} {request.subject}
      </Link>
    </>
  );
};

/** What the space and the repository changed differently, and the ways out. */
export const Conflicts = ({
  spaceId,
  connection,
  last,
}: {
  readonly spaceId: string;
  readonly connection: GitConnection;
  readonly last: GitOperation | null;
}) => {
  const [side, setSide] = useState<keyof typeof SIDES>();
  const close = () => setSide(undefined);
  const synchronize = useSynchronize(spaceId, close);
  const conflicts = last?.conflicts ?? [];
  return (
    <section aria-labelledby="conflicts" className={styles.section} data-kind="conflicts">
      <h2 id="conflicts">Conflicts</h2>
      {connection.resolution ? (
        <Resolution spaceId={spaceId} changeRequestId={connection.resolution.changeRequest} />
      ) : (
        <>
          <p className={styles.note}>
            The space and the repository changed the same content differently. Neither was changed by the
            synchronization.
          </p>
          <ul className={styles.conflicts}>
            {conflicts.map(({ kind, id, field, title, path }) => (
              <li key={`${id} ${field}`}>
                <span className={styles.strong}>{title ?? id}</span>{' '}
                <span className={styles.facts}>
                  {KINDS[kind]}
                  {path && (
                    <>
                      {' '}
                      in <code>{path}</code>
                    </>
                  )}{' '}
                  · {field}
                </span>
              </li>
            ))}
          </ul>
          <div className={styles.ways}>
            <Button
              variant="primary"
              isBusy={synchronize.isPending}
              onClick={() => synchronize.mutate({ direction: 'import', resolveConflicts: true })}
            >
              Resolve in a change request
            </Button>
            <Button onClick={() => setSide('import')}>Take the repository’s version…</Button>
            <Button onClick={() => setSide('export')}>Take this space’s version…</Button>
          </div>
        </>
      )}
      {side && (
        <Dialog title={SIDES[side].title} description={SIDES[side].description} isOpen onClose={close}>
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button
              variant="danger"
              isBusy={synchronize.isPending}
              onClick={() => synchronize.mutate({ direction: side, force: true })}
            >
              {SIDES[side].action}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
};
