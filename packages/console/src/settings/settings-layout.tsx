import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { ArrowLeft, UserCog } from 'lucide-react';
import { read } from '../api/queries.ts';
import { NotFoundScreen } from '../shell/screens.tsx';
import { sidebarParts as parts, SidebarLayout } from '../shell/sidebar.tsx';
import { useTitle } from '../shell/use-title.ts';
import { settingsFor, settingsLinkAt } from './navigation.ts';
import styles from './settings-layout.module.css';

/** The settings of an organization: their pages by group, and the page that is shown. */
export const SettingsLayout = () => {
  const params = useParams({ from: '/o/$organizationId/~/settings' });
  const { pathname } = useLocation();
  const { data: organization } = useSuspenseQuery(read('/orgs/{organizationId}', { params }));
  const { data: user } = useSuspenseQuery(read('/user'));
  const permissions = { ...organization.permissions, ...user.permissions };
  const shown = settingsLinkAt(pathname);
  useTitle(shown?.label ?? 'Settings', organization.title);
  const header = (
    <Link
      to="/o/$organizationId"
      params={params}
      className={parts.title}
      aria-label={`Back to ${organization.title}`}
    >
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" className={styles.back} />
      <span className={parts.name}>{organization.title}</span>
    </Link>
  );
  const sidebar = (
    <nav aria-label="Settings" className={styles.groups}>
      {settingsFor(permissions).map(({ title, links }) => (
        <div key={title}>
          <h2 className={styles.group}>{title}</h2>
          <ul className={styles.links}>
            {links.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link to={to} params={params} className={parts.link}>
                  <Icon size={15} aria-hidden="true" /> {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div>
        <h2 className={styles.group}>Yours</h2>
        <a href="/account" className={parts.link}>
          <UserCog size={15} aria-hidden="true" /> Account and API tokens
        </a>
      </div>
    </nav>
  );
  const isAllowed = shown === undefined || permissions[shown.permission];
  return (
    <SidebarLayout key={organization.id} label="Settings" header={header} sidebar={sidebar}>
      {isAllowed ? <Outlet /> : <NotFoundScreen />}
    </SidebarLayout>
  );
};
