import { lazy, Suspense } from 'react';
import type { ContentPlace } from '../pages/content-place.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { flatten, type PageNode } from '../spaces/tree/page-node.ts';
import { useFollowing, useOthers } from './live-place.tsx';
import type { Person } from './messages.ts';
import styles from './people.module.css';

const MAX_SHOWN = 4;

// Few follow somebody.
const FollowBar = lazy(async () => ({ default: (await import('./follow-bar.tsx')).FollowBar }));

const sayWhere = ({ user, isEditing }: Person, page: PageNode | undefined): string => {
  if (!page) return `Follow ${user.displayName}`;
  return `Follow ${user.displayName}, who ${isEditing ? 'edits' : 'reads'} ${page.title}`;
};

/** The other people in a space; the screen follows the one that is chosen. */
export const People = ({
  place,
  pages,
}: {
  readonly place: ContentPlace;
  readonly pages: readonly PageNode[];
}) => {
  const others = useOthers();
  const { followed, follow } = useFollowing();
  const all = others.length > 0 ? flatten(pages) : [];
  return (
    <>
      {others.length > 0 && (
        <ul className={styles.people} aria-label="People here" data-following>
          {others.slice(0, MAX_SHOWN).map((person) => {
            const label = sayWhere(
              person,
              all.find(({ id }) => id === person.page),
            );
            const isFollowed = followed?.id === person.user.id;
            return (
              <li key={person.user.id}>
                <button
                  type="button"
                  className={styles.person}
                  title={label}
                  aria-label={label}
                  aria-pressed={isFollowed}
                  data-editing={person.isEditing || undefined}
                  onClick={() => follow(isFollowed ? undefined : person.user)}
                >
                  <Avatar name={person.user.displayName} />
                </button>
              </li>
            );
          })}
          {others.length > MAX_SHOWN && <li className={styles.more}>+{others.length - MAX_SHOWN}</li>}
        </ul>
      )}
      {followed && (
        <Suspense>
          <FollowBar place={place} pages={pages} followed={followed} onEnd={() => follow(undefined)} />
        </Suspense>
      )}
    </>
  );
};

/** The other people on a page, in the tree. */
export const PeopleOn = ({ pageId }: { readonly pageId: string }) => {
  const others = useOthers().filter(({ page }) => page === pageId);
  if (others.length === 0) return null;
  return (
    <span
      className={`${styles.people} ${styles.onPage}`}
      role="img"
      aria-label={`Here: ${others.map(({ user }) => user.displayName).join(', ')}`}
    >
      {others.slice(0, MAX_SHOWN - 1).map((person) => (
        <span key={person.id} className={styles.person} data-editing={person.isEditing || undefined}>
          <Avatar name={person.user.displayName} />
        </span>
      ))}
    </span>
  );
};
