import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import type { Response } from '../../api/operations.ts';
import { keyOf, read } from '../../api/queries.ts';
import { useSpaceActions } from '../../contents/use-space-actions.ts';
import { Button } from '../../primitives/button.tsx';
import { ProgressBar } from '../../primitives/progress-bar.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import styles from './import-page.module.css';
import { ImportPreview } from './import-preview.tsx';
import { ImportReport } from './import-report.tsx';
import { sourceInWords } from './source-in-words.ts';

type Run = Response<'GET', '/org/{organizationId}/imports/{importRunId}'>;

const POLL_MS = 1000;
const STAGES = { fetch: 'Reading', convert: 'Converting', write: 'Writing' } as const;

const isActive = ({ status }: Run): boolean => status === 'pending' || status === 'in-progress';

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
  const navigate = useNavigate();
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
  const importing = useMutation({
    mutationFn: () =>
      call('POST', '/org/{organizationId}/imports', {
        params: { organizationId: space.organization },
        body: { source: run.source, target: run.target },
      }),
    onSuccess: ({ id }) =>
      navigate({
        to: '/s/$spaceId/~/imports/$importRunId',
        params: { spaceId, importRunId: id },
        replace: true,
      }),
    onError: (error) => notify(error.message, { isError: true }),
  });
  const isPreviewed = run.preview !== undefined && run.status === 'completed';
  useEffect(() => {
    if (run.status === 'completed')
      void queries.invalidateQueries({ queryKey: keyOf('/spaces/{spaceId}/content/pages') });
  }, [run.status, queries]);
  const pages = run.pages.filter(({ type }) => type === 'page').length;
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <h1>{run.preview ? 'Import: preview' : 'Import'}</h1>
      <p className={styles.source}>From {sourceInWords(run.source)}</p>
      <div aria-live="polite">
        {isActive(run) && (
          <>
            <Progress run={run} />
            <div className={styles.actions}>
              <Button isBusy={canceling.isPending} onClick={() => canceling.mutate()}>
                {run.preview ? 'Cancel' : 'Cancel the import'}
              </Button>
            </div>
          </>
        )}
        {run.status === 'completed' && !run.preview && (
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
        {isPreviewed && (
          <Button variant="primary" isBusy={importing.isPending} onClick={() => importing.mutate()}>
            Import
          </Button>
        )}
        {run.status === 'completed' && !run.preview && (
          <Link to="/s/$spaceId/$" params={{ spaceId, _splat: '' }} className="button button-primary">
            Open the first page
          </Link>
        )}
        {(isPreviewed || run.status === 'failed' || run.status === 'cancelled') &&
          space.permissions.admin && (
            <Button variant="danger" onClick={() => trash({ id: spaceId, title: space.title })}>
              Move the space to the trash
            </Button>
          )}
      </div>
      {run.preview && isPreviewed && <ImportPreview preview={run.preview} />}
      <ImportReport entries={run.report} />
      <EarlierImports organizationId={space.organization} spaceId={spaceId} currentId={importRunId} />
    </main>
  );
};
