import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { read } from '../../api/queries.ts';
import { Button } from '../../primitives/button.tsx';
import { FormError } from '../../primitives/field.tsx';
import { Select } from '../../primitives/select.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { type Choice, PeoplePicker } from '../people-picker.tsx';
import { type PersonalLink, PersonalLinks } from '../personal-links.tsx';
import { CONTENT_ROLES, type RoleId, roleOf } from '../roles.ts';
import type { SharedContent } from './content-access.ts';
import styles from './sharing.module.css';
import { useAccessChanges } from './use-access-changes.ts';

/** Gives people, teams and e-mail addresses access. */
export const ShareForm = ({
  organizationId,
  content,
}: {
  readonly organizationId: string;
  readonly content: SharedContent;
}) => {
  const { give } = useAccessChanges(content);
  const { data: organization } = useSuspenseQuery(
    read('/orgs/{organizationId}', { params: { organizationId } }),
  );
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [role, setRole] = useState<RoleId>('read');
  const [links, setLinks] = useState<readonly PersonalLink[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0 && !give.isPending)
      give.mutate(
        { chosen, role: roleOf(role), organization },
        {
          onSuccess: (created) => {
            setChosen([]);
            setLinks(created);
            const hasGuests = chosen.some(({ kind }) => kind === 'email');
            if (hasGuests && !organization.permissions.admin)
              notify(
                'Shared. New guests get an e-mail; if this server sends none, an administrator finds their link in the list of members.',
              );
            else if (created.length === 0) notify(`Shared with ${chosen.map(({ name }) => name).join(', ')}`);
          },
        },
      );
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <div className={styles.add}>
        <PeoplePicker
          organizationId={organizationId}
          label="Add people and teams"
          chosen={chosen}
          withTeams
          withEmails
          onChange={setChosen}
        />
        <Select<RoleId> aria-label="Role" options={CONTENT_ROLES} value={role} onChoose={setRole} />
        <Button type="submit" variant="primary" isBusy={give.isPending} disabled={chosen.length === 0}>
          Share
        </Button>
      </div>
      <FormError error={give.error} />
      {links.length > 0 && <PersonalLinks links={links} onClose={() => setLinks([])} />}
    </form>
  );
};
