import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { House } from 'lucide-react';
import { read } from '../api/queries.ts';
import { Avatar } from '../primitives/avatar.tsx';
import styles from './shell.module.css';

/** The frame of every screen: a bar with the organizations and the account, and the screen beside it. */
export const Shell = () => {
  const { data: user } = useSuspenseQuery(read('/user'));
  const { data: organizations } = useSuspenseQuery(read('/orgs', {}));
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
    </div>
  );
};
