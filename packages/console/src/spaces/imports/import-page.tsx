import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import type { Response } from '../../api/operations.ts';
import { keyOf, read } from '../../api/queries.ts';
import { useSpaceActions } from '../../contents/use-space-actions.ts';
import { Button } from '../../primitives/button.tsx';
import { ProgressBar } from '../../primitives/progress-bar.tsx';
import { notify } from '../../primitives/toasts.tsx';
import styles from './import-page.module.css';
import { ImportReport } from './import-report.tsx';

type Run = Response<'GET', '/org/{organizationId}/imports/{importRunId}'>;

const POLL_MS = 1000;
const STAGES = { fetch: 'Reading', convert: 'Converting', write: 'Writing' } as const;

const isActive = ({ status }: Run): boolean => status === 'pending' || status === 'in-progress';

const sourceInWords = ({ source }: Run): string =>
  source.type === 'website'
    ? source.url
    : `${source.files.length === 1 ? 'a file' : `${source.files.length} files`}`;

const Progress = ({ run }: { readonly run: Run }) => {
  const { stage, done = 0, total = 0 } = run.progress ?? {};
  return (
    <ProgressBar
      label={stage ? STAGES[stage] : 'Waiting to start'}
      done={done}
      total={total}
      text={total > 0 ? `${done} of ${total}` : undefined}
    />
  );
};

/** An import into a space: its progress, its result and its report. */
export const ImportPage = () => {
  const { spaceId, importRunId } = useParams({ from: '/s/$spaceId/~/imports/$importRunId' });
  const queries = useQueryClient();
  const { trash } = useSpaceActions();
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const params = { organizationId: space.organization, importRunId };
  const { data: run } = useSuspenseQuery({
    ...read('/org/{organizationId}/imports/{importRunId}', { params }),
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? POLL_MS : false),
  });
  const canceling = useMutation({
    mutationFn: () => call('POST', '/org/{organizationId}/imports/{importRunId}/cancel', { params }),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: keyOf('/org/{organizationId}/imports/{importRunId}') }),
    onError: (error) => notify(error.message, { isError: true }),
  });
  useEffect(() => {
    if (run.status === 'completed')
      void queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/pages') });
  }, [run.status, queries]);
  const pages = run.pages.filter(({ type }) => type === 'page').length;
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <h1>Import</h1>
      <p className={styles.source}>From {sourceInWords(run)}</p>
      <div aria-live="polite">
        {isActive(run) && (
          <>
            <Progress run={run} />
            <div className={styles.actions}>
              <Button isBusy={canceling.isPending} onClick={() => canceling.mutate()}>
                Cancel the import
              </Button>
            </div>
          </>
        )}
        {run.status === 'completed' && (
          <p className={styles.result} data-status="completed">
            {pages} {pages === 1 ? 'page was' : 'pages were'} imported.
          </p>
        )}
        {run.status === 'failed' && (
          <p className={styles.result} data-status="failed">
            The import failed: {run.reason ?? 'for an unknown reason'}
          </p>
        )}
        {run.status === 'cancelled' && (
          <p className={styles.result}>The import was canceled. Nothing was changed.</p>
        )}
      </div>
      <div className={styles.actions}>
        {run.status === 'completed' && (
          <Link to="/s/$spaceId/$" params={{ spaceId, _splat: '' }} className="button button-primary">
            Open the first page
          </Link>
        )}
        {(run.status === 'failed' || run.status === 'cancelled') && space.permissions.admin && (
          <Button variant="danger" onClick={() => trash({ id: spaceId, title: space.title })}>
            Move the space to the trash
          </Button>
        )}
      </div>
      <ImportReport entries={run.report} />
    </main>
  );
};
