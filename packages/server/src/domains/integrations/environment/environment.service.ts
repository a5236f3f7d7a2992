import type { Kernel } from '../../../kernel/kernel.ts';
import type { Script } from '../../../kernel/scripts.ts';
import type { SitesService } from '../../sites/index.ts';
import type { AgentsService } from '../agents/agents.service.ts';
import type { AssetsService } from '../assets/assets.service.ts';
import { toContentInstallation } from '../contents/contents.handlers.ts';
import type { ContentInstallationRow } from '../contents/contents.store.ts';
import { agreedPlaces } from '../granting/granting.policy.ts';
import { toOwnInstallation } from '../installations/installations.handlers.ts';
import { toOwnIntegration } from '../integrations.handlers.ts';
import type { IntegrationsService } from '../integrations.service.ts';
import type { IntegrationRow } from '../integrations.store.ts';
import { findPlace, findPlaces, type Place, type PlaceFilter } from './environment.store.ts';

interface Dependencies extends Pick<Kernel, 'db' | 'links' | 'signing'> {
  readonly integrations: Pick<IntegrationsService, 'secretsOf'>;
  readonly agents: Pick<AgentsService, 'shared'>;
  readonly assets: Pick<AssetsService, 'script'>;
  readonly sites: Pick<SitesService, 'findIntegrationKey'>;
}

const SIGNING = 'integration signing';
const SIGNS_IN = 'site:visitor:auth';

/** What scripts of integrations are told about where they run, and whom an event concerns. */
export const createEnvironmentService = (deps: Dependencies) => {
  const { db, links, signing, integrations, agents, assets, sites } = deps;
  const secretFor = (...level: readonly string[]) =>
    signing.keyFor([SIGNING, ...level].join('\n')).toString('hex');

  const places = async (filter: PlaceFilter & ({ organizationId: string } | { integrationName: string })) =>
    agreedPlaces(await findPlaces(db, filter), filter.scope);

  /** The integration that signs in visitors of a site: of several the first that was installed, lest they be sent now here, now there. */
  const signerOf = async (organizationId: string, siteId: string): Promise<Place | undefined> => {
    const content = { kind: 'site', id: siteId } as const;
    return (await places({ organizationId, content, scope: SIGNS_IN, active: true }))[0];
  };

  /** The key that a site checks its visitors with, for who signs them in: whoever has it can be anybody there. */
  const visitorKeyAt = async ({ integration, installation, content }: Place): Promise<string | undefined> => {
    if (content?.kind !== 'site' || !integration.scopes.includes(SIGNS_IN)) return undefined;
    const { organization_id, content_id } = content;
    const signer = await signerOf(organization_id, content_id);
    return signer?.installation?.id === installation?.id
      ? await sites.findIntegrationKey(organization_id, content_id)
      : undefined;
  };

  const contentSecret = async (place: Place, { installation_id, content_id }: ContentInstallationRow) =>
    (await visitorKeyAt(place)) ?? secretFor(place.integration.id, installation_id, content_id);

  /** What is told of an installation, and of the space or site that has it. */
  const levelsOf = ({ integration, installation, content }: Place) => ({
    ...(installation && { installation: toOwnInstallation(links, installation, integration.name) }),
    ...(content && { [`${content.kind}Installation`]: toContentInstallation(links, content) }),
  });

  return {
    levelsOf,
    signerOf,

    /** The installations that something concerns, in one query. */
    places,

    /** An integration in general; undefined when there is none of that name. */
    place: (integrationName: string) => findPlace(db, integrationName),

    /** The environment of a script at a place. */
    of: async (place: Place) => {
      const { integration, installation, content } = place;
      const own = await agents.shared('integration', integration.account_id, integration);
      const theirs =
        installation && (await agents.shared('installation', installation.account_id, integration));
      const secret = secretFor(integration.id);
      const ofContent = content && (await contentSecret(place, content));
      return {
        // Clients add the version themselves.
        apiEndpoint: links.fileUrl(''),
        apiTokens: { integration: own, ...(theirs && { installation: theirs }) },
        authToken: theirs ?? own,
        integration: toOwnIntegration(links, integration),
        ...levelsOf(place),
        ...place.gone,
        secrets: integrations.secretsOf(integration),
        signingSecret: secret,
        signingSecrets: {
          integration: secret,
          ...(installation && { installation: secretFor(integration.id, installation.id) }),
          ...(content?.kind === 'space' && { spaceInstallation: ofContent }),
          ...(content?.kind === 'site' && { siteInstallation: ofContent }),
        },
      };
    },

    /** The script of an integration, for whoever runs it. */
    scriptOf: (integration: IntegrationRow): Script => ({
      // What is published under the name of one that was withdrawn begins with the same version.
      id: `${integration.name}@${integration.version}/${integration.id}`,
      owner: integration.organization_id,
      runtime: integration.runtime,
      text: () => assets.script(integration),
    }),
  };
};

/** What scripts of integrations are told. */
export type EnvironmentService = ReturnType<typeof createEnvironmentService>;
