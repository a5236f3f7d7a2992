import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft, Blocks } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import type { Request } from '../api/operations.ts';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { Switch } from '../primitives/switch.tsx';
import { notify } from '../primitives/toasts.tsx';
import rows from '../settings/rows.module.css';
import { SettingsPage, SettingsSection } from '../settings/settings-page.tsx';
import { shownColors } from '../shell/color-theme.ts';
import { ConfigurationView } from './configuration-view.tsx';
import { DevelopmentMode } from './development-mode.tsx';
import { EventLog } from './event-log.tsx';
import styles from './integrations.module.css';
import { InstalledSites, InstalledSpaces } from './places.tsx';
import {
  INSTALLATION,
  type Installation,
  type InstallationKey,
  type Integration,
  readInstallations,
  SCOPES,
  useIntegrationMutation,
} from './queries.ts';

const ROUTE = '/o/$organizationId/~/settings/integrations/$name';

const Scopes = ({ scopes }: { readonly scopes: Integration['scopes'] }) => (
  <ul className={styles.scopes}>
    {scopes.map((scope) => (
      <li key={scope}>{SCOPES[scope] ?? scope}</li>
    ))}
  </ul>
);

/** What an integration may do, and the button that installs it. */
const Install = ({
  organizationId,
  integration,
  mayInstall,
}: {
  readonly organizationId: string;
  readonly integration: Integration;
  readonly mayInstall: boolean;
}) => {
  const install = useIntegrationMutation(
    () =>
      call('POST', '/integrations/{integrationName}/installations', {
        params: { integrationName: integration.name },
        body: { organization: organizationId },
      }),
    { onSuccess: () => notify(`${integration.title} was installed`) },
  );
  return (
    <SettingsSection title="Install">
      {integration.scopes.length > 0 ? (
        <div>
          <p className={styles.facts}>Once installed, it may:</p>
          <Scopes scopes={integration.scopes} />
        </div>
      ) : (
        <p className={styles.facts}>It asks for no permissions.</p>
      )}
      {mayInstall ? (
        <div>
          <Button variant="primary" isBusy={install.isPending} onClick={() => install.mutate()}>
            Install
          </Button>
        </div>
      ) : (
        <p className={styles.facts}>Ask an administrator to install it.</p>
      )}
    </SettingsSection>
  );
};

/** The permissions that a newer version asks for, until an administrator accepts them. */
const RequestedScopes = ({
  scopes,
  isPending,
  onAccept,
}: {
  readonly scopes: Integration['scopes'];
  readonly isPending: boolean;
  readonly onAccept: () => void;
}) =>
  scopes.length > 0 && (
    <SettingsSection
      title="It asks for more permissions"
      description="A newer version needs them. It does not have them until you accept."
    >
      <Scopes scopes={scopes} />
      <div>
        <Button variant="primary" isBusy={isPending} onClick={onAccept}>
          Accept
        </Button>
      </div>
    </SettingsSection>
  );

/** The last event that the script failed to handle, with the reason if the organization may know it. */
const LastFailure = ({ params }: { readonly params: InstallationKey }) => {
  const { data } = useSuspenseQuery(read(INSTALLATION, { params }));
  const { lastFailure } = data;
  if (!lastFailure) return null;
  return (
    <SettingsSection title="Last failure">
      <p className={styles.facts}>
        The script failed to handle {lastFailure.type} <RelativeTime time={lastFailure.createdAt} />.
      </p>
      {lastFailure.message && <p className={styles.reason}>{lastFailure.message}</p>}
    </SettingsSection>
  );
};

/** An installation: configuration, spaces and sites, pause and removal. */
const Installed = ({
  organizationId,
  integration,
  installation,
}: {
  readonly organizationId: string;
  readonly integration: Integration;
  readonly installation: Installation;
}) => {
  const params = { integrationName: integration.name, installationId: installation.id };
  const [isRemoving, setRemoving] = useState(false);
  const update = useIntegrationMutation(
    (body: Request<'PATCH', typeof INSTALLATION>['body']) => call('PATCH', INSTALLATION, { params, body }),
    { isForm: true, onSuccess: () => notify('Saved') },
  );
  const refresh = useIntegrationMutation(async () => {});
  const remove = useIntegrationMutation(() => call('DELETE', INSTALLATION, { params }), {
    onSuccess: () => notify(`${integration.title} was removed`),
  });
  const declared = integration.configurations?.account;
  const { target } = integration;
  const requested = integration.scopes.filter((scope) => !installation.scopes.includes(scope));
  return (
    <>
      <RequestedScopes
        scopes={requested}
        isPending={update.isPending}
        onAccept={() => update.mutate({ scopes: requested })}
      />
      <LastFailure params={params} />
      {declared && (
        <SettingsSection
          title="Configuration"
          {...(installation.status === 'pending' && { description: 'It works once this is complete.' })}
        >
          <ConfigurationView
            key={installation.updatedAt}
            configuration={declared}
            values={installation.configuration}
            place={{
              integrationName: integration.name,
              props: { installation },
              context: { type: 'configuration_account', theme: shownColors(), organizationId },
            }}
            error={update.error}
            isPending={update.isPending}
            onSave={(configuration) => update.mutate({ configuration })}
            onComplete={() => refresh.mutate()}
          />
        </SettingsSection>
      )}
      {(target === 'all' || target === 'space') && (
        <SettingsSection title="Spaces">
          <Switch
            label="All spaces"
            description="Also new ones. Otherwise only those that are listed."
            isOn={installation.space_selection === 'all'}
            isDisabled={update.isPending}
            onChange={(isOn) => update.mutate({ space_selection: isOn ? 'all' : 'selected' })}
          />
          <InstalledSpaces
            organizationId={organizationId}
            params={params}
            installation={installation}
            configuration={integration.configurations?.space}
          />
        </SettingsSection>
      )}
      {(target === 'all' || target === 'site') && (
        <SettingsSection title="Sites">
          <Switch
            label="All sites"
            description="Also new ones. Otherwise only those that are listed."
            isOn={installation.site_selection === 'all'}
            isDisabled={update.isPending}
            onChange={(isOn) => update.mutate({ site_selection: isOn ? 'all' : 'selected' })}
          />
          <InstalledSites
            organizationId={organizationId}
            params={params}
            installation={installation}
            configuration={integration.configurations?.site}
          />
        </SettingsSection>
      )}
      <SettingsSection title="Pause or remove" isDangerous>
        <Switch
          label="Running"
          description="A paused integration receives no events."
          isOn={installation.status !== 'paused'}
          isDisabled={update.isPending}
          onChange={(isOn) => update.mutate({ status: isOn ? 'active' : 'paused' })}
        />
        <div className={rows.danger}>
          <p>Its configuration is deleted, and its blocks no longer work.</p>
          <Button variant="danger" onClick={() => setRemoving(true)}>
            Remove…
          </Button>
        </div>
      </SettingsSection>
      <Dialog
        title={`Remove ${integration.title}?`}
        description="It is removed from all spaces and sites of the organization."
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
      >
        <DialogActions>
          <Button onClick={() => setRemoving(false)}>Cancel</Button>
          <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
};

const Page = ({ organizationId, name }: { readonly organizationId: string; readonly name: string }) => {
  const { data: organization } = useSuspenseQuery(
    read('/orgs/{organizationId}', { params: { organizationId } }),
  );
  const { data: integration } = useSuspenseQuery(
    read('/integrations/{integrationName}', { params: { integrationName: name } }),
  );
  const { listInstallations, installIntegration } = organization.permissions;
  const { data: installed } = useSuspenseQuery(readInstallations(organizationId, listInstallations, name));
  const found = installed.find((each) => each.integration.name === integration.name)?.installation;
  return (
    <>
      <Link to="/o/$organizationId/~/settings/integrations" params={{ organizationId }} className={rows.back}>
        <ArrowLeft size={14} aria-hidden="true" /> Integrations
      </Link>
      <div className={rows.heading}>
        {integration.urls.icon ? (
          <img src={integration.urls.icon} alt="" width={36} height={36} />
        ) : (
          <Blocks size={30} strokeWidth={1.5} aria-hidden="true" />
        )}
        <h1>{integration.title}</h1>
        {found && <span className={rows.badge}>{found.status === 'paused' ? 'Paused' : 'Installed'}</span>}
      </div>
      <p className={styles.facts}>
        {integration.description} By {integration.owner.title}, version {integration.version}.
      </p>
      {integration.summary && <p className={styles.summary}>{integration.summary}</p>}
      {found ? (
        <Installed organizationId={organizationId} integration={integration} installation={found} />
      ) : (
        <Install organizationId={organizationId} integration={integration} mayInstall={installIntegration} />
      )}
      {integration.permissions.admin && (
        <>
          <SettingsSection
            title="Development mode"
            description="Events go to your machine instead of the published script, for twelve hours."
          >
            <DevelopmentMode integrationName={name} />
          </SettingsSection>
          <SettingsSection title="Events" description="What the script received, of all installations.">
            <EventLog integrationName={name} />
          </SettingsSection>
        </>
      )}
    </>
  );
};

/** `/o/$organizationId/~/settings/integrations/$name`: an integration and its installation. */
export const IntegrationRoute = () => {
  const { organizationId, name } = useParams({ from: ROUTE });
  return (
    <SettingsPage isWide>
      <Page key={name} organizationId={organizationId} name={name} />
    </SettingsPage>
  );
};
