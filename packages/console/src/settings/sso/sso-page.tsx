import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { read, readAll } from '../../api/queries.ts';
import { Button } from '../../primitives/button.tsx';
import { Switch } from '../../primitives/switch.tsx';
import { notify } from '../../primitives/toasts.tsx';
import rows from '../rows.module.css';
import { Empty, SettingsPage, SettingsSection } from '../settings-page.tsx';
import { useOrganizationUpdate } from '../use-organization-update.ts';
import { AddProviderDialog } from './add-provider-dialog.tsx';
import { EmailDomainsForm } from './email-domains-form.tsx';
import { KIND_NAMES } from './providers.ts';
import { SignInMethods } from './sign-in-methods.tsx';

const ROUTE = '/o/$organizationId/~/settings/sso';

const Providers = ({ organizationId }: { readonly organizationId: string }) => {
  const params = { organizationId };
  const { data: saml } = useSuspenseQuery(readAll('/orgs/{organizationId}/saml', { params }));
  const { data: oidc } = useSuspenseQuery(readAll('/orgs/{organizationId}/oidc', { params }));
  const providers = [
    ...saml.map((provider) => ({ kind: 'saml' as const, provider })),
    ...oidc.map((provider) => ({ kind: 'oidc' as const, provider })),
  ];
  if (providers.length === 0)
    return (
      <Empty>
        There are no identity providers yet. With one, people sign in with the account of your company.
      </Empty>
    );
  return (
    <ul className={rows.rows} aria-label="Identity providers">
      {providers.map(({ kind, provider }) => (
        <li key={provider.id} className={rows.row}>
          <KeyRound size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className={rows.about}>
            <span className={rows.name}>
              <Link
                to="/o/$organizationId/~/settings/sso/$kind/$providerId"
                params={{ organizationId, kind, providerId: provider.id }}
              >
                {provider.label}
              </Link>
              {provider.status === 'pending' && <span className={rows.badge}>Not set up yet</span>}
            </span>
            <span className={rows.facts}>{KIND_NAMES[kind]}</span>
          </span>
        </li>
      ))}
    </ul>
  );
};

const Requirement = ({ organizationId }: { readonly organizationId: string }) => {
  const { data: organization } = useSuspenseQuery(
    read('/orgs/{organizationId}', { params: { organizationId } }),
  );
  const update = useOrganizationUpdate(organizationId);
  return (
    <Switch
      label="Require single sign-on"
      description="Members who do not use it lose access until they do. Test a sign-in first."
      isOn={organization.sso}
      isDisabled={update.isPending}
      onChange={(sso) =>
        update.mutate({ sso }, { onError: (error) => notify(error.message, { isError: true }) })
      }
    />
  );
};

const SsoPage = ({ organizationId }: { readonly organizationId: string }) => {
  const [isAdding, setAdding] = useState(false);
  return (
    <SettingsPage
      title="Sign-in"
      description="How people of the organization sign in, and e-mail domains that may join."
      action={
        <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
          Add a provider
        </Button>
      }
    >
      <SettingsSection title="Identity providers">
        <Providers organizationId={organizationId} />
        <Requirement organizationId={organizationId} />
      </SettingsSection>
      <SettingsSection
        title="Other ways to sign in"
        description="What members may use beside single sign-on."
      >
        <SignInMethods organizationId={organizationId} />
      </SettingsSection>
      <SettingsSection
        title="E-mail domains"
        description="Everybody with a verified address of these domains can join by themselves."
      >
        <EmailDomainsForm organizationId={organizationId} />
      </SettingsSection>
      {isAdding && <AddProviderDialog organizationId={organizationId} onClose={() => setAdding(false)} />}
    </SettingsPage>
  );
};

/** `/o/$organizationId/~/settings/sso`: identity providers and e-mail domains of an organization. */
export const SsoRoute = () => {
  const { organizationId } = useParams({ from: ROUTE });
  return <SsoPage key={organizationId} organizationId={organizationId} />;
};
