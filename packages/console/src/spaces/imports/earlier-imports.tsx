import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../../api/queries.ts';
import { RelativeTime } from '../../primitives/relative-time.tsx';
import styles from './import-page.module.css';
import { sourceInWords } from './source-in-words.ts';

const SHOWN = 20;
const STATES = {
  pending: 'waiting',
  'in-progress': 'running',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'canceled',
} as const;

/** The other imports into a space, with links to their reports. */
export const EarlierImports = ({
  organizationId,
  spaceId,
  currentId,
}: {
  readonly organizationId: string;
  readonly spaceId: string;
  readonly currentId: string;
}) => {
  const { data } = useSuspenseQuery(
    read('/org/{organizationId}/imports', {
      params: { organizationId },
      query: { space: spaceId, limit: SHOWN },
    }),
  );
  // What was only previewed has changed nothing.
  const others = data.items.filter(({ id, isPreview }) => id !== currentId && !isPreview);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="other-imports">
      <h2 id="other-imports">Other imports into this space</h2>
      <ul className={styles.others}>
        {others.map(({ id, status, source, createdAt }) => (
          <li key={id}>
            <Link to="/s/$spaceId/~/imports/$importRunId" params={{ spaceId, importRunId: id }}>
              From {sourceInWords(source)}
            </Link>{' '}
            <RelativeTime time={createdAt} />, {STATES[status]}
          </li>
        ))}
      </ul>
    </section>
  );
};
