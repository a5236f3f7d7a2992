import { Link } from '@tanstack/react-router';
import { ArrowDownToLine, ArrowUpFromLine, ChevronRight } from 'lucide-react';
import { readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import styles from './git.module.css';
import { causeInWords, operationInWords } from './git-words.ts';
import type { GitOperation } from './queries.ts';

const Paths = ({
  title,
  paths,
  count,
}: {
  readonly title: string;
  readonly paths: readonly string[];
  readonly count: number;
}) =>
  count > 0 && (
    <div>
      <h4>
        {title} <span className={styles.facts}>{count}</span>
      </h4>
      <ul className={styles.paths}>
        {paths.map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
        {count > paths.length && <li>and {count - paths.length} more</li>}
      </ul>
    </div>
  );

const hasDetails = ({ error, problems, changes }: GitOperation): boolean =>
  error !== undefined ||
  problems.length > 0 ||
  (changes !== undefined && changes.writtenCount + changes.removedCount > 0);

const Details = ({ operation: { error, problems, changes } }: { readonly operation: GitOperation }) => (
  <div className={styles.details}>
    {error !== undefined && <p className={styles.error}>{error}</p>}
    {problems.length > 0 && (
      <div>
        <h4>
          Not imported <span className={styles.facts}>{problems.length}</span>
        </h4>
        <ul className={styles.paths}>
          {problems.map(({ path, message }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change, and may repeat itself
            <li key={at}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      </div>
    )}
    {changes && (
      <>
        <Paths title="Added or changed" paths={changes.written} count={changes.writtenCount} />
        <Paths title="Removed" paths={changes.removed} count={changes.removedCount} />
      </>
    )}
  </div>
);

const Commit = ({ commit }: { readonly commit: NonNullable<GitOperation['commit']> }) => {
  const oid = <code>{commit.oid.slice(0, 7)}</code>;
  return commit.url ? <a href={commit.url}>{oid}</a> : oid;
};

const Row = ({ spaceId, operation }: { readonly spaceId: string; readonly operation: GitOperation }) => {
  const Icon = operation.direction === 'import' ? ArrowDownToLine : ArrowUpFromLine;
  const { commit, revision, changes, changeRequest } = operation;
  const isChanged = changes !== undefined && changes.writtenCount + changes.removedCount > 0;
  const words = operationInWords(operation);
  return (
    <li className={styles.operation} data-state={operation.state}>
      <Icon size={17} strokeWidth={1.75} aria-hidden="true" />
      <div className={styles.about}>
        {hasDetails(operation) ? (
          <details>
            <summary className={styles.words}>
              {words} <ChevronRight size={14} aria-hidden="true" />
            </summary>
            <Details operation={operation} />
          </details>
        ) : (
          <p className={styles.words}>{words}</p>
        )}
        <p className={styles.facts}>
          <RelativeTime time={operation.startedAt} /> {causeInWords(operation)}
          {commit && (
            <>
              {' '}
              · commit <Commit commit={commit} />
            </>
          )}
          {revision && isChanged && operation.direction === 'import' && (
            <>
              {' '}
              ·{' '}
              <Link to="/s/$spaceId/~/revisions/$revisionId" params={{ spaceId, revisionId: revision }}>
                what changed
              </Link>
            </>
          )}
          {changeRequest && (
            <>
              {' '}
              ·{' '}
              <Link
                to="/s/$spaceId/~/changes/$changeRequestId"
                params={{ spaceId, changeRequestId: String(changeRequest.number) }}
              >
                change request #{changeRequest.number}
              </Link>
            </>
          )}
        </p>
      </div>
    </li>
  );
};

/** The imports and exports of a space, newest first. */
export const Operations = ({ spaceId }: { readonly spaceId: string }) => {
  const { items, ...more } = usePages(
    readPages('/spaces/{spaceId}/git/operations', { params: { spaceId }, query: { limit: 20 } }),
  );
  if (items.length === 0) return <p className={styles.empty}>Nothing was synchronized yet.</p>;
  return (
    <>
      <ol className={styles.operations} aria-label="Imports and exports">
        {items.map((operation) => (
          <Row key={operation.id} spaceId={spaceId} operation={operation} />
        ))}
      </ol>
      <ShowMore {...more} />
    </>
  );
};
