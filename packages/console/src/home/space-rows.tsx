import { Link } from '@tanstack/react-router';
import { Book, FileText } from 'lucide-react';
import type { ItemOf } from '../api/operations.ts';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { type RecentPage, recentPages } from '../spaces/recent-pages.ts';
import styles from './home-page.module.css';
import { Empty } from './section.tsx';

const SHOWN_PAGES = 8;
// All are in the tree beside them.
const SHOWN_SPACES = 50;

/** A space of an organization. */
export type ListedSpace = Pick<ItemOf<'/orgs/{organizationId}/spaces'>, 'id' | 'title' | 'emoji'>;

/** Spaces as a list of links. */
export const SpaceRows = ({ spaces }: { readonly spaces: readonly ListedSpace[] }) => {
  if (spaces.length === 0) return <Empty>Spaces that somebody shares with you appear here.</Empty>;
  return (
    <ul className={styles.rows}>
      {spaces.slice(0, SHOWN_SPACES).map(({ id, title, emoji }) => (
        <li key={id}>
          <Link to="/s/$spaceId/$" params={{ spaceId: id, _splat: '' }} className={styles.row}>
            <ContentIcon emoji={emoji} icon={Book} />
            <span className={styles.about}>
              <span className={styles.name}>{title || 'Untitled'}</span>
            </span>
          </Link>
        </li>
      ))}
      {spaces.length > SHOWN_SPACES && (
        <li className={styles.empty}>{spaces.length - SHOWN_SPACES} more are in the list of spaces.</li>
      )}
    </ul>
  );
};

/** The pages of spaces that were read last in this browser. */
export const pagesReadIn = (spaces: readonly ListedSpace[]): readonly RecentPage[] => {
  const ids = new Set(spaces.map(({ id }) => id));
  return recentPages()
    .filter(({ spaceId }) => ids.has(spaceId))
    .slice(0, SHOWN_PAGES);
};

/** Pages as a list of links. */
export const ReadRows = ({ pages }: { readonly pages: readonly RecentPage[] }) => (
  <ul className={styles.rows}>
    {pages.map(({ spaceId, spaceTitle, path, title }) => (
      <li key={`${spaceId} ${path}`}>
        <Link to="/s/$spaceId/$" params={{ spaceId, _splat: path }} className={styles.row}>
          <ContentIcon icon={FileText} />
          <span className={styles.about}>
            <span className={styles.name}>{title}</span>
            <span className={styles.facts}>{spaceTitle}</span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
