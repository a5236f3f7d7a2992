import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { House, Inbox, Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { read } from '../api/queries.ts';
import { Avatar } from '../primitives/avatar.tsx';
import styles from './shell.module.css';
import { useShortcuts } from './shortcuts.ts';

const Palette = lazy(() => import('../search/palette.tsx').then((module) => ({ default: module.Palette })));

/** The frame of every screen: a bar with the organizations and the account, and the screen beside it. */
export const Shell = () => {
  const { data: user } = useSuspenseQuery(read('/user'));
  const { data: organizations } = useSuspenseQuery(read('/orgs', {}));
  const [isSearching, setSearching] = useState(false);
  useShortcuts([{ keys: 'mod+k', run: () => setSearching(true) }]);
  return (
    <div className={styles.shell}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <nav className={styles.bar} aria-label="Organizations and account">
        {organizations.items.map(({ id, title }) => (
          <Link
            key={id}
            to="/o/$organizationId"
            params={{ organizationId: id }}
            className={styles.item}
            title={title}
            aria-label={title}
          >
            <House size={18} strokeWidth={1.75} aria-hidden="true" />
          </Link>
        ))}
        <button
          type="button"
          className={styles.item}
          aria-label="Search"
          title="Search (Ctrl K)"
          onClick={() => setSearching(true)}
        >
          <Search size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <Link to="/inbox" className={styles.item} aria-label="Inbox" title="Inbox">
          <Inbox size={18} strokeWidth={1.75} aria-hidden="true" />
        </Link>
        <a
          href="/account"
          className={`${styles.item} ${styles.account}`}
          aria-label="Your account"
          title={user.displayName}
        >
          <Avatar name={user.displayName} photo={user.photoURL} />
        </a>
      </nav>
      <Outlet />
      {isSearching && (
        <Suspense>
          <Palette onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </div>
  );
};
