import { Popover } from '@base-ui/react/popover';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { read } from '../api/queries.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { Button } from '../primitives/button.tsx';
import styles from './person-filter.module.css';

const SHOWN = 20;
const ANYBODY = 'anybody';

/** A filter by a person: a button that opens a list of people. */
export const PersonFilter = ({
  label,
  organizationId,
  userId,
  onChoose,
}: {
  readonly label: string;
  readonly organizationId: string;
  /** Undefined for anybody. */
  readonly userId: string | undefined;
  readonly onChoose: (userId: string | undefined) => void;
}) => {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const search = text.trim();
  const { data: member } = useQuery({
    ...read('/orgs/{organizationId}/members/{userId}', { params: { organizationId, userId: userId ?? '' } }),
    enabled: userId !== undefined,
  });
  const { data, error } = useQuery({
    ...read('/orgs/{organizationId}/members', {
      params: { organizationId },
      query: { limit: SHOWN, ...(search !== '' && { search }) },
    }),
    enabled: isOpen,
  });
  const choose = (chosen: string | undefined) => {
    setOpen(false);
    setText('');
    onChoose(chosen);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <Button variant="quiet">
            {label}
            {userId !== undefined && `: ${member?.user.displayName ?? '…'}`}
            <ChevronDown size={15} aria-hidden="true" />
          </Button>
        }
      />
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className={styles.positioner}>
          <Popover.Popup className={styles.popup} aria-label={label}>
            <Command label={label} shouldFilter={false} loop>
              <Command.Input
                value={text}
                onValueChange={setText}
                placeholder="Search people…"
                className={styles.input}
              />
              <Command.List className={styles.list}>
                {search === '' && (
                  <Command.Item value={ANYBODY} className={styles.item} onSelect={() => choose(undefined)}>
                    Anybody
                  </Command.Item>
                )}
                {data?.items.map(({ user }) => (
                  <Command.Item
                    key={user.id}
                    value={user.id}
                    className={styles.item}
                    onSelect={() => choose(user.id)}
                  >
                    <Avatar name={user.displayName} photo={user.photoURL} />
                    <span className={styles.name}>{user.displayName}</span>
                  </Command.Item>
                ))}
                {data && <Command.Empty className={styles.empty}>Nobody found</Command.Empty>}
                {error && (
                  <p role="alert" className={styles.empty}>
                    {error.message}
                  </p>
                )}
              </Command.List>
            </Command>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
};
