import { Combobox } from '@base-ui/react/combobox';
import { useQuery } from '@tanstack/react-query';
import { Mail, Users, X } from 'lucide-react';
import { useId, useState } from 'react';
import { read } from '../api/queries.ts';
import { Avatar } from '../primitives/avatar.tsx';
import styles from './people-picker.module.css';

/** Somebody who was chosen: a member, a team, or an e-mail address. */
export interface Choice {
  readonly kind: 'user' | 'team' | 'email';
  /** The id of the member or team, or the address. */
  readonly id: string;
  readonly name: string;
  readonly email?: string | undefined;
  readonly photo?: string | undefined;
}

const SHOWN = 8;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const Picture = ({ choice }: { readonly choice: Choice }) => {
  if (choice.kind === 'team') return <Users size={18} strokeWidth={1.75} aria-hidden="true" />;
  if (choice.kind === 'email') return <Mail size={18} strokeWidth={1.75} aria-hidden="true" />;
  return <Avatar name={choice.name} photo={choice.photo} />;
};

const FACTS = { team: 'Team', email: 'Invite this address' };

/** Chooses people of an organization by name, and, where they fit, teams and e-mail addresses. */
export const PeoplePicker = ({
  organizationId,
  label,
  hint,
  chosen,
  withTeams = false,
  withEmails = false,
  except,
  onChange,
}: {
  readonly organizationId: string;
  readonly label: string;
  readonly hint?: string;
  readonly chosen: readonly Choice[];
  readonly withTeams?: boolean;
  readonly withEmails?: boolean;
  /** The id of a member whose successor is chosen: neither they nor disabled members can be. */
  readonly except?: string;
  readonly onChange: (chosen: readonly Choice[]) => void;
}) => {
  const id = useId();
  const [text, setText] = useState('');
  const search = text.trim();
  const params = { organizationId };
  const members = useQuery(
    read('/orgs/{organizationId}/members', {
      params,
      query: { limit: SHOWN, ...(search !== '' && { search }) },
    }),
  );
  const teams = useQuery({
    ...read('/orgs/{organizationId}/teams', {
      params,
      query: { limit: SHOWN, ...(search !== '' && { title: search.slice(0, 64) }) },
    }),
    enabled: withTeams,
  });
  const people = (members.data?.items ?? [])
    .filter(({ id, disabled }) => except === undefined || (id !== except && !disabled))
    .map(
      ({ user }): Choice => ({
        kind: 'user',
        id: user.id,
        name: user.displayName,
        email: user.email,
        photo: user.photoURL,
      }),
    );
  const isNew =
    withEmails &&
    EMAIL.test(search) &&
    !people.some(({ email }) => email?.toLowerCase() === search.toLowerCase());
  const items: readonly Choice[] = [
    ...(withTeams ? (teams.data?.items ?? []) : []).map(
      (team): Choice => ({ kind: 'team', id: team.id, name: team.title }),
    ),
    ...people,
    ...(isNew ? [{ kind: 'email' as const, id: search, name: search }] : []),
  ];
  const error = members.error ?? teams.error;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <Combobox.Root<Choice, true>
        multiple
        items={items}
        filter={null}
        value={[...chosen]}
        onValueChange={(value) => {
          onChange(value);
          setText('');
        }}
        inputValue={text}
        onInputValueChange={setText}
        itemToStringLabel={({ name }) => name}
        isItemEqualToValue={(a, b) => a.kind === b.kind && a.id === b.id}
        autoHighlight
      >
        <Combobox.Chips className={styles.chips}>
          {chosen.map((choice) => (
            <Combobox.Chip key={choice.id} className={styles.chip} aria-label={choice.name}>
              <span className={styles.chipName}>{choice.name}</span>
              <Combobox.ChipRemove className={styles.remove} aria-label={`Leave out ${choice.name}`}>
                <X size={13} aria-hidden="true" />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            id={id}
            className={styles.input}
            placeholder={
              chosen.length > 0
                ? ''
                : ['Name', withTeams && 'team', withEmails && 'e-mail address'].filter(Boolean).join(', ')
            }
            {...(hint && { 'aria-describedby': `${id}-hint` })}
          />
        </Combobox.Chips>
        <Combobox.Portal>
          <Combobox.Positioner className={styles.positioner} sideOffset={4}>
            <Combobox.Popup className={styles.popup}>
              <Combobox.Empty className={styles.empty}>
                {error ? error.message : members.isPending ? 'Searching…' : 'Nobody found'}
              </Combobox.Empty>
              <Combobox.List>
                {(choice: Choice) => (
                  <Combobox.Item key={`${choice.kind} ${choice.id}`} value={choice} className={styles.item}>
                    <Picture choice={choice} />
                    <span className={styles.about}>
                      <span className={styles.name}>{choice.name}</span>
                      <span className={styles.facts}>
                        {choice.kind === 'user' ? choice.email : FACTS[choice.kind]}
                      </span>
                    </span>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
};
