import { useSuspenseQuery } from '@tanstack/react-query';
import { Book, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../primitives/button.tsx';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import filters from '../settings/rows.module.css';
import { SearchField } from '../settings/search-field.tsx';
import { Loading } from '../settings/settings-page.tsx';
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

const Trashed = ({ organizationId, title }: { readonly organizationId: string; readonly title: string }) => {
  const { items: spaces, ...more } = usePages(
    readPages('/orgs/{organizationId}/spaces', {
      params: { organizationId },
      query: { trashed: true, limit: 50, ...(title !== '' && { title }) },
    }),
  );
  const { data: collections } = useSuspenseQuery(readCollections(organizationId));
  const { restore, restoring } = useSpaceActions();
  if (spaces.length === 0)
    return (
      <p className={styles.empty}>
        {title === '' ? 'The trash is empty.' : 'No space in the trash matches this search.'}
      </p>
    );
  return (
    <>
      <ul className={styles.rows} aria-label="Spaces in the trash">
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
      <ShowMore {...more} />
    </>
  );
};

/** The spaces in the trash that the user can restore, last deleted first. */
export const TrashPage = ({ organizationId }: { readonly organizationId: string }) => {
  const [title, setTitle] = useState('');
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <header className={styles.header}>
        <h1>Trash</h1>
      </header>
      <p className={styles.description}>
        Spaces are deleted for good {DAYS} days after they were moved here.
      </p>
      <div className={filters.filters}>
        <SearchField label="Title of a space" text={title} maxLength={64} onSearch={setTitle} />
      </div>
      <Loading id={title}>
        <Trashed organizationId={organizationId} title={title} />
      </Loading>
    </main>
  );
};
