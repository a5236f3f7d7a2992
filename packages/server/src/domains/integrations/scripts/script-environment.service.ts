import type { EventChain } from '../../../kernel/auth/chained-tokens.ts';
import type { Script } from '../../../kernel/integration-scripts.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { SitesService } from '../../sites/index.ts';
import type { AssetsService } from '../assets/assets.service.ts';
import type { ContentInstallationRow } from '../installations/content-installations.store.ts';
import { grantedScopes } from '../installations/granted-scopes.ts';
import { toContentInstallation, toScriptInstallation } from '../installations/present-installation.ts';
import type { IntegrationScope } from '../integration-schemas.ts';
import type { IntegrationsService } from '../integrations.service.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import { toScriptIntegration } from '../present-integration.ts';
import type { ServiceAccountsService } from '../service-accounts/service-accounts.service.ts';
import {
  findIntegrationRecipient,
  findRecipients,
  type Recipient,
  type RecipientFilter,
} from './recipients.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'links' | 'signing'> {
  readonly integrations: Pick<IntegrationsService, 'secretsOf'>;
  readonly serviceAccounts: Pick<ServiceAccountsService, 'reusableToken'>;
  readonly assets: Pick<AssetsService, 'readScript'>;
  readonly sites: Pick<SitesService, 'findIntegrationKey'>;
}

const SIGNING_PURPOSE = 'integration signing';
const VISITOR_AUTH_SCOPE = 'site:visitor:auth';

/** Limits the scopes of recipients to those granted; with `scope`, leaves out recipients without it. */
const withGrantedScopes = (recipients: readonly Recipient[], scope?: IntegrationScope): Recipient[] =>
  recipients
    .map((recipient) => {
      const { integration, installation } = recipient;
      if (!installation) return recipient;
      return {
        ...recipient,
        integration: { ...integration, scopes: grantedScopes(integration, installation) },
      };
    })
    .filter(({ integration }) => scope === undefined || integration.scopes.includes(scope));

/** The environments of scripts, and the installations that receive an event or request. */
export const createScriptEnvironmentService = (deps: Dependencies) => {
  const { db, links, signing, integrations, serviceAccounts, assets, sites } = deps;
  const secretFor = (...level: readonly string[]) =>
    signing.keyFor([SIGNING_PURPOSE, ...level].join('\n')).toString('hex');

  const recipients = async (
    filter: RecipientFilter & ({ organizationId: string } | { integrationName: string }),
  ) => withGrantedScopes(await findRecipients(db, filter), filter.scope);

  /** The integration that authenticates visitors of a site; of several, always the one installed first. */
  const visitorAuthenticatorOf = async (
    organizationId: string,
    siteId: string,
  ): Promise<Recipient | undefined> => {
    const content = { kind: 'site', id: siteId } as const;
    return (await recipients({ organizationId, content, scope: VISITOR_AUTH_SCOPE, active: true }))[0];
  };

  /** The key that signs visitor tokens of a site, for the integration that authenticates its visitors only. */
  const visitorSigningKeyOf = async ({
    integration,
    installation,
    content,
  }: Recipient): Promise<string | undefined> => {
    if (content?.kind !== 'site' || !integration.scopes.includes(VISITOR_AUTH_SCOPE)) return undefined;
    const { organization_id, content_id } = content;
    const authenticator = await visitorAuthenticatorOf(organization_id, content_id);
    return authenticator?.installation?.id === installation?.id
      ? await sites.findIntegrationKey(organization_id, content_id)
      : undefined;
  };

  const contentSecret = async (
    recipient: Recipient,
    { installation_id, content_id }: ContentInstallationRow,
  ) =>
    (await visitorSigningKeyOf(recipient)) ??
    secretFor(recipient.integration.id, installation_id, content_id);

  /** The API objects of an installation and of its space or site. */
  const installationObjects = ({ integration, installation, content }: Recipient) => ({
    ...(installation && { installation: toScriptInstallation(links, installation, integration.name) }),
    ...(content && { [`${content.kind}Installation`]: toContentInstallation(links, content) }),
  });

  return {
    installationObjects,
    visitorAuthenticatorOf,

    /** Installations that match a filter, in one query. */
    recipients,

    /** An integration without an installation; undefined if there is none of that name. */
    integrationRecipient: (integrationName: string) => findIntegrationRecipient(db, integrationName),

    /** The environment that a script receives with an event of a chain. */
    environmentOf: async (recipient: Recipient, chain: EventChain) => {
      const { integration, installation, content } = recipient;
      const integrationToken = await serviceAccounts.reusableToken(
        'integration',
        integration.account_id,
        integration,
        chain,
      );
      const installationToken =
        installation &&
        (await serviceAccounts.reusableToken('installation', installation.account_id, integration, chain));
      const secret = secretFor(integration.id);
      const contentSigningSecret = content && (await contentSecret(recipient, content));
      return {
        // Clients append the version.
        apiEndpoint: links.fileUrl(''),
        apiTokens: {
          integration: integrationToken,
          ...(installationToken && { installation: installationToken }),
        },
        authToken: installationToken ?? integrationToken,
        integration: toScriptIntegration(links, integration),
        ...installationObjects(recipient),
        ...recipient.deletedInstallation,
        secrets: integrations.secretsOf(integration),
        signingSecret: secret,
        signingSecrets: {
          integration: secret,
          ...(installation && { installation: secretFor(integration.id, installation.id) }),
          ...(content?.kind === 'space' && { spaceInstallation: contentSigningSecret }),
          ...(content?.kind === 'site' && { siteInstallation: contentSigningSecret }),
        },
      };
    },

    /** The script of an integration. */
    scriptOf: (integration: IntegrationRow): Script => ({
      // The id distinguishes integrations that had the same name, whose versions start at 1 again.
      id: `${integration.name}@${integration.version}/${integration.id}`,
      owner: integration.organization_id,
      runtime: integration.runtime,
      text: () => assets.readScript(integration),
    }),
  };
};

/** Service for the environments of scripts. */
export type ScriptEnvironmentService = ReturnType<typeof createScriptEnvironmentService>;
