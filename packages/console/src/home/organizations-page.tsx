import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../primitives/field.tsx';
import { notify } from '../primitives/toasts.tsx';
import rows from '../settings/rows.module.css';
import { Empty, FormActions, SettingsPage, SettingsSection } from '../settings/settings-page.tsx';
import { useTitle } from '../shell/use-title.ts';

/** Opens an organization that the user has just come into. */
const useOpen = () => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (organizationId: string) => {
    await queries.invalidateQueries({ queryKey: ['/orgs'] });
    await navigate({ to: '/o/$organizationId', params: { organizationId } });
  };
};

/** The organizations that accept the e-mail domain of the user, who is no member of them. */
const Joinable = ({ email }: { readonly email: string }) => {
  const open = useOpen();
  const emailDomain = email.split('@').at(-1)!;
  const { data } = useSuspenseQuery(read('/email-domains/{emailDomain}/orgs', { params: { emailDomain } }));
  const { data: own } = useSuspenseQuery(read('/orgs', {}));
  const joinable = data.organizations.filter(({ id }) => own.items.every((each) => each.id !== id));
  const join = useMutation({
    mutationFn: (organizationId: string) =>
      call('POST', '/orgs/{organizationId}/join', { params: { organizationId } }),
    onSuccess: (_, organizationId) => open(organizationId),
    onError: (error) => notify(error.message, { isError: true }),
  });
  if (joinable.length === 0)
    return (
      <Empty>No organization accepts addresses of {emailDomain}. Ask a member of it to invite you.</Empty>
    );
  return (
    <ul className={rows.rows} aria-label="Organizations to join">
      {joinable.map(({ id, title }) => (
        <li key={id} className={rows.row}>
          <Building2 size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className={rows.about}>
            <span className={rows.name}>{title}</span>
          </span>
          <Button
            aria-label={`Join ${title}`}
            isBusy={join.isPending && join.variables === id}
            onClick={() => join.mutate(id)}
          >
            Join
          </Button>
        </li>
      ))}
    </ul>
  );
};

const CreateForm = () => {
  const open = useOpen();
  const [title, setTitle] = useState('');
  const create = useMutation({
    mutationFn: () => call('POST', '/orgs', { body: { title: title.trim() } }),
    onSuccess: ({ id }) => open(id),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate();
  };
  return (
    <form onSubmit={submit} aria-label="New organization">
      <Field label="Name of the organization" error={fieldErrorOf(create.error, 'body.title')}>
        <TextInput
          required
          maxLength={255}
          autoComplete="organization"
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
      </Field>
      <FormError error={create.error} except={['body.title']} />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={create.isPending}>
          Create
        </Button>
      </FormActions>
    </form>
  );
};

/** `/organizations`: joining an organization by e-mail domain, and creating one. It is the home of people without any. */
export const OrganizationsPage = () => {
  useTitle('Organizations');
  const { data: user } = useSuspenseQuery(read('/user'));
  const { data: own } = useSuspenseQuery(read('/orgs', {}));
  return (
    <SettingsPage
      title="Organizations"
      description={
        own.items.length === 0
          ? `You are signed in as ${user.email}, and belong to no organization yet. Join one, or create your own.`
          : `You are signed in as ${user.email}. Join another organization, or create one.`
      }
    >
      <SettingsSection title="Join" description="Organizations that accept your e-mail domain.">
        <Joinable email={user.email ?? ''} />
      </SettingsSection>
      <SettingsSection
        title="Create"
        description="You become its administrator. Spaces, sites and members belong to an organization."
      >
        <CreateForm />
      </SettingsSection>
    </SettingsPage>
  );
};
