import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ChevronLeft, ExternalLink, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { read } from '../../api/queries.ts';
import { Button } from '../../primitives/button.tsx';
import { ConfirmDialog } from '../../primitives/confirm-dialog.tsx';
import { CopyField } from '../../primitives/copy-field.tsx';
import { NotFoundScreen } from '../../shell/screens.tsx';
import rows from '../rows.module.css';
import { SettingsPage, SettingsSection } from '../settings-page.tsx';
import { MembershipForm } from './membership-form.tsx';
import { OidcForm } from './oidc-form.tsx';
import { KIND_NAMES, type ProviderKind, useDeleteProvider } from './providers.ts';
import { SamlForm } from './saml-form.tsx';
import { ScimSection } from './scim-section.tsx';

const ROUTE = '/o/$organizationId/~/settings/sso/$kind/$providerId';

const Heading = ({
  organizationId,
  kind,
  label,
  isPending,
}: {
  readonly organizationId: string;
  readonly kind: ProviderKind;
  readonly label: string;
  readonly isPending: boolean;
}) => (
  <>
    <Link to="/o/$organizationId/~/settings/sso" params={{ organizationId }} className={rows.back}>
      <ChevronLeft size={14} aria-hidden="true" /> Sign-in
    </Link>
    <header className={rows.heading}>
      <h1>{label}</h1>
      <span className={rows.badge}>{isPending ? 'Not set up yet' : 'Active'}</span>
    </header>
    <p className={rows.count}>{KIND_NAMES[kind]}</p>
  </>
);

const TestSection = ({
  organizationId,
  kind,
  id,
  isPending,
}: {
  readonly organizationId: string;
  readonly kind: ProviderKind;
  readonly id: string;
  readonly isPending: boolean;
}) => (
  <SettingsSection
    title="3. Test a sign-in"
    description="It opens in a new tab and goes through the identity provider. The page that follows shows what it answered, and what is wrong with it. You stay signed in as you are, and no account is created."
  >
    {isPending ? (
      <p className={rows.note}>Save the values of the identity provider first.</p>
    ) : (
      <div>
        <a
          className="button button-secondary"
          href={`/login/organizations/${organizationId}/${kind}/${id}/test`}
          target="_blank"
          rel="noreferrer"
        >
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" /> Test sign-in
        </a>
      </div>
    )}
  </SettingsSection>
);

const DangerZone = ({
  organizationId,
  kind,
  provider,
}: {
  readonly organizationId: string;
  readonly kind: ProviderKind;
  readonly provider: { readonly id: string; readonly label: string };
}) => {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteProvider(organizationId, kind, provider.id);
  return (
    <SettingsSection title="Danger zone" isDangerous>
      <div className={rows.danger}>
        <p>Nobody can sign in with it any more, and everybody who did is signed out.</p>
        <Button variant="danger" icon={Trash2} onClick={() => setAsking(true)}>
          Delete the provider…
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Delete “${provider.label}”?`}
          description="Everybody who signed in with it is signed out. They stay members."
          action="Delete the provider"
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () =>
                void navigate({ to: '/o/$organizationId/~/settings/sso', params: { organizationId } }),
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </SettingsSection>
  );
};

const GIVEN = 'Enter these values there, where you add an application.';

const SamlPage = ({ organizationId, id }: { readonly organizationId: string; readonly id: string }) => {
  const { data: provider } = useSuspenseQuery(
    read('/orgs/{organizationId}/saml/{samlProviderId}', { params: { organizationId, samlProviderId: id } }),
  );
  const isPending = provider.status === 'pending';
  const { service } = provider;
  return (
    <>
      <Heading organizationId={organizationId} kind="saml" label={provider.label} isPending={isPending} />
      <SettingsSection title="1. At the identity provider" description={GIVEN}>
        <CopyField label="Entity ID, also the address of the metadata" value={service.entityID} />
        <CopyField label="Assertion consumer service (reply URL)" value={service.acsURL} />
        <p className={rows.note}>
          The NameID is the e-mail address; first_name and last_name are attributes. Assertions are signed.
        </p>
      </SettingsSection>
      <SettingsSection title="2. From the identity provider">
        <SamlForm key={provider.id} organizationId={organizationId} provider={provider} />
      </SettingsSection>
      <TestSection organizationId={organizationId} kind="saml" id={provider.id} isPending={isPending} />
      <SettingsSection title="New members">
        <MembershipForm organizationId={organizationId} kind="saml" provider={provider} />
      </SettingsSection>
      <ScimSection organizationId={organizationId} samlProviderId={provider.id} />
      <DangerZone organizationId={organizationId} kind="saml" provider={provider} />
    </>
  );
};

const OidcPage = ({ organizationId, id }: { readonly organizationId: string; readonly id: string }) => {
  const { data: provider } = useSuspenseQuery(
    read('/orgs/{organizationId}/oidc/{oidcProviderId}', { params: { organizationId, oidcProviderId: id } }),
  );
  const isPending = provider.status === 'pending';
  return (
    <>
      <Heading organizationId={organizationId} kind="oidc" label={provider.label} isPending={isPending} />
      <SettingsSection title="1. At the identity provider" description={GIVEN}>
        <CopyField label="Redirect URL" value={provider.service.redirectURL} />
        <CopyField label="Sign-in URL, to start from the provider" value={provider.service.startURL} />
      </SettingsSection>
      <SettingsSection title="2. From the identity provider">
        <OidcForm key={provider.id} organizationId={organizationId} provider={provider} />
      </SettingsSection>
      <TestSection organizationId={organizationId} kind="oidc" id={provider.id} isPending={isPending} />
      <SettingsSection title="New members">
        <MembershipForm organizationId={organizationId} kind="oidc" provider={provider} />
      </SettingsSection>
      <DangerZone organizationId={organizationId} kind="oidc" provider={provider} />
    </>
  );
};

const PAGES: Readonly<Record<string, (props: { organizationId: string; id: string }) => ReactNode>> = {
  saml: SamlPage,
  oidc: OidcPage,
};

/** `/o/$organizationId/~/settings/sso/$kind/$providerId`: the set-up of an identity provider, step by step. */
export const ProviderRoute = () => {
  const { organizationId, kind, providerId } = useParams({ from: ROUTE });
  const Page = PAGES[kind];
  if (!Page) return <NotFoundScreen />;
  return (
    <SettingsPage>
      <Page key={providerId} organizationId={organizationId} id={providerId} />
    </SettingsPage>
  );
};
