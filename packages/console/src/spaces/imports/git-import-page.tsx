import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Response } from '../../api/operations.ts';
import { keyOf, read } from '../../api/queries.ts';
import { useSpaceActions } from '../../contents/use-space-actions.ts';
import { Button } from '../../primitives/button.tsx';
import { ProgressBar } from '../../primitives/progress-bar.tsx';
import styles from './import-page.module.css';
import { ImportReport } from './import-report.tsx';

type Operation = Response<'GET', '/spaces/{spaceId}/git/operation'>;

const POLL_MS = 1000;
const STAGES: Readonly<Record<Operation['stage'], string>> = {
  repo_fetch: 'Fetching the repository',
  config_check: 'Reading files',
  content_process: 'Converting pages',
  finalize: 'Writing',
};

const isActive = ({ state }: Operation): boolean => state === 'pending' || state === 'running';

/** The current or last synchronization of a space with a git repository. */
export const GitImportPage = () => {
  const { spaceId } = useParams({ from: '/s/$spaceId/~/git' });
  const params = { spaceId };
  const queries = useQueryClient();
  const { trash } = useSpaceActions();
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params }));
  const { data: operation } = useSuspenseQuery({
    ...read('/spaces/{spaceId}/git/operation', { params }),
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? POLL_MS : false),
  });
  const { state, completedTasks: done, dispatchedTasks: total } = operation;
  useEffect(() => {
    if (state === 'success')
      void queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/pages') });
  }, [state, queries]);
  const noun = operation.direction === 'import' ? 'import' : 'export';
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <h1>Git {noun}</h1>
      {space.gitSync?.url && <p className={styles.source}>{space.gitSync.url}</p>}
      <div aria-live="polite">
        {isActive(operation) && (
          <ProgressBar
            label={STAGES[operation.stage]}
            done={done}
            total={total}
            text={total > 0 ? `${done} of ${total}` : undefined}
          />
        )}
        {state === 'success' && (
          <p className={styles.result} data-status="completed">
            The {noun} is done.
          </p>
        )}
        {state === 'failure' && (
          <p className={styles.result} data-status="failed">
            The {noun} failed: {operation.error ?? 'for an unknown reason'}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {state === 'success' && (
          <Link to="/s/$spaceId/$" params={{ spaceId, _splat: '' }} className="button button-primary">
            Open the first page
          </Link>
        )}
        {state === 'failure' && space.permissions.admin && (
          <Button variant="danger" onClick={() => trash({ id: spaceId, title: space.title })}>
            Move the space to the trash
          </Button>
        )}
      </div>
      <ImportReport entries={operation.problems} />
    </main>
  );
};
