import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { read } from '../../api/queries.ts';
import { ROLES, type RoleId, roleIdOf, roleOf } from '../../people/roles.ts';
import { Field, TextInput } from '../../primitives/field.tsx';
import { Select } from '../../primitives/select.tsx';
import { notify } from '../../primitives/toasts.tsx';
import {
  type OidcProvider,
  type ProviderKind,
  type SamlProvider,
  useOidcUpdate,
  useSamlUpdate,
} from './providers.ts';

const FOUND = 50;
const NO_TEAM = { id: '', label: 'No team' };

/** Chooses a team; where there are many, the server searches them by title. */
const TeamField = ({
  organizationId,
  team,
  disabled,
  onChoose,
}: {
  readonly organizationId: string;
  readonly team: { readonly id: string; readonly title: string } | null | undefined;
  readonly disabled: boolean;
  readonly onChoose: (id: string) => void;
}) => {
  const [text, setText] = useState('');
  const title = useDeferredValue(text.trim());
  const { data } = useQuery({
    ...read('/orgs/{organizationId}/teams', {
      params: { organizationId },
      query: { limit: FOUND, ...(title !== '' && { title }) },
    }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.items ?? []).filter(({ id }) => id !== team?.id);
  const options = [
    NO_TEAM,
    ...[...(team ? [team] : []), ...found].map(({ id, title: label }) => ({ id, label })),
  ];
  const hidden = (data?.count ?? 0) - (data?.items.length ?? 0);
  return (
    <>
      {(hidden > 0 || text !== '') && (
        <Field
          label="Search of teams"
          hint={hidden > 0 ? `${hidden} more: type words of the title.` : undefined}
        >
          <TextInput
            type="search"
            maxLength={64}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      )}
      <Field label="Team">
        <Select options={options} value={team?.id ?? ''} disabled={disabled} onChoose={onChoose} />
      </Field>
    </>
  );
};

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
      <TeamField
        organizationId={organizationId}
        team={provider.defaultTeam}
        disabled={update.isPending}
        onChoose={(id) => change({ defaultTeam: id === '' ? null : id })}
      />
    </>
  );
};
