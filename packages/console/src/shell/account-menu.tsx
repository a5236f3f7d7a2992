import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Building2, Keyboard, KeyRound, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import { read } from '../api/queries.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { Menu, MenuItem, MenuRadios, MenuSeparator } from '../primitives/menu.tsx';
import { setTheme, useTheme } from './color-theme.ts';
import styles from './shell.module.css';

const CHOICES = [
  { id: 'system', label: 'System', icon: Monitor },
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
] as const;

/** The account of the user, the theme and the help. */
export const AccountMenu = ({ onHelp }: { readonly onHelp: () => void }) => {
  const { data: user } = useSuspenseQuery(read('/user'));
  const theme = useTheme();
  const navigate = useNavigate();
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={styles.item}
          title={user.displayName}
          aria-label={`Account of ${user.displayName}`}
        >
          <Avatar name={user.displayName} photo={user.photoURL} />
        </button>
      }
    >
      <MenuItem icon={UserRound} onSelect={() => window.location.assign('/account')}>
        Account and sign-out
      </MenuItem>
      <MenuItem icon={KeyRound} onSelect={() => void navigate({ to: '/tokens' })}>
        API tokens
      </MenuItem>
      <MenuItem icon={Building2} onSelect={() => void navigate({ to: '/organizations' })}>
        Join or create an organization
      </MenuItem>
      <MenuItem icon={Keyboard} onSelect={onHelp}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuRadios label="Theme" choices={CHOICES} value={theme} onChange={setTheme} />
    </Menu>
  );
};
