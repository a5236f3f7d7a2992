import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Book, ChevronRight, GitPullRequest } from 'lucide-react';
import { read } from '../api/queries.ts';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import styles from './home-page.module.css';
import { groupSpaces } from './space-groups.ts';

/** The spaces of an organization as cards, grouped by collection. */
export const SpaceCards = ({ organizationId }: { readonly organizationId: string }) => {
  const params = { organizationId };
  const { data: spaces } = useSuspenseQuery(
    read('/orgs/{organizationId}/spaces', { params, query: { limit: 1000 } }),
  );
  const { data: collections } = useSuspenseQuery(
    read('/orgs/{organizationId}/collections', { params, query: { limit: 1000, nested: true } }),
  );
  if (spaces.items.length === 0)
    return (
      <p className={styles.empty}>There are no spaces yet. A space holds the pages of one documentation.</p>
    );
  return groupSpaces(spaces.items, collections.items).map((group) => (
    <div key={group.id ?? ''} className={styles.group}>
      {group.path.length > 0 && (
        <h3 className={styles.path}>
          {group.path.map((title, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, their places do not change
            <span key={at}>
              {at > 0 && <ChevronRight size={12} aria-hidden="true" />}
              {title}
            </span>
          ))}
        </h3>
      )}
      <ul className={styles.cards}>
        {group.spaces.map((space) => (
          <li key={space.id}>
            <Link to="/s/$spaceId/$" params={{ spaceId: space.id, _splat: '' }} className={styles.card}>
              <span className={styles.title}>
                <ContentIcon emoji={space.emoji} icon={Book} />
                <span className={styles.name}>{space.title || 'Untitled'}</span>
              </span>
              <span className={styles.facts}>
                <span>
                  Updated <RelativeTime time={space.updatedAt} />
                </span>
                {space.changeRequestsOpen > 0 && (
                  <span title={`${space.changeRequestsOpen} open change requests`}>
                    <GitPullRequest size={14} aria-hidden="true" /> {space.changeRequestsOpen}
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
};
