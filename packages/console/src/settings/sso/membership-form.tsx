import { useSuspenseQuery } from '@tanstack/react-query';
import { readAll } from '../../api/queries.ts';
import { ROLES, type RoleId, roleIdOf, roleOf } from '../../people/roles.ts';
import { Field } from '../../primitives/field.tsx';
import { Select } from '../../primitives/select.tsx';
import { notify } from '../../primitives/toasts.tsx';
import {
  type OidcProvider,
  type ProviderKind,
  type SamlProvider,
  useOidcUpdate,
  useSamlUpdate,
} from './providers.ts';

/** The role and team of people who come in by an identity provider. */
export const MembershipForm = ({
  organizationId,
  kind,
  provider,
}: {
  readonly organizationId: string;
  readonly kind: ProviderKind;
  readonly provider: SamlProvider | OidcProvider;
}) => {
  const { data: teams } = useSuspenseQuery(
    readAll('/orgs/{organizationId}/teams', { params: { organizationId } }),
  );
  const saml = useSamlUpdate(organizationId, provider.id);
  const oidc = useOidcUpdate(organizationId, provider.id);
  const update = kind === 'saml' ? saml : oidc;
  const change = (body: {
    readonly defaultRole?: ReturnType<typeof roleOf>;
    readonly defaultTeam?: string | null;
  }) => update.mutate(body, { onError: (error: Error) => notify(error.message, { isError: true }) });
  return (
    <>
      <Field label="Role">
        <Select<RoleId>
          options={ROLES}
          value={roleIdOf(provider.defaultRole)}
          disabled={update.isPending}
          onChoose={(id) => change({ defaultRole: roleOf(id) })}
        />
      </Field>
      <Field label="Team">
        <Select
          options={[{ id: '', label: 'No team' }, ...teams.map(({ id, title }) => ({ id, label: title }))]}
          value={provider.defaultTeam?.id ?? ''}
          disabled={update.isPending}
          onChoose={(id) => change({ defaultTeam: id === '' ? null : id })}
        />
      </Field>
    </>
  );
};
