import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../api/queries.ts';
import { ROLES, type RoleId, roleIdOf, roleOf } from '../people/roles.ts';
import { Field } from '../primitives/field.tsx';
import { Select } from '../primitives/select.tsx';
import { Switch } from '../primitives/switch.tsx';
import { notify } from '../primitives/toasts.tsx';
import { DetailsForm } from './details-form.tsx';
import { LeaveOrganization } from './leave-organization.tsx';
import { SettingsPage, SettingsSection } from './settings-page.tsx';
import { type OrganizationChange, useOrganizationUpdate } from './use-organization-update.ts';

const Joining = ({ organizationId }: { readonly organizationId: string }) => {
  const params = { organizationId };
  const { data: organization } = useSuspenseQuery(read('/orgs/{organizationId}', { params }));
  const update = useOrganizationUpdate(organizationId);
  const change = (body: OrganizationChange) =>
    update.mutate(body, { onError: (error) => notify(error.message, { isError: true }) });
  const role = roleIdOf(organization.defaultRole ?? null);
  return (
    <>
      <Field
        label="Role of new members"
        hint={`For people who are invited without a role, or join with their e-mail domain. ${ROLES.find(({ id }) => id === role)!.description}`}
      >
        <Select<RoleId>
          options={ROLES}
          value={role}
          disabled={update.isPending}
          onChoose={(id) => change({ defaultRole: roleOf(id) })}
        />
      </Field>
      <Switch
        label="Invite links"
        description="Everybody who has such a link can join. Switched off, all links stop working."
        isOn={organization.inviteLinks}
        isDisabled={update.isPending}
        onChange={(inviteLinks) => change({ inviteLinks })}
      />
    </>
  );
};

const GeneralPage = ({ organizationId }: { readonly organizationId: string }) => {
  const params = { organizationId };
  const { data: organization } = useSuspenseQuery(read('/orgs/{organizationId}', { params }));
  const isAdmin = organization.permissions.admin;
  return (
    <SettingsPage
      title="General"
      description={
        isAdmin
          ? 'The name of the organization, and how people join it.'
          : `You are a member of ${organization.title}. Administrators change its settings.`
      }
    >
      {isAdmin && (
        <>
          <SettingsSection title="Details">
            <DetailsForm organization={organization} />
          </SettingsSection>
          <SettingsSection title="New members">
            <Joining organizationId={organizationId} />
          </SettingsSection>
        </>
      )}
      <SettingsSection title="Danger zone" isDangerous>
        <LeaveOrganization organization={organization} />
      </SettingsSection>
    </SettingsPage>
  );
};

/** `/o/$organizationId/~/settings/general`: the name of an organization, and how people join and leave it. */
export const GeneralRoute = () => {
  const { organizationId } = useParams({ from: '/o/$organizationId/~/settings/general' });
  return <GeneralPage key={organizationId} organizationId={organizationId} />;
};
