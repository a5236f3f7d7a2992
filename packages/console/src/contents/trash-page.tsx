import { useSuspenseQuery } from '@tanstack/react-query';
import { Book, RotateCcw } from 'lucide-react';
import { readAll } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import styles from './collection-page.module.css';
import { readCollections } from './queries.ts';
import { useSpaceActions } from './use-space-actions.ts';

const DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The days until a space is deleted for good, in words. */
const remaining = (deletedAt: string, now: number): string => {
  const days = Math.max(0, Math.ceil((Date.parse(deletedAt) + DAYS * DAY_MS - now) / DAY_MS));
  return days <= 1 ? 'less than a day left' : `${days} days left`;
};

/** The spaces in the trash that the user can restore, last deleted first. */
export const TrashPage = ({ organizationId }: { readonly organizationId: string }) => {
  const { data } = useSuspenseQuery(
    readAll('/orgs/{organizationId}/spaces', { params: { organizationId }, query: { trashed: true } }),
  );
  const { data: collections } = useSuspenseQuery(readCollections(organizationId));
  const { restore, restoring } = useSpaceActions();
  const spaces = data.toSorted((one, other) => (other.deletedAt ?? '').localeCompare(one.deletedAt ?? ''));
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <header className={styles.header}>
        <h1>Trash</h1>
      </header>
      <p className={styles.description}>
        Spaces are deleted for good {DAYS} days after they were moved here.
      </p>
      {spaces.length === 0 ? (
        <p className={styles.empty}>The trash is empty.</p>
      ) : (
        <ul className={styles.rows}>
          {spaces.map((space) => {
            const place = collections.find(({ id }) => id === space.parent)?.title;
            return (
              <li key={space.id} className={styles.row}>
                <ContentIcon emoji={space.emoji} icon={Book} />
                <span className={styles.about}>
                  <span className={styles.name}>{space.title || 'Untitled'}</span>
                  <span className={styles.facts}>
                    {place && `${place} · `}
                    {space.deletedAt && (
                      <>
                        Deleted <RelativeTime time={space.deletedAt} /> ·{' '}
                        {remaining(space.deletedAt, Date.now())}
                      </>
                    )}
                  </span>
                </span>
                <Button
                  icon={RotateCcw}
                  isBusy={restoring.isPending && restoring.variables === space.id}
                  onClick={() => restore(space.id)}
                  aria-label={`Restore ${space.title}`}
                >
                  Restore
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </main>
  );
};
