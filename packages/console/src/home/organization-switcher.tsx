import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Building2, Check, ChevronsUpDown, Settings2 } from 'lucide-react';
import { read } from '../api/queries.ts';
import { Menu, MenuItem, MenuSeparator } from '../primitives/menu.tsx';
import { sidebarParts as parts } from '../shell/sidebar.tsx';
import styles from './organization-switcher.module.css';

/** The name of the organization; a menu of all of them if there are several. */
export const OrganizationSwitcher = ({
  current,
}: {
  readonly current: {
    readonly id: string;
    readonly title: string;
    readonly urls: { readonly logo?: string };
  };
}) => {
  const navigate = useNavigate();
  const logo = current.urls.logo && <img className={styles.logo} src={current.urls.logo} alt="" />;
  const { data: organizations } = useSuspenseQuery(read('/orgs', {}));
  if (organizations.items.length < 2)
    return (
      <Link to="/o/$organizationId" params={{ organizationId: current.id }} className={parts.title}>
        {logo}
        <span className={parts.name}>{current.title}</span>
      </Link>
    );
  return (
    <div className={parts.title}>
      <Menu
        trigger={
          <button type="button" className={styles.button} aria-label={`Organization: ${current.title}`}>
            {logo}
            <span className={parts.name}>{current.title}</span>
            <ChevronsUpDown size={14} aria-hidden="true" />
          </button>
        }
      >
        {organizations.items.map(({ id, title }) => (
          <MenuItem
            key={id}
            icon={id === current.id ? Check : Building2}
            onSelect={() => void navigate({ to: '/o/$organizationId', params: { organizationId: id } })}
          >
            {title}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem
          icon={Settings2}
          onSelect={() =>
            void navigate({ to: '/o/$organizationId/~/settings', params: { organizationId: current.id } })
          }
        >
          Settings
        </MenuItem>
      </Menu>
    </div>
  );
};
