import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { read } from '../api/queries.ts';
import { useSpaceActions } from '../contents/use-space-actions.ts';
import { Button } from '../primitives/button.tsx';
import { ProgressBar } from '../primitives/progress-bar.tsx';
import { Loading } from '../settings/settings-page.tsx';
import { NotFoundScreen } from '../shell/screens.tsx';
import { useTitle } from '../shell/use-title.ts';
import { Conflicts } from './conflicts.tsx';
import { FailureCheck } from './connection-check.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionSummary } from './connection-summary.tsx';
import { DeployKey } from './deploy-key.tsx';
import { FirstSync } from './first-sync.tsx';
import styles from './git.module.css';
import { STAGES, syncStateOf } from './git-words.ts';
import { Operations } from './operations.tsx';
import { PushWebhook } from './push-webhook.tsx';
import { type GitOperation, isActive, readConnection, readLastOperation, useGitRefresh } from './queries.ts';

/** The running operation with its progress, or that the last one has failed. */
const Progress = ({
  spaceId,
  operation,
  isOnce,
}: {
  readonly spaceId: string;
  readonly operation: GitOperation;
  /** Whether the space is not connected, and was imported once. */
  readonly isOnce: boolean;
}) => {
  const { completedTasks: done, dispatchedTasks: total, direction, state, error, conflicts } = operation;
  const noun = direction === 'import' ? 'import' : 'export';
  return (
    <div aria-live="polite">
      {isActive(operation) && (
        <ProgressBar
          label={state === 'pending' ? `The ${noun} waits for its turn` : STAGES[operation.stage]}
          done={done}
          total={total}
          text={total > 0 ? `${done} of ${total}` : undefined}
        />
      )}
      {state === 'success' && isOnce && (
        <p className={styles.done}>
          The {noun} is done.{' '}
          <Link to="/s/$spaceId/$" params={{ spaceId, _splat: '' }}>
            Open the first page
          </Link>
        </p>
      )}
      {state === 'failure' && !conflicts && (
        <p className={styles.failure}>
          The last {noun} failed: {error ?? 'for an unknown reason'}
        </p>
      )}
    </div>
  );
};

/** Synchronization of a space with a git repository. */
const Git = ({ spaceId }: { readonly spaceId: string }) => {
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const { data: connection } = useSuspenseQuery(readConnection(spaceId));
  const { data: last = null } = useQuery(readLastOperation(spaceId));
  const { trash } = useSpaceActions();
  const refresh = useGitRefresh(spaceId);
  // When another operation begins or ends, everything it changes is read again.
  const seen = useRef<string>(undefined);
  const now = last ? `${last.id} ${last.state}` : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the operation matters
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== now) void refresh();
    seen.current = now;
  }, [now]);
  const isEmpty = space.gitSync !== undefined && last?.state === 'failure' && connection === null;
  return (
    <>
      {last && <Progress spaceId={spaceId} operation={last} isOnce={connection === null} />}
      {connection ? (
        <>
          <ConnectionSummary spaceId={spaceId} connection={connection} last={last} />
          {syncStateOf(connection, last) === 'failing' && connection.synced && (
            <FailureCheck spaceId={spaceId} connection={connection} />
          )}
          {syncStateOf(connection, last) === 'conflicts' && (
            <Conflicts spaceId={spaceId} connection={connection} last={last} />
          )}
          {/* The key has to be in the repository before anything else works. */}
          <DeployKey spaceId={spaceId} connection={connection} />
          {!connection.synced && !(last && isActive(last)) && (
            <FirstSync spaceId={spaceId} connection={connection} />
          )}
          <PushWebhook spaceId={spaceId} connection={connection} />
        </>
      ) : (
        <section aria-labelledby="connect" className={styles.section}>
          <h2 id="connect">Connect a repository</h2>
          <p className={styles.note}>
            Pages become Markdown files. Pushes to the branch are imported, and changes here are pushed as
            commits.
          </p>
          <ConnectionForm spaceId={spaceId} />
        </section>
      )}
      {last && (
        <section aria-labelledby="operations" className={styles.section} data-plain>
          <h2 id="operations">Imports and exports</h2>
          <Operations spaceId={spaceId} />
        </section>
      )}
      {isEmpty && space.permissions.admin && (
        <Button variant="danger" onClick={() => trash({ id: spaceId, title: space.title })}>
          Move the space to the trash
        </Button>
      )}
    </>
  );
};

/** `/s/$spaceId/~/git`: the repository of a space. */
export const GitRoute = () => {
  const { spaceId } = useParams({ from: '/s/$spaceId/~/git' });
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  useTitle('Git', space.title);
  if (!space.permissions.triggerGitSync) return <NotFoundScreen />;
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <h1>Git</h1>
      <Loading id={spaceId}>
        <Git key={spaceId} spaceId={spaceId} />
      </Loading>
    </main>
  );
};
